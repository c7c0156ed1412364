"""What a command says: data and lines on standard output, complaints on standard error, exit statuses."""

import sys
from collections.abc import Iterable

from tracker.core.messages import Message
from tracker.text import Words, literal

DONE, REFUSED, USAGE = 0, 1, 2


def complain(words: Words, line: Message) -> None:
    """One line on standard error."""
    print(literal(words.say(line)), file=sys.stderr)


def write_json(data: object) -> None:
    """Data for another program on standard output."""
    import json  # a start of the screen never needs it

    print(json.dumps(data, ensure_ascii=False, indent=2))


def write_lines(lines: Iterable[str]) -> None:
    """Lines on standard output, safe for a terminal."""
    for line in lines:
        print(literal(line))
