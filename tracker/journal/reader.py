"""Reading a session file: every whole entry, no half one, and nothing is changed."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.journal import progress
from tracker.journal.checks import BYTE_ORDER_MARK, verify
from tracker.journal.codec import decode_entry
from tracker.journal.errors import Fault, JournalError, Unreadable, not_opened
from tracker.journal.framing import (
    NotToml,
    collector_paused,
    header_length,
    last_number,
    parse,
    whole_entries,
)
from tracker.journal.header import SessionHeader, decode_header
from tracker.journal.salvage import Salvage, changed, ends_of_entries, salvage
from tracker.plain_files import open_file, read_file

if TYPE_CHECKING:
    from tracker.journal.past import Resumed

PARSED, DECODED = 0.35, 0.65
"""The share of opening a session that is done when its file is parsed, and when its entries are made."""
_BLOCK_BYTES = 8192
_LONGEST_HEADER_BYTES = 1 << 20


@record
class Reading:
    """A session file as read: its header, its entries, and the bytes at its end that are a piece of one, cut off.

    `whole_length` is the length of the file, in bytes, up to `torn`. `faults` are what is damaged or was changed in
    front of that; a line stands in place of each entry that is left out. `covered` entries are under a check; `running`
    is what the next check goes on from. `is_sealed`: all are under checks that hold. With `resumed` only the entries
    behind a snapshot were read; `covered` counts all.
    """

    header: SessionHeader
    entries: tuple[Entry, ...]
    torn: bytes
    whole_length: int
    faults: tuple[Fault, ...] = ()
    covered: int = 0
    running: int = 0
    is_sealed: bool = False
    resumed: "Resumed | None" = None

    @property
    def count(self) -> int:
        """The number of entries, read or not."""
        return len(self.entries) + (self.resumed.number if self.resumed is not None else 0)

    @property
    def notice(self) -> Message | None:
        """What to tell about an end that is cut off; None where it is not."""
        return message("journal.torn", entries=self.count, bytes=len(self.torn)) if self.torn else None


@record
class News:
    """The entries appended since a place in the file, the place to go on from, and what its next check goes on from."""

    entries: tuple[Entry, ...]
    offset: int
    running: int


def read(path: Path) -> Reading:
    """Read a whole session file. Raises JournalError (NewerFormat, OlderFormat); changes nothing."""
    try:
        return read_bytes(read_file(path))
    except OSError as error:
        raise not_opened(path, error) from None
    except JournalError as error:
        raise error.in_file(path) from None


def read_bytes(data: bytes) -> Reading:
    """Read the content of a session file. Raises JournalError where the header makes no sense."""
    length = header_length(data)
    header = _header(data if length is None else data[:length], complete=length is not None)
    start = length or 0
    with collector_paused():
        frames = whole_entries(data, start, first=1)
        entries = _decoded(frames.tables) if frames.is_plain else None
        found = salvage(data, start, header.created) if entries is None else Salvage(entries, frames.end)
        verdict = verify(data, found.end)
    faults = (*found.faults, *changed(verdict.broken, found, data, start))
    behind = len(ends_of_entries(data[: found.end], verdict.covered)) if verdict.covered else len(found.entries)
    return Reading(
        header=header,
        entries=found.entries,
        torn=data[found.end :],
        whole_length=found.end,
        faults=tuple(sorted(faults, key=lambda fault: fault.first)),
        covered=len(found.entries) - behind,
        running=verdict.running,
        is_sealed=not verdict.broken and not behind,
    )


def read_header(path: Path) -> SessionHeader:
    """Read the header alone, whatever the length of the file. Raises JournalError (NewerFormat, OlderFormat)."""
    data = b""
    try:
        with open(open_file(path), "rb", buffering=0) as file:
            while block := file.read(_BLOCK_BYTES):
                data += block
                length = header_length(data)
                if length is not None or len(data) > _LONGEST_HEADER_BYTES:
                    break
        length = header_length(data)
        return _header(data if length is None else data[:length], complete=length is not None)
    except OSError as error:
        raise not_opened(path, error) from None
    except JournalError as error:
        raise error.in_file(path) from None


def count_entries(path: Path) -> int | None:
    """The number of the last whole entry, from the end of the file alone; None where it does not tell."""
    with open(open_file(path), "rb", buffering=0) as file:
        size = file.seek(0, 2)
        file.seek(max(size - _BLOCK_BYTES, 0))
        tail = file.read()
    found = last_number(tail)
    return 0 if found is None and size <= _BLOCK_BYTES else found


def follow(path: Path, from_offset: int, after: int, running: int) -> News:
    """Read what another program has appended behind byte `from_offset`, where entry `after` ends.

    An entry that is only half there comes with the next call. Raises JournalError where the file has become shorter
    or something else than the next entry stands there: then it has to be read again.
    """
    try:
        with open(open_file(path), "rb", buffering=0) as file:
            size = file.seek(0, 2)
            file.seek(from_offset)
            data = file.readall()
    except OSError as error:
        raise not_opened(path, error) from None
    frames = whole_entries(data, 0, first=after + 1)
    verdict = verify(data, frames.end, running)
    if size < from_offset or not frames.is_plain or verdict.broken:
        raise JournalError(message("journal.changed", path=str(path)))
    if not frames.tables:
        return News((), from_offset, running)
    entries = _decoded(frames.tables)
    if entries is None:
        raise JournalError(message("journal.changed", path=str(path)))
    return News(entries, from_offset + frames.end, verdict.running)


def _decoded(tables: list[dict[str, Any]]) -> tuple[Entry, ...] | None:
    """The entries in parsed tables; None where one of them makes no sense."""
    tables.reverse()
    entries: list[Entry] = []
    try:
        for _ in progress.told(range(len(tables)), PARSED, DECODED):
            entries.append(decode_entry(tables.pop()))  # each table is let go as soon as its entry is made
    except Unreadable:
        return None
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
