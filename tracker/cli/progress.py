"""A bar on the terminal while a long session opens; nothing where there is no terminal or the file is short."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tracker.core.messages import message
from tracker.journal.progress import LONG_FILE, listening
from tracker.text import Words, literal

WIDTH = 30


@contextmanager
def progress_shown(path: Path, words: Words) -> Iterator[None]:
    """Show how far the reading of a file has come, and take the bar away when it is read."""
    size = 0
    with suppress(OSError):
        size = path.stat().st_size
    if size < LONG_FILE or not sys.stderr.isatty():
        yield
        return

    def show(share: float) -> None:
        done = round(share * WIDTH)
        bar = "#" * done + "." * (WIDTH - done)
        line = words.say(message("open.progress", name=path.name, bar=bar, percent=round(share * 100)))
        print(f"\r{literal(line)}", end="", file=sys.stderr, flush=True)

    show(0)
    try:
        with listening(show):
            yield
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
