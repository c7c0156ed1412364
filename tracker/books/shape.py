"""The shape of a book that someone wrote, checked by pydantic. Imported only for such a book."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tracker.core.messages import Message, message

MOST_PEOPLE = 200
MOST_ROWS = 1000
LONGEST_NAME = 200
LONGEST_TEXT = 100_000
LARGEST_NUMBER = 1_000_000

_Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
_Long = Annotated[str, Field(max_length=LONGEST_TEXT)]
_Names = _Name | dict[_Name, _Name]
_Texts = _Long | dict[_Name, _Long]
_Number = Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
_Count = Annotated[int, Field(ge=1, le=MOST_PEOPLE)]
_Plain = _Number | bool | _Long


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Condition(_Table):
    kind: _Name
    amount: _Number | None = None
    rounds: _Number | None = None
    turns: _Number | None = None
    minutes: _Number | None = None
    scene: bool = False
    text: _Long = ""


_Conditions = Annotated[list[_Name | _Condition], Field(max_length=MOST_PEOPLE)]
_Tags = Annotated[list[_Name], Field(max_length=MOST_PEOPLE)]


class _Creature(BaseModel):
    """Every further key is a trait or a gauge, which the ruleset knows."""

    model_config = ConfigDict(extra="allow", strict=True)
    __pydantic_extra__: dict[str, _Number | _Long]

    name: _Names | None = None
    kind: _Name | None = None
    side: _Name | None = None
    hidden: bool = False
    note: _Texts = ""
    tags: _Tags = []
    conditions: _Conditions = []
    gear: _Tags = []


class _Gear(BaseModel):
    """Every further key is a trait, which the ruleset knows."""

    model_config = ConfigDict(extra="allow", strict=True)
    __pydantic_extra__: dict[str, _Number | _Long]

    name: _Names | None = None
    note: _Texts = ""


class _Group(_Table):
    creature: _Name | None = Field(None, alias="from")
    count: _Count = 1
    name: _Names | None = None
    side: _Name | None = None
    hidden: bool | None = None
    note: _Texts = ""
    conditions: _Conditions = []


class _Encounter(_Table):
    name: _Names | None = None
    scene: _Names | None = None
    note: _Texts = ""
    tags: _Tags = []
    people: Annotated[dict[_Name, _Count | _Group], Field(min_length=1, max_length=MOST_PEOPLE)]


class _Row(_Table):
    text: _Texts
    weight: Annotated[int, Field(ge=1, le=1000)] = 1
    on: _Number | Annotated[str, Field(max_length=20)] | None = None


class _RandomTable(_Table):
    name: _Names | None = None
    dice: _Name | None = None
    rows: Annotated[list[_Long | _Row], Field(min_length=1, max_length=MOST_ROWS)]


class _Deck(_Table):
    name: _Names | None = None
    cards: Annotated[list[_Name], Field(min_length=1, max_length=MOST_ROWS)]


class _Track(_Table):
    marks: _Name
    bonus: _Number = 0


class _Pool(_Table):
    value: _Number
    maximum: _Number | None = None
    minimum: _Number = 0


class _Running(_Table):
    id: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    kind: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    amount: _Number = 0
    note: _Long = ""
    source: _Long = ""
    data: dict[str, Any] = {}
    left: int | None = None
    unit: Annotated[str, Field(pattern="^(round|turn|second|scene|)$")] = ""
    clock: _Long = ""
    moment: Annotated[str, Field(pattern="^(start|end)$")] = "end"


class _Counter(_Table):
    value: _Number
    until: Annotated[str, Field(pattern="^(turn|round|scene|)$")] = ""


class _Person(_Table):
    id: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    kind: _Name
    side: _Long = ""
    hidden: bool = False
    note: _Long = ""
    traits: dict[_Name, _Plain] = {}
    tracks: dict[_Name, _Track] = {}
    pools: dict[_Name, _Pool] = {}
    conditions: list[_Running] = []
    counters: dict[Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)], _Counter] = {}


class _Campaign(_Table):
    title: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    language: Annotated[str, Field(max_length=20)] = ""
    options: dict[_Name, _Plain] = {}
    house_rules: list[_Name] = []


SECTIONS: Mapping[str, type[BaseModel]] = {
    "creature": _Creature,
    "encounter": _Encounter,
    "table": _RandomTable,
    "deck": _Deck,
    "person": _Person,
    "gear": _Gear,
}
"""The tables that hold entries by their ids, with the shape of one."""
HEAD = ("for", "title", "campaign", "words")


class _Head(_Table):
    ruleset: _Name | None = Field(None, alias="for")
    title: _Names | None = None
    campaign: _Campaign | None = None
    words: dict[_Name, dict[_Name, _Name]] = {}


def problems_with_head(head: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Message]]:
    """What is wrong with the keys of a book outside its entries, each with the path to it."""
    return _problems(_Head, head, (*HEAD, *SECTIONS))


def problems_with_entry(section: str, entry: object) -> Iterator[tuple[tuple[str | int, ...], Message]]:
    """What is wrong with one entry of a section, each with the path to it; nothing where its shape is right."""
    return _problems(SECTIONS[section], entry)


def _keys_of(shape: type[BaseModel]) -> tuple[str, ...]:
    return tuple(field.alias or name for name, field in shape.model_fields.items())


def _problems(
    shape: type[BaseModel], given: object, known: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Message]]:
    try:
        shape.model_validate(given)
    except ValidationError as wrong:
        # A value that may have several shapes is wrong in each of them: the path then names the shapes too.
        errors = wrong.errors(include_url=False, include_context=True, include_input=False)
        found = {tuple(part for part in error["loc"] if _is_key(part)): error for error in reversed(errors)}
        misspelt = {path[:-1] for path, error in found.items() if error["type"] == "extra_forbidden"}
        for path, error in reversed(found.items()):
            is_outdone = any(len(other) > len(path) and other[: len(path)] == path for other in found)
            if not is_outdone and not (error["type"] == "missing" and path[:-1] in misspelt):
                yield path, _said(error, path, known or _keys_near(shape, error["loc"]))


def _is_key(part: str | int) -> bool:
    return isinstance(part, int) or not (part.startswith(("_", "dict[", "constrained-", "function-")) or part in _TYPES)


_TYPES = ("str", "int", "bool", "[key]", "lax-or-strict", "none")


def _keys_near(shape: type[BaseModel], path: tuple[int | str, ...]) -> tuple[str, ...]:
    """The keys that the table may have in which the error is."""
    inner = {
        model.__name__: model for model in (_Group, _Row, _Condition, _Track, _Pool, _Running, _Counter, _Campaign)
    }
    for part in reversed(path):
        if part in inner:
            return _keys_of(inner[str(part)])
    return _keys_of(shape)


def _said(error: Any, path: tuple[str | int, ...], known: tuple[str, ...]) -> Message:
    limits = error.get("ctx", {})
    match error["type"]:
        case "extra_forbidden":
            near = difflib.get_close_matches(str(path[-1]), known, 1)
            if near:
                return message("book.unknown_key_near", near=near[0])
            return message("book.unknown_key", known=", ".join(known))
        case "missing":
            return message("book.missing", key=str(path[-1]))
        case "int_type" | "int_parsing" | "int_from_float":
            return message("book.expected.number")
        case "bool_type":
            return message("book.expected.switch")
        case "list_type":
            return message("book.expected.list")
        case "dict_type" | "model_type":
            return message("book.expected.table")
        case "string_type":
            return message("book.expected.text")
        case "string_too_long" | "too_long":
            return message("book.too_long", limit=limits["max_length"])
        case "string_too_short" | "too_short":
            return message("book.empty")
        case "greater_than_equal":
            return message("book.too_small", limit=limits["ge"])
        case "less_than_equal":
            return message("book.too_large", limit=limits["le"])
        case _:
            return message("book.expected.other")
