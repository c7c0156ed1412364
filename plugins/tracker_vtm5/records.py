"""Reading plain values back out of what the scene or a condition keeps."""

from collections.abc import Mapping

from tracker.api import Value


def number(record: Mapping[str, Value], name: str) -> int:
    """A number of a record, 0 where it is none."""
    value = record.get(name)
    return value if isinstance(value, int) else 0


def word(record: Mapping[str, Value], name: str) -> str:
    """A word of a record, "" where it is none."""
    value = record.get(name)
    return value if isinstance(value, str) else ""


def faces(record: Mapping[str, Value], name: str) -> tuple[int, ...]:
    """Faces of a record."""
    value = record.get(name)
    return tuple(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else ()
