"""What a command says: data and lines on standard output, complaints on standard error, exit statuses."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from itertools import islice

from tracker.core.messages import Message
from tracker.signs import PlainStream
from tracker.text import Words, is_harmless, literal

DONE, REFUSED, USAGE = 0, 1, 2
_AT_ONCE = 100


@contextmanager
def plain_output() -> Iterator[None]:
    """Meanwhile all output is in plain signs; data for other programs say the others by their numbers."""
    with redirect_stdout(PlainStream(sys.stdout)), redirect_stderr(PlainStream(sys.stderr)):
        yield


def complain(words: Words, line: Message) -> None:
    """One line on standard error."""
    print(literal(words.say(line)), file=sys.stderr)


def json_text(data: object, *, indent: int | None = None) -> str:
    """Data for another program as text, in which no sign controls a terminal or turns its direction."""
    import json  # a start of the screen never needs it

    text = json.dumps(data, ensure_ascii=isinstance(sys.stdout, PlainStream), indent=indent)
    if text.isprintable():
        return text
    return "".join(sign if sign == "\n" or is_harmless(sign) else f"\\u{ord(sign):04x}" for sign in text)


def write_json(data: object) -> None:
    """Data for another program on standard output."""
    print(json_text(data, indent=2))


def write_lines(lines: Iterable[str]) -> None:
    """Lines on standard output, safe for a terminal."""
    for line in lines:
        print(literal(line))


def write_pieces(pieces: Iterable[str]) -> None:
    """Pieces of text on standard output, each with its end of line; many at once, for output may not be buffered."""
    rest = iter(pieces)
    while part := list(islice(rest, _AT_ONCE)):
        print("\n".join(part))
