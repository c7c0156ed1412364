"""Undo and redo go all the way, through every kind of act."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.rules.test_facade import copy_of_sample
from tests.tables import MemoryJournal, lines, memory_session, play, try_line
from tracker.api import Action, Outcome, hookimpl, message
from tracker.cli.picture import state_as_data
from tracker.command.run import perform_line
from tracker.core.intents import Refusal
from tracker.opening import Session
from tracker.rules.facade import Rules


def picture(session: Session) -> bytes:
    return json.dumps(state_as_data(session, session.table.state)).encode()


@given(st.lists(lines, min_size=1, max_size=25))
@trying(15)
def test_undo_all_is_the_beginning_and_redo_all_is_the_end_byte_for_byte(typed: list[str]) -> None:
    session = memory_session()
    beginning = picture(session)
    acts = sum(try_line(session, line) for line in ["add Ann", "add Bob skill=2", "initiative", *typed])
    end, end_state = picture(session), session.table.state
    for _ in range(acts):
        session.table.undo()
    assert picture(session) == beginning
    with pytest.raises(Refusal):
        session.table.undo()
    for _ in range(acts):
        session.table.redo()
    assert picture(session) == end
    assert session.table.state == end_state


@given(st.lists(st.one_of(lines, st.just("undo"), st.just("redo")), max_size=30))
@trying(15)
def test_each_undo_is_one_step_back_and_a_new_act_forgets_what_was_undone(typed: list[str]) -> None:
    session = memory_session()
    past, future = [session.table.state], []
    for line in ["add Ann", "add Bob", "initiative", *typed]:
        before = session.table.state
        if line == "undo":
            assert try_line(session, line) is (len(past) > 1)
            if len(past) > 1:
                future.append(past.pop())
        elif line == "redo":
            assert try_line(session, line) is bool(future)
            if future:
                past.append(future.pop())
        elif try_line(session, line):
            past.append(session.table.state)
            future.clear()
        else:
            assert session.table.state is before
        assert session.table.state == past[-1]


def test_undo_of_a_round_start_takes_its_bleeding_back_and_redo_does_not_repeat_it() -> None:
    session = play(memory_session(), "add Ann toughness=9", "add Orc", "initiative Ann=9 Orc=5", "next")
    play(session, "damage Ann 3 sharp", "next")
    hits = lambda: session.table.state.characters["Ann"].pools["hits"].value  # noqa: E731
    play(session, "next")
    assert (session.table.state.round, hits()) == (2, 5)
    play(session, "undo")
    assert (session.table.state.round, hits()) == (1, 6)
    play(session, "redo")
    assert (session.table.state.round, hits()) == (2, 5)


def test_a_number_takes_back_so_many_acts_and_stops_at_the_beginning() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "note here", "undo 2")
    assert list(session.table.state.characters) == ["Ann"]
    play(session, "undo 50")
    assert not session.table.state.characters


def test_an_act_that_the_journal_cannot_keep_has_not_happened() -> None:
    session = play(memory_session(), "add Ann")
    before, journal = session.table.state, session.table._journal
    assert isinstance(journal, MemoryJournal)
    journal.failure = OSError("no space")
    heard: list[object] = []
    session.table.subscribe(heard.append)
    with pytest.raises(OSError, match="no space"):
        perform_line(session, "add Bob")
    assert session.table.state is before
    assert heard == []
    journal.failure = None
    play(session, "add Bob")
    assert list(session.table.state.characters) == ["Ann", "Bob"]


def test_an_act_that_changes_nothing_is_kept_and_undo_takes_back_that_act() -> None:

    @hookimpl
    def heal() -> Outcome:
        return Outcome((), (message("note.plain", text="nobody is hurt"),))

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann")
    before = session.table.state
    (answer,) = perform_line(session, "heal Ann 1")
    assert (answer.number, answer.say, answer.facts) == (2, "nobody is hurt", ())
    assert session.table.state == before
    (undone,) = perform_line(session, "undo")
    assert undone.say == "Undone: heal: Ann"
    assert list(session.table.state.characters) == ["Ann"]


def test_an_act_that_has_nothing_to_tell_says_that_nothing_changes() -> None:
    @hookimpl
    def heal() -> Outcome:
        return Outcome()

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann")
    (entry,) = perform_line(session, "heal Ann 1")
    assert entry.say == "heal: Ann: nothing changes"


def test_only_an_action_that_asks_is_answered_and_not_kept() -> None:
    @hookimpl
    def actions() -> list[Action]:
        return [Action("look", "act", acts=False, asks=True, examples=("look",))]

    @hookimpl
    def act() -> Outcome:
        return Outcome((), (message("note.plain", text="a door"),))

    session = play(memory_session(Rules(copy_of_sample(actions=actions, act=act), name="sample")), "add Ann")
    (answer,) = perform_line(session, "look")
    assert (answer.number, answer.say) == (0, "a door")
    assert len(session.table.history.entries) == 1
