"""The check of each entry: a comment behind its end mark, so that no changed byte goes unnoticed.

`# check 1a2b3c4d` is the CRC-32, in hexadecimal, of all bytes since the check before it, begun with the value of that
one; the first covers the header too. So each check vouches for what is in front of it and for its place in the file.
Line ends of Windows count as those of Unix, and a byte order mark does not count. A CRC finds every change within four
bytes; it is no seal against someone who wants to deceive.
"""

from zlib import crc32

from tracker.core.patterns import pattern
from tracker.core.record import record

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MARK = b"# check "
_DIGITS = pattern(rb"[0-9a-f]{8}")
_LENGTH = len(MARK) + 8


@record
class Broken:
    """A check that does not hold: it covers the bytes from `start` to `end`, which come to `found`."""

    start: int
    end: int
    found: int


@record
class Verdict:
    """What the checks of a piece of a file say.

    `broken` are those that do not hold; `covered` is where the last one stands (0: there is none); `running` is the
    value of the bytes behind it, to go on from.
    """

    broken: tuple[Broken, ...]
    covered: int
    running: int


def sealed(entry: bytes, running: int) -> tuple[bytes, int]:
    """The text of an entry with its check, and the value to go on from; `running` is that of the file before it."""
    check = _crc(entry, running)
    return entry + b"%s%08x\n" % (MARK, check), crc32(b"\n", check)


def verify(data: bytes, end: int | None = None, running: int = 0) -> Verdict:
    """Look at every byte up to `end`. With `running` the piece goes on where another one ended."""
    end = len(data) if end is None else end
    broken: list[Broken] = []
    at = covered = 0
    seed = other_seed = running
    position = data.find(MARK, 0, end)
    while position >= 0:
        stop = position + _LENGTH
        if _is_check(data, position, end):
            found = _crc(data[at:position], seed)
            stated = int(data[position + len(MARK) : stop], 16)
            if found != stated and _crc(data[at:position], other_seed) == stated:
                broken.pop()  # what was changed is the check before this one alone: the bytes are as they were
            elif found != stated:
                broken.append(Broken(at, position, found))
            seed, other_seed = stated, found
            at, covered = stop, position
        position = data.find(MARK, position + 1, end)
    return Verdict(tuple(broken), covered, _crc(data[at:end], seed))


def _is_check(data: bytes, position: int, end: int) -> bool:
    stop = position + _LENGTH
    begins_line = position == 0 or data[position - 1] == 0x0A
    is_closed = stop == end or data[stop : stop + 1] == b"\n" or data[stop : stop + 2] == b"\r\n"
    return begins_line and is_closed and _DIGITS.fullmatch(data, position + len(MARK), stop) is not None


def _crc(data: bytes, seed: int) -> int:
    if data.startswith(BYTE_ORDER_MARK):
        data = data.removeprefix(BYTE_ORDER_MARK)
    return crc32(data.replace(b"\r\n", b"\n") if b"\r" in data else data, seed)
