"""Shipped files of words kept beside Python's compiled modules, as those are: read at each start without being parsed.

One file of a folder holds the tables of its TOML files, each with the size and the time that it had, and each by
itself: of a language that is not spoken only the head is taken. It is passed over where these, the version of the
program or that of Python are others, and where it cannot be read or written nothing is lost but a part of a start. Like
a compiled module it is trusted: anyone who can write it can write the program.
"""

import atexit
import marshal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from tracker import __version__
from tracker.beside_modules import place_beside_modules, write_beside_modules

Tables: TypeAlias = dict[str, tuple[int, int, bytes]]
"""The tables of the files of a folder by their names, each behind the size and the time of change of its file."""

_FORM = (2, __version__)
_known: dict[Path, Tables] = {}
_stale: set[Path] = set()


def compiled(path: Path, parse: Callable[[Path], Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return what a file of words holds, by `parse` where that is not kept. Raises as `parse` does."""
    folder = path.parent
    if folder not in _known:
        _known[folder] = _read(folder)
    try:
        about = path.stat()
    except OSError:
        return parse(path)
    found = _known[folder].get(path.name)
    if found is not None and found[:2] == (about.st_size, about.st_mtime_ns):
        with suppress(EOFError, ValueError, TypeError):  # it is damaged
            kept: Mapping[str, Any] = marshal.loads(found[2])
            return kept
    table = parse(path)
    try:
        _known[folder][path.name] = (about.st_size, about.st_mtime_ns, marshal.dumps(dict(table)))
    except ValueError:  # it holds what no words are made of, such as a time
        return table
    if not _stale:
        atexit.register(_write)
    _stale.add(folder)
    return table


def _place(folder: Path) -> Path:
    return place_beside_modules(folder, "words.words")


def _read(folder: Path) -> Tables:
    try:
        form, tables = marshal.loads(_place(folder).read_bytes())
    except Exception:  # it is missing, or of another Python
        return {}
    kept: Tables = tables
    return kept if form == _FORM else {}


def _write() -> None:
    if sys.dont_write_bytecode:
        return
    for folder in _stale:
        with suppress(OSError, ValueError):
            write_beside_modules(_place(folder), marshal.dumps((_FORM, _known[folder])))
