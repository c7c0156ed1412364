"""Opening a session: its file, its ruleset and its words brought together into a table."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tracker.command.library import library_for
from tracker.command.parse import CommandSet
from tracker.core.chance import Chance
from tracker.core.history import Entry, History
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Message, message
from tracker.core.record import record, replace
from tracker.core.state import State
from tracker.core.values import Value, frozen
from tracker.engine import Engine
from tracker.journal.errors import Damaged, Fault, JournalError, OlderFormat
from tracker.journal.folder import saves_folder
from tracker.journal.header import SessionHeader
from tracker.journal.keeping import Keeper, KeptJournal
from tracker.journal.migration import migrate
from tracker.journal.reader import Reading, read
from tracker.journal.replay import replay
from tracker.journal.sessions import branch, is_taken, new_path, write_copy
from tracker.journal.writer import JournalWriter
from tracker.reviewing import read_file, words_for
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError, find, shadow_of
from tracker.table import Journal, Table, renaming
from tracker.text import Words, literal


@record
class Session:
    """An open session. `commands` is None where the ruleset is missing; `notices` are for the game master to read.

    `words` speak the reader's language; the table writes the journal in the session's own. `faults` are what is damaged
    or was changed in the file; `asks`: it was to be played, so the game master is asked what to do about them.
    `reading` is what the file held.
    """

    path: Path
    header: SessionHeader
    table: Table
    words: Words
    commands: CommandSet | None
    notices: tuple[Message, ...] = ()
    faults: tuple[Fault, ...] = ()
    asks: bool = False
    reading: Reading | None = None

    @property
    def title(self) -> str:
        """What the session is called now; the header keeps the title that it began with."""
        return self.table.state.title

    @property
    def history(self) -> History:
        """Its entries, with the states around them."""
        return self.table.history

    @property
    def file_words(self) -> Words:
        """The words of the session's language."""
        return self.table.words

    @property
    def ruleset(self) -> Rules | None:
        """Its ruleset, None where that is missing."""
        return self.table.rules

    def speak(self, language: str) -> None:
        """Speak to the reader in another language; what is written to the file stays in the session's own."""
        if self.table.words is self.words:
            self.table.words = self.words.twin()
        self.words.speak(language)
        if self.commands is not None:
            self.commands.spell_anew()


@record
class NewSession:
    """What a new session is made from. Options that are not given take the ruleset's defaults.

    `campaign` is the book of the campaign that it goes on with.
    """

    ruleset: str
    title: str
    language: str
    options: Mapping[str, Value]
    house_rules: tuple[str, ...] = ()
    campaign: str = ""


def trial_session(rules: Rules, language: str) -> Session:
    """A session in no file, to try things on: acts are only looked at."""
    options = frozen({name: spec.default for name, spec in rules.options.items()})
    header = SessionHeader("", rules.card.id, rules.card.version, language, datetime.now(UTC), options)
    return _session(Path(), _game(rules, language, header), Reading(header, (), b"", 0), None, None)


def load_rules(ruleset: str, house_rules: Sequence[str], folders: Sequence[Path]) -> Rules:
    """Find and load a ruleset with its house rules. Raises PluginError."""
    return Rules.load(find(ruleset, folders), [find(name, folders) for name in house_rules])


@record
class _Game:
    """A ruleset with its words and commands. Without the ruleset the words are the program's own."""

    rules: Rules | None
    words: Words
    file_words: Words
    commands: CommandSet | None


def _game(rules: Rules | None, language: str, header: SessionHeader) -> _Game:
    """Bring a ruleset, its words and its books together. Raises PluginError where it describes itself wrongly."""
    catalogue = rules.catalogue if rules else None
    words, file_words = words_for(header, language, catalogue)
    if rules is None:
        return _Game(None, words, file_words, None)
    if not rules.is_proven:
        words.read()
    library = library_for(rules, words, header)
    words.further = file_words.further = library.words
    return _Game(rules, words, file_words, CommandSet(rules, words, library, when_wanted=rules.is_proven))


def create_session(path: Path, new: NewSession, rules: Rules, language: str, chance: Chance | None = None) -> Session:
    """Make the file of a new session and open it. Raises JournalError or PluginError; then there is no file."""
    options = {name: spec.default for name, spec in rules.options.items()} | dict(new.options)
    header = SessionHeader(
        title=new.title,
        ruleset=new.ruleset,
        ruleset_version=rules.card.version,
        language=new.language,
        created=datetime.now(UTC).replace(microsecond=0),
        options=frozen(options),
        house_rules=new.house_rules,
        campaign=new.campaign,
    )
    game = _game(rules, language, header)
    writer = JournalWriter.create(path, header)
    return _session(path, game, writer.reading, writer, chance)


def open_session(path: Path, folders: Sequence[Path], language: str, chance: Chance | None = None) -> Session:
    """Open a session to play on. Where its ruleset is missing or broken it opens for reading, and a notice says why.

    Raises Damaged, or another JournalError: not a session, locked, a newer format.
    """
    writer, notices = _open_writer(path)
    try:
        game = _game_or_notice(writer.header, folders, language, notices)
        if game.rules is not None:
            notices += _other_rules(writer.header, game.rules.card.version, folders)
        return _session(writer.path, game, writer.reading, writer, chance, notices)
    except BaseException:
        writer.close()
        raise


def _open_writer(path: Path) -> tuple[JournalWriter, list[Message]]:
    """Take the file to write on; one of an older format is migrated into a copy beside it, which is opened instead."""
    try:
        writer = JournalWriter.open(path, from_snapshot=True)
    except OlderFormat:
        copy = new_path(path.parent, path.stem)
        migrate(path, copy)
        return JournalWriter.open(copy), [message("session.migrated", path=str(path), copy=str(copy))]
    return writer, [writer.notice] if writer.notice else []


def review_session(
    path: Path, folders: Sequence[Path], language: str, *, asks: bool = False, whole: bool = False
) -> Session:
    """Open a session for reading only; nothing is locked and nothing changes. Raises JournalError.

    Where `whole` every entry is read and folded, with no help of a snapshot.
    """
    file = read_file(path, whole=whole)
    notices: list[Message] = []
    game = _game_or_notice(file.reading.header, folders, language, notices)
    session = _assembled(path, game, file.reading, _table(file.replay.history, game, None, None))
    return replace(session, notices=file.told(notices), faults=file.faults, asks=asks)


def open_or_ask(path: Path, folders: Sequence[Path], language: str, chance: Chance | None = None) -> Session:
    """Open a session to play on; a damaged one for reading, to ask what to do. Raises JournalError."""
    try:
        return open_session(path, folders, language, chance)
    except Damaged:
        return review_session(path, folders, language, asks=True)


def open_copy(session: Session, folders: Sequence[Path], language: str) -> Session:
    """Save what is open as a copy beside it, where its folder is gone with the other saves; and open that to play on.

    Raises JournalError.
    """
    from tracker.journal.mending import told  # hardly ever needed

    folder = session.path.parent if session.path.parent.is_dir() else saves_folder()
    path = new_path(folder, f"{session.path.stem} copy")
    write_copy(path, session.header, told(session.table.history.entries, session.table.words.say))
    return open_session(path, folders, language, session.table.chance)


def write_beginning(session: Session, path: Path, number: int, then: Sequence[Entry] = ()) -> None:
    """Write the session up to entry `number`, and the entries `then`, to a new file; of a damaged one what is whole.

    Raises JournalError.
    """
    if not session.faults:
        branch(session.path, path, number, then)
        return
    from tracker.journal.mending import told

    entries = [*session.table.history.entries[:number], *then]
    write_copy(path, session.header, told(entries, session.table.words.say))


def branch_session(session: Session, number: int, title: str) -> Path:
    """Write the session up to entry `number`, under a title of its own, to a new file beside it; returns its path.

    Raises Refusal without a title and where another session is called so, JournalError where there is no such entry or
    the file cannot be written.
    """
    folder, title = session.path.parent, literal(title).strip()
    history = session.table.history
    if not 0 <= number <= len(history.entries):
        raise JournalError(message("journal.no_entry", entry=number)).in_file(session.path)
    named = renaming(history.state_after(number), title, number + 1, session.table.words)
    if is_taken(title, folder):
        raise Refusal(message("refused.title_taken", title=title))
    path = new_path(folder, title)
    write_beginning(session, path, number, (named,))
    return path


def rename_session(path: Path, title: str, language: str) -> Session:
    """Give a session that no one plays another title, as one more entry, and close it; its file keeps its name.

    Raises Refusal without a title, Damaged, SessionLocked or another JournalError.
    """
    writer, notices = _open_writer(path)
    try:
        game = _game(None, language, writer.header)
        session = _session(writer.path, game, writer.reading, writer, None, notices)
        session.table.rename(literal(title).strip())
        return session
    finally:
        writer.close()


def _game_or_notice(header: SessionHeader, folders: Sequence[Path], language: str, notices: list[Message]) -> _Game:
    try:
        rules = load_rules(header.ruleset, header.house_rules, folders)
        return _game(rules, language, header)
    except PluginError as error:
        notices.append(message("session.only_reading", reason=error.reason))
        return _game(None, language, header)


def _other_rules(header: SessionHeader, version: str, folders: Sequence[Path]) -> Iterator[Message]:
    """What to tell where the rules, of a version, are not those that the session began with."""
    if version != header.ruleset_version:
        yield message("session.other_version", ruleset=header.ruleset, then=header.ruleset_version, now=version)
    shadow = shadow_of(header.ruleset, folders)
    if shadow is not None:
        yield shadow


def engine_for(rules: Rules, commands: CommandSet) -> Engine:
    """The engine of a session: it reads words, and writes the lines of what is due, as the commands do."""

    def compose(intent: Intent, state: State) -> str:
        from tracker.command.compose import compose_due

        return compose_due(intent, commands, state)

    return Engine(rules, commands.spell, compose, commands.library)


def _session(
    path: Path,
    game: _Game,
    reading: Reading,
    writer: JournalWriter | None,
    chance: Chance | None,
    notices: Sequence[Message] = (),
) -> Session:
    """A session to play on, or one in no file. Raises Damaged."""
    keeper = Keeper(path, reading) if writer is not None else None
    replayed = replay(reading, after_each=keeper.read if keeper is not None else None)
    faults = (*reading.faults, *replayed.faults)
    if reading.resumed is not None and (faults or (keeper is not None and keeper.lacks_one)):
        # Told as it would be without a snapshot: some of what came before it may have to do with this. Or some were
        # lost, and are made again.
        return _session(path, game, read(path), writer, chance, notices)
    if faults:
        raise Damaged(faults, path)
    journal: Journal | None = writer
    if writer is not None and keeper is not None:
        keeper.opened(is_whole=not replayed.doubts)
        journal = KeptJournal(writer, replayed.history, keeper)
    session = _assembled(path, game, reading, _table(replayed.history, game, journal, chance))
    return replace(session, notices=(*notices, *replayed.doubts))


def _table(history: History, game: _Game, journal: Journal | None, chance: Chance | None) -> Table:
    engine = engine_for(game.rules, game.commands) if game.rules and game.commands else None
    return Table(history, game.rules, journal, game.file_words, chance, engine)


def _assembled(path: Path, game: _Game, reading: Reading, table: Table) -> Session:
    return Session(path, reading.header, table, game.words, game.commands, reading=reading)
