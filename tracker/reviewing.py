"""Opening a session to read it: its file and its words, without engine, command language and table.

The ruleset is imported only where not all that a reader needs of it is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tracker.core.history import History
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.journal.errors import Fault, faults_told
from tracker.journal.header import SessionHeader
from tracker.journal.reader import Reading, read
from tracker.journal.replay import Replay, replay
from tracker.languages import Catalogue, language_of
from tracker.readable import KnownRuleset
from tracker.rules.known import ShippedRuleset, shipped_ruleset
from tracker.rules.loader import PluginError, PluginSource, find
from tracker.text import Words


@record
class ReadSession:
    """A session as it is read. `notices` are for the reader; `faults` are what is amiss in the file."""

    header: SessionHeader
    history: History
    words: Words
    file_words: Words
    ruleset: KnownRuleset | None
    notices: tuple[Message, ...]
    faults: tuple[Fault, ...]

    @property
    def title(self) -> str:
        """What the session is called now; the header keeps the title that it began with."""
        return self.history.state.title


@record
class ReadFile:
    """What a session file holds, folded. `faults` are those of its reading and of its replay."""

    reading: Reading
    replay: Replay
    faults: tuple[Fault, ...]

    def told(self, notices: Sequence[Message]) -> tuple[Message, ...]:
        """What to tell of the file, with what else there is to tell between its end and its faults."""
        reading, faults = self.reading, self.faults
        torn = [reading.notice] if reading.notice else []
        return (*torn, *notices, *([faults_told(faults)] if faults else ()), *self.replay.doubts)


def read_file(path: Path, *, whole: bool = False) -> ReadFile:
    """Read and fold a session file; where `whole` every entry, with no help of a snapshot. Raises JournalError."""
    if whole:
        reading = read(path)
    else:
        from tracker.journal.resuming import read_quickly  # who reads all of it never waits for snapshots

        reading = read_quickly(path)
    replayed = replay(reading)
    if (reading.faults or replayed.faults) and reading.resumed is not None:
        # Told as it would be without a snapshot: some of what came before it may have to do with this.
        reading = read(path)
        replayed = replay(reading)
    return ReadFile(reading, replayed, (*reading.faults, *replayed.faults))


def read_session(path: Path, folders: Sequence[Path], language: str, *, whole: bool = False) -> ReadSession:
    """Open a session for reading only, as `tracker.opening.review_session` does. Raises JournalError."""
    file = read_file(path, whole=whole)
    header = file.reading.header
    notices: list[Message] = []
    ruleset, catalogue = None, None
    try:
        source = find(header.ruleset, folders)
        ruleset, catalogue = _ruleset(source, header, folders)
    except PluginError as error:
        notices.append(message("session.only_reading", reason=error.reason))
    words, file_words = words_for(header, language, catalogue)
    if ruleset is not None:
        if not isinstance(ruleset, ShippedRuleset):
            words.read()
        words.further = file_words.further = lambda: _words_of_books(source, ruleset, words, header)
    return ReadSession(header, file.replay.history, words, file_words, ruleset, file.told(notices), file.faults)


def words_for(
    header: SessionHeader, language: str, catalogue: Callable[[str], Catalogue] | None
) -> tuple[Words, Words]:
    """The words for a reader of a language and those of the session; the same where the languages are."""
    words = Words(language, catalogue)
    file_language = language_of(header.language)  # a file may name any
    return words, words if language == file_language else Words(file_language, catalogue)


def _ruleset(
    source: PluginSource, header: SessionHeader, folders: Sequence[Path]
) -> tuple[KnownRuleset, Callable[[str], Catalogue]]:
    """The ruleset and its words. Raises PluginError."""
    known = None if header.house_rules else shipped_ruleset(source)
    if known is not None:
        return known, known.catalogue
    from tracker.rules.facade import Rules

    rules = Rules.load(source, [find(name, folders) for name in header.house_rules])
    return rules, rules.catalogue


def _words_of_books(
    source: PluginSource, ruleset: KnownRuleset, words: Words, header: SessionHeader
) -> Mapping[str, str]:
    """The words of the user's books: only for what nothing else has a word for."""
    from tracker.command.library import library_for
    from tracker.rules.facade import Rules

    rules = ruleset if isinstance(ruleset, Rules) else Rules.load(source)  # with house rules it is imported already
    return library_for(rules, words, header).words()
