"""Appending to a session file: an entry is on disk, whole, when `append` returns, or the file is as it was."""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from zlib import crc32

from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.journal import lock
from tracker.journal.checks import sealed, verify
from tracker.journal.codec import encode_entry
from tracker.journal.errors import Damaged, FileLost, JournalError, not_opened
from tracker.journal.files import create_file, create_whole_file, numbered, read_all, write_all
from tracker.journal.header import SessionHeader, encode_header
from tracker.journal.reader import Reading, read_bytes
from tracker.journal.resuming import resume
from tracker.plain_files import open_file
from tracker.reasons import os_reason


class JournalWriter:
    """The one writer of a session file. Made by `create` or `open`; closed by `close` or as a context manager.

    Attributes:
        path: the session file.
        reading: what stood in the file when it was opened.
        set_aside: the file that took the cut-off piece found on opening; None where the session was whole.
    """

    def __init__(
        self, path: Path, descriptor: int, reading: Reading, total: int, set_aside: Path | None = None
    ) -> None:
        """Take over what was read; `total` is the CRC-32 of the file."""
        self.path = path
        self.reading = reading
        self.set_aside = set_aside
        self._descriptor: int | None = descriptor
        self._length = reading.whole_length
        self._last_number = reading.count
        self._running = reading.running
        self._place = path.absolute()  # the working folder may change
        self._sum = total
        self._changed_at = 0
        self._remember_time(descriptor)
        self._is_broken = False

    @classmethod
    def create(cls, path: Path, header: SessionHeader) -> "JournalWriter":
        """Begin a new session file, and its folder where it is missing.

        Raises JournalError where the file exists already or cannot be written; then nothing has changed.
        """
        data = encode_header(header)
        try:
            descriptor = create_file(path, data)
        except OSError as error:
            raise JournalError(message("journal.not_created", path=str(path), reason=os_reason(error))) from None
        try:
            with lock.taken(descriptor, path):
                running = verify(data).running
                reading = Reading(header, (), b"", len(data), running=running, is_sealed=True)
                return cls(path, descriptor, reading, crc32(data))
        except JournalError:
            path.unlink(missing_ok=True)
            raise

    @classmethod
    def open(cls, path: Path, *, accept_changes: bool = False, from_snapshot: bool = False) -> "JournalWriter":
        """Take the lock, read the session and set aside what is cut off at its end.

        Where `from_snapshot` what stands in front of its last snapshot stays unread until it is wanted.
        With `accept_changes` a file opens in which a person has changed entries that still make sense.
        Raises SessionLocked, NewerFormat, OlderFormat, Damaged or another JournalError; then nothing has changed.
        """
        try:
            descriptor = open_file(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise not_opened(path, error) from None
        with lock.taken(descriptor, path):
            try:
                reading, total = _read(descriptor, path if from_snapshot else None)
                if any(fault.left_out or not accept_changes for fault in reading.faults):
                    raise Damaged(reading.faults, path)
                set_aside = _set_aside(descriptor, path, reading)
            except OSError as error:
                raise not_opened(path, error) from None
            except Damaged:
                raise
            except JournalError as error:
                raise error.in_file(path) from None
            return cls(path, descriptor, reading, total, set_aside)

    @property
    def header(self) -> SessionHeader:
        """What the session is."""
        return self.reading.header

    @property
    def notice(self) -> Message | None:
        """What to tell the game master about the opening; None where the session was whole."""
        if self.set_aside is None:
            return None
        return message(
            "journal.set_aside",
            entries=self.reading.count,
            bytes=len(self.reading.torn),
            piece=str(self.set_aside),
        )

    @property
    def length(self) -> int:
        """The length of the file in bytes."""
        return self._length

    @property
    def sum(self) -> int:
        """The CRC-32 of the file."""
        return self._sum

    def append(self, entry: Entry) -> None:
        """Write the next entry and wait until it is on disk.

        Raises JournalError, and leaves the file as it was, where that fails; the writer stays usable unless even the
        way back failed, which the error says.
        """
        descriptor = self._usable_descriptor()
        if entry.number != self._last_number + 1:
            raise JournalError(message("journal.wrong_number", found=entry.number, right=self._last_number + 1))
        data, running = sealed(encode_entry(entry), self._running)
        self._check_unchanged(descriptor)
        try:
            write_all(descriptor, data)
            os.fsync(descriptor)
        except OSError as error:
            self._take_back(descriptor)
            raise JournalError(message("journal.not_saved", path=str(self.path), reason=os_reason(error))) from None
        except BaseException:
            self._take_back(descriptor)
            raise
        self._length += len(data)
        self._last_number = entry.number
        self._running = running
        self._sum = crc32(data, self._sum)
        self._remember_time(descriptor)

    def close(self) -> None:
        """Give up the lock; a second call does nothing."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            lock.release(descriptor, self.path)

    def __enter__(self) -> "JournalWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _usable_descriptor(self) -> int:
        if self._descriptor is None:
            raise JournalError(message("journal.closed", path=str(self.path)))
        if self._is_broken:
            raise FileLost(message("journal.broken", path=str(self.path)))
        return self._descriptor

    def _check_unchanged(self, descriptor: int) -> None:
        """Refuse to write into a file that another program has changed, replaced, moved or deleted."""
        try:
            status, named = os.fstat(descriptor), self._named()
            if named is None or (named.st_dev, named.st_ino) != (status.st_dev, status.st_ino):
                raise FileLost(message("journal.gone", path=str(self.path)))
            if status.st_size != self._length or (
                # Something was changed in place, or the file was only touched.
                status.st_mtime_ns != self._changed_at and crc32(read_all(descriptor)) != self._sum
            ):
                raise FileLost(message("journal.changed", path=str(self.path)))
            self._changed_at = status.st_mtime_ns
        except OSError as error:
            raise FileLost(message("journal.not_saved", path=str(self.path), reason=os_reason(error))) from None

    def _remember_time(self, descriptor: int) -> None:
        """Remember when we have changed the file last; where that cannot be told, its content is compared."""
        with suppress(OSError):
            self._changed_at = os.fstat(descriptor).st_mtime_ns

    def _named(self) -> os.stat_result | None:
        """The file that now bears the name of the session, None where there is none."""
        try:
            return os.stat(self._place)
        except FileNotFoundError:
            return None

    def _take_back(self, descriptor: int) -> None:
        """Cut the file back to its whole entries. Raises JournalError where that fails too."""
        try:
            os.ftruncate(descriptor, self._length)
            os.fsync(descriptor)
        except OSError:
            self._is_broken = True
            raise FileLost(message("journal.broken", path=str(self.path))) from None


def _read(descriptor: int, snapshots_of: Path | None) -> tuple[Reading, int]:
    """What stands in the file, and its CRC-32 up to the end of the last whole entry."""
    if snapshots_of is not None and (reading := resume(descriptor, snapshots_of)) is not None:
        assert reading.resumed is not None
        return reading, reading.resumed.sum
    content = read_all(descriptor)
    reading = read_bytes(content)
    return reading, crc32(memoryview(content)[: reading.whole_length])


def _set_aside(descriptor: int, path: Path, reading: Reading) -> Path | None:
    """Move the cut-off end of the file into a file of its own, which is on disk before the session is cut."""
    if not reading.torn:
        return None
    try:
        piece = _write_piece(path, reading.torn)
        os.ftruncate(descriptor, reading.whole_length)
        os.fsync(descriptor)
    except OSError as error:
        raise JournalError(message("journal.not_set_aside", bytes=len(reading.torn), reason=os_reason(error))) from None
    return piece


def _write_piece(path: Path, torn: bytes) -> Path:
    names = numbered(f"{path.name}.torn-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
    while True:
        piece = path.with_name(next(names))
        with suppress(FileExistsError):
            create_whole_file(piece, torn)
            return piece
