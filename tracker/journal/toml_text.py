"""Plain values as TOML text on one line.

`tomli_w` breaks arrays over several lines, also inside inline tables, and leaves C1 control characters and direction
marks raw; a session file has one fact a line and is safe to show in a terminal.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeAlias

from tracker.core.patterns import pattern

Plain: TypeAlias = int | float | str | datetime | Sequence["Plain"] | Mapping[str, "Plain"]
"""What TOML holds, as far as a session needs it: bool, int, float, str, an aware datetime, arrays and tables."""

MAXIMUM_DEPTH = 50
"""How deep arrays and tables may be nested; parsers give up somewhere beyond."""

# Besides what TOML demands: C1 controls, line and paragraph separators, direction marks and the byte order mark.
_ESCAPED = pattern('["\\\\\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_BARE_KEY = pattern(r"[A-Za-z0-9_-]+")


class TooDeep(ValueError):
    """Arrays and tables are nested deeper than `MAXIMUM_DEPTH`."""


def _escape(character: re.Match[str]) -> str:
    return _SHORT.get(character[0]) or f"\\u{ord(character[0]):04X}"


def string(text: str) -> str:
    """A basic string on one line, whatever `text` holds."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def key(name: str) -> str:
    """A key, quoted where it must be."""
    return name if _BARE_KEY.fullmatch(name) else string(name)


def time(moment: datetime) -> str:
    """An aware datetime in UTC, to the microsecond where it has any."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def inline(value: Plain, depth: int = 0) -> str:
    """Any plain value on one line. Raises TooDeep."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, datetime):
        return time(value)
    if depth >= MAXIMUM_DEPTH:
        raise TooDeep
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key(name)} = {inline(item, depth + 1)}" for name, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    return f"[{', '.join(inline(item, depth + 1) for item in value)}]"
