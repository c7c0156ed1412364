"""Keeping people: a campaign is a book in which they stand as they were, with what the next evening begins with.

Only the sections of those who are kept are written again; all else that the file holds stays as it is, and the older
version stays beside it.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tracker.books.files import MOST_BYTES, SUFFIX, books_folders, write_book
from tracker.books.library import Library
from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.core.state import Character, State
from tracker.journal import toml_text
from tracker.plain_files import Missing, Unreadable, read_text, toml_of
from tracker.reasons import os_reason

_HEADER = re.compile(r"\s*\[")


def keep_people(library: Library, state: State, people: Sequence[str], campaign: str) -> Path:
    """Write people into the book of a campaign, whole and as they stand, and return the file.

    Raises Refusal where the book cannot be written, or holds what cannot be read back as it was.
    """
    path = campaign_file(library, campaign)
    kept = [state.characters[who] for who in people]
    try:
        try:
            before = read_text(path, MOST_BYTES)
        except Missing:
            before = ""
        text = _with_section(before or _head(library, campaign), _campaign_section(library, state))
        for person in kept:
            text = _with_section(text, person_section(person))
        _check(library, path, before, text, kept)
        write_book(path, text)
    except Unreadable as error:
        raise Refusal(message("book.problem_of_file", path=str(path), reason=error.reason)) from None
    except OSError as error:
        raise Refusal(message("book.problem_of_file", path=str(path), reason=os_reason(error))) from None
    return path


def campaign_file(library: Library, campaign: str) -> Path:
    """The file of a campaign: that of the book with this name among the user's, else a new one beside the saves."""
    name = library.campaign_to_keep_in(campaign)
    for book in library.books():
        if not book.is_shipped and book.id == name:
            return book.path
    return books_folders()[0] / f"{name}{SUFFIX}"


def _head(library: Library, campaign: str) -> str:
    title = campaign or (library.home.title if library.home else "")
    return f"for = {toml_text.string(library.ruleset)}\ntitle = {toml_text.string(title)}\n"


def _campaign_section(library: Library, state: State) -> str:
    home = library.home
    assert home is not None
    table = {
        "title": home.title,
        "language": home.language,
        "options": state.options,
        "house_rules": home.house_rules,
    }
    return _section(("campaign",), table)


def person_section(person: Character) -> str:
    """The section of a book that holds someone as they stand; what has its default is left out."""
    conditions = [
        {name: value for name, value in _fields(one).items() if name in ("id", "kind") or value not in _DEFAULTS}
        for one in person.conditions.values()
    ]
    table = {
        "id": person.id,
        "name": person.name,
        "kind": person.kind,
        "side": person.side,
        "hidden": person.hidden,
        "note": person.note,
        "traits": person.traits,
        "tracks": {name: _fields(track) for name, track in person.tracks.items()},
        "pools": {name: _without_none(_fields(pool)) for name, pool in person.pools.items()},
        "conditions": conditions,
        "counters": {name: _fields(counter) for name, counter in person.counters.items()},
    }
    return _section(("person", person.name), table)


_DEFAULTS: tuple[Any, ...] = (0, "", None, {}, ())


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def _without_none(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if value is not None}


def _section(path: tuple[str, ...], table: Mapping[str, Any]) -> str:
    header = ".".join(map(toml_text.key, path))
    lines = [
        f"{toml_text.key(name)} = {toml_text.inline(value)}" for name, value in table.items() if value or name == "id"
    ]
    return "\n".join([f"[{header}]", *lines, ""])


def _with_section(text: str, section: str) -> str:
    """The text with a section in the place of the one with its header, or at the end."""
    header = section.split("\n", 1)[0]
    lines = text.split("\n")
    if header not in lines:
        return f"{text.rstrip()}\n\n{section}"
    start = lines.index(header)
    end = next((at for at in range(start + 1, len(lines)) if _HEADER.match(lines[at])), len(lines))
    return "\n".join([*lines[:start], *section.split("\n"), *lines[end:]])


def _check(library: Library, path: Path, text_before: str, text: str, people: Sequence[Character]) -> None:
    """Whether everyone reads back as they are, and no one else has been touched. Raises Refusal or Unreadable."""
    before, after = toml_of(text_before), toml_of(text)
    named = {person.name for person in people}
    others = {name: one for name, one in before.get("person", {}).items() if name not in named}
    kept = {name: one for name, one in after.get("person", {}).items() if name not in named}
    rest_before = {key: value for key, value in before.items() if key not in ("person", "campaign")}
    rest_after = {key: after.get(key) for key in rest_before}
    if others != kept or rest_before != rest_after:
        raise Refusal(message("book.not_kept", path=str(path)))
    read = library.read_text(path, text)
    if read.ruleset not in ("", library.ruleset):
        raise Refusal(message("book.for_another", path=str(path), ruleset=read.ruleset))
    for person in people:
        if person.name in read.broken:
            raise Refusal(read.broken[person.name].told())
        back = read.people.get(person.name)
        if back is None or _as_kept(back) != _as_kept(person):
            raise Refusal(message("book.not_kept", path=str(path)))


def _as_kept(person: Character) -> tuple[Any, ...]:
    """All of someone but what the ruleset works out again."""
    fields = _fields(person)
    return tuple(fields[name] for name in fields if name != "status")
