"""Entries and facts as plain TOML values and as the text of the session file, both ways.

An entry is one `[[entry]]` table: its keys, its messages and its facts one a line, and as the very last line its end
mark, the entry's number again. All strings stand on one line, so that no text can look like one of these lines.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, get_args

from tracker.core.facts import Fact
from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.journal import toml_text
from tracker.journal.errors import JournalError, Unreadable
from tracker.journal.shapes import Mismatch, Record, Shape, array_of, shape_of


def kind_of(fact_class: type) -> str:
    """The word for a class of facts: `track_set` for `TrackSet`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", fact_class.__name__).lower()


_RECORDS: dict[str, Record] = {kind_of(fact_class): Record(fact_class) for fact_class in get_args(Fact)}
_KINDS: dict[type, str] = {record.record_class: kind for kind, record in _RECORDS.items()}


def fact_to_toml(fact: Fact) -> dict[str, Any]:
    """A fact as a plain table, its `kind` first. Raises Mismatch where a value is not what the fact's class says."""
    kind = _KINDS.get(type(fact))
    if kind is None:
        raise Mismatch(_expected_kind(type(fact).__name__))
    try:
        return {"kind": kind, **_RECORDS[kind].to_toml(fact)}
    except Mismatch as wrong:
        raise wrong.inside(kind) from None


def fact_from_toml(table: object) -> Fact:
    """The fact in a plain table. Raises Mismatch: an unknown kind, an unknown or missing key, a wrong type."""
    if not isinstance(table, dict):
        raise Mismatch(message("journal.expected.table"))
    values = dict(table)
    kind = values.pop("kind", None)
    record = _RECORDS.get(kind) if isinstance(kind, str) else None
    if record is None:
        raise Mismatch(_expected_kind(kind), "kind")
    try:
        fact: Fact = record.from_toml(values)
    except Mismatch as wrong:
        raise wrong.inside(kind) from None
    return fact


def _expected_kind(found: object) -> Message:
    from difflib import get_close_matches  # needed only where something is wrong

    near = get_close_matches(found, _RECORDS) if isinstance(found, str) else []
    return message("journal.expected.kind", kinds=", ".join(near or _RECORDS))


# The keys of an entry, beside the count of its facts and its end mark.
_SHAPES: dict[str, Shape] = {
    "n": shape_of(int),
    "at": shape_of(datetime),
    "round": shape_of(int),
    "do": shape_of(str),
    "say": shape_of(str),
    "tell": array_of(shape_of(Message)),
    "fact": array_of(Shape(fact_to_toml, fact_from_toml)),
}
_HEAD, _FLAG = shape_of(Message), shape_of(bool)
_ONE_LINE_KEYS = ("n", "at", "round", "do", "say")
_REQUIRED_KEYS = (*_ONE_LINE_KEYS, "tell", "facts", "fact", "end")
_KEYS = (*_REQUIRED_KEYS, "head", "hidden")


def entry_to_toml(entry: Entry) -> dict[str, Any]:
    """An entry as a plain table. Raises Mismatch."""
    values = {
        "n": entry.number,
        "at": entry.at,
        "round": entry.round,
        "do": entry.do,
        "say": entry.say,
        "tell": entry.tell,
        "fact": entry.facts,
    }
    table = {name: _inside(name, _SHAPES[name].to_toml, value) for name, value in values.items()}
    if entry.head is not None:
        table["head"] = _inside("head", _HEAD.to_toml, entry.head)
    if entry.hidden:
        table["hidden"] = True
    return {**table, "facts": len(entry.facts), "end": table["n"]}


def encode_entry(entry: Entry) -> bytes:
    """The text of an entry as it is appended. Raises JournalError, before anything is written, where it cannot be."""
    try:
        table = entry_to_toml(entry)
        lines = [
            "",
            "[[entry]]",
            *(f"{key} = {toml_text.inline(table[key])}" for key in (*_ONE_LINE_KEYS, "head", "hidden") if key in table),
            *_array_lines("tell", table["tell"]),
            f"facts = {table['facts']}",
            *_array_lines("fact", table["fact"]),
            f"end = {table['end']}",
            "",
        ]
        return "\n".join(lines).encode("utf-8")
    except Mismatch as wrong:
        problem = wrong.reason
    except UnicodeEncodeError:
        problem = message("journal.expected.whole_characters")
    except (toml_text.TooDeep, RecursionError):
        problem = message("journal.expected.shallow")
    raise JournalError(message("journal.unwritable", entry=entry.number, problem=problem))


def _array_lines(key: str, items: list[Any]) -> list[str]:
    if not items:
        return [f"{key} = []"]
    return [f"{key} = [", *(f"  {toml_text.inline(item)}," for item in items), "]"]


def is_whole(table: object, number: int) -> bool:
    """Tell whether a parsed `[[entry]]` table is entry `number`, with all its facts and its end mark."""
    if not isinstance(table, dict) or (table.get("n"), table.get("end")) != (number, number):
        return False
    if type(table["n"]) is not int or type(table["end"]) is not int:
        return False
    facts, count = table.get("fact"), table.get("facts")
    return isinstance(facts, list) and type(count) is int and len(facts) == count


def decode_entry(table: Mapping[str, Any]) -> Entry:
    """The entry in a parsed `[[entry]]` table. Raises Unreadable that names the fact, the key and what is right."""
    try:
        for key in table:
            if key not in _KEYS:
                raise Mismatch(message("journal.expected.known_key", keys=", ".join(_KEYS)), key)
        for key in _REQUIRED_KEYS:
            if key not in table:
                raise Mismatch(message("journal.expected.key"), key)
        values = {key: _inside(key, shape.from_toml, table[key]) for key, shape in _SHAPES.items()}
        return Entry(
            number=values["n"],
            at=values["at"],
            round=values["round"],
            do=values["do"],
            say=values["say"],
            tell=values["tell"],
            facts=values["fact"],
            head=_inside("head", _HEAD.from_toml, table["head"]) if "head" in table else None,
            hidden=_inside("hidden", _FLAG.from_toml, table.get("hidden", False)),
        )
    except Mismatch as wrong:
        problem = wrong.reason
    except RecursionError:
        problem = message("journal.expected.shallow")
    number = table.get("n")
    raise Unreadable(number if isinstance(number, int) else 0, problem)


def _inside(key: str, convert: Callable[[Any], Any], value: object) -> Any:
    try:
        return convert(value)
    except Mismatch as wrong:
        raise wrong.inside(key) from None
