"""What takes long to work out from shipped files, kept beside Python's compiled modules, as those are.

It is passed over where any of the files, the version of the program or that of Python is another, and where it cannot
be read or written nothing is lost but a part of a start. Like a compiled module it is trusted: anyone who can
write it can write the program.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Protocol, TypeVar

from tracker import __version__
from tracker.plain_files import write_private

Worked = TypeVar("Worked")


class Form(Protocol):
    """How what is kept is written, as the modules `marshal` and `pickle` do."""

    def dumps(self, value: Any, version: int, /) -> bytes:
        """Write it."""
        ...

    def loads(self, data: bytes, /) -> Any:
        """Read it."""
        ...


def keep(folder: Path, name: str, work_out: Callable[[], Worked], form: Form, also: Sequence[Path] = ()) -> Worked:
    """Return what `work_out` gives, from where it is kept under a name in a folder, as long as nothing has changed.

    It hangs on all the files of that folder and of those `also` named, words aside.
    """
    place = place_beside_modules(folder, f"{name}.kept")
    folders = (folder, *also)
    try:
        stamp = _stamp(folders)
        found, kept = form.loads(place.read_bytes())
        if found == stamp:
            unchanged: Worked = kept
            return unchanged
    except Exception:  # it is missing, or of another Python or program
        pass
    worked = work_out()
    if not sys.dont_write_bytecode:
        # A folder of someone else, or what has no such form.
        with suppress(Exception):
            write_beside_modules(place, form.dumps((_stamp(folders), worked), 4))
    return worked


def place_beside_modules(folder: Path, name: str) -> Path:
    """Where a file of a name and its suffix lies that is kept beside the compiled modules of a folder."""
    whole = Path(name)
    return Path(cache_from_source(str(folder / whole.with_suffix(".py")))).with_suffix(whole.suffix)


def write_beside_modules(place: Path, data: bytes) -> None:
    """Write such a file, whole or not at all. Raises OSError."""
    place.parent.mkdir(parents=True, exist_ok=True)
    write_private(place, data)


def _stamp(folders: Sequence[Path]) -> list[object]:
    return [__version__, *sorted(about for folder in folders for about in _files(folder))]


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    """The files of a folder that something may hang on: the name, the size and the time of change of each."""
    folders = [str(folder)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name not in ("__pycache__", "locale"):
                        folders.append(entry.path)
                else:
                    about = entry.stat()
                    yield entry.path, about.st_size, about.st_mtime_ns
