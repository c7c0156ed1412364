"""Status words never go stale: whatever they are derived from, they are asked for again when that has changed."""

from types import SimpleNamespace
from typing import Any

import coterie_sample
import pytest

from tests.tables import memory_session, play
from tracker.api import DueItem, State, Status, hookimpl
from tracker.core.facts import StatusSet
from tracker.core.remembered import Remembered
from tracker.opening import Session
from tracker.rules.facade import Rules

ASKED: list[str] = []


def table(*answers: Any) -> Session:
    """A table whose ruleset derives status words by the given hooks."""
    own = {name: getattr(coterie_sample.RULESET, name) for name in dir(coterie_sample.RULESET) if name[0] != "_"}
    hooks = {answer.__name__: answer for answer in answers}
    return memory_session(Rules(SimpleNamespace(__name__="coterie_sample", **{**own, **hooks}), name="sample"))


@hookimpl
def status(view: State, who: str) -> list[Status]:
    ASKED.append(who)
    words = []
    if view.option("deep_cuts") is True:
        words.append(Status("wary"))
    if view.scene_name == "Night":
        words.append(Status("blind"))
    if any(person.side == "foe" for person in view.characters.values()):
        words.append(Status("alert"))
    if view.round > 1:
        words.append(Status("tired", can_act=False))
    if "Bob" in view.characters and view.characters["Bob"].pools["hits"].value < 8 and who == "Ann":
        words.append(Status("afraid"))
    return words


def words_of(session: Session, who: str = "Ann") -> set[str]:
    return {word.id for word in session.table.state.characters[who].status}


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("option deep_cuts=yes", "wary"),
        ("scene Night", "blind"),
        ("add Orc foe", "alert"),
        ("side Bob foe", "alert"),
        ("damage Bob 1", "afraid"),
    ],
)
def test_a_word_comes_when_an_option_the_scene_or_somebody_else_changes_and_goes_with_undo(
    line: str, word: str
) -> None:
    session = play(table(status), "add Ann", "add Bob", line)
    assert word in words_of(session)
    play(session, "undo")
    assert words_of(session) == set()
    play(session, "redo")
    assert word in words_of(session)


def test_a_new_round_is_seen_before_the_order_asks_who_can_act() -> None:
    session = play(table(status), "add Ann", "add Bob", "initiative Ann=9 Bob=5", "next", "next", "next")
    assert session.table.state.round == 2
    assert words_of(session) == {"tired"}


def test_nobody_is_asked_again_whose_answer_cannot_have_changed() -> None:
    session = play(table(status), *(f"add P{number}" for number in range(30)))
    ASKED.clear()
    play(session, "note nothing happens")
    assert not ASKED


def test_an_act_that_changes_nothing_asks_for_nothing_that_follows_from_the_state() -> None:
    @hookimpl
    def due(view: State) -> list[DueItem]:
        ASKED.append("due")
        return []

    session = play(table(status, due), "add Ann", "add Bob")
    ASKED.clear()
    play(session, "note nothing happens")
    assert not ASKED


def test_a_ruleset_may_answer_for_all_at_once() -> None:
    @hookimpl
    def statuses(view: State) -> dict[str, list[Status]]:
        return {who: [Status(f"one-of-{len(view.characters)}")] for who in view.characters}

    @hookimpl
    def status(view: State, who: str) -> list[Status]:
        return [Status(f"one-of-{len(view.characters)}")]

    session = play(table(statuses, status), "add Ann", "add Bob")
    assert words_of(session) == words_of(session, "Bob") == {"one-of-2"}


def test_a_word_is_recorded_only_when_it_changes() -> None:
    session = play(memory_session(), "add Ann", "damage Ann 8", "damage Ann 1", "note x")
    facts = [
        (entry.number, fact) for entry in session.table.history.entries for fact in entry.facts
        if isinstance(fact, StatusSet)
    ]  # fmt: skip
    assert facts == [(2, StatusSet("Ann", (Status("down", can_act=False),)))]


# ---------------------------------------------------------------------- what is remembered with what it read


def states() -> list[State]:
    """The states of a session in which something happens to everybody, people come and go, and rounds pass."""
    lines = ["add Ann", "add Bob", "initiative Ann=9 Bob=5", "next", "damage Ann 3 sharp", "next", "add Cid foe",
             "next", "hide Bob", "remove Ann", "scene Night", "rename Bob Rob", "option deep_cuts=yes"]  # fmt: skip
    session = play(memory_session(), *lines)
    return [session.table.history.state_after(number) for number in range(len(lines) + 1)]


def everything(view: State, who: str) -> tuple[object, ...]:
    """Reads the state in every way that a ruleset may."""
    me = view.characters[who]
    return (
        me.pools["hits"].value,
        view.round,
        view.place_of(who),
        view.option("deep_cuts"),
        "Cid" in view.characters,
        view.characters.get("Bob"),
        [person.name for person in view.fighters] if me.hidden else len(view.characters),
    )


def test_it_answers_as_if_everybody_were_asked_each_time_forwards_backwards_and_in_jumps() -> None:
    remembered = Remembered(everything)
    along = states()
    for state in (*along, *reversed(along), along[9], along[2], along[-1], along[5]):
        assert remembered.about_all(state) == {who: everything(state, who) for who in state.characters}


def test_what_raises_leaves_nothing_half_remembered() -> None:
    fails = [True]

    def ask(view: State, who: str) -> int:
        if fails[0]:
            raise ZeroDivisionError
        return view.characters[who].pools["hits"].value

    remembered, state = Remembered(ask), states()[2]
    with pytest.raises(ZeroDivisionError):
        remembered.about_all(state)
    fails[0] = False
    assert remembered.about_all(state) == {"Ann": 8, "Bob": 8}
