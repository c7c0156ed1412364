"""Time that passes outside the rounds does and ends what the rounds in it would have."""

import pytest

from tests.languages import LANGUAGES
from tests.plugins.kept import kept_commands, kept_rules
from tests.plugins.test_contract import MODULES
from tests.plugins.test_other_words import SHIPPED
from tests.tables import memory_session, play
from tracker.command.commands import ActCommand
from tracker.core.history import Entry
from tracker.opening import Session
from tracker.story import story


def table(module: str) -> Session:
    return memory_session(kept_rules(module))


def last_told(session: Session) -> str:
    entry = session.table.history.entries[-1]
    assert isinstance(entry, Entry)
    return " ".join(story(entry, session.words))


@pytest.mark.parametrize("module", SHIPPED)
def test_what_lasts_for_rounds_ends_in_time_that_passes_where_a_round_has_a_length(module: str) -> None:
    session = play(table(module), "add David", "condition David rain rounds=4", "pass 9 seconds")
    rain = session.table.state.characters["David"].conditions["rain"]
    if not session.table.rules.card.round_seconds:
        assert rain.left == 4
        return
    assert rain.left == 1
    play(session, "pass 3 seconds")
    assert not session.table.state.characters["David"].conditions
    assert "rain ends" in last_told(session)


def test_what_the_ruleset_counts_down_itself_is_not_counted_twice() -> None:
    session = play(table("tracker_wod"), "add David", "temporary-health David 2 rounds=10", "pass 12 seconds")
    running = session.table.state.characters["David"].conditions["temporary-health"]
    assert running.left == 6


def test_a_clock_that_the_ruleset_has_begun_anew_goes_on() -> None:
    session = play(table("tracker_ukraine_by_night"), "add David mortal health=XXXXXXX", "bleed David")
    for marks in ("*XXXXXX", "**XXXXX", "***XXXX"):
        play(session, "pass 1 minute")
        david = session.table.state.characters["David"]
        assert david.tracks["health"].marks == marks
        assert david.conditions["bleeding"].left == 20


@pytest.mark.parametrize("exposure", ["sunlight", "fire 2"])
def test_who_burns_is_named_where_turns_have_no_length(exposure: str) -> None:
    session = play(table("tracker_vtm5"), "add Vera vampire", f"expose Vera {exposure}", "pass 10 minutes")
    assert "2 damage for each turn" in last_told(session)
    play(session, "shade Vera pause", "pass 10 minutes")
    assert "damage" not in last_told(session)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", MODULES)
def test_every_condition_that_is_shown_can_be_ended_by_its_word(module: str, language: str) -> None:
    commands = kept_commands(module, language)
    session = play(memory_session(commands.rules), "add David")
    for condition in commands.rules.conditions.values():
        if not condition.memory:
            command = commands.parse(f"end David {commands.words.term(condition.id)}", session.table.state)
            assert isinstance(command, ActCommand)
            assert command.intent.text("kind") == condition.id
            assert "text" not in command.intent.values
