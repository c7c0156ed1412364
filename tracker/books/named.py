"""The books that are named when the program is started; they go before all others."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tracker.core.messages import Message, message

NAMED: list[Path] = []


def name_books(paths: Sequence[Path]) -> Iterator[Message]:
    """Use these books beside those in the folders; tell which of them are not there."""
    NAMED[:] = paths
    return (message("book.no_file", path=str(path)) for path in paths if not path.is_file())
