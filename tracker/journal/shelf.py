"""Putting sessions away and bringing them back: each moves with all that lies beside it, nothing is deleted."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from tracker.core.messages import message
from tracker.journal import lock
from tracker.journal.errors import JournalError
from tracker.journal.files import numbered, sync_folder
from tracker.plain_files import make_folder, open_file
from tracker.reasons import os_reason

Shelf: TypeAlias = Literal["", "archive", "removed"]
"""Where a session lies: among the saves, or in the folder of this name beside them."""

SHELVES: Sequence[Shelf] = ("", "archive", "removed")
_NOT_MOVED = (".lock-holder", ".new")


def shelf_of(path: Path) -> Shelf:
    """Where a session lies, by its path."""
    name = path.absolute().parent.name
    return "archive" if name == "archive" else "removed" if name == "removed" else ""


def put(path: Path, shelf: Shelf) -> Path:
    """Move a session, and what lies beside it as NAME.toml.WORD, to a shelf; returns where it now is.

    It gets a number where its name is taken there. Raises SessionLocked where someone writes it, or another
    JournalError where it lies there already or cannot be moved; then it is where it was.
    """
    here = shelf_of(path)
    if here == shelf:
        raise JournalError(message(f"shelf.already.{shelf or 'back'}", path=str(path)))
    saves = path.absolute().parent if not here else path.absolute().parent.parent
    if path.parent == Path():  # it was named without a folder, and is told so
        saves = Path() if not here else Path("..")
    try:
        with contextlib.closing(_Held(path)):
            return _moved(path, saves / shelf)
    except OSError as error:
        raise JournalError(message("shelf.not_moved", path=str(path), reason=os_reason(error))) from None


class _Held:
    """The lock of a session for as long as it moves."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = open_file(path, os.O_RDWR)
        with lock.taken(self._descriptor, path):
            pass

    def close(self) -> None:
        """Give the lock back."""
        lock.release(self._descriptor, self._path)


def _moved(path: Path, folder: Path) -> Path:
    make_folder(folder)
    beside = [
        other.name.removeprefix(path.name)
        for other in path.parent.iterdir()
        if other.name.startswith(f"{path.name}.") and not other.name.endswith(_NOT_MOVED)
    ]
    target = folder / _free_name(path, folder)
    moved: list[tuple[Path, Path]] = []
    try:
        for ending in (*sorted(beside), ""):
            pair = path.with_name(path.name + ending), target.with_name(target.name + ending)
            _move(*pair)
            moved.append(pair)
    except BaseException:
        for old, new in moved:
            _move(new, old)
        raise
    sync_folder(folder)
    sync_folder(path.parent)
    return target


def _free_name(path: Path, folder: Path) -> str:
    taken = {other.name for other in folder.iterdir()}
    names = numbered(path.stem, path.suffix)
    return next(name for name in names if not any(one == name or one.startswith(f"{name}.") for one in taken))


def _move(old: Path, new: Path) -> None:
    """Move a file to where nothing stands: what another program puts there in the meantime is not written over."""
    try:
        os.link(old, new, follow_symlinks=False)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names
        os.rename(old, new)
    else:
        os.unlink(old)
