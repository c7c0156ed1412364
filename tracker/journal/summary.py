"""What a session comes to, for the list of sessions: from single lines of its file, whose entries stay unread."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import tomli

from tracker.core.patterns import pattern
from tracker.core.record import record
from tracker.plain_files import open_file

_PIECE_BYTES = 1 << 18
_KINDS = b"title_set|scene_begun|round_begun|character_added|detail_set|status_set|undone|redone|corrected|done_again"
# A line of an entry begins with what it is; no text can look like one, for a text never goes over a line.
_LINE = pattern(
    rb'\n(?:n = (?P<begins>\d{1,18})|end = (?P<ends>\d{1,18})|  (?P<fact>\{ kind = "(?P<kind>%s)".*\}),?)(?=\r?\n)'
    % _KINDS
)
_TEXT = rb'"(?:[^"\\]|\\.)*"'
_ENOUGH = pattern(
    rb'\{ kind = "(?:character_added", who = %s, name = %s|done_again", entry = \d{1,18})' % (_TEXT, _TEXT)
)

_Fact: TypeAlias = Mapping[str, Any]
"""A fact as it stands in the file. It is read without a check: most of a list's time would go into that."""


@record
class Summary:
    """What the acts of a session come to that no one took back.

    `title` is None where the session never got another one; `fallen` are the names of those who could not act any more
    when they were last seen.
    """

    title: str | None = None
    scenes: int = 0
    rounds: int = 0
    fallen: tuple[str, ...] = ()


def summarize(path: Path) -> Iterator[Summary | None]:
    """Read a session piece by piece: yields None after each, and the summary at last. Raises OSError.

    What makes no sense is passed over: the one who opens the session is told.
    """
    told = _Told()
    facts: list[_Fact] = []
    rest = b""
    with open(open_file(path), "rb", buffering=0) as file:
        while piece := file.read(_PIECE_BYTES):
            rest += piece
            last = 0
            for line in _LINE.finditer(rest):
                last = line.end()
                if line["begins"]:
                    facts = []
                elif line["fact"]:
                    facts += _read(line["fact"], line["kind"])
                else:
                    told.append(int(line["ends"]), facts)
            rest = rest[max(last, rest.rfind(b"\n")) :]
            yield None
    yield _summary(told.facts()) if told.last is not None else Summary()


def summary_of(path: Path) -> Summary:
    """Read a session in one go. Raises OSError."""
    return next(one for one in summarize(path) if one is not None)


def _read(line: bytes, kind: bytes) -> Iterator[_Fact]:
    if kind in (b"round_begun", b"scene_begun"):
        yield {"kind": kind.decode()}  # only counted
        return
    if enough := _ENOUGH.match(line):
        line = enough[0] + b" }"  # the sheet, or the story, behind that is long
    try:
        yield tomli.loads(f"fact = {line.decode()}")["fact"]
    except Exception:  # whatever a damaged line makes of the parser
        return


@record
class _Act:
    """An act that stands: the one before it, the number of its entry, and its facts."""

    before: "_Act | None"
    number: int
    facts: Sequence[_Fact]


class _Told:
    """The acts that stand after each entry, as `History` keeps the states: an undo goes back to an earlier one."""

    def __init__(self) -> None:
        self.last: _Act | None = None
        self._after: dict[int, _Act | None] = {}

    def append(self, number: int, facts: Sequence[_Fact]) -> None:
        """Take in what an entry says."""
        match facts:
            case [{"kind": "undone", "entry": int(entry)}]:
                self.last = self._after.get(entry - 1)
            case [{"kind": "redone", "entry": int(entry)}]:
                self.last = self._after.get(entry, self.last)
            case [{"kind": "corrected", "entry": int(entry)}, *again]:
                self.last = self._before(entry)
                for act, own in _done_again(again):
                    self.last = _Act(self.last, act, own)
            case _:
                self.last = _Act(self.last, number, facts)
        self._after[number] = self.last

    def _before(self, number: int) -> _Act | None:
        """The last act before that of an entry, among those that stand."""
        act = self.last
        while act is not None and act.number != number:
            act = act.before
        return self.last if act is None else act.before

    def facts(self) -> Iterator[_Fact]:
        """The facts of all acts that stand now, in order."""
        acts: list[_Act] = []
        act = self.last
        while act is not None:
            acts.append(act)
            act = act.before
        return (fact for act in reversed(acts) for fact in act.facts)


def _done_again(facts: Sequence[_Fact]) -> Iterator[tuple[int, Sequence[_Fact]]]:
    """The acts that a correction has done again: the number of each, and its facts."""
    starts = [place for place, fact in enumerate(facts) if fact.get("kind") == "done_again"]
    for start, end in pairwise([*starts, len(facts)]):
        if isinstance(number := facts[start].get("entry"), int):
            yield number, facts[start + 1 : end]


def _summary(facts: Iterable[_Fact]) -> Summary:
    title: str | None = None
    scenes, rounds = 1, 0
    names: dict[str, str] = {}
    fallen: dict[str, None] = {}
    for fact in facts:
        match fact:
            case {"kind": "title_set", "after": str(after)}:
                title = after
            case {"kind": "scene_begun"}:
                scenes += 1
            case {"kind": "round_begun"}:
                rounds += 1
            case {"kind": "character_added", "who": str(who), "name": str(name)}:
                names[who] = name
            case {"kind": "detail_set", "who": str(who), "detail": "name", "after": str(name)}:
                names[who] = name
            case {"kind": "status_set", "who": str(who), "status": list(status)}:
                fallen.pop(who, None)
                if any(isinstance(one, dict) and one.get("can_act") is False for one in status):
                    fallen[who] = None
    return Summary(title, scenes, rounds, tuple(names.get(who, who) for who in fallen))
