"""Every entry of a session belongs to a moment and is of a kind, whatever was undone."""

import pytest

from tests.recap.timelines import beginnings
from tests.tables import memory_session, play
from tracker.core.history import History
from tracker.opening import Session
from tracker.recap.kinds import kinds_of
from tracker.recap.steps import Step, Timeline, public_steps_of, steps_of

FIGHT = (
    "add David ally skill=3", "add Orc foe", "initiative David=13 Orc=9", "next", "attack Orc faces=6,6,1,2,3,4",
    "next", "note Rain", "next", "scene The yard", "undo", "redo", "pass 5 minutes",
)  # fmt: skip


@pytest.fixture
def played() -> Session:
    session = memory_session()
    for line in FIGHT:
        play(session, line.partition(" faces")[0] if line.startswith("attack") else line)
    return session


def steps(session: Session) -> list[Step]:
    return list(steps_of(session.table.history))


def test_scenes_are_counted_and_an_undone_scene_is_no_scene(played: Session) -> None:
    assert [step.moment.scene for step in steps(played)] == [1] * 8 + [2, 1, 2, 2]
    assert [step.moment.scene_name for step in steps(played)][-4:] == ["The yard", "", "The yard", "The yard"]


def test_rounds_and_whose_turn_it_is_belong_to_the_moment(played: Session) -> None:
    moments = [(step.moment.round, step.moment.turn_of) for step in steps(played)]
    assert moments[3:8] == [(1, "David"), (1, "David"), (1, "Orc"), (1, "Orc"), (2, "David")]


def test_each_entry_has_its_kinds(played: Session) -> None:
    kinds = [kinds_of(step) for step in steps(played)]
    assert kinds[0] == {"people"}
    assert kinds[2] >= {"order"}
    assert kinds[3] == {"time"}
    assert "roll" in kinds[4]
    assert kinds[5] == {"turn"}
    assert kinds[6] == {"note"}
    assert kinds[9] == {"undo"}
    assert kinds[11] == {"time"}


def test_the_timeline_leads_to_the_next_and_the_previous_beginning(played: Session) -> None:
    timeline = Timeline(played.table.history)
    assert beginnings(timeline, "round") == (4, 8)
    assert beginnings(timeline, "scene") == (9,)
    assert timeline.next("round", 4) == 8
    assert timeline.next("round", 8) is None
    assert timeline.previous("scene", 9) is None
    assert timeline.previous("turn", 8) == 6


def test_whoever_can_act_no_more_has_fallen() -> None:
    session = play(memory_session(), "add David", "add Orc foe", "damage Orc 20")
    last = steps(session)[-1]
    assert kinds_of(last) == {"damage", "death"}
    assert beginnings(Timeline(session.table.history), "fall") == (last.number,)


def test_what_players_read_has_numbers_without_gaps() -> None:
    session = play(memory_session(), "add David", "add Lurker hidden", "note Nobody sees him", "add Orc foe")
    assert [step.number for step in public_steps_of(session.table.history)] == [1, 2]


def test_an_empty_session_has_no_steps() -> None:
    assert list(steps_of(History(memory_session().table.state))) == []
