"""Opening a session: its file, its ruleset and its words brought together into a table."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tracker.command.parse import CommandSet
from tracker.core.chance import Chance
from tracker.core.fold import FoldError
from tracker.core.history import Entry, History
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.core.state import State
from tracker.core.values import Value, frozen
from tracker.journal.errors import JournalError, OlderFormat
from tracker.journal.header import SessionHeader
from tracker.journal.migration import migrate
from tracker.journal.reader import Reading, read
from tracker.journal.sessions import new_path
from tracker.journal.writer import JournalWriter
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError, find
from tracker.table import Table
from tracker.text import FALLBACK_LANGUAGE, Words


@record
class Session:
    """An open session. `commands` is None where the ruleset is missing; `notices` are for the game master to read.

    `words` speak the reader's language; the table writes the journal in the session's own.
    """

    path: Path
    header: SessionHeader
    table: Table
    words: Words
    commands: CommandSet | None
    notices: tuple[Message, ...] = ()


@record
class NewSession:
    """What a new session is made from. Options that are not given take the ruleset's defaults."""

    ruleset: str
    title: str
    language: str
    options: Mapping[str, Value]
    house_rules: tuple[str, ...] = ()


def load_rules(ruleset: str, house_rules: Sequence[str], folders: Sequence[Path]) -> Rules:
    """Find and load a ruleset with its house rules. Raises PluginError."""
    return Rules.load(find(ruleset, folders), [find(name, folders) for name in house_rules])


def create_session(path: Path, new: NewSession, rules: Rules, language: str, chance: Chance | None = None) -> Session:
    """Make the file of a new session and open it. Raises JournalError where that is not possible."""
    options = {name: spec.default for name, spec in rules.options.items()} | dict(new.options)
    header = SessionHeader(
        title=new.title,
        ruleset=new.ruleset,
        ruleset_version=rules.card.version,
        language=new.language,
        created=datetime.now(UTC).replace(microsecond=0),
        options=frozen(options),
        house_rules=new.house_rules,
    )
    writer = JournalWriter.create(path, header)
    return _session(path, header, (), writer, rules, language, chance, ())


def open_session(path: Path, folders: Sequence[Path], language: str, chance: Chance | None = None) -> Session:
    """Open a session to play on. Where its ruleset cannot be loaded it opens for reading, and a notice says why.

    Raises JournalError: not a session, locked, a newer format.
    """
    writer, notices = _open_writer(path)
    try:
        rules = _rules_or_notice(writer.header, folders, notices)
        return _session(
            writer.path, writer.header, writer.reading.entries, writer, rules, language, chance, tuple(notices)
        )
    except BaseException:
        writer.close()
        raise


def _open_writer(path: Path) -> tuple[JournalWriter, list[Message]]:
    """Take the file to write on; one of an older format is migrated into a copy beside it, which is opened instead."""
    try:
        writer = JournalWriter.open(path)
    except OlderFormat:
        copy = new_path(path.parent, path.stem)
        migrate(path, copy)
        return JournalWriter.open(copy), [message("session.migrated", path=str(path), copy=str(copy))]
    return writer, [writer.notice] if writer.notice else []


def review_session(path: Path, folders: Sequence[Path], language: str) -> Session:
    """Open a session for reading only; nothing is locked and nothing changes. Raises JournalError."""
    reading: Reading = read(path)
    notices = [reading.notice] if reading.notice else []
    rules = _rules_or_notice(reading.header, folders, notices)
    return _session(path, reading.header, reading.entries, None, rules, language, None, tuple(notices))


def _rules_or_notice(header: SessionHeader, folders: Sequence[Path], notices: list[Message]) -> Rules | None:
    try:
        return load_rules(header.ruleset, header.house_rules, folders)
    except PluginError as error:
        notices.append(message("session.only_reading", reason=error.reason))
        return None


def _session(
    path: Path,
    header: SessionHeader,
    entries: Sequence[Entry],
    writer: JournalWriter | None,
    rules: Rules | None,
    language: str,
    chance: Chance | None,
    notices: tuple[Message, ...],
) -> Session:
    history = History(State(options=header.options))
    for entry in entries:
        try:
            history.append(entry)
        except FoldError as error:
            problem = message("session.misfit", number=entry.number, problem=str(error))
            raise JournalError(problem).in_file(path) from None
    catalogue = rules.catalogue if rules else None
    words = Words(language, catalogue)
    file_words = words if language == header.language else Words(header.language or FALLBACK_LANGUAGE, catalogue)
    table = Table(history, rules, writer, file_words, chance)
    commands = CommandSet(rules, words) if rules else None
    return Session(path, header, table, words, commands, notices)
