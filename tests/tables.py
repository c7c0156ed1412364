"""Tables to test at: the sample ruleset, a journal in memory or on disk, and lines that a game master might type."""

from collections.abc import Callable, Mapping
from copy import copy
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import coterie_sample
from hypothesis import strategies as st

from tracker.acts.names import HISTORY_VERBS, QUERY_VERBS
from tracker.books.library import Library
from tracker.command.parse import CommandSet
from tracker.command.run import perform_line
from tracker.command.values import Ways
from tracker.core.chance import Chance, RandomChance
from tracker.core.history import Entry, History
from tracker.core.state import Character, State
from tracker.failures import FAILURES
from tracker.journal.header import SessionHeader
from tracker.languages import until_forgotten
from tracker.opening import NewSession, Session, create_session, engine_for
from tracker.rules.facade import Rules
from tracker.rules.loader import find
from tracker.table import Table
from tracker.text import VERB, Words

NASTY_NAMES = (
    "[/]", "[X]", "Bob [red]", "\x1b[2J\x1b]0;title\x07", "n" * 200, "Дракула", "🧛‍♀️ Mina", 'quo"te', "a, b", "x=1",
    "{who}", "tab\there", "‮txet", "O'Neil", "«guillemets»", "back\\slash", "龍",
)  # fmt: skip


EPOCH = datetime(2026, 1, 1, tzinfo=UTC)


class MemoryJournal:
    """A journal that keeps entries in memory and can be told to fail."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.failure: Exception | None = None

    def append(self, entry: Entry) -> None:
        if self.failure is not None:
            raise self.failure
        self.entries.append(entry)

    def close(self) -> None:
        pass


def sample_rules(*house_rules: object) -> Rules:
    """The rules of the sample; without house rules, which may keep things, the same for all tests of a process."""
    if not house_rules:
        return _plain_rules()
    return Rules(coterie_sample, {f"house-{number}": rule for number, rule in enumerate(house_rules)}, "sample")


class KeptRules(Rules):
    """Rules that many tests share: none of them may change anything."""

    is_made = False

    def __setattr__(self, name: str, value: object) -> None:
        assert not self.is_made or name.startswith("_"), f"{name} is changed, in rules that all tests share"
        super().__setattr__(name, value)


@cache
def shipped_rules(ruleset: str) -> Rules:
    """The rules of a ruleset that comes with the program, loaded as it loads them, for all tests of a process."""
    rules = KeptRules.load(find(ruleset, ()))
    assert isinstance(rules, KeptRules)
    rules.is_made = True
    return rules


@cache
def _plain_rules() -> Rules:
    rules = KeptRules(coterie_sample, {}, "sample")
    rules.is_made = True
    return rules


def words_for(rules: Rules, language: str = "en") -> Words:
    """Words of a session's own: those of shared rules know what was looked up before, until they speak otherwise."""
    return copy(shared_words(rules, language)) if isinstance(rules, KeptRules) else Words(language, rules.catalogue)


def words_with_further(rules: Rules, language: str, further: Callable[[], Mapping[str, str]]) -> Words:
    """The same with further words for ids, such as those of books: what these words look up no others know."""
    words = words_for(rules, language)
    words._typed, words._typed_in_all = dict(words._typed), dict(words._typed_in_all)
    words.further = further
    return words


@until_forgotten
@cache
def shared_words(rules: Rules, language: str) -> Words:
    """Words that all tests share, which no one may let speak another language; they know the verbs already."""
    words = Words(language, rules.catalogue)
    for verb in (*rules.verbs, *HISTORY_VERBS, *QUERY_VERBS):
        words.spellings_in_all(f"{VERB}{verb}")
    return words


def commands_for(rules: Rules, words: Words, library: Library | None = None) -> CommandSet:
    """How the lines of a session are read: those of shared rules know what is spelled, until it is spelled anew.

    Not with a library that has words of its own.
    """
    if not isinstance(rules, KeptRules) or (library is not None and library.words()):
        return CommandSet(rules, words, library)
    commands = copy(shared_commands(rules, words.language))
    vars(commands).pop("values", None)
    commands.words, commands.spell = words, Ways(words)
    commands.library = library or Library(rules, commands.spell, words.language)
    return commands


@until_forgotten
@cache
def shared_commands(rules: Rules, language: str) -> CommandSet:
    """The same for all tests, which no one may let speak another language.

    What is spelled behind its verbs is found by whoever asks first: in these words, not in those of a session.
    """
    commands = CommandSet(rules, shared_words(rules, language))
    _ = commands.spellings, commands.typed_verbs, commands._of_several_words
    for verb in commands.actions:
        commands.vocabulary(verb)
    return commands


def memory_session(rules: Rules | None = None, seed: int = 1, language: str = "en") -> Session:
    """A session of the sample ruleset that touches no disk."""
    rules = rules or sample_rules()
    words = words_for(rules, language)
    commands = commands_for(rules, words)
    options = {name: spec.default for name, spec in rules.options.items()}
    history = History(State(title="Test", options=options))
    table = Table(history, rules, MemoryJournal(), words, RandomChance(seed), engine_for(rules, commands))
    header = SessionHeader("Test", "sample", "0.3.0", "en", EPOCH)
    return Session(Path("memory.toml"), header, table, words, commands)


def copied(session: Session, entries: int | None = None) -> Session:
    """A session in memory of its own that has come as far, or to so many entries, and whose dice fall as there."""
    table, rules = session.table, session.table.rules
    assert rules is not None
    words = words_for(rules, session.words.language)
    commands = commands_for(rules, words)
    history, journal = History(table.history.state_after(0)), MemoryJournal()
    for entry in table.history.entries[:entries]:
        history.append(entry, table.history.state_after(entry.number))
        journal.append(entry)
    own = Table(history, rules, journal, words, _as_far(table.chance), engine_for(rules, commands))
    return Session(session.path, session.header, own, words, commands)


def _as_far(chance: Chance) -> RandomChance:
    """Dice that fall from now on as those do: much quicker than a deep copy."""
    assert isinstance(chance, RandomChance)
    dice = RandomChance(0)
    dice._random.setstate(chance._random.getstate())
    return dice


def disk_session(path: Path, seed: int = 1, title: str = "Test") -> Session:
    """A session of the sample ruleset in a file."""
    rules = sample_rules()
    return create_session(path, NewSession("sample", title, "en", {}), rules, "en", RandomChance(seed))


def saved(path: Path, *lines: str, title: str = "Test") -> Path:
    """Have a file of a session in which these lines were carried out: played once in a process, copied since."""
    path.touch(0o600)
    path.write_bytes(_saved(title, *lines))
    return path


@cache
def _saved(title: str, *lines: str) -> bytes:
    with TemporaryDirectory() as folder:
        session = play(disk_session(Path(folder) / "saved.toml", title=title), *lines)
        session.table.close()
        return session.path.read_bytes()


def play(session: Session, *lines: str) -> Session:
    """Carry lines out; every one has to work."""
    for line in lines:
        perform_line(session, line)
    return session


def played(*lines: str, rules: Rules | None = None) -> Session:
    """A session in memory of its own in which these lines have been carried out: once in a process, copied since.

    `rules` are some that all tests share; None: those of the sample.
    """
    return copied(_played(rules or sample_rules(), *lines))


@cache
def _played(rules: Rules, *lines: str) -> Session:
    assert isinstance(rules, KeptRules)
    return play(memory_session(rules), *lines)


def try_line(session: Session, line: str) -> bool:
    """Carry a line out if it is possible; tell whether it was."""
    try:
        perform_line(session, line)
    except FAILURES:
        return False
    return True


def called(session: Session, name: str) -> Character:
    """The character of that name."""
    return next(one for one in session.table.state.characters.values() if one.name == name)


_people = st.sampled_from(["Ann", "Bob", "Cid", "Dora"])
_numbers = st.integers(0, 12)
lines = st.one_of(
    st.builds("add {} skill={} toughness={}".format, _people, _numbers, st.integers(1, 12)),
    st.builds("remove {}".format, _people),
    st.builds("rename {} {}x".format, _people, _people),
    st.just("initiative"),
    st.builds("initiative {}={}".format, _people, _numbers),
    st.just("next"),
    st.just("next"),
    st.builds("attack {} modifier={}".format, _people, _numbers),
    st.builds("damage {} {} sharp".format, _people, _numbers),
    st.builds("damage all {}".format, _numbers),
    st.builds("heal {} {}".format, _people, st.integers(1, 5)),
    st.builds("condition {} dazzled rounds={}".format, _people, st.integers(1, 3)),
    st.builds("condition {} dazzled turns={} clock={}".format, _people, st.integers(1, 3), _people),
    st.builds("condition {} dazzled minutes={}".format, _people, st.integers(1, 30)),
    st.builds("end {}".format, _people),
    st.builds("move {} before {}".format, _people, _people),
    st.builds("move {} after {}".format, _people, _people),
    st.builds("turn {}".format, _people),
    st.builds("jump {}".format, _people),
    st.builds("leave {}".format, _people),
    st.builds("hide {}".format, _people),
    st.builds("show {}".format, _people),
    st.builds("side {} foe".format, _people),
    st.builds("set {} hits {}".format, _people, _numbers),
    st.builds("set {} skill {}".format, _people, _numbers),
    st.builds("note about={} he shouts".format, _people),
    st.just("note the lamp goes out"),
    st.just("scene"),
    st.just("pass 15 minutes"),
    st.just("session"),
    st.just("option deep_cuts yes"),
    st.just("dismiss"),
)

LINES = (
    "next", "next", "next", "initiative", "initiative {one}={number}", "attack {one} by={other}", "attack {one}",
    "damage {one} {number} sharp", "heal {one} {number}", "condition {one} dazzled rounds=3", "end {one}", "undo",
    "redo", "undo 3", "redo 2", "move {one} before {other}", "turn {one}", "jump {one}", "leave {one}",
    "side {one} foe", "set {one} skill {number}", "scene", "scene The cellar", "pass 15 minutes", "bandage {one}",
    "dismiss", "fight first", "add Cid", "remove {one}", "attack {one} hidden", "note public {number} bells",
    "change doom=1", "undo #{number}", "redo #{number} as note public bells", "redo #{number} as damage {one} 2",
)  # fmt: skip
"""Lines to fill in: two people and a number below ten."""
