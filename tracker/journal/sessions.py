"""Where saves live, which there are, and new ones made from old ones."""

import contextlib
import itertools
import stat
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from tracker.core.history import Entry
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.journal.checks import sealed, verify
from tracker.journal.codec import encode_entry
from tracker.journal.errors import Damaged, JournalError
from tracker.journal.files import create_whole_file
from tracker.journal.framing import end_of_entry, header_length
from tracker.journal.header import SessionHeader, encode_header
from tracker.journal.reader import count_entries, read_bytes, read_header
from tracker.plain_files import read_file
from tracker.reasons import os_reason

SUFFIX = ".toml"
_FOLDER = "saves"
# Room for a suffix and for the name of a piece set aside, within the 255 bytes of common file systems.
_LONGEST_STEM_BYTES = 180


@record
class Save:
    """A session file in a list: its header, or what is wrong with it.

    `entries` is the number of entries, None where the end of the file does not tell; `modified` is UTC. `is_read`: one
    that is only known to be there has none of these yet, see `read_save`.
    """

    path: Path
    modified: datetime
    header: SessionHeader | None = None
    entries: int | None = None
    problem: Message | None = None
    is_read: bool = True


def saves_folder(start: Path | None = None) -> Path:
    """The folder `saves` in `start` (the working folder), else in the user's data folder, perhaps missing yet."""
    with contextlib.suppress(OSError):  # the working folder may be gone
        beside = (start or Path.cwd()) / _FOLDER
        if beside.is_dir():
            return beside
    from platformdirs import user_data_path

    return user_data_path("coterie", appauthor=False) / _FOLDER


def list_saves(folder: Path) -> list[Save]:
    """The sessions in a folder, the one that changed last first. Reads headers and ends of files only.

    One that cannot be read stands there with its problem. Raises JournalError where the folder itself cannot be read.
    """
    return list(map(read_save, found_saves(folder)))


def found_saves(folder: Path) -> list[Save]:
    """The same without a look into any file: thousands are found while tens are read. Raises like `list_saves`."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == SUFFIX and not path.name.startswith(".")]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise JournalError(message("journal.no_folder", path=str(folder), reason=os_reason(error))) from None
    saves = [save for path in paths if (save := _found(path)) is not None]
    return sorted(saves, key=lambda save: (save.modified, save.path.name), reverse=True)


def _found(path: Path) -> Save | None:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            return None
        return Save(path, datetime.fromtimestamp(about.st_mtime, UTC), is_read=False)
    except (OSError, OverflowError, ValueError):
        return None  # deleted while the list is made


def read_save(save: Save) -> Save:
    """What a session file says of itself, or what is wrong with it."""
    path, modified = save.path, save.modified
    try:
        return Save(path, modified, header=read_header(path), entries=count_entries(path))
    except JournalError as error:
        return Save(path, modified, problem=error.reason)
    except OSError as error:
        return Save(path, modified, problem=os_reason(error))
    except Exception:  # whatever it is, it stands in nobody's way
        return Save(path, modified, problem=message("file.senseless"))


def file_stem(title: str) -> str:
    """A file name for a title: letters of any script, digits and dashes; "session" where none is left."""
    kept = (
        character if character.isalnum() or unicodedata.category(character).startswith("M") else "-"
        for character in unicodedata.normalize("NFC", title)
    )
    words = [word for word in "".join(kept).split("-") if word]
    stem = "-".join(words).encode("utf-8")[:_LONGEST_STEM_BYTES].decode("utf-8", "ignore").rstrip("-")
    return stem or "session"


def new_path(folder: Path, title: str) -> Path:
    """A path in the folder that nothing stands at, named after the title, with a number where it is taken."""
    stem = file_stem(title)
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(path for name in names if not (path := folder / f"{name}{SUFFIX}").exists())


def mended_path(path: Path) -> Path:
    """A path that nothing stands at for the mended copy of a session, beside it."""
    return new_path(path.parent, f"{path.stem} mended")


def branch(path: Path, new_path: Path, up_to: int) -> None:
    """Continue from an earlier moment: copy the header and the entries 1 to `up_to`, byte for byte, to a new file.

    `up_to` 0 copies the header alone. Raises JournalError where the session has no such entry, is damaged before it, or
    `new_path` exists.
    """
    try:
        data = read_file(path)
    except OSError as error:
        raise JournalError(message("journal.not_opened", path=str(path), reason=os_reason(error))) from None
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
    _create(new_path, data[:end])


def write_copy(new_path: Path, header: SessionHeader, entries: Iterable[Entry]) -> None:
    """Write a session to a new file, on disk when this returns. Raises JournalError; then there is no such file."""
    pieces = [encode_header(header)]
    running = verify(pieces[0]).running
    for entry in entries:
        piece, running = sealed(encode_entry(entry), running)
        pieces.append(piece)
    _create(new_path, b"".join(pieces))


def _create(path: Path, data: bytes) -> None:
    try:
        create_whole_file(path, data)
    except OSError as error:
        raise JournalError(message("journal.not_created", path=str(path), reason=os_reason(error))) from None
