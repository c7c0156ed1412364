"""Random changes of bytes in all example sessions: not one passes in silence, and what is untouched is still read.

Bits and bytes are flipped, pieces lost, doubled, put in, swapped and overwritten with zeros. A change counts as silent
where the session then opens as another one and nothing is said of it.
"""

import random
from bisect import bisect
from collections.abc import Iterator
from pathlib import Path

from tracker.journal.checks import sealed, verify
from tracker.journal.codec import encode_entry
from tracker.journal.errors import JournalError
from tracker.journal.header import encode_header
from tracker.journal.reader import read, read_bytes
from tracker.resources import examples_folder

CHANGES = 20_000


def prove(budget: float) -> Iterator[str]:
    """Change each example so many times."""
    examples = sorted(examples_folder().glob("example-*.toml"))
    for number, path in enumerate(examples):
        yield from silent_changes(path, max(round(CHANGES * budget / len(examples)), 5), seed=number)


def silent_changes(path: Path, changes: int, seed: int) -> Iterator[str]:
    """Change one session so many times, and tell of each change that no one would notice."""
    data, ends = whole(path)
    before, luck = read_bytes(data), random.Random(seed)
    for _ in range(changes):
        what, start, stop, damaged = changed(data, luck)
        try:
            after = read_bytes(damaged)
        except JournalError:
            continue  # it is told, and by its name
        is_told = after.faults or after.torn
        if not is_told and (after.header, after.entries) != (before.header, before.entries):
            yield f"{path.name}, seed {seed}: {what} is not noticed"
        touched = range(bisect(ends, start), bisect(ends, stop) + 1)
        for number, entry in enumerate(before.entries):
            if number not in touched and after.entries[number : number + 1] != (entry,):
                yield f"{path.name}, seed {seed}: {what} costs entry {number + 1}, which it did not touch"
                break


def whole(path: Path) -> tuple[bytes, list[int]]:
    """The session as the program writes it today, each entry under its check, and where its entries end."""
    reading = read(path)
    data = encode_header(reading.header)
    running, ends = verify(data).running, []
    for entry in reading.entries:
        piece, running = sealed(encode_entry(entry), running)
        data += piece
        ends.append(len(data))
    return data, ends


def changed(data: bytes, luck: random.Random) -> tuple[str, int, int, bytes]:
    """Return what the change is, the first byte and the one behind the last that it touches, and what comes of it."""
    at, length = luck.randrange(len(data)), luck.choice((1, 1, 2, 4, 16, 300, 5000))
    piece = data[at : at + length]
    match luck.choice(("bit", "bit", "byte", "byte", "lost", "doubled", "put in", "zeros", "swapped", "digit")):
        case "bit":
            new, what = bytes([data[at] ^ 1 << luck.randrange(8)]) + data[at + 1 : at + length], "a bit"
        case "byte":
            new, what = bytes([luck.randrange(256)]) + data[at + 1 : at + length], "a byte"
        case "digit":
            at = luck.choice([place for place in range(len(data)) if 48 <= data[place] <= 57])
            piece, new, what = data[at : at + 1], b"%d" % luck.randrange(10), "a digit"
        case "lost":
            new, what = b"", f"the loss of {length} bytes"
        case "doubled":
            new, what = piece * 2, f"the doubling of {length} bytes"
        case "put in":
            new, what = luck.randbytes(length) + piece, f"{length} bytes more"
        case "zeros":
            new, what = bytes(len(piece)), f"{length} zeros"
        case _:
            half = len(piece) // 2
            new, what = piece[half:] + piece[:half], f"the swapping of {length} bytes"
    return f"{what} at byte {at}", at, at + len(piece), data[:at] + new + data[at + len(piece) :]
