"""What plugins print goes to a log, never between the answers of the program."""

import sys
from pathlib import Path
from types import TracebackType
from typing import TextIO, cast

from tracker.places import user_folder
from tracker.plain_files import append_private, make_folder

LOG_NAME = "plugins.log"
LARGEST_LOG = 1 << 20
"""In bytes: what is printed beyond that is dropped."""


class _Log:
    """Stands in for an output stream and appends to the log."""

    encoding, errors = "utf-8", "replace"

    def write(self, text: str) -> int:
        """Append a text; what cannot be written is dropped."""
        try:
            path = log_path()
            make_folder(path.parent)
            append_private(path, text[:LARGEST_LOG].encode("utf-8", "replace"), LARGEST_LOG)
        except OSError:
            pass
        return len(text)

    def flush(self) -> None:
        """Nothing waits."""

    def isatty(self) -> bool:
        """No one looks."""
        return False


def log_path() -> Path:
    """The log, in the user's folder for states; it may be missing."""
    return user_folder("state") / LOG_NAME


class Quiet:
    """While this holds, what is printed goes to the log. It may be entered again inside."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        self._before: tuple[TextIO, TextIO] = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = cast("TextIO", _LOG)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stdout, sys.stderr = self._before


_LOG = _Log()
