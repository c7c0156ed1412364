"""Conditions add up, and whatever ends says so: by hand, by time, with a turn, a round or a scene."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tables import memory_session, play, played, sample_rules
from tracker.api import Condition, ConditionKind, ConditionSet, Draft, Intent, Outcome, State, hookimpl, message
from tracker.command.run import perform_line
from tracker.core.intents import Refusal
from tracker.core.values import frozen
from tracker.opening import Session


def table(*lines: str) -> Session:
    return play(played("add Ann", "add Bob"), *lines)


def said(session: Session) -> str:
    return session.table.history.entries[-1].say


def of(session: Session, who: str = "Ann") -> list[Condition]:
    return list(session.table.state.characters[who].conditions.values())


def test_the_same_kind_and_remark_again_is_an_edit_and_told_as_one() -> None:
    session = table("condition Ann bleeding 1 rounds=5", "condition Ann bleeding 1 rounds=2")
    assert [(one.amount, one.left) for one in of(session)] == [(1, 2)]
    assert said(session) == "Ann: bleeding (5 rounds → 2 rounds)"
    play(session, "condition Ann bleeding 3 rounds=2")
    assert "1 → 3" in said(session)


def test_another_remark_stands_beside_it_and_each_can_be_ended_alone() -> None:
    session = table("condition Ann bleeding 1 text=arm", "condition Ann bleeding 2 text=leg")
    assert [(one.amount, one.note) for one in of(session)] == [(1, "arm"), (2, "leg")]
    play(session, "end Ann bleeding text=arm")
    assert [one.note for one in of(session)] == ["leg"]
    assert "bleeding (1, arm) ends" in said(session)


def test_the_words_behind_the_kind_are_the_remark_of_the_one_that_ends() -> None:
    session = table("condition Ann bleeding 1 text=arm", 'condition Ann bleeding 2 text="left leg"')
    play(session, "end Ann bleeding left leg")
    assert [one.note for one in of(session)] == ["arm"]
    assert session.table.history.entries[-1].do == 'end Ann kind=bleeding text="left leg"'
    play(session, "end Ann bleeding arm")
    assert of(session) == []


def test_a_line_says_amount_length_and_remark() -> None:
    session = table('condition Ann bleeding 2 rounds=3 text="the arm"')
    assert said(session) == "Ann: bleeding (2, 3 rounds, the arm)"


def test_a_word_that_no_rule_reads_is_called_a_label_and_an_amount_nobody_reads_is_refused() -> None:
    session = table("condition Ann rain -2")
    assert said(session) == "Ann: rain (−2) · rain is a label; the rules don't read it"

    @hookimpl
    def condition_kinds() -> list[ConditionKind]:
        return [ConditionKind("prone")]

    house = SimpleNamespace(__name__="house", condition_kinds=condition_kinds)
    session = play(memory_session(sample_rules(house)), "add Ann", "condition Ann prone 2")
    assert [(one.amount, one.left, one.unit) for one in of(session)] == [(0, 2, "round")]
    with pytest.raises(Refusal) as refusal:
        perform_line(session, "condition Ann prone amount=2")
    assert refusal.value.reason.id == "refused.no_amount"


@pytest.mark.parametrize(
    ("until", "turns_it_lasts"),
    [("until=start clock=Bob", ["Ann"]), ("until=end clock=Bob", ["Ann", "Bob"])],
)
def test_it_can_end_at_the_start_or_the_end_of_somebodys_next_turn(until: str, turns_it_lasts: list[str]) -> None:
    session = table("initiative Ann=9 Bob=5", "next", f"condition Ann bleeding 1 {until}")
    lasted = []
    while of(session):
        lasted.append(session.table.state.current)
        play(session, "next")
    assert lasted == turns_it_lasts
    assert "Ann: bleeding (1) ends" in said(session)


@pytest.mark.parametrize(
    ("lengths", "listed"),
    [
        ("turns=2 rounds=3", "rounds, turns"),
        ("minutes=2 rounds=3", "rounds, minutes"),
        ("turns=2 minutes=3", "turns, minutes"),
        ("scene minutes=3", "minutes, scene"),
        ("scene rounds=3", "rounds, scene"),
        ("until=start minutes=3", "minutes, until"),
        ("clock=Bob rounds=3", "rounds, clock"),
    ],
)
def test_two_lengths_at_once_are_refused_and_both_are_named(lengths: str, listed: str) -> None:
    session = table()
    with pytest.raises(Refusal) as refusal:
        perform_line(session, f"condition Ann bleeding 1 {lengths}")
    assert session.words.say(refusal.value.reason).endswith(f": {listed}")
    assert of(session) == []


def test_turns_belong_to_a_clock_and_to_a_moment() -> None:
    session = table("condition Ann bleeding 1 turns=2 until=start clock=Bob")
    assert [(one.left, one.unit, one.clock, one.moment) for one in of(session)] == [(2, "turn", "Bob", "start")]


def test_a_length_set_before_the_first_round_counts_from_it() -> None:
    session = table("condition Ann dazzled rounds=2", "initiative Ann=9 Bob=5")
    rounds = []
    while of(session):
        play(session, "next")
        if of(session) and session.table.state.round not in rounds:
            rounds.append(session.table.state.round)
    assert rounds == [1, 2]


@pytest.mark.parametrize("length", ["scene", "rounds=3", "turns=2"])
def test_a_scene_ends_what_lasted_until_then_each_with_a_line(length: str) -> None:
    session = table(f"condition Ann dazzled {length}", "condition Bob dazzled minutes=5", "scene The yard")
    assert of(session) == []
    assert len(of(session, "Bob")) == 1
    assert said(session) == "Ann: dazzled ends · A new scene: The yard"
    assert session.table.state.scene_name == "The yard"


def test_a_scene_can_be_named_later_and_begins_without_a_name_too() -> None:
    session = table("scene", "rename scene Behind the house")
    assert session.table.state.scene_name == "Behind the house"
    assert session.table.history.entries[-1].do == 'rename-scene "Behind the house"'
    play(session, "scene", "undo")
    assert session.table.state.scene_name == "Behind the house"


def test_the_ruleset_hears_of_every_end_with_all_that_it_was_and_of_the_scene() -> None:
    heard: list[dict[str, Any]] = []

    @hookimpl
    def condition_ended(view: State, intent: Intent) -> None:
        heard.append({"who": intent.target, **intent.values})

    @hookimpl
    def begin_scene(view: State, intent: Intent) -> Outcome:
        heard.append({"scene": intent.text("name"), "left": len(view.characters["Ann"].conditions)})
        return Outcome((), (message("note.plain", text="dusk"),))

    @hookimpl
    def heal(view: State, intent: Intent) -> Outcome:
        grip = Condition("held:1", "bleeding", 2, "by the neck", "Bob", frozen({"hand": "left"}), unit="scene")
        draft = Draft(view)
        draft.add(ConditionSet("Ann", grip))
        return draft.outcome()

    house = SimpleNamespace(__name__="house", condition_ended=condition_ended, begin_scene=begin_scene, heal=heal)
    session = play(memory_session(sample_rules(house)), "add Ann", "add Bob", "heal Ann 1")
    assert said(session) == "Ann: bleeding (2, until the scene ends, by Bob, by the neck)"
    play(session, "scene Night")
    assert heard == [
        {
            "who": "Ann", "id": "held:1", "kind": "bleeding", "amount": 2, "note": "by the neck", "source": "Bob",
            "data": {"hand": "left"}, "cause": "scene",
        },
        {"scene": "Night", "left": 0},
    ]  # fmt: skip
    assert "A new scene: Night · dusk" in said(session)


def test_what_a_ruleset_only_remembers_is_neither_told_when_it_begins_nor_when_it_ends() -> None:
    @hookimpl
    def condition_kinds() -> list[ConditionKind]:
        return [ConditionKind("fresh", by_hand=False, memory=True)]

    @hookimpl
    def heal(view: State) -> Outcome:
        fact = ConditionSet("Ann", Condition("fresh", "fresh", unit="scene"))
        return Outcome((fact,), (message("note.plain", text="healed"),))

    house = SimpleNamespace(__name__="house", condition_kinds=condition_kinds, heal=heal)
    session = play(memory_session(sample_rules(house)), "add Ann", "heal Ann 1")
    assert said(session) == "healed"


# ---------------------------------------------------------------------- what a ruleset sets and what binds


def lucky(*lines: str) -> Session:
    """A house rule by which everybody is lucky for the one round that begins."""

    @hookimpl(wrapper=True)
    def start_of_round(view: State) -> Any:
        outcome = yield
        draft = Draft(view)
        for who in view.characters:
            draft.add(ConditionSet(who, Condition(f"lucky:{view.round}", "lucky", left=1, unit="round")))
        return replace(outcome, facts=(*outcome.facts, *draft.outcome().facts))

    @hookimpl
    def condition_kinds() -> list[ConditionKind]:
        return [ConditionKind("lucky")]

    house = SimpleNamespace(__name__="house", start_of_round=start_of_round, condition_kinds=condition_kinds)
    session = play(memory_session(sample_rules(house)), "add Ann", "add Bob", "initiative Ann=9 Bob=5")
    return play(session, *lines)


def test_what_begins_with_a_round_for_one_round_lasts_through_that_round() -> None:
    session = lucky("next", "next", "next")
    assert session.table.state.round == 2
    assert [one.id for one in of(session)] == ["lucky:2"]
    play(session, "next", "next")
    assert [one.id for one in of(session)] == ["lucky:3"]


def test_the_turns_of_one_who_left_the_order_go_by_with_the_rounds() -> None:
    session = table("initiative Ann=9 Bob=5", "next", "condition Bob bleeding 1 turns=2", "leave Bob", "next")
    assert [one.left for one in of(session, "Bob")] == [1]
    play(session, "next")
    assert not of(session, "Bob")


def test_a_condition_that_a_rule_replaces_says_what_became_of_its_length() -> None:
    session = play(memory_session(), "add Orc toughness=20", "condition Orc bleeding 2 rounds=9", "damage Orc 3 sharp")
    assert "9 rounds → 2 rounds" in said(session)


def test_what_only_the_rules_remember_is_not_set_by_hand() -> None:
    @hookimpl
    def condition_kinds() -> list[ConditionKind]:
        return [ConditionKind("owed", by_hand=False, memory=True)]

    house = SimpleNamespace(__name__="house", condition_kinds=condition_kinds)
    session = play(memory_session(sample_rules(house)), "add Ann")
    with pytest.raises(Refusal) as refusal:
        perform_line(session, "condition Ann owed")
    assert refusal.value.reason.id == "refused.only_by_rules"


def test_what_binds_somebody_ends_when_the_one_who_binds_is_removed() -> None:
    ended: list[str] = []

    @hookimpl(wrapper=True)
    def apply_damage(view: State, intent: Intent) -> Any:
        outcome = yield
        grip = ConditionSet("Bob", Condition("held:Ann", "held", source="Ann"))
        glare = ConditionSet("Bob", Condition("watched", "watched", source="Ann"))
        return replace(outcome, facts=(*outcome.facts, grip, glare))

    @hookimpl
    def condition_kinds() -> list[ConditionKind]:
        return [ConditionKind("held", bound=True), ConditionKind("watched")]

    @hookimpl
    def condition_ended(view: State, intent: Intent) -> Outcome | None:
        ended.append(intent.text("kind"))
        return None

    house = SimpleNamespace(
        __name__="house", apply_damage=apply_damage, condition_kinds=condition_kinds, condition_ended=condition_ended
    )
    session = play(memory_session(sample_rules(house)), "add Ann", "add Bob", "damage Bob 1 blunt", "remove Ann")
    assert [one.kind for one in of(session, "Bob")] == ["watched"]
    assert said(session) == "Bob: held ends · Ann leaves the session"
    assert ended == ["held"]
