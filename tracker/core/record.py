"""Frozen values: dataclasses with slots that are made quickly.

`dataclass(frozen=True, slots=True)` compiles six methods one by one for each class (before Python 3.13), and a start
makes scores of classes. Measured with Python 3.11: the first frame after 227 ms instead of 244, which is 1.39 instead
of 1.49 times that of an empty app; `show` ends after 115 ms instead of 136. `record` compiles `__init__` alone, and
that for the first value only, since a session has none of most classes of facts. It shares the other methods; fields,
slots, `replace`, `fields` and pattern matching are the standard library's. Once Python 3.13 is the oldest that is
supported, measure again: its own decorator may do.
"""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(written: type[Value]) -> type[Value]:
    """Make a class of frozen values, as `dataclass(frozen=True, slots=True)` does.

    Fields have a default, a default factory or neither; a class has no `__post_init__`.
    """
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(written)
    members = fields(made)
    for name, method in {"__init__": _init_when_wanted(made, members), **_SHARED, **_comparing(members)}.items():
        setattr(made, name, method)
    result: type[Value] = made
    return result


def _init_when_wanted(made: Any, members: tuple[Field[Any], ...]) -> Callable[..., None]:
    """An `__init__` that compiles the real one, and puts it into its own place, when the first value is made."""

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807
        names: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
        compiled: dict[str, Any] = {}
        exec("\n".join(_source(members, names)), names, compiled)
        init = compiled["__init__"]
        init.__qualname__ = f"{made.__qualname__}.__init__"
        made.__init__ = init
        init(self, *arguments, **named)

    return __init__


def _comparing(members: tuple[Field[Any], ...]) -> dict[str, Any]:
    """Equality and hash by all fields."""
    key: Any = attrgetter(*(member.name for member in members)) if members else _no_fields

    def equal(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return key(self) == key(other)

    def hashed(self: Any) -> int:
        return hash(key(self))

    return {"__eq__": equal, "__hash__": hashed}


def _no_fields(value: object) -> tuple[()]:
    return ()


def _source(members: tuple[Field[Any], ...], names: dict[str, Any]) -> Iterator[str]:
    """The source of `__init__`; what it speaks of is put into `names`."""
    parameters, settings = [], []
    for member in members:
        name, value, default = member.name, member.name, f"_default_{member.name}"
        if member.default is not MISSING:
            names[default] = member.default
            parameters.append(f"{name}={default}")
        elif member.default_factory is not MISSING:
            names[default] = member.default_factory
            parameters.append(f"{name}=_missing")
            value = f"{default}() if {name} is _missing else {name}"
        else:
            parameters.append(name)
        settings.append(f"    _set(self, {name!r}, {value})")
    yield f"def __init__({', '.join(['self', *parameters])}):"
    yield from settings or ["    pass"]


def _values(value: Any) -> dict[str, Any]:
    return {member.name: getattr(value, member.name) for member in fields(value)}


def _show(value: Any) -> str:
    shown = ", ".join(f"{name}={member!r}" for name, member in _values(value).items())
    return f"{type(value).__qualname__}({shown})"


def _refuse_setting(value: object, name: str, new: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(value: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _reduce(value: Any) -> tuple[type, tuple[Any, ...]]:
    """Copying and pickling make a new value, since nothing can be set on one."""
    return type(value), tuple(_values(value).values())


_SHARED = {
    "__repr__": _show,
    "__setattr__": _refuse_setting,
    "__delattr__": _refuse_deleting,
    "__reduce__": _reduce,
}
