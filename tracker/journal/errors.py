"""What can go wrong with a session file, each as one message for the game master."""

import errno
from pathlib import Path

from tracker.core.messages import Message, message


class JournalError(Exception):
    """The session file cannot be read or written; `reason` says what, where, and what would be right."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason

    def in_file(self, path: Path) -> "JournalError":
        """The same error, naming the file that it is about."""
        return type(self)(message("journal.in_file", path=str(path), problem=self.reason))


class SessionLocked(JournalError):
    """Another writer has the session open."""


class NewerFormat(JournalError):
    """A newer program wrote the file."""


class OlderFormat(JournalError):
    """An older program wrote the file: it has to be migrated into a copy first."""


_OS_REASONS = {
    errno.ENOSPC: "journal.os.disk_full",
    errno.EDQUOT: "journal.os.disk_full",
    errno.EFBIG: "journal.os.too_large",
    errno.EROFS: "journal.os.read_only",
    errno.EACCES: "journal.os.read_only",
    errno.EPERM: "journal.os.read_only",
    errno.ENOENT: "journal.os.missing",
    errno.EEXIST: "journal.os.exists",
    errno.EISDIR: "journal.os.is_folder",
    errno.ENOTDIR: "journal.os.not_a_folder",
    errno.ENAMETOOLONG: "journal.os.name_too_long",
    errno.EIO: "journal.os.device",
}


def os_reason(error: OSError) -> Message:
    """Say in the reader's words why the operating system refused."""
    known = _OS_REASONS.get(error.errno or 0)
    return message(known) if known else message("journal.os.other", error=error.strerror or str(error))
