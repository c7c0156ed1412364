"""Where books lie, and the only place that writes one: whole or not at all, with the older version beside it."""

import itertools
from collections.abc import Sequence
from pathlib import Path

from tracker.books import named
from tracker.books.contents import Source
from tracker.journal.files import replace_whole_file
from tracker.journal.folder import saves_folder
from tracker.places import user_folder

SUFFIX = ".toml"
MOST_BYTES = 2_000_000
"""How large a book may be; a thousand creatures fit into a quarter of it."""
_FOLDER = "books"


def books_folders() -> tuple[Path, ...]:
    """The folder `books` beside the saves, then the one in the user's data folder; either may be missing."""
    beside = saves_folder().with_name(_FOLDER)
    own = user_folder("data") / _FOLDER
    return (beside,) if beside == own else (beside, own)


def book_sources(shipped: Sequence[Path]) -> list[Source]:
    """The files that may be books, the nearest first: those that are named, the user's, those of the plugins."""
    found = dict.fromkeys(named.NAMED)
    for folder in books_folders():
        try:
            paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())
        except OSError:  # no such folder is the usual case
            continue
        found.update(dict.fromkeys(paths))
    return [*map(Source, found), *(Source(path, is_shipped=True) for path in shipped)]


def write_book(path: Path, text: str) -> None:
    """Write a book so that it is on disk when this returns; an older version stays beside it as NAME.toml.NUMBER.

    Only the user may read it. Raises OSError; the file is then as it was.
    """
    replace_whole_file(path, text.encode("utf-8"), _free_name(path))


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.{number}") for number in itertools.count(1))
    return next(name for name in names if not name.exists())
