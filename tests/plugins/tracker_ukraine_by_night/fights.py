"""Sessions of Ukraine by Night that touch no disk, and what their last act told."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.plugins.kept import kept_rules
from tests.tables import EPOCH, MemoryJournal, commands_for, copied, words_for
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.facts import Rolled
from tracker.core.history import History
from tracker.core.intents import Refusal
from tracker.core.state import Character, State
from tracker.core.values import Value, frozen
from tracker.journal.header import SessionHeader
from tracker.opening import Session, engine_for
from tracker.rules.facade import Rules
from tracker.table import Table

RULES = kept_rules("tracker_ukraine_by_night")


def fight(*lines: str, seed: int = 1, language: str = "en", rules: Rules = RULES, **options: Value) -> Session:
    """A session in which these lines have been carried out; without house rules once in a process, copied since."""
    if rules is RULES:
        return copied(_fought(lines, seed, language, tuple(options.items())))
    return then(_begun(seed, language, rules, options), *lines)


@cache
def _fought(lines: tuple[str, ...], seed: int, language: str, options: tuple[tuple[str, Value], ...]) -> Session:
    return then(_begun(seed, language, RULES, dict(options)), *lines)


def _begun(seed: int, language: str, rules: Rules, options: Mapping[str, Value]) -> Session:
    words = words_for(rules, language)
    chosen = {name: spec.default for name, spec in rules.options.items()} | dict(options)
    commands = commands_for(rules, words)
    history = History(State(options=frozen(chosen)))
    table = Table(history, rules, MemoryJournal(), words, RandomChance(seed), engine_for(rules, commands))
    header = SessionHeader("Test", "ukraine-by-night", "1.1", language, EPOCH)
    return Session(Path("memory.toml"), header, table, words, commands)


def then(session: Session, *lines: str) -> Session:
    """Carry lines out; every one has to work."""
    for line in lines:
        perform_line(session, line)
    return session


def refusal(session: Session, line: str) -> str:
    """The sentence with which a line is refused; nothing may have changed."""
    before = session.table.state
    with pytest.raises(Refusal) as refused:
        perform_line(session, line)
    assert session.table.state is before
    assert session.words.knows(refused.value.reason)
    return session.words.say(refused.value.reason)


def who(session: Session, name: str) -> Character:
    return next(character for character in session.table.state.characters.values() if character.name == name)


def marks(session: Session, name: str) -> str:
    return who(session, name).tracks["health"].marks


def vitae(session: Session, name: str) -> int:
    return who(session, name).pools["vitae"].value


def status(session: Session, name: str) -> list[str]:
    return [word.id for word in who(session, name).status if word.value is None]


def last_rolls(session: Session) -> list[Rolled]:
    return [fact for fact in session.table.history.entries[-1].facts if isinstance(fact, Rolled)]


def last_story(session: Session) -> str:
    return session.table.history.entries[-1].say


def told(session: Session, line: str) -> str:
    """What a line that only tells something answers."""
    entries = perform_line(session, line)
    assert isinstance(entries, list)
    assert [entry.number for entry in entries] == [0]
    return entries[0].say


def due(session: Session) -> list[str]:
    return [session.words.say(item.line) for item in session.table.state.open_due]


def order(session: Session) -> list[str]:
    state = session.table.state
    return [state.characters[place.who].name for place in state.order]


def people(names: Sequence[str], text: str = "mortal dexterity=1") -> list[str]:
    return [f"add {name} {text}" for name in names]
