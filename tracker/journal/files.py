"""Writing files so that they are whole and on disk, or not there at all."""

import contextlib
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

from tracker.plain_files import PRIVATE_FILE, make_folder, read_file

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND


def create_file(path: Path, data: bytes) -> int:
    """Write a new file, on disk when this returns; gives its descriptor, open for reading and appending.

    Raises FileExistsError where the name is taken, OSError where it cannot be written; then no file is left.
    """
    make_folder(path.parent)
    descriptor = os.open(path, _NEW, PRIVATE_FILE)
    try:
        write_all(descriptor, data)
        os.fsync(descriptor)
        sync_folder(path.parent)
    except BaseException:
        os.close(descriptor)
        path.unlink(missing_ok=True)
        raise
    return descriptor


def create_whole_file(path: Path, data: bytes) -> None:
    """Write a new file, on disk when this returns, and close it. Raises as `create_file` does."""
    os.close(create_file(path, data))


def replace_whole_file(path: Path, data: bytes, older: Path | None = None) -> None:
    """Write a file in place of an older one, on disk when this returns; the older one stays until the new one is whole.

    A copy of that is kept as `older`, if given, where nothing stands there. Raises OSError; the file is then as it was.
    """
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    create_whole_file(new, data)
    try:
        if older is not None:
            with contextlib.suppress(FileNotFoundError):
                create_whole_file(older, read_file(path))
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def numbered(stem: str, suffix: str = "") -> Iterator[str]:
    """The name, then the name with each number: "a.toml", "a-2.toml", "a-3.toml" and so on."""
    yield f"{stem}{suffix}"
    yield from (f"{stem}-{number}{suffix}" for number in itertools.count(2))


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of `data`, at one stroke where the system takes it whole. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_all(descriptor: int) -> bytes:
    """The whole content of an open file."""
    with open(descriptor, "rb", closefd=False) as file:
        file.seek(0)
        return file.read()


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to disk, where its file system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
