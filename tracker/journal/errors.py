"""What can go wrong with a session file, each as one message for the game master."""

from collections.abc import Sequence
from pathlib import Path

from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.reasons import os_reason


class JournalError(Exception):
    """The session file cannot be read or written; `reason` says what, where, and what would be right."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason

    def in_file(self, path: Path) -> "JournalError":
        """The same error, naming the file that it is about."""
        self.reason = message("journal.in_file", path=str(path), problem=self.reason)
        return self


def not_opened(path: Path, error: OSError) -> JournalError:
    """What to say where the system does not let a file be read."""
    return JournalError(message("journal.not_opened", path=str(path), reason=os_reason(error)))


class Unreadable(JournalError):
    """An entry makes no sense; `problem` says why."""

    def __init__(self, entry: int, problem: Message) -> None:
        super().__init__(message("journal.unreadable", entry=entry, problem=problem))
        self.problem = problem


@record
class Fault:
    """What is wrong with an entry of a session file, or with several in a row.

    Entries that are `left_out` cannot be read or do not fit: a line that says so stands in their place. Those that were
    changed stand as they are; `check` is what their bytes come to now. Where `last` is less than `first`, something
    that is no entry stands in front of entry `first`.
    """

    first: int
    last: int
    problem: Message
    left_out: bool = True
    check: int = 0

    @property
    def numbers(self) -> range:
        """The numbers of the entries."""
        return range(self.first, self.last + 1)

    @property
    def reason(self) -> Message:
        """Which entries, and what is wrong with them."""
        if self.last < self.first:
            return message("journal.fault.before", entry=self.first, problem=self.problem)
        if self.last > self.first:
            return message("journal.fault.several", first=self.first, last=self.last, problem=self.problem)
        return message("journal.fault.one", entry=self.first, problem=self.problem)


def faults_told(faults: Sequence[Fault]) -> Message:
    """What is wrong with a file, in a line: the first fault, and how many there are."""
    return message("journal.faults", first=faults[0].reason, count=len(faults))


class Damaged(JournalError):
    """The file is damaged or was changed, and nothing has been done about it; `faults` say where and what."""

    def __init__(self, faults: tuple[Fault, ...], path: Path) -> None:
        super().__init__(message("journal.is_damaged", path=str(path), problem=faults_told(faults)))
        self.faults = faults


class FileLost(JournalError):
    """The file is not what was opened any more: what is open can still be saved as a copy."""


class SessionLocked(JournalError):
    """Another writer has the session open."""


class NewerFormat(JournalError):
    """A newer program wrote the file."""


class OlderFormat(JournalError):
    """An older program wrote the file: it has to be migrated into a copy first."""
