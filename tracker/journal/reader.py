"""Reading a session file: every whole entry, no half one, and nothing is changed."""

from pathlib import Path
from typing import Any

from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.journal.codec import decode_entry
from tracker.journal.errors import JournalError
from tracker.journal.framing import (
    BYTE_ORDER_MARK,
    NotToml,
    collector_paused,
    header_length,
    last_number,
    parse,
    whole_entries,
)
from tracker.journal.header import SessionHeader, decode_header
from tracker.reasons import os_reason

_BLOCK_BYTES = 8192
_LONGEST_HEADER_BYTES = 1 << 20


@record
class Reading:
    """A session file as read: its header, its whole entries, and the bytes behind them that are no whole entry.

    `whole_length` is the length of the file, in bytes, up to `torn`.
    """

    header: SessionHeader
    entries: tuple[Entry, ...]
    torn: bytes
    whole_length: int

    @property
    def notice(self) -> Message | None:
        """What to tell about a damaged file; None where it is whole."""
        if not self.torn:
            return None
        kind = "journal.torn" if self.is_cut_off else "journal.damaged"
        return message(kind, entries=len(self.entries), bytes=len(self.torn))

    @property
    def is_cut_off(self) -> bool:
        """Whether `torn` is a piece of one entry, as a crash leaves it; else there is damage with entries behind it."""
        return last_number(self.torn) is None


@record
class News:
    """The entries appended since a place in the file, and the place to go on from."""

    entries: tuple[Entry, ...]
    offset: int


def read(path: Path) -> Reading:
    """Read a whole session file. Raises JournalError (NewerFormat, OlderFormat); changes nothing."""
    try:
        return read_bytes(path.read_bytes())
    except OSError as error:
        raise JournalError(message("journal.not_opened", path=str(path), reason=os_reason(error))) from None
    except JournalError as error:
        raise error.in_file(path) from None


def read_bytes(data: bytes) -> Reading:
    """Read the content of a session file. Raises JournalError where the header or a whole entry makes no sense."""
    start = header_length(data)
    header = _header(data if start is None else data[:start], complete=start is not None)
    with collector_paused():
        frames = whole_entries(data, start or 0, first=1)
        entries = _decoded(frames.tables)
    return Reading(header, entries, data[frames.end :], frames.end)


def read_header(path: Path) -> SessionHeader:
    """Read the header alone, whatever the length of the file. Raises JournalError (NewerFormat, OlderFormat)."""
    data = b""
    try:
        with path.open("rb", buffering=0) as file:
            while block := file.read(_BLOCK_BYTES):
                data += block
                length = header_length(data)
                if length is not None or len(data) > _LONGEST_HEADER_BYTES:
                    break
        length = header_length(data)
        return _header(data if length is None else data[:length], complete=length is not None)
    except OSError as error:
        raise JournalError(message("journal.not_opened", path=str(path), reason=os_reason(error))) from None
    except JournalError as error:
        raise error.in_file(path) from None


def count_entries(path: Path) -> int | None:
    """The number of the last whole entry, from the end of the file alone; None where it does not tell."""
    with path.open("rb", buffering=0) as file:
        size = file.seek(0, 2)
        file.seek(max(size - _BLOCK_BYTES, 0))
        tail = file.read()
    found = last_number(tail)
    return 0 if found is None and size <= _BLOCK_BYTES else found


def follow(path: Path, from_offset: int, after: int) -> News:
    """Read what another program has appended behind byte `from_offset`, where entry `after` ends.

    An entry that is only half there comes with the next call. Raises JournalError where the file has become shorter
    or something else than the next entry stands there: then it has to be read anew.
    """
    try:
        with path.open("rb", buffering=0) as file:
            size = file.seek(0, 2)
            file.seek(from_offset)
            data = file.read()
    except OSError as error:
        raise JournalError(message("journal.not_opened", path=str(path), reason=os_reason(error))) from None
    if size < from_offset:
        raise JournalError(message("journal.changed", path=str(path)))
    frames = whole_entries(data, 0, first=after + 1)
    if frames.end < len(data) and last_number(data[frames.end :]) is not None:
        raise JournalError(message("journal.changed", path=str(path)))
    if not frames.tables:
        return News((), from_offset)
    try:
        return News(_decoded(frames.tables), from_offset + frames.end)
    except JournalError as error:
        raise error.in_file(path) from None


def _decoded(tables: list[dict[str, Any]]) -> tuple[Entry, ...]:
    tables.reverse()
    entries: list[Entry] = []
    while tables:
        entries.append(decode_entry(tables.pop()))  # each table is let go as soon as its entry is made
    return tuple(entries)


def _header(data: bytes, *, complete: bool) -> SessionHeader:
    try:
        document = parse(data.removeprefix(BYTE_ORDER_MARK))
    except NotToml as problem:
        raise JournalError(message("journal.broken_header", line=problem.line)) from None
    header = decode_header(document)
    if not complete:
        raise JournalError(message("journal.cut_header"))
    return header
