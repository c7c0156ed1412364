"""Where the header and the entries of a session file begin and end, found on bytes, before anything is decoded."""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import tomli

from tracker.core.patterns import pattern
from tracker.core.record import record
from tracker.journal.checks import MARK
from tracker.journal.codec import is_whole
from tracker.journal.header import END_OF_HEADER

_REST_OF_LINE = rb"[ \t]*(?:#[^\n]*)?\r?"
ENTRY_LINE = pattern(rb"^\[\[[ \t]*entry[ \t]*\]\]" + _REST_OF_LINE + rb"$", re.MULTILINE)
_END_OF_HEADER_LINE = pattern(rb"^" + re.escape(END_OF_HEADER.encode()) + rb"[ \t]*\r?\n", re.MULTILINE)
END_MARK = pattern(
    rb"^[ \t]*end[ \t]*=[ \t]*([0-9]+)" + _REST_OF_LINE + rb"\n(?:" + MARK + rb"[0-9a-f]{8}(?:\r?\n|\Z))?", re.MULTILINE
)
"""The last line of an entry, with the number in it, and the check behind it where there is one."""

_HALF_CHECK = pattern(rb"#(?: (?:c(?:h(?:e(?:c(?:k(?: [0-9a-f]{0,7})?)?)?)?)?)?)?")


class NotToml(ValueError):
    """Bytes are not UTF-8 or not TOML; `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def parse(data: bytes) -> dict[str, Any]:
    """Parse bytes as TOML. Raises NotToml."""
    try:
        return tomli.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise NotToml(data.count(b"\n", 0, error.start) + 1) from None
    except tomli.TOMLDecodeError as error:
        raise NotToml(error.lineno) from None
    except Exception:  # numbers of thousands of digits, times that no calendar has, nesting without end
        raise NotToml(1) from None


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the garbage collector from walking over thousands of fresh tables again and again."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def header_length(data: bytes) -> int | None:
    """The length of the header in bytes: with its closing line, or up to the first entry. None: it is cut off."""
    entry = ENTRY_LINE.search(data)
    closing = _END_OF_HEADER_LINE.search(data, 0, entry.start() if entry else len(data))
    if closing:
        return closing.end()
    return entry.start() if entry else None


@record
class Frames:
    """The whole entries in a piece of a file as parsed tables, and where in the piece the last one ends.

    `is_plain`: there is nothing behind them but a piece of one entry, as a crash leaves it.
    """

    tables: list[dict[str, Any]]
    end: int
    is_plain: bool


def whole_entries(data: bytes, start: int, first: int) -> Frames:
    """Find the whole entries from byte `start` on, where entry `first` is expected; stops at the first damage.

    Blank lines and comments behind the last entry count to it: they are no one's half entry.
    """
    end = _end_of_last_mark(data, start)
    if end < len(data) and not _HALF_CHECK.fullmatch(data, end) and _is_empty(data[end:]):
        end = len(data)
    tables = entry_tables(data[start:end])
    if tables is None or not all(is_whole(table, number) for number, table in enumerate(tables, start=first)):
        return _one_by_one(data, start, first)
    return Frames(tables, end, is_plain=True)


def end_of_entry(data: bytes, start: int, number: int) -> int | None:
    """Where entry `number` ends, counted from entry 1 at byte `start`; None where there is no such entry."""
    for found, mark in enumerate(END_MARK.finditer(data, start), start=1):
        if found == number:
            return mark.end()
    return start if number == 0 else None


def last_number(tail: bytes) -> int | None:
    """The number in the last end mark of a piece of a file; None where there is none."""
    mark = _last_mark(tail, 0)
    return int(mark[1]) if mark and len(mark[1]) < _MOST_DIGITS else None


_MOST_DIGITS = 18


def _last_mark(data: bytes, start: int) -> re.Match[bytes] | None:
    line_start = len(data)
    while (at := data.rfind(b"end", start, line_start)) >= 0:
        line_start = max(data.rfind(b"\n", start, at) + 1, start)
        if mark := END_MARK.match(data, line_start):
            return mark
    return None


def _end_of_last_mark(data: bytes, start: int) -> int:
    """The position behind the last complete end mark; `start` where there is none."""
    mark = _last_mark(data, start)
    return mark.end() if mark else start


def _is_empty(data: bytes) -> bool:
    return data.strip(b" \t\n") in (b"", b"\r") or entry_tables(data) == []


def entry_tables(data: bytes) -> list[dict[str, Any]] | None:
    """The tables of the entries in a piece of a file, [] where it is blank; None where there is anything else."""
    try:
        document = parse(data)
    except NotToml:
        return None
    if not document:
        return []
    tables = document.get("entry")
    return tables if len(document) == 1 and isinstance(tables, list) else None


def _one_by_one(data: bytes, start: int, first: int) -> Frames:
    """Keep the entries before the damage: parse each piece up to the next end mark for itself."""
    tables: list[dict[str, Any]] = []
    end = start
    for mark in END_MARK.finditer(data, start):
        found = entry_tables(data[end : mark.end()])
        if found is None or len(found) != 1 or not is_whole(found[0], first + len(tables)):
            break
        tables += found
        end = mark.end()
    return Frames(tables, end, is_plain=last_number(data[end:]) is None)
