"""A damaged or changed session: mended into a copy, or accepted as it stands."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.core.record import record, replace
from tracker.journal.errors import Damaged
from tracker.journal.reader import Reading, read
from tracker.journal.replay import Replay, replay
from tracker.journal.salvage import ACCEPTED
from tracker.journal.sessions import write_copy
from tracker.journal.writer import JournalWriter

Say: TypeAlias = Callable[[Message], str]
"""Puts a line into the language of the session, for those who read the file itself."""


@record
class Mending:
    """How a session would be mended: what it is then, and the entries that are left out.

    What facts say of before that is not so any more stands in `replay.doubts`; what they say of after stands.
    """

    replay: Replay
    left_out: tuple[int, ...]


def plan(reading: Reading) -> Mending:
    """Leave out what is damaged; what was changed too, unless the rest does not fit without it."""
    changed = {number for fault in reading.faults if not fault.left_out for number in fault.numbers}
    kept = replay(reading, compare_after=0)
    without = replay(reading, without=changed, compare_after=0) if changed else kept
    if len(without.faults) > len(kept.faults):
        changed, without = set(), kept
    damaged = {number for fault in (*reading.faults, *kept.faults) if fault.left_out for number in fault.numbers}
    return Mending(without, tuple(sorted(changed | damaged)))


def mend(path: Path, new_path: Path, say: Say) -> Mending:
    """Write a mended copy of the session at `path`. Raises JournalError; then there is no copy. The file stays."""
    reading = read(path)
    mending = plan(reading)
    write_copy(new_path, reading.header, told(mending.replay.history.entries, say))
    return mending


def told(entries: Iterable[Entry], say: Say) -> Iterator[Entry]:
    """The entries, with a line for a person in place of each that was left out."""
    for entry in entries:
        yield entry if entry.say else replace(entry, say=" · ".join(map(say, entry.tell)))


def accept(path: Path, say: Say) -> tuple[int, ...]:
    """Accept what a person has changed: append an entry that names the checks which now hold.

    Return the numbers of the entries; () if nothing was changed. Raises Damaged where an entry cannot be read or
    does not fit, or another JournalError; then nothing has changed.
    """
    with JournalWriter.open(path, accept_changes=True) as writer:
        reading = writer.reading
        misfits = replay(reading).faults
        if misfits:
            raise Damaged(misfits, path)
        if not reading.faults:
            return ()
        numbers = tuple(fault.last for fault in reading.faults)
        checks = tuple(f"{fault.check:08x}" for fault in reading.faults)
        line = message(ACCEPTED, entries=numbers, checks=checks)
        last = reading.entries[-1]
        writer.append(
            Entry(
                number=last.number + 1,
                at=datetime.now(UTC).replace(microsecond=0),
                round=last.round,
                do="#",
                say=say(line),
                tell=(line,),
                facts=(),
            )
        )
    return numbers
