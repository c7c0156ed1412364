"""The snapshots beside a session file: what it came to at some of its entries, so that opening need not read them all.

They lie in `NAME.toml.state`, which moves with the session, and are a cache that anyone may delete: the session file
alone decides. A snapshot speaks of the bytes in front of its position and is used only where these still come to its
sum; the file begins with its form and the version of the program, and any other file is passed over. Its records are
appended; each is its length, its check, some numbers and packed JSON. No code can stand in it.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Any
from zlib import compress, crc32, decompressobj

from tracker import __version__
from tracker.core.history import Footing, Sign, Swap, runs
from tracker.core.record import record
from tracker.core.state import State
from tracker.journal.shapes import shape_of
from tracker.plain_files import append_private, read_file, write_private

_FORM = b"# what this session came to; may be deleted. form 1, coterie %s\n" % __version__.encode()
_FRAME = struct.Struct(">II")
_ABOUT = struct.Struct(">QQIIBI")
_LARGEST_FILE = 1 << 30
_LARGEST_RECORD = 1 << 26
"""In bytes, unpacked: some thousand people."""
_MOST_ENTRIES = 10_000_000


@record
class Snapshot:
    """What a session came to behind entry `number`, which ends at byte `position`.

    `sum` is the CRC-32 of all bytes in front of it, `running` what the next check goes on from, `signs` what the
    entries since the snapshot before may hold, a bit each. `state` and `footing` are packed: the state whole, the
    footing as what has changed since the snapshot before.
    """

    number: int
    position: int
    sum: int
    running: int
    signs: int
    state: bytes
    footing: bytes


@record
class Snapshots:
    """The snapshots that were found, in order, and where each ends in their file."""

    found: tuple[Snapshot, ...] = ()
    ends: tuple[int, ...] = ()


def snapshots_path(session: Path) -> Path:
    """Return where the snapshots of a session lie: `NAME.toml.state`."""
    return session.with_name(f"{session.name}.state")


def read_snapshots(session: Path) -> Snapshots:
    """Return the snapshots of a session up to the first one that makes no sense; none where there is no such file."""
    try:
        data = read_file(snapshots_path(session), _LARGEST_FILE)
    except OSError:
        return Snapshots()
    if not data.startswith(_FORM):
        return Snapshots()
    found: list[Snapshot] = []
    ends: list[int] = []
    at = len(_FORM)
    while at + _FRAME.size <= len(data):
        length, check = _FRAME.unpack_from(data, at)
        at += _FRAME.size
        piece = data[at : at + length]
        at += length
        if length < _ABOUT.size or len(piece) != length or crc32(piece) != check:
            break
        snapshot = _unpacked(piece)
        if found and not (found[-1].number < snapshot.number and found[-1].position < snapshot.position):
            break
        found.append(snapshot)
        ends.append(at)
    return Snapshots(tuple(found), tuple(ends))


def write_snapshots(session: Path, snapshots: Sequence[Snapshot]) -> int:
    """Write the snapshots of a session in place of those there are; returns the length of the file. Raises OSError."""
    data = b"".join([_FORM, *map(_packed, snapshots)])
    write_private(snapshots_path(session), data)
    return len(data)


def append_snapshot(session: Path, snapshot: Snapshot, length: int) -> int:
    """Append one to a file that is so long; returns how long it is then. Raises OSError, also where it is not."""
    path = snapshots_path(session)
    if path.stat().st_size != length:
        raise FileExistsError(path)
    data = _packed(snapshot)
    append_private(path, data, _LARGEST_FILE)
    return length + len(data)


def _packed(snapshot: Snapshot) -> bytes:
    numbers = (snapshot.number, snapshot.position, snapshot.sum, snapshot.running, snapshot.signs)
    piece = _ABOUT.pack(*numbers, len(snapshot.footing)) + snapshot.footing + snapshot.state
    return _FRAME.pack(len(piece), crc32(piece)) + piece


def _unpacked(piece: bytes) -> Snapshot:
    number, position, total, running, signs, length = _ABOUT.unpack_from(piece)
    end = _ABOUT.size + length
    return Snapshot(number, position, total, running, signs, piece[end:], piece[_ABOUT.size : end])


# ---------------------------------------------------------------------- the state


def packed_state(state: State) -> bytes:
    """Return a state as packed JSON. Raises Mismatch, or another ValueError, where it has no such form."""
    import json

    table = shape_of(State).to_toml(state)
    return compress(json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode(), 1)


def unpacked_state(packed: bytes) -> State:
    """Return the state in packed JSON. Raises Mismatch, or another error of what is no such thing."""
    import json

    unpacker = decompressobj()
    text = unpacker.decompress(packed, _LARGEST_RECORD)
    if unpacker.unconsumed_tail:
        raise ValueError("a state has no such length")
    state: State = shape_of(State).from_toml(json.loads(text))
    return state


# ---------------------------------------------------------------------- how the acts stand


_LISTS = ("standing", "undoable", "redoable")
_LENGTHS = struct.Struct(">III")
NO_CHANGES = bytes(_LENGTHS.size)


def changes_between(before: Footing, after: Footing) -> bytes:
    """Return what has changed in how the acts stand, packed: first the lists, then what corrections have changed."""
    lists = [_list_changes(getattr(before, name), getattr(after, name)) for name in _LISTS]
    return _LENGTHS.pack(*map(len, lists)) + b"".join(lists) + _corrections(before, after)


def _corrections(before: Footing, after: Footing) -> bytes:
    if before.revision == after.revision:
        return b""
    import json  # hardly any command comes here

    gone = [number for number in before.swaps if after.swaps.get(number) != before.swaps[number]]
    new = [
        [number, swap.first, _ranges(swap.stood), _ranges(swap.again), _spans(swap.earlier), swap.base]
        for number, swap in after.swaps.items()
        if before.swaps.get(number) != swap
    ]
    changes = [after.revision, *_mapping_changes(before.told, after.told), gone, new]
    return json.dumps(changes, separators=(",", ":")).encode()


class FootingReader:
    """Adds changes up to how the acts stand at last. Whatever is wrong with one raises some Exception."""

    def __init__(self) -> None:
        self._lists: tuple[list[int], ...] = ([], [], [])
        self._told: dict[int, int] = {}
        self._swaps: dict[int, Swap] = {}
        self._revision = 0

    def take(self, changes: bytes) -> None:
        """Take the changes of the next snapshot in."""
        at = _LENGTHS.size
        for numbers, length in zip(self._lists, _LENGTHS.unpack_from(changes), strict=True):
            if length:
                kept, *ends = struct.unpack_from(f">{length // 4}I", changes, at)
                del numbers[kept:]
                for first, last in zip(ends[::2], ends[1::2], strict=True):
                    numbers.extend(_run(first, last))
            at += length
        if at < len(changes):
            self._take_corrections(changes[at:])

    def _take_corrections(self, changes: bytes) -> None:
        import json

        self._revision, untold, told, gone, new = json.loads(changes)
        for number in _numbers(untold):
            del self._told[number]
        self._told.update(_mapping(told))
        for number in gone:
            del self._swaps[number]
        for number, first, stood, again, earlier, base in new:
            self._swaps[number] = Swap(first, _numbers(stood), _numbers(again), _mapping(earlier), base)

    @property
    def footing(self) -> Footing:
        """How the acts stand."""
        standing, undoable, redoable = self._lists
        return Footing(standing, undoable, redoable, self._told, self._swaps, self._revision)


def _run(first: int, last: int) -> range:
    if last - first > _MOST_ENTRIES:
        raise ValueError("no session is so long")
    return range(first, last + 1)


def _list_changes(before: Sequence[int], after: Sequence[int]) -> bytes:
    """How much of the beginning stays, and the runs that follow then; nothing if nothing has changed."""
    low, high = 0, min(len(before), len(after))
    if before[:high] == after[:high]:
        low = high
    while low < high:
        middle = (low + high + 1) // 2
        if before[low:middle] == after[low:middle]:
            low = middle
        else:
            high = middle - 1
    if low == len(before) == len(after):
        return b""
    numbers = [low, *chain.from_iterable(_ranges(after[low:]))]
    return struct.pack(f">{len(numbers)}I", *numbers)


def _mapping_changes(before: Mapping[int, int], after: Mapping[int, int]) -> list[Any]:
    gone = [number for number in before if number not in after]
    new = {number: value for number, value in after.items() if before.get(number) != value}
    return [_ranges(gone), _spans(new)]


def _ranges(numbers: Sequence[int]) -> list[list[int]]:
    """Numbers as the first and the last of each run."""
    return [[run[0], run[-1]] for run in runs(numbers)]


def _numbers(ranges: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(chain.from_iterable(_run(first, last) for first, last in ranges))


def _spans(mapping: Mapping[int, int]) -> list[Any]:
    """A mapping as its values, each with the runs of numbers that map to it."""
    pairs = sorted((value, number) for number, value in mapping.items())
    return [
        [value, _ranges([number for _, number in group])] for value, group in groupby(pairs, key=lambda pair: pair[0])
    ]


def _mapping(spans: Sequence[Any]) -> dict[int, int]:
    return {number: value for value, ranges in spans for number in _numbers(ranges)}


# ---------------------------------------------------------------------- what entries may hold

_SIGNS: Mapping[Sign, bytes] = {
    "scene": b'kind = "scene_begun"',
    "round": b'kind = "round_begun"',
    "turn": b'kind = "turn_begun"',
    "fall": b"can_act = false",
    "bookmark": b"bookmark = true",
}


def signs_in(data: bytes) -> int:
    """Return what the entries in a piece of a session file may hold."""
    return sum(1 << bit for bit, text in enumerate(_SIGNS.values()) if text in data)


def ranges_holding(sign: Sign, snapshots: Sequence[Snapshot]) -> Iterator[range]:
    """Yield the numbers of the entries between snapshots that may hold a sign."""
    bit = 1 << list(_SIGNS).index(sign)
    before = 0
    for snapshot in snapshots:
        if snapshot.signs & bit:
            yield range(before + 1, snapshot.number + 1)
        before = snapshot.number
