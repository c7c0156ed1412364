"""Moments of a session that someone marked while reading: they lie beside its file, whose entries never change."""

from collections.abc import Mapping
from pathlib import Path

from tracker.core.messages import message
from tracker.journal import toml_text
from tracker.journal.errors import JournalError
from tracker.journal.files import replace_whole_file
from tracker.plain_files import Missing, Unreadable, read_toml
from tracker.reasons import os_reason

LONGEST_NAME = 200


def bookmarks_path(session: Path) -> Path:
    """Return where the bookmarks of a session lie: `NAME.toml.bookmarks`, which moves with the session."""
    return session.with_name(f"{session.name}.bookmarks")


def read_bookmarks(session: Path) -> Mapping[int, str]:
    """Return the names of the marked entries by their number. Raises JournalError where the file cannot be read."""
    path = bookmarks_path(session)
    try:
        table = read_toml(path).get("bookmark", {})
    except Missing:
        return {}
    except Unreadable as error:
        raise JournalError(message("bookmarks.unreadable", path=str(path), problem=error.reason)) from None
    if not isinstance(table, dict) or not all(map(_is_bookmark, table.items())):
        raise JournalError(message("bookmarks.unreadable", path=str(path), problem=message("file.senseless")))
    return {int(number): name for number, name in sorted(table.items(), key=lambda pair: int(pair[0]))}


def write_bookmarks(session: Path, bookmarks: Mapping[int, str]) -> None:
    """Keep these bookmarks and no others, whole or not at all. Raises JournalError where the file cannot be written."""
    lines = [f"{number} = {toml_text.string(name[:LONGEST_NAME])}\n" for number, name in sorted(bookmarks.items())]
    path = bookmarks_path(session)
    try:
        replace_whole_file(path, ("[bookmark]\n" + "".join(lines)).encode())
    except OSError as error:
        raise JournalError(message("journal.not_saved", path=str(path), reason=os_reason(error))) from None


def _is_bookmark(pair: tuple[object, object]) -> bool:
    number, name = pair
    return isinstance(number, str) and number.isdecimal() and len(number) < 10 and isinstance(name, str)
