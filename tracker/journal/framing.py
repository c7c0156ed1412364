"""Where the header and the entries of a session file begin and end, found on bytes, before anything is decoded."""

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import tomli

from tracker.core.record import record
from tracker.journal.codec import is_whole
from tracker.journal.header import END_OF_HEADER

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_REST_OF_LINE = rb"[ \t]*(?:#[^\n]*)?\r?"
_ENTRY_LINE = re.compile(rb"^\[\[[ \t]*entry[ \t]*\]\]" + _REST_OF_LINE + rb"$", re.MULTILINE)
_END_OF_HEADER_LINE = re.compile(rb"^" + re.escape(END_OF_HEADER.encode()) + rb"[ \t]*\r?\n", re.MULTILINE)
_END_LINE = re.compile(rb"^[ \t]*end[ \t]*=[ \t]*[0-9]+" + _REST_OF_LINE + rb"\n", re.MULTILINE)


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
    except RecursionError:
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
    entry = _ENTRY_LINE.search(data)
    closing = _END_OF_HEADER_LINE.search(data, 0, entry.start() if entry else len(data))
    if closing:
        return closing.end()
    return entry.start() if entry else None


@record
class Frames:
    """The whole entries in a piece of a file as parsed tables, and where in the piece the last one ends."""

    tables: list[dict[str, Any]]
    end: int


def whole_entries(data: bytes, start: int, first: int) -> Frames:
    """Find the whole entries from byte `start` on, where entry `first` is expected; stops at the first damage.

    Blank lines and comments behind the last entry count to it: they are nobody's half entry.
    """
    end = _end_of_last_mark(data, start)
    if end < len(data) and _is_empty(data[end:]):
        end = len(data)
    try:
        document = parse(data[start:end])
    except NotToml:
        return _one_by_one(data, start, first)
    tables = _entry_tables(document)
    if tables is None or not all(is_whole(table, number) for number, table in enumerate(tables, start=first)):
        return _one_by_one(data, start, first)
    return Frames(tables, end)


def end_of_entry(data: bytes, start: int, number: int) -> int | None:
    """Where entry `number` ends, counted from entry 1 at byte `start`; None where there is no such entry."""
    for found, mark in enumerate(_END_LINE.finditer(data, start), start=1):
        if found == number:
            return mark.end()
    return start if number == 0 else None


def last_number(tail: bytes) -> int | None:
    """The number in the last end mark of a piece of a file; None where there is none."""
    end = _end_of_last_mark(tail, 0)
    line = tail[:end].rstrip().rsplit(b"\n", 1)[-1]
    found = re.search(rb"[0-9]+", line)
    return int(found[0]) if end and found else None


def _end_of_last_mark(data: bytes, start: int) -> int:
    """The position behind the last line that is a complete end mark; `start` where there is none."""
    line_end = data.rfind(b"\n", start) + 1
    while line_end > start:
        line_start = max(data.rfind(b"\n", start, line_end - 1) + 1, start)
        if _END_LINE.match(data, line_start):
            return line_end
        line_end = line_start
    return start


def _is_empty(data: bytes) -> bool:
    try:
        return not parse(data)
    except NotToml:
        return False


def _entry_tables(document: dict[str, Any]) -> list[dict[str, Any]] | None:
    if not document:
        return []
    tables = document.get("entry")
    return tables if len(document) == 1 and isinstance(tables, list) else None


def _one_by_one(data: bytes, start: int, first: int) -> Frames:
    """Keep the entries before the damage: parse each piece up to the next end mark for itself."""
    tables: list[dict[str, Any]] = []
    end = start
    for mark in _END_LINE.finditer(data, start):
        try:
            found = _entry_tables(parse(data[end : mark.end()]))
        except NotToml:
            break
        if found is None or len(found) != 1 or not is_whole(found[0], first + len(tables)):
            break
        tables += found
        end = mark.end()
    return Frames(tables, end)
