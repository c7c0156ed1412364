"""Opening a session by a snapshot: every byte in front of it is summed up, and only the entries behind it are read.

Whatever is not as it should be, with the snapshots or with the session, ends in None: then the whole file is read, as
if there were no snapshots. So they can neither hide damage nor bring any.
"""

import os
from bisect import bisect_right
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from tracker.journal.checks import BYTE_ORDER_MARK, MARK, verify
from tracker.journal.codec import decode_entry
from tracker.journal.framing import collector_paused, parse, whole_entries
from tracker.journal.header import SessionHeader, decode_header
from tracker.journal.past import JournalPast, Resumed
from tracker.journal.reader import Reading, read
from tracker.journal.replay import start_of
from tracker.journal.salvage import ends_of_entries
from tracker.journal.snapshots import FootingReader, Snapshots, read_snapshots, unpacked_state
from tracker.plain_files import open_file

_BLOCK_BYTES = 1 << 18
_LONG_BYTES = 1 << 22
"""So much is summed up beside the rest, on another core where there is one."""


def read_quickly(path: Path) -> Reading:
    """Read a session file from its last snapshot on, as a whole where there is none. Raises as `read` does."""
    try:
        descriptor = open_file(path)
    except OSError:
        return read(path)
    try:
        resumed = resume(descriptor, path)
    finally:
        os.close(descriptor)
    return resumed or read(path)


def resume(descriptor: int, path: Path) -> Reading | None:
    """Read an open session file from its last snapshot on; None where that cannot be done. Raises nothing."""
    snapshots = read_snapshots(path)
    if not snapshots.found:
        return None
    try:
        return _resumed(descriptor, path, snapshots)
    except Exception:  # whatever a snapshot of anything else makes of its readers: the file alone decides
        return None


def _resumed(descriptor: int, path: Path, snapshots: Snapshots) -> Reading | None:
    size = os.fstat(descriptor).st_size
    usable = bisect_right(snapshots.found, size, key=lambda snapshot: snapshot.position)
    usable_ones = Snapshots(snapshots.found[:usable], snapshots.ends[:usable])
    if usable < 2:
        return None
    last = usable_ones.found[-1]
    if last.position < _LONG_BYTES:
        is_true = _sum(descriptor, last.position) == last.sum
        return _gone_on(descriptor, path, size, usable_ones) if is_true else None
    from threading import Thread  # a short session needs none

    sums: list[int] = []

    def sum_up() -> None:
        with suppress(OSError):
            sums.append(_sum(descriptor, last.position))

    summing = Thread(target=sum_up)
    summing.start()
    try:
        reading = _gone_on(descriptor, path, size, usable_ones)
    finally:
        summing.join()
    return reading if sums == [last.sum] else None


def _gone_on(descriptor: int, path: Path, size: int, snapshots: Snapshots) -> Reading | None:
    """Read what is behind the last snapshot, with how all stands there."""
    found = snapshots.found
    last = found[-1]
    header = _header(os.pread(descriptor, found[0].position, 0))
    tail = os.pread(descriptor, size - last.position, last.position)
    with collector_paused():
        frames = whole_entries(tail, 0, last.number + 1)
        verdict = verify(tail, frames.end, last.running)
        if found[0].number or tail.startswith(MARK) or not frames.is_plain or verdict.broken:
            return None
        entries = tuple(map(decode_entry, frames.tables))
    behind = len(ends_of_entries(tail[: frames.end], verdict.covered)) if verdict.covered else len(entries)
    footing = FootingReader()
    for snapshot in found:
        footing.take(snapshot.footing)
    # Opened once more: a copy of the descriptor would keep the writer's lock.
    own = open_file(path)
    past = JournalPast(path, own, found, start_of(header))
    if not os.path.sameopenfile(own, descriptor):
        return None
    return Reading(
        header=header,
        entries=entries,
        torn=tail[frames.end :],
        whole_length=last.position + frames.end,
        covered=last.number + len(entries) - behind,
        running=verdict.running,
        is_sealed=not behind,
        resumed=Resumed(
            number=last.number,
            state=unpacked_state(last.state),
            footing=footing.footing,
            past=past,
            snapshots=snapshots,
            sum=crc32(tail[: frames.end], last.sum),
        ),
    )


def _sum(descriptor: int, length: int) -> int:
    """The CRC-32 of the beginning of a file."""
    total = at = 0
    block = bytearray(_BLOCK_BYTES)  # one for all: asking the system for a new one takes longer than reading does
    with memoryview(block) as view:
        while at < length and (count := os.preadv(descriptor, [view[: length - at]], at)):
            total = crc32(view[:count], total)
            at += count
    return total


def _header(data: bytes) -> SessionHeader:
    return decode_header(parse(data.removeprefix(BYTE_ORDER_MARK)))
