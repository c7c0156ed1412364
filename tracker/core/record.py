"""Frozen values: dataclasses with slots that are made quickly.

`dataclass(frozen=True, slots=True)` compiles six methods one by one for each class (before Python 3.13), and a start
makes scores of classes. Measured with Python 3.11: the first frame after 227 ms instead of 244, which is 1.39 instead
of 1.49 times that of an empty app; `show` ends after 115 ms instead of 136. `record` compiles only
`__init__` and what copies a value, and those only for a class of many values: a session has few or none of most. It
shares the other methods. What `fields` and `is_dataclass` ask for is the standard library's, and made when it is first
asked for: that takes three quarters of the time in which a class is made. Once Python 3.13 is the oldest that is
supported, measure again: its own decorator may do.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Value = TypeVar("Value")

_FEW = 90
_MANY_FIELDS = 3
"""So many are set sooner where the class is exchanged for one that can be set, and back."""
_set = object.__setattr__
_FIELDS = "__dataclass_fields__"
"""Where the standard library looks for them."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(written: type[Value]) -> type[Value]:
    """Make a class of frozen values, as `dataclass(frozen=True, slots=True)` does.

    Fields have a default, a default factory or neither; a class has no `__post_init__`, and no fields from its bases.
    """
    own = dict(vars(written))
    names = tuple(written.__annotations__)
    defaults = {name: own.pop(name) for name in names if name in own}
    for name in ("__dict__", "__weakref__"):
        own.pop(name, None)
    own |= {"__slots__": names, "__match_args__": names, _FIELDS: _Fields(written)}
    values = _values_of(names)
    own |= {"__init__": _init_when_wanted(names, defaults), "_values": staticmethod(values)}
    own |= {"_required": frozenset(names) - defaults.keys(), "__annotations__": written.__annotations__}
    own |= {**_SHARED, **_comparing(values)}
    made: Any = type(written)(written.__name__, written.__bases__, own)  # type: ignore[misc]
    result: type[Value] = made
    return result


class _Fields:
    """The fields of a record by name, as the standard library makes them of the class that was written."""

    def __init__(self, written: type) -> None:
        self._written = written

    def __get__(self, value: object, owner: type) -> Mapping[str, Field[Any]]:
        found: Mapping[str, Field[Any]] = vars(dataclass(init=False, repr=False, eq=False)(self._written))[_FIELDS]
        made = next(each for each in owner.__mro__ if vars(each).get(_FIELDS) is self)
        setattr(made, _FIELDS, found)
        return found


def _init_when_wanted(fields: tuple[str, ...], defaults: Mapping[str, Any]) -> Callable[..., None]:
    """An `__init__` that makes few values by itself; for more, and for wrong arguments, it compiles the real one.

    That comes into its place. To compile takes as long as to make some ninety values so.
    """
    values_to_come = _FEW

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807
        nonlocal values_to_come
        values_to_come -= 1
        if values_to_come > 0 and _is_filled(self, fields, defaults, arguments, named):
            return
        made: Any = next(base for base in type(self).__mro__ if vars(base).get("__init__") is __init__)
        names: dict[str, Any] = {"_set": _set, "_missing": MISSING}
        init = _compiled("__init__", _init_source(made, fields, defaults, names), names)
        init.__qualname__ = f"{made.__qualname__}.__init__"
        made.__init__ = init
        init(self, *arguments, **named)

    return __init__


def _compiled(name: str, source: Iterable[str], names: dict[str, Any]) -> Any:
    """The function of this name that a source defines; it may speak of the names, which are there when it ends."""
    lines = "\n".join(source)
    defined: dict[str, Any] = {}
    exec(lines, names, defined)
    return defined[name]


def _is_filled(
    value: object,
    fields: tuple[str, ...],
    defaults: Mapping[str, Any],
    arguments: tuple[Any, ...],
    named: dict[str, Any],
) -> bool:
    """Fill a record in; False where the arguments are not what it takes."""
    positional = dict(zip(fields, arguments, strict=False))
    given = {**positional, **named}
    if len(given) < len(arguments) + len(named):
        return False
    left = len(given)
    for name in fields:
        if name in given:
            left -= 1
            _set(value, name, given[name])
        elif name not in defaults:
            return False
        elif isinstance(default := defaults[name], Field):
            _set(value, name, default.default_factory())  # type: ignore[operator]
        else:
            _set(value, name, default)
    return not left


def replace(value: Value, /, **changes: Any) -> Value:
    """Return a record with other values in some fields, as the standard `replace` does, in a quarter of its time.

    The copy is filled in while it is of a class that can be set. Raises TypeError for what is no field.
    """
    kind: Any = type(value)
    copy: Any = (_copying.get(kind) or _copy_when_wanted(kind))(value)
    for name, new in changes.items():
        if name not in kind.__match_args__:
            raise TypeError(f"{kind.__qualname__} has no field {name!r}")
        setattr(copy, name, new)
    copy.__class__ = kind
    result: Value = copy
    return result


_copying: dict[type, Callable[[Any], Any]] = {}
"""What copies the records of a class: each copy can still be set."""


def _copy_when_wanted(kind: Any) -> Callable[[Any], Any]:
    """What makes few copies by itself; for more it compiles what comes into its place."""
    settable = _settable_for(kind)
    copies_to_come = _FEW

    def copied(value: Any) -> Any:
        nonlocal copies_to_come
        copies_to_come -= 1
        if copies_to_come <= 0:
            names = {"_new": object.__new__, "_settable": settable}
            _copying[kind] = _compiled("copied", _copy_source(kind.__match_args__), names)
        copy: Any = object.__new__(settable)
        _fill(copy, kind.__match_args__, kind._values(value))
        return copy

    _copying[kind] = copied
    return copied


def _settable_for(kind: Any) -> type:
    """A class whose values become records when they are filled: the same slots, and nothing that refuses to set them.

    Setting a field of a record itself, past what refuses it, takes ten times as long.
    """
    made: type = type(kind)(kind.__name__, kind.__bases__, {"__slots__": kind.__match_args__})
    return made


def is_record(kind: object) -> bool:
    """Whether something is a class that `record` made; asking so makes no fields of it."""
    return isinstance(kind, type) and "_required" in vars(kind)


def types_of(kind: type) -> Mapping[str, Any]:
    """The types of the fields of a record, by name."""
    return kind.__annotations__


def required_of(kind: Any) -> frozenset[str]:
    """The fields of a record that have no default."""
    required: frozenset[str] = kind._required
    return required


def _comparing(values: Callable[[Any], tuple[Any, ...]]) -> dict[str, Any]:
    """Equality and hash by all fields."""

    def equal(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def hashed(self: Any) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed}


def _values_of(fields: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the values of a record, in the order of its fields."""
    if len(fields) > 1:
        return attrgetter(*fields)
    return lambda value: tuple(getattr(value, name) for name in fields)


def _init_source(
    record_class: type, fields: tuple[str, ...], defaults: Mapping[str, Any], names: dict[str, Any]
) -> Iterator[str]:
    """The source of `__init__`; what it speaks of is put into `names`.

    A value of a class below the record's keeps that class; more than few fields are set while it can be set.
    """
    parameters, made = [], []
    for name in fields:
        default = f"_default_{name}"
        if name not in defaults:
            parameters.append(name)
        elif isinstance(given := defaults[name], Field):
            names[default] = given.default_factory
            parameters.append(f"{name}=_missing")
            made.append(f"    if {name} is _missing: {name} = {default}()")
        else:
            names[default] = given
            parameters.append(f"{name}={default}")
    yield f"def __init__({', '.join(['self', *parameters])}):"
    yield from made
    if len(fields) >= _MANY_FIELDS:
        names |= {"_made": record_class, "_settable": _settable_for(record_class), "_fill": _fill, "_fields": fields}
        yield f"    if self.__class__ is not _made: return _fill(self, _fields, ({', '.join(fields)}))"
        yield "    _set(self, '__class__', _settable)"
        yield from (f"    self.{name} = {name}" for name in fields)
        yield "    self.__class__ = _made"
    else:
        yield from (f"    _set(self, {name!r}, {name})" for name in fields)
        yield "    pass"


def _fill(value: object, fields: tuple[str, ...], kept: tuple[Any, ...]) -> None:
    """Fill in a value whose class refuses to be set, or does not."""
    for name, one in zip(fields, kept, strict=True):
        _set(value, name, one)


def _copy_source(fields: tuple[str, ...]) -> Iterator[str]:
    """The source of what copies a record into a value that can still be set."""
    yield "def copied(value):"
    yield "    copy = _new(_settable)"
    yield from (f"    copy.{name} = value.{name}" for name in fields)
    yield "    return copy"


def _show(value: Any) -> str:
    shown = ", ".join(f"{name}={getattr(value, name)!r}" for name in value.__match_args__)
    return f"{type(value).__qualname__}({shown})"


def _refuse_setting(value: object, name: str, new: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deleting(value: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _reduce(value: Any) -> tuple[type, tuple[Any, ...]]:
    """Copying and pickling make a new value, since nothing can be set on one."""
    return type(value), value._values(value)


_SHARED = {
    "__repr__": _show,
    "__setattr__": _refuse_setting,
    "__delattr__": _refuse_deleting,
    "__reduce__": _reduce,
}
