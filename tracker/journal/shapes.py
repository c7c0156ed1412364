"""How each type of a fact's field stands in TOML, both ways, strictly: what is written can always be read again.

The table of a class is made from its fields, when it is first wanted.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from datetime import UTC, datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

from tracker.core.facts import Face
from tracker.core.messages import Faces, Message, Part, Term, message
from tracker.core.record import is_record, record, required_of, types_of
from tracker.core.state import Status, Track
from tracker.core.values import Value, nothing

TERM_SIGN = "@"
MESSAGE_KEY = "m"
PART_KEY = "p"
WORKING_KEY = "as"
"""Of a message: that it is working. Python keeps the word for itself, so no older message has such a value."""
WORKING = "working"
FACES = "@faces"
"""What stands in the place of a message's id where dice are written, which older programs take for a sentence."""
_LARGEST_INTEGER = 2**63 - 1


class Mismatch(Exception):
    """A value does not have the shape that belongs here: `problem` says what would be right, `path` where it is."""

    def __init__(self, problem: Message, *path: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = path

    @property
    def reason(self) -> Message:
        """Where it is and what would be right, such as: fact › 2 › track_set › before: a text belongs here."""
        return message("journal.at", where=" › ".join(self.path), problem=self.problem) if self.path else self.problem

    def inside(self, step: str | int) -> "Mismatch":
        """The same, seen from one level further out: in the key or the item (from 1) `step`."""
        return Mismatch(self.problem, str(step), *self.path)


@record
class Shape:
    """The two directions of one type. Both raise Mismatch."""

    to_toml: Callable[[Any], Any]
    from_toml: Callable[[Any], Any]


def _wrong(expected: str) -> Mismatch:
    return Mismatch(message(f"journal.expected.{expected}"))


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise _wrong("text")


def _integer_to_toml(value: object) -> int:
    if isinstance(value, int) and -_LARGEST_INTEGER <= value <= _LARGEST_INTEGER:
        return int(value)
    raise _wrong("integer")


def _integer_from_toml(value: object) -> int:
    if type(value) is int and -_LARGEST_INTEGER <= value <= _LARGEST_INTEGER:
        return value
    raise _wrong("integer")


def _number(value: object) -> float:
    """A number with places behind the point, of which six are enough to read by."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        return round(float(value), 6)
    raise _wrong("number")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _wrong("flag")


def _time(value: object) -> datetime:
    if isinstance(value, datetime) and value.tzinfo is not None:
        try:
            return value.astimezone(UTC)
        except OverflowError:  # the first day of all, east of here
            pass
    raise _wrong("time")


def _face_to_toml(value: object) -> Face:
    return value if isinstance(value, str) else _integer_to_toml(value)


def _face_from_toml(value: object) -> Face:
    return value if isinstance(value, str) else _integer_from_toml(value)


def _value_to_toml(value: object) -> Any:
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return _integer_to_toml(value)
    if isinstance(value, tuple):
        return _items(_value_to_toml, value)
    if isinstance(value, Mapping):
        return _pairs(_value_to_toml, value)
    raise _wrong("value")


def _value_from_toml(value: object) -> Value:
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return _integer_from_toml(value)
    if isinstance(value, list):
        return tuple(_items(_value_from_toml, value))
    if isinstance(value, dict):
        return MappingProxyType(_pairs(_value_from_toml, value))
    raise _wrong("value")


def _items(convert: Callable[[Any], Any], values: "list[Any] | tuple[Any, ...]") -> list[Any]:
    converted: list[Any] = []
    try:
        for value in values:
            converted.append(convert(value))
    except Mismatch as wrong:
        raise wrong.inside(len(converted) + 1) from None
    return converted


def _pairs(convert: Callable[[Any], Any], values: Mapping[Any, Any]) -> dict[str, Any]:
    converted: dict[str, Any] = {}
    name = ""
    try:
        for name, value in values.items():
            converted[_text(name)] = convert(value)
    except Mismatch as wrong:
        raise wrong.inside(name) from None
    return converted


def _message_value_to_toml(value: object) -> Any:
    if isinstance(value, int):
        return _integer_to_toml(value)
    if isinstance(value, tuple):
        return _items(_message_value_to_toml, value)
    if isinstance(value, Part):
        return {PART_KEY: _part_to_toml(value)}
    if isinstance(value, Faces):
        return _faces_to_toml(value)
    return _words_to_toml(value)


def _message_value_from_toml(value: object) -> Any:
    if isinstance(value, int):
        return _integer_from_toml(value)
    if isinstance(value, list):
        return tuple(_items(_message_value_from_toml, value))
    if isinstance(value, dict) and len(value) == 1 and PART_KEY in value:
        return _part_from_toml(value[PART_KEY])
    if isinstance(value, dict) and value.get(MESSAGE_KEY) == FACES:
        return _faces_from_toml(value)
    return _words_from_toml(value)


def _words_to_toml(value: object) -> Any:
    """Literal text, a term as "@id" (text that begins with the sign has it doubled), or a message."""
    if isinstance(value, str):
        return TERM_SIGN + value if value.startswith(TERM_SIGN) else value
    if isinstance(value, Term) and isinstance(value.id, str) and not value.id.startswith(TERM_SIGN):
        return TERM_SIGN + value.id
    if isinstance(value, Message):
        return message_to_toml(value)
    raise _wrong("words")


def _words_from_toml(value: object) -> Any:
    if isinstance(value, str):
        if not value.startswith(TERM_SIGN):
            return value
        return value[1:] if value.startswith(TERM_SIGN, 1) else Term(value[1:])
    if isinstance(value, dict):
        return message_from_toml(value)
    raise _wrong("words")


def _is_message_key(name: str) -> bool:
    return name.rstrip("_") in (MESSAGE_KEY, WORKING_KEY)


def message_to_toml(value: object) -> dict[str, Any]:
    """`{ m = "id", name = value … }`; a value that is called like the keys `m` and `as` gets an underscore more.

    `as = "working"` says that it is working.
    """
    if not isinstance(value, Message) or not isinstance(value.values, Mapping):
        raise _wrong("message")
    values = _pairs(_message_value_to_toml, value.values)
    named = {name + "_" if _is_message_key(name) else name: item for name, item in values.items()}
    working = {WORKING_KEY: WORKING} if value.working else {}
    return {MESSAGE_KEY: _text(value.id), **working, **named}


def message_from_toml(value: object) -> Message:
    """Read what `message_to_toml` wrote."""
    if not isinstance(value, dict) or not isinstance(value.get(MESSAGE_KEY), str):
        raise _wrong("message")
    if len(value) == 1:
        return Message(value[MESSAGE_KEY])
    own = (MESSAGE_KEY, WORKING_KEY)
    values = _pairs(_message_value_from_toml, {name: item for name, item in value.items() if name not in own})
    return Message(
        value[MESSAGE_KEY],
        MappingProxyType({name[:-1] if _is_message_key(name) else name: item for name, item in values.items()}),
        working=value.get(WORKING_KEY) == WORKING,
    )


def _faces_to_toml(value: Faces) -> dict[str, Any]:
    """`{ m = "@faces", d = [8, 10, 2], least = 8, what = "…", spaced = true }`, as far as it says anything."""
    if not isinstance(value.faces, tuple):
        raise _wrong("array")
    table: dict[str, Any] = {MESSAGE_KEY: FACES, "d": _items(_face_to_toml, value.faces)}
    if value.least is not None:
        table["least"] = _integer_to_toml(value.least)
    if value.what:
        table["what"] = _text(value.what)
    return {**table, "spaced": True} if value.spaced else table


def _faces_from_toml(table: dict[str, Any]) -> Faces:
    faces, least = table.get("d"), table.get("least")
    if not isinstance(faces, list):
        raise _wrong("array")
    return Faces(
        tuple(_items(_face_from_toml, faces)),
        None if least is None else _integer_from_toml(least),
        _text(table.get("what", "")),
        table.get("spaced", False) is True,
    )


def _part_to_toml(value: object) -> list[Any]:
    """`[label, value]`, with the rule's id as a third item where there is one."""
    if not isinstance(value, Part):
        raise _wrong("part")
    written = [_words_to_toml(value.label), _integer_to_toml(value.value)]
    return [*written, _text(value.rule)] if value.rule != "" else written


def _part_from_toml(value: object) -> Part:
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        raise _wrong("part")
    return Part(_words_from_toml(value[0]), _integer_from_toml(value[1]), *map(_text, value[2:]))


class Record:
    """A record as a table: its fields by name, those that have their default left out."""

    def __init__(self, record_class: type[Any]) -> None:
        self.record_class = record_class
        self._required = required_of(record_class)

    # Worked out for the first value: a session has none of most classes.

    @cached_property
    def _fields(self) -> list[tuple[str, object, Callable[[Any], Any]]]:
        return [(field.name, _default(field), shape_of(field.type).to_toml) for field in fields(self.record_class)]

    @cached_property
    def _readers(self) -> dict[str, Callable[[Any], Any]]:
        return {name: shape_of(written).from_toml for name, written in types_of(self.record_class).items()}

    def to_toml(self, value: object) -> dict[str, Any]:
        """The table of one object."""
        if type(value) is not self.record_class:
            raise Mismatch(message("journal.expected.record", record=self.record_class.__name__))
        table: dict[str, Any] = {}
        name = ""
        try:
            for name, default, to_toml in self._fields:
                item = getattr(value, name)
                if item is not default and item != default:
                    table[name] = to_toml(item)
        except Mismatch as wrong:
            raise wrong.inside(name) from None
        return table

    def from_toml(self, table: object) -> Any:
        """The object of one table."""
        if not isinstance(table, dict):
            raise _wrong("table")
        readers = self._readers
        arguments: dict[str, Any] = {}
        name = ""
        try:
            for name, item in table.items():
                reader = readers.get(name)
                if reader is None:
                    raise Mismatch(message("journal.expected.known_key", keys=", ".join(readers)))
                arguments[name] = reader(item)
        except Mismatch as wrong:
            raise wrong.inside(name) from None
        if not self._required <= arguments.keys():
            missing = next(name for name in readers if name in self._required and name not in arguments)
            raise Mismatch(message("journal.expected.key"), missing)
        return self.record_class(**arguments)


def _default(field: Field[Any]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _record(record_class: type[Any], short: str = "") -> Shape:
    """The shape of a record; where only its field `short`, a text, is set, that text stands for the whole."""
    record = Record(record_class)
    if not short:
        return Shape(record.to_toml, record.from_toml)

    def to_toml(value: object) -> Any:
        table = record.to_toml(value)
        return table[short] if len(table) == 1 else table

    def from_toml(value: object) -> Any:
        return record_class(value) if isinstance(value, str) else record.from_toml(value)

    return Shape(to_toml, from_toml)


def _choice(words: tuple[str, ...]) -> Shape:
    wrong = message("journal.expected.choice", choices=", ".join(f'"{word}"' for word in words))

    def convert(value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise Mismatch(wrong)

    return Shape(convert, convert)


def array_of(item: Shape) -> Shape:
    """The shape of a tuple of any length."""

    def to_toml(value: object) -> list[Any]:
        if not isinstance(value, tuple):
            raise _wrong("array")
        return _items(item.to_toml, value)

    def from_toml(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _wrong("array")
        return tuple(_items(item.from_toml, value))

    return Shape(to_toml, from_toml)


def _table(item: Shape) -> Shape:
    def to_toml(value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise _wrong("table")
        return _pairs(item.to_toml, value)

    def from_toml(value: object) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise _wrong("table")
        return MappingProxyType(_pairs(item.from_toml, value)) if value else nothing()

    return Shape(to_toml, from_toml)


_INTEGER = Shape(_integer_to_toml, _integer_from_toml)
_VALUE = Shape(_value_to_toml, _value_from_toml)

# An absent key is None, the default of every field that may be None.
_SHAPES: dict[Any, Shape] = {
    str: Shape(_text, _text),
    int: _INTEGER,
    int | None: _INTEGER,
    float | None: Shape(_number, _number),
    bool: Shape(_flag, _flag),
    datetime: Shape(_time, _time),
    Face: Shape(_face_to_toml, _face_from_toml),
    Value: _VALUE,
    "Value": _VALUE,
    Value | None: _VALUE,
    Message: Shape(message_to_toml, message_from_toml),
    Message | None: Shape(message_to_toml, message_from_toml),
    Part: Shape(_part_to_toml, _part_from_toml),
}

# Where only this field of a record is set, its text stands for the whole.
_SHORT_FIELDS: dict[Any, str] = {Track: "marks", Status: "id"}


def shape_of(annotation: Any) -> Shape:
    """The shape of a field's type. Raises TypeError for a type that has none."""
    known = _SHAPES.get(annotation)
    if known is not None:
        return known
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        shape = _choice(arguments)
    elif origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        shape = array_of(shape_of(arguments[0]))
    elif origin is Mapping:
        shape = _table(shape_of(arguments[1]))
    elif is_record(annotation):
        shape = _record(annotation, _SHORT_FIELDS.get(annotation, ""))
    else:
        raise TypeError(f"a session file has no form for {annotation!r}")
    _SHAPES[annotation] = shape
    return shape
