"""The example fight can be played from its script, in both languages, and again from what the journal keeps."""

from functools import cache
from pathlib import Path

import pytest
import tomli

from tests.languages import LANGUAGES
from tests.plugins.tracker_night_wanderers.table import ENGINE, RULES
from tests.tables import EPOCH, MemoryJournal, commands_for, words_for
from tools.remake_examples import lines_of
from tracker.command.run import perform_line
from tracker.core.facts import DueSet
from tracker.core.history import History
from tracker.core.state import State
from tracker.journal.header import SessionHeader
from tracker.journal.reader import read
from tracker.opening import Session
from tracker.resources import examples_folder
from tracker.table import Table

SCRIPT = lines_of(Path(__file__).parents[3] / "saves" / "example-night-wanderers.toml")


def session_in(language: str) -> Session:
    words = words_for(RULES, language)
    options = {name: option.default for name, option in RULES.options.items()}
    table = Table(History(State(options=options)), RULES, MemoryJournal(), words, engine=ENGINE)
    header = SessionHeader("Example", RULES.card.id, "1.0", language, EPOCH)
    return Session(Path("memory.toml"), header, table, words, commands_for(RULES, words))


def played(language: str, lines: list[str]) -> Session:
    session = session_in(language)
    for line in lines:
        perform_line(session, line)
    return session


@cache
def script_in(language: str) -> Session:
    """The whole script, carried out; nobody types on."""
    return played(language, SCRIPT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_script_is_possible_and_told_in_words(language: str) -> None:
    session = script_in(language)
    assert len(session.table.history.entries) == len(SCRIPT)
    for entry in session.table.history.entries:
        for line in entry.tell:
            assert session.words.knows(line)


def test_the_lines_that_the_journal_keeps_play_the_same_fight() -> None:
    first = script_in("en")
    again = played("en", [entry.do for entry in first.table.history.entries])
    assert again.table.state == first.table.state


def test_the_example_session_is_what_the_script_makes() -> None:
    saved = tomli.loads((examples_folder() / "example-night-wanderers.toml").read_text("utf-8"))
    entries = script_in("en").table.history.entries
    assert [entry["do"] for entry in saved["entry"]] == [entry.do for entry in entries]
    assert [entry["say"] for entry in saved["entry"]] == [entry.say for entry in entries]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_the_example_session_keeps_is_known(language: str) -> None:
    entries = read(examples_folder() / "example-night-wanderers.toml").entries
    words = words_for(RULES, language)
    due = [fact.due.line for entry in entries for fact in entry.facts if isinstance(fact, DueSet)]
    assert "nw.may_bite" in {line.id for line in due}
    for line in (*due, *(line for entry in entries for line in entry.tell)):
        assert words.knows(line), line.id


def test_every_offered_command_can_be_typed_as_it_stands() -> None:
    session = played(
        "en",
        [
            'add "Irina the Pale" strength=3 blood_max=12 blood=6 pa=2',
            'add "Night guard" human strength=3',
            "option heal_per_turn=one",
            'contest guard rating=strength against=strength difficulty=5 by=Irina faces="5 1 1 5 1 1"',
            'extended guard goal=2 by=Irina faces="5 1 1 2 1 1"',
            "initiative Irina=3 guard=5",
            "next",
            'grapple guard faces="4 4 1 6"',
            "damage Irina 6 soak=decline",
            "burn Irina",
            "next",
            "next",
            "bite",
            "next",
            "next",
            "heal Irina 3",
            "undo",
        ],
    )
    state = session.table.state
    commands = {prompt.id.split(":")[0]: prompt.command for prompt in state.due}
    assert commands.keys() >= {"again", "extended", "frenzy", "hold", "bite", "drink"}
    assert session.commands is not None
    for command in commands.values():
        session.commands.parse(command, state)
    perform_line(session, f'{commands["again"]} faces="5 1 1 1 1"')
    perform_line(session, commands["drink"])
