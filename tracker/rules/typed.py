"""Whether a value is what its annotation says, down to the last member: plugins are not type-checked when they run."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tracker.core.intents import IntentValue
from tracker.core.messages import Faces, FromFact, Message, MessageValue, Part, Term
from tracker.core.values import Value

LARGEST_NUMBER = 2**53
LONGEST_TEXT = 100_000
DEEPEST = 40
"""Levels, of which the journal takes a few more."""

Check = Callable[[object, str], None]
"""Raises Misfit where a value is not right; the text names the place, such as `TrackSet.after.marks`."""


class Misfit(ValueError):
    """What is wrong with a value, where, and what would be right, for the author of a plugin."""

    @classmethod
    def wanted(cls, where: str, found: object, wanted: str) -> "Misfit":
        """Something of another type belongs there."""
        return cls(f"{where} is {type(found).__name__}, {wanted} is wanted")


def _text(value: object, where: str) -> None:
    if not isinstance(value, str):
        raise Misfit.wanted(where, value, "text")
    if len(value) > LONGEST_TEXT:
        raise Misfit(f"{where} is a text of {len(value)} signs, beyond what is reasonable")


def _integer(value: object, where: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Misfit.wanted(where, value, "a whole number")
    if abs(value) > LARGEST_NUMBER:
        raise Misfit(f"{where} is beyond what is reasonable")


def _flag(value: object, where: str) -> None:
    if not isinstance(value, bool):
        raise Misfit.wanted(where, value, "True or False")


def _fraction(value: object, where: str) -> None:
    if not isinstance(value, (Fraction, int)):
        raise Misfit.wanted(where, value, "a Fraction")


def _number(value: object, where: str) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise Misfit.wanted(where, value, "a number or None")


def _bounded(where: str) -> None:
    """Refuse what is nested without end, or in a circle: each level is a step in the place."""
    if where.count(".") > DEEPEST:
        raise Misfit(f"{where[:50]}… is nested deeper than is reasonable")


def _value(value: object, where: str) -> None:
    match value:
        case bool():
            return
        case int():
            _integer(value, where)
        case str():
            _text(value, where)
        case tuple():
            _bounded(where)
            for number, member in enumerate(value, 1):
                _value(member, f"{where}.{number}")
        case Mapping():
            _bounded(where)
            _pairs(value, where, _value)
        case _:
            raise Misfit.wanted(where, value, "a number, text, True, False, a tuple or a mapping of these")


def _message_value(value: object, where: str) -> None:
    match value:
        case int():
            _integer(int(value), where)
        case str():
            _text(value, where)
        case Message() | Part() | Term() | Faces() | FromFact():
            _bounded(where)
            check_of(type(value))(value, where)
        case tuple():
            _bounded(where)
            for number, member in enumerate(value, 1):
                _message_value(member, f"{where}.{number}")
        case _:
            raise Misfit.wanted(where, value, "a number, text, Term, Message, Part or a tuple of these")


def _intent_value(value: object, where: str) -> None:
    match value:
        case Term() | Message() | Part():
            _bounded(where)
            check_of(type(value))(value, where)
        case tuple():
            _bounded(where)
            for number, member in enumerate(value, 1):
                _intent_value(member, f"{where}.{number}")
        case _:
            _value(value, where)


def _pairs(value: object, where: str, member: Check) -> None:
    if not isinstance(value, Mapping):
        raise Misfit.wanted(where, value, "a mapping")
    for key, item in value.items():
        if not isinstance(key, str):
            raise Misfit(f"{where} has the key {key!r}, text is wanted")
        member(item, f"{where}.{key}")


def _texts(value: object, where: str) -> None:
    """Check a mapping of texts: the thousand words of a catalogue, which every start goes through, in one look."""
    if isinstance(value, Mapping) and all(
        isinstance(key, str) and isinstance(text, str) and len(text) <= LONGEST_TEXT for key, text in value.items()
    ):
        return
    _pairs(value, where, _text)


def _no_further(value: object, where: str) -> None:
    """What the game master typed for several people in one line; a plugin lets acts follow instead."""
    if value != ():
        raise Misfit.wanted(where, value, "an empty tuple")


_CHECKS: dict[Any, Check] = {
    str: _text,
    int: _integer,
    bool: _flag,
    Fraction: _fraction,
    Value: _value,
    "Value": _value,
    Value | None: lambda value, where: None if value is None else _value(value, where),
    MessageValue: _message_value,
    IntentValue: _intent_value,
    float | None: _number,
    "tuple[Intent, ...]": _no_further,
}


def check_of(annotation: Any) -> Check:
    """The check of a type. Raises TypeError, for ourselves, where an annotation has none."""
    known = _CHECKS.get(annotation)
    if known is None:
        _CHECKS[annotation] = lambda value, where: _CHECKS[annotation](value, where)  # a type may hold itself
        known = _CHECKS[annotation] = _made(annotation)
    return known


def _made(annotation: Any) -> Check:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return _choice(arguments)
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is tuple:
        return _tuple(arguments)
    if origin is Mapping:
        if arguments == (str, str):
            return _texts
        member = check_of(arguments[1])
        return lambda value, where: _pairs(value, where, member)
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _record(annotation)
    raise TypeError(f"there is no check for {annotation!r}")


def _choice(words: tuple[object, ...]) -> Check:
    wanted = ", ".join(map(repr, words))

    def check(value: object, where: str) -> None:
        if not isinstance(value, str) or value not in words:
            raise Misfit(f"{where} is {value!r:.50}, one of {wanted} is wanted")

    return check


def _union(members: tuple[Any, ...]) -> Check:
    others = [member for member in members if member is not NoneType]
    check = check_of(others[0]) if len(others) == 1 else _one_of(others)
    return check if len(others) == len(members) else _optional(check)


def _optional(inner: Check) -> Check:
    def check(value: object, where: str) -> None:
        if value is not None:
            inner(value, where)

    return check


def _one_of(members: list[Any]) -> Check:
    wanted = " or ".join((get_origin(member) or member).__name__ for member in members)

    def check(value: object, where: str) -> None:
        for member in members:
            if isinstance(value, get_origin(member) or member):
                check_of(member)(value, where)
                return
        raise Misfit.wanted(where, value, wanted)

    return check


def _tuple(arguments: tuple[Any, ...]) -> Check:
    repeated = len(arguments) == 2 and arguments[1] is ...
    checks = [check_of(argument) for argument in arguments if argument is not ...]

    def check(value: object, where: str) -> None:
        if not isinstance(value, tuple):
            raise Misfit.wanted(where, value, "a tuple")
        if not repeated and len(value) != len(checks):
            raise Misfit(f"{where} has {len(value)} members, {len(checks)} are wanted")
        for number, member in enumerate(value):
            checks[0 if repeated else number](member, f"{where}.{number + 1}")

    return check


def _record(record_class: type[Any]) -> Check:
    kept = fields(record_class)
    # A type that holds itself names itself in quotes.
    quoted = get_type_hints(record_class) if any(isinstance(field.type, str) for field in kept) else {}
    types = {field.name: quoted[field.name] if isinstance(field.type, str) else field.type for field in kept}
    members = [(name, check_of(annotation)) for name, annotation in types.items()]

    def check(value: object, where: str) -> None:
        if type(value) is not record_class:
            raise Misfit.wanted(where, value, record_class.__name__)
        for name, member in members:
            member(getattr(value, name), f"{where}.{name}")

    return check
