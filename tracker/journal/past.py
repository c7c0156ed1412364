"""The entries of a session in front of a snapshot, and the states after them: read where they are wanted."""

import os
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from tracker.core.facts import Redone, Undone
from tracker.core.fold import FoldError, fold_all
from tracker.core.history import Entry, Footing, Sign
from tracker.core.messages import message
from tracker.core.record import record
from tracker.core.state import State
from tracker.journal.codec import decode_entry
from tracker.journal.errors import JournalError, Unreadable
from tracker.journal.framing import whole_entries
from tracker.journal.shapes import Mismatch
from tracker.journal.snapshots import Snapshot, Snapshots, ranges_holding, unpacked_state

_Kept = TypeVar("_Kept")
_MOST_KEPT = 24
"""So many stretches between snapshots are kept in memory, each of some scores of entries."""


class JournalPast:
    """What a session file holds up to the last of some snapshots, of which the first is its start.

    A stretch between two snapshots is read at once, and checked: where it is not what was opened any more a
    JournalError is raised. The file is held open, so that it can be read also where its name is gone.
    """

    def __init__(self, path: Path, descriptor: int, snapshots: Sequence[Snapshot], start: State) -> None:
        """Take over a descriptor that is open for reading."""
        self._path = path
        self._file = open(descriptor, "rb", buffering=0)  # noqa: SIM115 closed when no one needs the past any more
        self._snapshots = snapshots
        self._numbers = [snapshot.number for snapshot in snapshots]
        self._start = start
        self._entries: dict[int, Sequence[Entry]] = {}
        self._states: dict[int, list[State]] = {}

    @property
    def length(self) -> int:
        """The number of its entries."""
        return self._numbers[-1]

    def entry(self, number: int) -> Entry:
        """Return entry `number`. Raises JournalError where the file was changed."""
        place = bisect_left(self._numbers, number)
        return self._stretch(place)[number - self._numbers[place - 1] - 1]

    def state(self, number: int) -> State:
        """Return the state after entry `number`. Raises JournalError where the file was changed."""
        place = bisect_left(self._numbers, number)
        if number == 0:
            return self._start
        return self._folded(place)[number - self._numbers[place - 1]]

    def may_hold(self, sign: Sign) -> Sequence[range]:
        """Return the numbers of the entries that may hold a sign."""
        return list(ranges_holding(sign, self._snapshots))

    def number_of(self, state: State) -> int | None:
        """Return the first entry, of those looked at lately, after which this very state stands."""
        if state is self._start:
            return 0
        places = (
            (place, one) for place, states in self._states.items() for one, kept in enumerate(states) if kept is state
        )
        found = [self._numbers[place - 1] + one for place, one in places]
        return min(found, default=None)

    def _stretch(self, place: int) -> Sequence[Entry]:
        """The entries between the snapshot before `place` and the one there."""
        if place not in self._entries:
            before, snapshot = self._snapshots[place - 1], self._snapshots[place]
            try:
                data = os.pread(self._file.fileno(), snapshot.position - before.position, before.position)
                if crc32(data, before.sum) != snapshot.sum:
                    raise self._changed()
                frames = whole_entries(data, 0, before.number + 1)
                entries = tuple(map(decode_entry, frames.tables))
            except (OSError, Unreadable):
                raise self._changed() from None
            if len(entries) != snapshot.number - before.number:
                raise self._changed()
            _keep(self._entries, place, entries)
        return self._entries[place]

    def _snapped(self, place: int) -> State:
        if place == 0:
            return self._start
        for near, end in ((place, -1), (place + 1, 0)):
            if near in self._states:
                return self._states[near][end]  # it is compared by its identity
        try:
            return unpacked_state(self._snapshots[place].state)
        except (Mismatch, ValueError, TypeError, RecursionError):
            raise self._changed() from None

    def _folded(self, place: int) -> list[State]:
        """The states from the snapshot before `place` to the one there.

        No entry but the last of a stretch goes back behind its beginning, nor is any other a correction: the snapshots
        are made so.
        """
        if place not in self._states:
            first = self._numbers[place - 1]
            states = [self._snapped(place - 1)]
            entries = self._stretch(place)
            try:
                for entry in entries[:-1]:
                    match entry.facts:
                        case [Undone(entry=number)]:
                            states.append(_of(states, number - 1 - first))
                        case [Redone(entry=number)]:
                            states.append(_of(states, number - first))
                        case facts:
                            states.append(fold_all(states[-1], facts))
            except (FoldError, IndexError):
                raise self._changed() from None
            states.append(self._snapped(place))
            _keep(self._states, place, states)
        return self._states[place]

    def _changed(self) -> JournalError:
        return JournalError(message("journal.changed", path=str(self._path)))


def _keep(kept: dict[int, _Kept], place: int, found: _Kept) -> None:
    kept[place] = found
    if len(kept) > _MOST_KEPT:
        del kept[next(iter(kept))]


def _of(states: Sequence[State], place: int) -> State:
    if place < 0:
        raise IndexError(place)
    return states[place]


@record
class Resumed:
    """Where a session is gone on from: the entry and what it came to, and the past behind it.

    `snapshots` are those that were found to be true, with the length of their file up to the last; `sum` is the CRC-32
    of the whole file up to the end of its last whole entry.
    """

    number: int
    state: State
    footing: Footing
    past: JournalPast
    snapshots: Snapshots
    sum: int
