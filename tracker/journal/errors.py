"""What can go wrong with a session file, each as one message for the game master."""

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
