"""The plain values that facts, intents and traits may hold: all of them can be written as TOML."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

Value: TypeAlias = int | str | bool | tuple["Value", ...] | Mapping[str, "Value"]
Item = TypeVar("Item")

_EMPTY: Mapping[str, Any] = MappingProxyType({})


def nothing() -> Mapping[str, Any]:
    """The shared empty mapping; the default of every mapping field."""
    return _EMPTY


def frozen(mapping: Mapping[str, Item]) -> Mapping[str, Item]:
    """Return a read-only copy of `mapping`."""
    return MappingProxyType(dict(mapping))


def frozen_value(value: Value) -> Value:
    """Return a value that no one can change any more: mappings at any depth are read-only copies."""
    if isinstance(value, tuple):
        return tuple(map(frozen_value, value))
    if isinstance(value, Mapping):
        return frozen_values(value)
    return value


def frozen_values(values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return values by name that no one can change any more; what is read-only is taken to be so at any depth."""
    if isinstance(values, MappingProxyType):
        return values
    return MappingProxyType({name: frozen_value(value) for name, value in values.items()})


def with_item(mapping: Mapping[str, Item], key: str, item: Item) -> Mapping[str, Item]:
    """Return a read-only copy of `mapping` in which `key` holds `item`; a new key comes last."""
    return MappingProxyType({**mapping, key: item})


def without_item(mapping: Mapping[str, Item], key: str) -> Mapping[str, Item]:
    """Return a read-only copy of `mapping` that lacks `key`."""
    return MappingProxyType({name: item for name, item in mapping.items() if name != key})


def is_value(candidate: object) -> bool:
    """Tell whether `candidate` can stand in a fact: int, str, bool, or tuples and mappings of these."""
    if isinstance(candidate, (bool, int, str)):
        return True
    if isinstance(candidate, tuple):
        return all(is_value(item) for item in candidate)
    if isinstance(candidate, Mapping):
        return all(isinstance(key, str) and is_value(item) for key, item in candidate.items())
    return False
