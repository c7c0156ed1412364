"""The writer's lock: it lives in the system and ends with the process, so that no crash leaves one behind.

A small file beside the session names the process that holds it; it only informs, the lock does not depend on it.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from tracker.core.messages import Message, message
from tracker.journal.errors import JournalError, SessionLocked
from tracker.plain_files import read_file, write_private
from tracker.reasons import os_reason

_wanted = True


def do_without() -> None:
    """From now on take no locks in this process: some file systems have none. The user has to say so."""
    global _wanted
    _wanted = False


@contextlib.contextmanager
def taken(descriptor: int, path: Path) -> Iterator[None]:
    """Lock the open session file at `path`; when the block fails, the lock is given back and the file closed.

    Raises SessionLocked, or JournalError where locking is impossible; the file is closed then, too.
    """
    try:
        if _wanted:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise SessionLocked(_locked_by(path)) from None
        raise JournalError(message("journal.no_lock", path=str(path), reason=os_reason(error))) from None
    with contextlib.suppress(OSError):
        write_private(_holder_file(path), f"{os.getpid()}\n".encode("ascii"))
    try:
        yield
    except BaseException:
        release(descriptor, path)
        raise


def release(descriptor: int, path: Path) -> None:
    """Give the lock back and close the file."""
    with contextlib.suppress(OSError):
        _holder_file(path).unlink()
    with contextlib.suppress(OSError):  # every entry has been synced
        os.close(descriptor)


def _holder_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock-holder")


def _locked_by(path: Path) -> Message:
    try:
        process = int(read_file(_holder_file(path), 20).decode("ascii"))
    except (OSError, ValueError):
        return message("journal.locked", path=str(path))
    return message("journal.locked_by", path=str(path), process=process)
