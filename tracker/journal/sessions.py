"""Where saves live, which there are, and new ones made from old ones."""

import contextlib
import itertools
import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import tomli

from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.core.patterns import pattern
from tracker.core.record import record, replace
from tracker.journal.checks import sealed, verify
from tracker.journal.codec import encode_entry
from tracker.journal.errors import Damaged, JournalError, not_opened
from tracker.journal.files import create_whole_file, numbered
from tracker.journal.folder import SUFFIX
from tracker.journal.framing import end_of_entry, header_length
from tracker.journal.header import SessionHeader, encode_header
from tracker.journal.reader import count_entries, read_bytes, read_header
from tracker.plain_files import read_file
from tracker.reasons import os_reason

if TYPE_CHECKING:
    from tracker.journal.summary import Summary

# Room for a suffix and for the name of a piece set aside, within the 255 bytes of common file systems.
_LONGEST_STEM_BYTES = 180


@record
class Save:
    """A session file in a list: its header, or what is wrong with it.

    `entries` is the number of entries, None where the end of the file does not tell; `modified` is UTC; `size` is in
    bytes. `is_read`: its header was looked for; `summary` is there once the whole file was looked through.
    """

    path: Path
    modified: datetime
    header: SessionHeader | None = None
    entries: int | None = None
    problem: Message | None = None
    size: int = 0
    is_read: bool = True
    summary: "Summary | None" = None

    @property
    def title(self) -> str:
        """What the session is called, as far as is known; "" where it cannot be read."""
        if self.summary is not None and self.summary.title is not None:
            return self.summary.title
        return self.header.title if self.header is not None else ""


def found_saves(folder: Path) -> list[Save]:
    """The files of a folder that look like sessions, the one that changed last first; none of them is read.

    Raises JournalError where the folder itself cannot be read.
    """
    try:
        with os.scandir(folder) as entries:
            found = [
                save
                for entry in entries
                if entry.name.endswith(SUFFIX)
                and not entry.name.startswith(".")
                and (save := _found(entry)) is not None
            ]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise JournalError(message("journal.no_folder", path=str(folder), reason=os_reason(error))) from None
    return sorted(found, key=lambda save: (save.modified, save.path.name), reverse=True)


def _found(entry: "os.DirEntry[str]") -> Save | None:
    try:
        about = entry.stat()
        if not stat.S_ISREG(about.st_mode):
            return None
        modified = datetime.fromtimestamp(about.st_mtime, UTC)
    except (OSError, OverflowError, ValueError):
        return None  # deleted while the list is made
    return Save(Path(entry.path), modified, size=about.st_size, is_read=False)


def read_save(save: Save) -> Save:
    """The same with its header and the number of its entries, or what is wrong with it; reads both ends of the file."""
    try:
        return replace(save, header=read_header(save.path), entries=count_entries(save.path), is_read=True)
    except JournalError as error:
        problem = error.reason
    except OSError as error:
        problem = os_reason(error)
    except Exception:  # whatever it is, it stands in no one's way
        problem = message("file.senseless")
    return replace(save, problem=problem, is_read=True)


def summarized(save: Save) -> Iterator[Save | None]:
    """Look through the whole file, piece by piece: None after each, and the save with its summary at last."""
    from tracker.journal.summary import Summary, summarize  # a list's alone, and only once its frame is there

    if save.problem is None:
        with contextlib.suppress(Exception):  # it is gone, or odd: the one who opens it is told
            for summary in summarize(save.path):
                yield None if summary is None else replace(save, summary=summary)
            return
    yield replace(save, summary=Summary())


def list_saves(folder: Path) -> list[Save]:
    """The sessions in a folder, the one that changed last first. Reads headers and ends of files only.

    One that cannot be read stands there with its problem. Raises JournalError where the folder itself cannot be read.
    """
    return [read_save(save) for save in found_saves(folder)]


_TITLE_LINE = pattern(rb'^title = "(?:[^"\\]|\\.)*"', re.MULTILINE)


def titles(folder: Path) -> dict[Path, str]:
    """What the sessions of a folder are called now; those that cannot be read are called "". Raises JournalError."""
    return {save.path: _title(save) for save in found_saves(folder)}


def _title(save: Save) -> str:
    with contextlib.suppress(Exception):  # whatever it is, it stands in no one's way
        data = read_file(save.path)
        found = _TITLE_LINE.search(data, 0, header_length(data) or 0)
        if found is not None and b'{ kind = "title_set"' not in data:
            return str(tomli.loads(found[0].decode())["title"])
        from tracker.journal.summary import summary_of

        return replace(read_save(save), summary=summary_of(save.path)).title
    return ""


def is_taken(title: str, folder: Path) -> bool:
    """Whether a session of the folder is called so already, in capitals or not."""
    return _folded(title) in map(_folded, titles(folder).values())


def next_title(title: str, folder: Path) -> str:
    """A title that no session of the folder has: this one with the next number."""
    taken = set(map(_folded, titles(folder).values()))
    stem = re.sub(r"\s+\d{1,9}$", "", title) or title
    return next(one for number in itertools.count(2) if _folded(one := f"{stem} {number}") not in taken)


def _folded(title: str) -> str:
    return " ".join(title.casefold().split())


def file_stem(title: str) -> str:
    """A file name for a title: letters of any script, digits and dashes; "session" if none is left."""
    kept = (
        character if character.isalnum() or unicodedata.category(character).startswith("M") else "-"
        for character in unicodedata.normalize("NFC", title)
    )
    words = [word for word in "".join(kept).split("-") if word]
    stem = "-".join(words).encode("utf-8")[:_LONGEST_STEM_BYTES].decode("utf-8", "ignore").rstrip("-")
    return stem or "session"


def new_path(folder: Path, title: str) -> Path:
    """A path in the folder that nothing stands at, named after the title, with a number where it is taken."""
    names = numbered(file_stem(title), SUFFIX)
    return next(path for name in names if not (path := folder / name).exists())


def mended_path(path: Path) -> Path:
    """A path that nothing stands at for the mended copy of a session, beside it."""
    return new_path(path.parent, f"{path.stem} mended")


def branch(path: Path, new_path: Path, up_to: int, then: Iterable[Entry] = ()) -> None:
    """Continue from an earlier moment: copy the header and the entries 1 to `up_to`, byte for byte, to a new file.

    `up_to` 0 copies the header alone. The entries `then` follow. Raises JournalError where the session has no such
    entry, is damaged before it, or `new_path` exists.
    """
    try:
        data = read_file(path)
    except OSError as error:
        raise not_opened(path, error) from None
    end = end_of_entry(data, header_length(data) or 0, up_to)
    if end is None:
        raise JournalError(message("journal.no_entry", entry=up_to)).in_file(path)
    try:
        whole = read_bytes(data[:end])
    except JournalError as error:
        raise error.in_file(path) from None
    if len(whole.entries) != up_to or whole.torn:
        raise JournalError(message("journal.no_entry", entry=up_to)).in_file(path)
    if whole.faults:
        raise Damaged(whole.faults, path)
    _create(new_path, b"".join([data[:end], *_sealed(then, whole.running)]))


def write_copy(new_path: Path, header: SessionHeader, entries: Iterable[Entry]) -> None:
    """Write a session to a new file, on disk when this returns. Raises JournalError; then there is no such file."""
    _create(new_path, session_bytes(header, entries))


def session_bytes(header: SessionHeader, entries: Iterable[Entry]) -> bytes:
    """The content of the file of a session, each entry under its check."""
    head = encode_header(header)
    return b"".join([head, *_sealed(entries, verify(head).running)])


def _sealed(entries: Iterable[Entry], running: int) -> Iterator[bytes]:
    """The text of entries, each with its check; `running` is that of the file before them."""
    for entry in entries:
        piece, running = sealed(encode_entry(entry), running)
        yield piece


def _create(path: Path, data: bytes) -> None:
    try:
        create_whole_file(path, data)
    except OSError as error:
        raise JournalError(message("journal.not_created", path=str(path), reason=os_reason(error))) from None
