"""When snapshots of a session are made: as it is played, between two acts, and when it is closed.

A session gets none as long as it is short, where anything in it is amiss, and where they cannot be written: they only
save time.
"""

import os
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from tracker.core.facts import Corrected, Redone, Undone
from tracker.core.history import Entry, Footing, History
from tracker.journal.checks import verify
from tracker.journal.framing import header_length
from tracker.journal.reader import Reading
from tracker.journal.salvage import ends_of_entries
from tracker.journal.shapes import Mismatch
from tracker.journal.snapshots import (
    NO_CHANGES,
    Snapshot,
    append_snapshot,
    changes_between,
    packed_state,
    signs_in,
    write_snapshots,
)
from tracker.journal.writer import JournalWriter
from tracker.plain_files import open_file, read_file

SHORT_SESSION = 128 << 10
"""In bytes: a shorter session is read as a whole before anyone could tell."""
APART = 32 << 10
"""So many bytes of the session lie between two snapshots at least: some scores of entries."""
STATES_APART = 8
"""And so many times the packed state, where many people make it long."""


class Keeper:
    """Makes the snapshots of one session that is open to be played."""

    def __init__(self, path: Path, reading: Reading) -> None:
        """Go on from the snapshots that the session was opened by, else from its header."""
        self._path = path.absolute()
        self._is_off = not reading.is_sealed or bool(reading.faults)
        self._must = False
        self.lacks_one = False
        """Whether no snapshot stands behind an entry that was read and that a stretch has to end with."""
        self._made: list[Snapshot] = []
        self._length = 0  # that of the file of snapshots as far as it is true, 0 where it is to be written again
        self._footing = Footing()
        self._is_long = reading.whole_length >= SHORT_SESSION
        self._ends: tuple[int, ...] = ()
        if reading.resumed is not None:
            self._made = list(reading.resumed.snapshots.found)
            self._length = reading.resumed.snapshots.ends[-1]
            self._footing = reading.resumed.footing
            self._is_long = True
        elif not self._is_off:
            self._trying(self._begin)

    def _begin(self) -> None:
        data = read_file(self._path)
        head = header_length(data) or 0
        self._made.append(Snapshot(0, head, crc32(data[:head]), verify(data[:head]).running, 0, b"", NO_CHANGES))
        self._ends = ends_of_entries(data, head)

    def read(self, history: History) -> None:
        """See the history after each entry that is read when the session opens."""
        self.lacks_one = self.lacks_one or (self._must and bool(self._length))
        self.note(history.entries[-1])
        place = len(history.entries) - 1
        if self._made and not self._length and (self._is_long or self._must) and place < len(self._ends):
            position = self._ends[place]
            if self._is_due(position, APART):
                self._trying(lambda: self._make(history, position))

    def opened(self, *, is_whole: bool) -> None:
        """Keep what was made on the way, or make nothing from now on where the session is not whole."""
        self._is_off = self._is_off or not is_whole
        if self._is_long and not self._length and len(self._made) > 1:
            self._trying(self._write)
        self._ends = ()

    def see(self, history: History, writer: JournalWriter, apart: int = APART) -> None:
        """Make a snapshot of what stands in the file where one is due."""
        is_long = writer.length >= SHORT_SESSION
        if (is_long or self._must) and self._is_due(writer.length, apart):
            self._trying(lambda: self._make(history, writer.length, writer.sum))
            if is_long:
                self._trying(self._write)

    def note(self, entry: Entry) -> None:
        """Take note of the last entry: a stretch between two snapshots ends with a correction, and with what goes back
        behind the beginning of the stretch.
        """
        first = self._made[-1].number if self._made else 0
        match entry.facts:
            case [Undone(entry=number)]:
                self._must = self._must or number - 1 < first
            case [Redone(entry=number)]:
                self._must = self._must or number < first
            case [Corrected(), *_]:
                self._must = True

    def _is_due(self, position: int, apart: int) -> bool:
        if self._is_off or not self._made:
            return False
        last = self._made[-1]
        return position > last.position and (
            self._must or position - last.position >= max(apart, STATES_APART * len(last.state))
        )

    def _make(self, history: History, position: int, expected: int | None = None) -> None:
        last = self._made[-1]
        piece = _piece(self._path, last.position, position)
        total = crc32(piece, last.sum)
        if expected not in (None, total) or len(piece) != position - last.position:
            raise ValueError("the file is not what was written")
        footing = history.footing
        self._made.append(
            Snapshot(
                number=len(history.entries),
                position=position,
                sum=total,
                running=verify(piece, running=last.running).running,
                signs=signs_in(piece),
                state=packed_state(history.state),
                footing=changes_between(self._footing, footing),
            )
        )
        self._footing = footing
        self._must = False

    def _write(self) -> None:
        if self._length:
            try:
                self._length = append_snapshot(self._path, self._made[-1], self._length)
                return
            except FileExistsError:  # it ends with what is not true, or is another one by now
                pass
        self._length = write_snapshots(self._path, self._made)

    def _trying(self, act: Callable[[], None]) -> None:
        if self._is_off:
            return
        try:
            act()
        except (OSError, ValueError, Mismatch, RecursionError):
            self._is_off = True


class KeptJournal:
    """The journal of a session with the snapshots beside it."""

    def __init__(self, writer: JournalWriter, history: History, keeper: Keeper) -> None:
        self._writer = writer
        self._history = history
        self._keeper = keeper

    def append(self, entry: Entry) -> None:
        """Write the next entry, as `JournalWriter.append` does."""
        if entry.number == len(self._history.entries) + 1:
            self._keeper.see(self._history, self._writer)
        self._writer.append(entry)
        self._keeper.note(entry)

    def close(self) -> None:
        """Make a last snapshot where it is worth one, and give up the lock."""
        self._keeper.see(self._history, self._writer, APART // 2)
        self._writer.close()


def _piece(path: Path, start: int, end: int) -> bytes:
    descriptor = open_file(path)
    try:
        return os.pread(descriptor, end - start, start)
    finally:
        os.close(descriptor)
