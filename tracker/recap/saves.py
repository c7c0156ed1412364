"""Sessions in a list: what each is and came to, in words, how they are searched and sorted."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from tracker.core.messages import Message, message
from tracker.journal.sessions import Save
from tracker.text import Words

_KILO = 1000

SORTS: Mapping[str, Callable[[Save], Any]] = {
    "changed": lambda save: -save.modified.timestamp(),
    "title": lambda save: (save.title or save.path.stem).casefold(),
    "begun": lambda save: -save.header.created.timestamp() if save.header else 0.0,
    "ruleset": lambda save: save.header.ruleset if save.header else "",
    "size": lambda save: -save.size,
}
"""What a list can be sorted by. Where two are alike, the one that changed last stands first."""


def arranged(saves: Iterable[Save], sort: str = "changed", search: str = "") -> list[Save]:
    """The saves in which every word of `search` occurs: in the title, the ruleset, the file's name or who fell."""
    words = search.casefold().split()
    found = [save for save in saves if not words or all(word in _searched(save) for word in words)]
    return sorted(sorted(found, key=SORTS["changed"]), key=SORTS[sort])


def _searched(save: Save) -> str:
    ruleset = save.header.ruleset if save.header else ""
    fallen = save.summary.fallen if save.summary else ()
    return "\n".join((save.title, ruleset, save.path.name, *fallen)).casefold()


def local(moment: datetime) -> str:
    """A moment in the reader's own time, to the minute."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def size_in_words(size: int) -> Message:
    """The size of a file, from its bytes."""
    if size < _KILO * _KILO:
        return message("saves.kilobytes", size=max(round(size / _KILO), 1))
    return message("saves.megabytes", size=round(size / _KILO / _KILO))


def details(save: Save) -> Iterator[Message]:
    """What is known of a save beside its title and ruleset, a few words each."""
    if save.header is not None:
        yield message("saves.begun", when=local(save.header.created))
    yield message("saves.changed", when=local(save.modified))
    if save.entries is not None:
        yield message("ui.sessions.entries", count=save.entries)
    if save.summary is not None and save.summary.scenes:
        yield message("saves.scenes", count=save.summary.scenes)
        yield message("saves.rounds", count=save.summary.rounds)
    yield size_in_words(save.size)
    if save.summary is not None and save.summary.fallen:
        yield message("saves.fallen", list=save.summary.fallen)


def save_as_text(save: Save, words: Words) -> str:
    """A save as a line: what it is called, its ruleset, what it came to, and its file."""
    about = [words.say(save.problem)] if save.problem else map(words.say, details(save))
    ruleset = [save.header.ruleset] if save.header else []
    name = "" if save.problem else str(save.path)
    return " · ".join(piece for piece in (save.title, *ruleset, *about, name) if piece)


def save_as_data(save: Save, problem: str = "") -> dict[str, Any]:
    """A save for another program; `problem` says what is wrong with it."""
    header, summary = save.header, save.summary
    return {
        "path": str(save.path),
        "title": save.title or None,
        "ruleset": header.ruleset if header else None,
        "begun": header.created.isoformat() if header else None,
        "changed": save.modified.isoformat(),
        "entries": save.entries,
        "scenes": summary.scenes if summary else None,
        "rounds": summary.rounds if summary else None,
        "fallen": list(summary.fallen) if summary else [],
        "size": save.size,
        "problem": problem or None,
    }
