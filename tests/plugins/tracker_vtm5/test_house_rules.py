"""What a house rule makes of a fact decides what comes of it, and the lines tell the same."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.api import Outcome, PoolSet, Rolled, Track, TrackSet, hookimpl
from tracker.core.facts import Fact


def house(hook: str, change: Callable[[Fact], Fact | None]) -> SimpleNamespace:
    """A house rule that puts other facts in the place of those of a hook, or takes them away."""

    @hookimpl(wrapper=True)
    def wrapper(view: Any) -> Any:
        outcome = yield
        if outcome is None:
            return None
        changed = (change(fact) for fact in outcome.facts)
        return Outcome(tuple(fact for fact in changed if fact is not None), outcome.lines, outcome.then)

    return SimpleNamespace(__name__="house", **{hook: wrapper})


def last_box_free(fact: Fact) -> Fact | None:
    if not isinstance(fact, TrackSet) or not fact.after.marks:
        return fact
    return replace(fact, after=Track(fact.after.marks[:-1] + "."))


def told(table: FifthEditionTable) -> Iterator[str]:
    return (line.id for line in table.session.table.history.entries[-1].tell)


@pytest.mark.parametrize("line", ["damage Vera 9 aggravated", "damage Vera 9 aggravated source=fire"])
def test_a_box_that_a_house_rule_leaves_free_keeps_a_vampire_awake(line: str) -> None:
    table = FifthEditionTable(line, house_rule=house("apply_damage", last_box_free))
    assert (table.health("Vera"), table.statuses("Vera"), table.due()) == ("XXXX.", [], {})
    table.play(line)
    assert (table.health("Vera"), table.statuses("Vera"), table.due()) == ("XXXX.", [], {})
    assert "vtm5.torpor" not in told(table)


def test_a_box_that_a_house_rule_leaves_free_keeps_a_mortal_out_of_coma_and_saves_the_face() -> None:
    table = FifthEditionTable(house_rule=house("apply_damage", last_box_free))
    table.play("damage Ignat 9 aggravated", "stress Ignat 9 aggravated conflict=social")
    assert (table.health("Ignat"), table.will("Ignat")) == ("XXXX.", "XXXXXX.")
    assert (table.statuses("Ignat"), table.due()) == ([], {})


def test_a_track_that_a_house_rule_leaves_longer_brings_no_torpor() -> None:
    table = FifthEditionTable(
        "damage Vera 4 aggravated", "set Vera stamina 1", house_rule=house("trait_changed", last_box_free)
    )
    assert (table.health("Vera"), table.statuses("Vera"), table.due()) == ("XXX.", [], {})


def test_a_box_that_a_house_rule_crosses_brings_torpor() -> None:
    def crossed(fact: Fact) -> Fact | None:
        return replace(fact, after=Track("X" * fact.after.size)) if isinstance(fact, TrackSet) else fact

    table = FifthEditionTable("damage Vera 1 aggravated", house_rule=house("apply_damage", crossed))
    assert table.statuses("Vera")[0] == "torpor"
    assert "vtm5.torpor" in told(table)


def test_a_hit_that_a_house_rule_takes_away_asks_for_no_injury() -> None:
    def gone(fact: Fact) -> Fact | None:
        return None if isinstance(fact, TrackSet) else fact

    table = FifthEditionTable("set Vera health /////", house_rule=house("apply_damage", gone))
    table.play("damage Vera 2 aggravated", "damage Vera 2")
    assert (table.health("Vera"), table.due()) == ("/////", {})


def one_more(fact: Fact) -> Fact | None:
    return replace(fact, successes=(fact.successes or 0) + 1) if isinstance(fact, Rolled) else fact


def numbers(table: FifthEditionTable, line: str) -> list[tuple[object, object]]:
    """The successes of both sides in the lines of this kind."""
    told = [one for one in table.session.table.history.entries[-1].tell if one.id.startswith(line)]
    return [(one.values["successes"], one.values.get("against", one.values.get("resisted"))) for one in told]


def successes(table: FifthEditionTable) -> list[int | None]:
    return [fact.successes for fact in table.session.table.history.entries[-1].facts if isinstance(fact, Rolled)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('contest Boris wits against_attribute=wits by=Vera faces="6 2 2 6 2"', "vtm5.contest"),
        ('attack Boris fists by=Vera faces="6 6 2 2"', "vtm5.contest"),
        ("faith Vera successes=3 resisted=1 by=Ignat", "vtm5.faith"),
        ('faith Vera by=Ignat faces="6 6 6 2 2 2 2 2 2 1 1 1 1 1"', "vtm5.faith"),
    ],
)
def test_both_sides_of_a_contest_are_told_with_the_successes_of_their_rolls(line: str, told: str) -> None:
    table = FifthEditionTable(house_rule=house("roll", one_more))
    table.play(line)
    both = successes(table)
    assert numbers(table, told) == [(both[0], both[1])]


def test_the_successes_of_a_reroll_are_told_by_the_contest_that_is_settled_anew() -> None:
    table = FifthEditionTable("set Vera hunger 0", house_rule=house("roll", one_more))
    table.play('contest Ignat wits against_attribute=wits by=Vera faces="6 2 2 6 2"')
    table.play('reroll Vera 2,2 faces="7 8"')
    assert successes(table) == [4]
    assert numbers(table, "vtm5.contest")[0][0] == 4


def test_a_vampire_whose_hunger_a_house_rule_leaves_at_5_stays_half_awake() -> None:
    def unslaked(fact: Fact) -> Fact | None:
        return replace(fact, after=fact.before) if isinstance(fact, PoolSet) else fact

    lines = ("set Vera hunger 5", "condition Vera half_awake", "feed Vera 2")
    table = FifthEditionTable(*lines, house_rule=house("act", unslaked))
    assert table.who("Vera").has_condition("half_awake")
    assert "vtm5.fully_awake" not in told(table)
    assert not FifthEditionTable(*lines).who("Vera").has_condition("half_awake")
