"""Why a file cannot be read or written, in the reader's words instead of the system's or a parser's."""

import errno

import tomli

from tracker.core.messages import Message, message

_OS_REASONS = {
    errno.ENOSPC: "journal.os.disk_full",
    errno.EDQUOT: "journal.os.disk_full",
    errno.EFBIG: "journal.os.too_large",
    errno.EROFS: "journal.os.read_only",
    errno.EACCES: "journal.os.not_allowed",
    errno.EPERM: "journal.os.not_allowed",
    errno.ENOENT: "journal.os.missing",
    errno.EEXIST: "journal.os.exists",
    errno.EISDIR: "journal.os.is_folder",
    errno.ENOTDIR: "journal.os.not_a_folder",
    errno.ENAMETOOLONG: "journal.os.name_too_long",
    errno.EIO: "journal.os.device",
    errno.ENOLCK: "journal.os.no_locks",
    errno.ENOSYS: "journal.os.no_locks",
    errno.EOPNOTSUPP: "journal.os.no_locks",
    errno.ESTALE: "journal.os.stale",
    errno.EINVAL: "journal.os.not_a_file",
    errno.ENXIO: "journal.os.not_a_file",
    errno.ELOOP: "journal.os.link",
}


def os_reason(error: OSError) -> Message:
    """Say why the operating system refused."""
    known = _OS_REASONS.get(error.errno or 0)
    return message(known) if known else message("journal.os.other", error=error.strerror or str(error))


def text_reason(error: UnicodeDecodeError | tomli.TOMLDecodeError) -> Message:
    """Say where a file is no text in UTF-8, or no TOML."""
    if isinstance(error, UnicodeDecodeError):
        return message("file.not_utf8", line=error.object.count(b"\n", 0, error.start) + 1)
    return message("file.not_toml", line=error.lineno, column=error.colno)
