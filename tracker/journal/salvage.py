"""What is whole in a damaged file, on both sides of the damage, and what is wrong with the rest."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.journal.checks import Broken
from tracker.journal.codec import decode_entry, is_whole
from tracker.journal.errors import Fault, Unreadable
from tracker.journal.framing import END_MARK, ENTRY_LINE, NotToml, last_number, parse

ACCEPTED = "journal.accepted"
"""The line of an entry by which changes of a person are accepted: it names the entries and their checks."""


@record
class Salvage:
    """The entries in order, with a line in place of each that is left out; the byte behind the last; the faults.

    `ends` are the bytes at which the entries end, in order, where they had to be found one by one.
    """

    entries: tuple[Entry, ...]
    end: int
    faults: tuple[Fault, ...] = ()
    ends: tuple[int, ...] = ()


@record
class _Piece:
    """A piece of the file that ends at byte `end`: a whole entry, or what is wrong with it; `is_entry`: it was one."""

    end: int
    entry: Entry | None
    problem: Message
    is_entry: bool = True


def gap(number: int, at: datetime, round_number: int, problem: Message) -> Entry:
    """The line in place of an entry that cannot be read or does not fit."""
    return Entry(number, at, round_number, do="#", say="", tell=(message("journal.gap", problem=problem),), facts=())


def salvage(data: bytes, start: int, begun: datetime) -> Salvage:
    """Take what is whole from byte `start` on; `begun` is when the session was made.

    Entries keep their numbers. One that stands there a second time, or out of place, is left out.
    """
    pieces = list(_pieces(data, start))
    while pieces and not pieces[-1].is_entry:
        pieces.pop()
    remaining = Counter(piece.entry.number for piece in pieces if piece.entry)
    line = _Line(begun)
    for piece in pieces:
        entry, wanted = piece.entry, len(line.entries) + 1
        if entry is None:
            line.broken.append(piece)
            continue
        remaining[entry.number] -= 1
        if entry.number == wanted or (entry.number > wanted and not remaining[wanted]):
            line.close(entry.number - wanted)
            line.add(entry, piece.end)
        else:
            line.misplaced.append(piece)
    line.close(sum(piece.is_entry for piece in line.broken))
    end = pieces[-1].end if pieces else start
    return Salvage(tuple(line.entries), end, tuple(line.faults), tuple(line.ends))


class _Line:
    """The entries so far, and the pieces behind them that are none."""

    def __init__(self, begun: datetime) -> None:
        self.entries: list[Entry] = []
        self.ends: list[int] = []
        self.faults: list[Fault] = []
        self.broken: list[_Piece] = []
        self.misplaced: list[_Piece] = []
        self._begun = begun

    def add(self, entry: Entry, end: int) -> None:
        """Take the next entry in."""
        self.entries.append(entry)
        self.ends.append(end)

    def close(self, lost: int) -> None:
        """Let a line stand for each of so many entries that are lost here, and tell what else stands between."""
        broken = iter(self.broken)
        for _ in range(lost):
            piece = next(broken, None)
            problem = piece.problem if piece else message("journal.fault.missing")
            number, before = len(self.entries) + 1, self.entries[-1] if self.entries else None
            self.faults.append(Fault(number, number, problem))
            at, round_number = (before.at, before.round) if before else (self._begun, 0)
            self.add(gap(number, at, round_number, problem), piece.end if piece else self.ends[-1] if self.ends else 0)
        strays = [*([] if lost else self.broken[:1]), *self.misplaced]
        number = len(self.entries) + 1
        self.faults += [Fault(number, number - 1, piece.problem) for piece in strays]
        self.broken, self.misplaced = [], []


def _pieces(data: bytes, start: int) -> Iterator[_Piece]:
    """Cut at the beginnings and ends of entries, so that damage to one line of the frame spoils one entry only."""
    begins = (mark.start() for mark in ENTRY_LINE.finditer(data, start))
    ends = (mark.end() for mark in END_MARK.finditer(data, start))
    for left, right in pairwise(sorted({start, *begins, *ends, len(data)})):
        piece, line = data[left:right], data.count(b"\n", 0, left)
        blank_lines = piece.count(b"\n", 0, len(piece) - len(piece.lstrip()))
        problem = message("journal.fault.no_entry", line=line + blank_lines + 1)
        is_entry = last_number(piece) is not None
        try:
            document = parse(piece)
        except NotToml as error:
            yield _Piece(right, None, message("journal.not_toml", line=line + error.line), is_entry)
            continue
        tables = document.get("entry")
        if len(document) == 1 and isinstance(tables, list) and len(tables) == 1 and is_entry:
            yield _piece_of(tables[0], right, problem)
        elif document:
            yield _Piece(right, None, problem, is_entry)


def _piece_of(table: object, end: int, problem: Message) -> _Piece:
    number = table.get("n") if isinstance(table, dict) else None
    if not isinstance(table, dict) or not isinstance(number, int) or not is_whole(table, number):
        return _Piece(end, None, problem)
    try:
        return _Piece(end, decode_entry(table), message("journal.fault.out_of_place", entry=number))
    except Unreadable as error:
        return _Piece(end, None, error.problem)


# ---------------------------------------------------------------------- entries that were changed


def ends_of_entries(data: bytes, start: int) -> tuple[int, ...]:
    """The bytes at which the entries of a whole file end."""
    return tuple(mark.end() for mark in END_MARK.finditer(data, start))


def changed(broken: Sequence[Broken], found: Salvage, data: bytes, start: int) -> Iterator[Fault]:
    """What checks tell of that neither is known as damage nor was accepted."""
    if not broken:
        return
    ends = found.ends or ends_of_entries(data[: found.end], start)
    damaged = {fault.first for fault in found.faults}
    accepted = {pair for entry in found.entries for line in entry.tell if line.id == ACCEPTED for pair in _pairs(line)}
    for one in broken:
        # It begins with the line end behind a check, which counts to the entry before.
        first, last = bisect_right(ends, one.start + 2) + 1, min(bisect_left(ends, one.end) + 1, len(ends))
        is_known = not damaged.isdisjoint(range(first, last + 2))
        if not is_known and (last, f"{one.found:08x}") not in accepted:
            problem = message("journal.fault.changed" if one.start else "journal.fault.header_changed")
            yield Fault(first, last, problem, left_out=False, check=one.found)


def _pairs(line: Message) -> Iterator[tuple[object, object]]:
    numbers, checks = line.values.get("entries"), line.values.get("checks")
    if isinstance(numbers, tuple) and isinstance(checks, tuple):
        yield from zip(numbers, checks, strict=False)
