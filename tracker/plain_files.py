"""Reading and making files of any kind: only what is a file is read, and what the program makes is the user's alone."""

import contextlib
import os
import stat
from pathlib import Path
from typing import Any

import tomli

from tracker.core.messages import Message, message
from tracker.reasons import os_reason, text_reason

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
LONGEST_SMALL_FILE = 1_000_000
"""In bytes: settings, themes and bookmarks are far shorter."""


class NoFile(OSError):
    """A pipe, a device or a socket stands where a file belongs: reading it could wait for ever, or never end."""


class Unreadable(Exception):
    """A file of text cannot be read: `reason` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id)
        self.reason = reason


class Missing(Unreadable):
    """There is no such file."""


def open_file(path: Path, flags: int = os.O_RDONLY) -> int:
    """Open a file and return its descriptor. Raises NoFile where it is none, or another OSError; it never waits."""
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(21, "Is a directory", str(path))
        if not stat.S_ISREG(mode):
            raise NoFile(22, "not a file", str(path))
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def is_open_to_others(path: Path) -> bool:
    """Whether other users of this machine may read a file; not where that cannot be told."""
    try:
        return bool(path.stat().st_mode & 0o044)
    except OSError:
        return False


def read_file(path: Path, most: int = -1) -> bytes:
    """The content of a file, at most so many bytes of it. Raises OSError."""
    with open(open_file(path), "rb", buffering=0) as file:
        return file.read(most) if most >= 0 else file.readall()


def read_text(path: Path, most: int) -> str:
    """The text of a file of at most so many bytes, a million or more. Raises Missing, or Unreadable."""
    try:
        data = read_file(path, most + 1)
    except FileNotFoundError as error:
        raise Missing(os_reason(error)) from None
    except OSError as error:
        raise Unreadable(os_reason(error)) from None
    return text_of(data, most)


def text_of(data: bytes, most: int) -> str:
    """The text in at most so many bytes, a million or more. Raises Unreadable."""
    if len(data) > most:
        raise Unreadable(message("file.too_long", limit=most // 1_000_000))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(text_reason(error)) from None


def toml_of(text: str) -> dict[str, Any]:
    """The tables of a text in TOML. Raises Unreadable."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        reason = text_reason(error)
    except Exception:  # numbers of thousands of digits, times that no calendar has, nesting without end
        reason = message("file.senseless")
    raise Unreadable(reason)


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a small file of TOML. Raises Missing, or Unreadable for whatever else is wrong."""
    return toml_of(read_text(path, LONGEST_SMALL_FILE))


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for the user alone. Raises OSError."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        with contextlib.suppress(FileExistsError):
            missing.mkdir(PRIVATE_FOLDER)


def append_private(path: Path, data: bytes, largest: int) -> None:
    """Append to a file of the user alone, unless it has become larger than that. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
    with open(os.open(path, flags, PRIVATE_FILE), "ab") as file:
        if file.tell() < largest:
            file.write(data)


def write_private(path: Path, data: bytes) -> None:
    """Write a file for the user alone, in place of one that stands there. Raises OSError; what stood there stays then.

    What is there is whole: the old content or the new one.
    """
    fresh = path.with_name(f"{path.name}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, PRIVATE_FILE)
    with open(descriptor, "wb") as file:
        file.write(data)
    os.replace(fresh, path)
