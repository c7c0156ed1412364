"""What a ruleset describes, kept beside its compiled modules: a session that opens need not import its chapters.

It is passed over where any file of the package, the version of the program or that of Python is another, and where it
cannot be read or written nothing is lost but a part of a start. Like a compiled module it is trusted: whoever can write
it can write the ruleset. Only what comes with the program is kept; what else a plugin may hang on nobody knows.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, TypeAlias

from tracker import __version__
from tracker.plain_files import write_private

Descriptions: TypeAlias = Mapping[str, Sequence[Any]]
"""What the chapters of a ruleset describe, by what it is."""


def kept(package: str, describe: Callable[[], Descriptions]) -> Descriptions:
    """Return what a package describes, by `describe` where that is not kept as it now is."""
    import pickle

    folder = Path(sys.modules[package].__file__ or "").parent
    place = Path(cache_from_source(str(folder / "descriptions.py"))).with_suffix(".kept")
    try:
        stamp = _stamp(folder)
        found, descriptions = pickle.loads(place.read_bytes())
        if found == stamp:
            unchanged: Descriptions = descriptions
            return unchanged
    except Exception:  # it is missing, or of another Python or program
        pass
    described = describe()
    if not sys.dont_write_bytecode:
        # A folder of somebody else, or a description that has no such form.
        with suppress(Exception):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_private(place, pickle.dumps((_stamp(folder), described), 5))
    return described


def _stamp(folder: Path) -> list[object]:
    return [__version__, *sorted([*_files(folder), *_files(Path(__file__).parent)])]


def _files(folder: Path) -> Iterator[tuple[str, int, int]]:
    """The files of a package that its descriptions may hang on: the name, the size and the time of change of each."""
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
