"""What the game master sets by hand has the consequences that the rules tie to it; offers come when they are due."""

import pytest

from tests.plugins.tracker_night_wanderers.table import RULES, TestTable
from tracker.api import Intent, Refusal, Value, frozen


def table_with(*people: str) -> TestTable:
    table = TestTable()
    for who in people:
        kind = "vampire" if who in ("Irina", "Viktor") else "human"
        table.add(who, kind, health_max=25 if kind == "vampire" else 10, blood_max=10, strength=2, unarmed_combat=2)
    return table


def prompts(table: TestTable) -> list[str]:
    return [prompt.id for prompt in table.state.due]


def set_to(table: TestTable, who: str, gauge: str, value: int) -> None:
    table.act("set", targets=(who,), **{gauge: value})


def test_a_vampire_whose_health_or_blood_is_set_to_nothing_falls_into_torpor() -> None:
    for gauge in ("health", "blood"):
        table = table_with("Irina", "Guard")
        table.seize("Irina", "Guard")
        table.condition("Irina", "frenzy", scene=True)
        set_to(table, "Irina", gauge, 0)
        assert "torpor" in table.words("Irina")
        assert not table.character("Irina").has_condition("frenzy")
        assert not table.character("Guard").has_condition("held")


def test_blood_by_hand_wakes_from_a_torpor_of_hunger_only() -> None:
    table = table_with("Irina", "Viktor")
    set_to(table, "Irina", "blood", 0)
    set_to(table, "Irina", "blood", 3)
    assert "torpor" not in table.words("Irina")
    set_to(table, "Viktor", "health", 0)
    set_to(table, "Viktor", "blood", 7)
    assert "torpor" in table.words("Viktor")


def test_a_mortal_whose_points_are_set_by_hand_faints_wakes_or_dies() -> None:
    table = table_with("Guard", "Thief")
    set_to(table, "Guard", "health", -2)
    assert "unconscious" in table.words("Guard")
    table.act("stabilise", targets=("Guard",))
    set_to(table, "Guard", "health", 2)
    assert "unconscious" not in table.words("Guard")
    assert not table.character("Guard").has_condition("stable")
    set_to(table, "Guard", "health", -10)
    assert table.words("Guard") == ["final_death"]
    set_to(table, "Thief", "blood", 0)
    assert table.words("Thief") == ["final_death"]


def test_a_hold_that_is_ended_by_hand_ends_on_both_sides() -> None:
    for side, other in (("Irina", "Guard"), ("Guard", "Irina")):
        table = table_with("Irina", "Guard")
        table.seize("Irina", "Guard")
        table.act("end", targets=(side,), kind="holding" if side == "Irina" else "held")
        assert not table.character(side).conditions
        assert not table.character(other).conditions


def test_a_torpor_that_is_ended_by_hand_clears_the_work_of_taking_apart() -> None:
    table = table_with("Irina", "Guard")
    set_to(table, "Irina", "health", 0)
    table.act("dismember", "Guard", ("Irina",))
    table.act("end", targets=("Irina",), kind="torpor")
    assert table.character("Irina").count("dismemberment") == 0


def test_a_frenzy_that_is_ended_by_hand_asks_for_no_check() -> None:
    table = table_with("Irina")
    table.act("provoke", targets=("Irina",), stimulus="insult")
    table.condition("Irina", "frenzy", scene=True)
    table.act("end", targets=("Irina",), kind="frenzy")
    assert prompts(table) == []


def test_blood_that_is_shed_tempts_the_thirsty_who_see_it() -> None:
    table = table_with("Irina", "Viktor", "Guard")
    set_to(table, "Viktor", "blood", 5)
    table.act("strike", "Irina", ("Guard",), [4, 1, 1], weapon="none")
    assert prompts(table) == []
    table.act("strike", "Irina", ("Guard",), [4, 1, 1], weapon="weapon")
    assert [prompt.command for prompt in table.state.due] == ["frenzy_check Viktor stimulus=blood_sensed"]


def test_whoever_grows_insatiable_among_others_is_asked_for_a_check() -> None:
    alone = table_with("Irina")
    set_to(alone, "Irina", "blood", 3)
    alone.act("boost", "Irina", to=1)
    assert prompts(alone) == []
    among = table_with("Irina", "Guard")
    set_to(among, "Irina", "blood", 3)
    among.act("boost", "Irina", to=1)
    assert [prompt.command for prompt in among.state.due] == ["frenzy_check Irina stimulus=creature_present"]


def test_a_frenzy_of_fire_may_end_once_every_fire_is_left_behind() -> None:
    table = table_with("Irina")
    for source in ("big_fire", "direct_sunlight"):
        table.act("expose", targets=("Irina",), source=source)
    table.act("frenzy_check", targets=("Irina",), faces=[1], stimulus="fire")
    table.act("shelter", targets=("Irina",), source="big_fire")
    assert prompts(table) == []
    table.act("shelter", targets=("Irina",))
    assert [prompt.command for prompt in table.state.due] == ["end_frenzy Irina"]


def test_a_word_that_the_sheet_does_not_know_is_refused() -> None:
    table = table_with("Irina")
    for trait in ("wields", "origin"):
        with pytest.raises(Refusal) as refused:
            table.act("set", targets=("Irina",), **{trait: "banana"})
        assert refused.value.reason.id == "command.unknown"
    table.act("set", targets=("Irina",), wields="claws")
    table.act("set", targets=("Irina",), origin="talamar")
    assert table.character("Irina").integer("humanity") == 8


def test_a_gauge_that_is_there_keeps_a_maximum() -> None:
    table = table_with("Irina")
    with pytest.raises(Refusal) as refused:
        table.act("set", targets=("Irina",), health_max=0)
    assert refused.value.reason.id == "nw.gauge_stays"
    table.act("set", targets=("Irina",), health_max=7)
    assert table.character("Irina").pools["health"].value == 7


def test_without_a_number_a_vampire_heals_all_that_leaves_him_a_drop() -> None:
    table = table_with("Irina")
    set_to(table, "Irina", "health", 18)
    set_to(table, "Irina", "blood", 5)
    table.act("heal", targets=("Irina",))
    assert (table.character("Irina").pools["health"].value, table.character("Irina").pools["blood"].value) == (22, 1)
    set_to(table, "Irina", "blood", 9)
    table.act("heal", targets=("Irina",))
    assert (table.character("Irina").pools["health"].value, table.character("Irina").pools["blood"].value) == (25, 6)


@pytest.mark.parametrize(
    ("target", "values", "asked"),
    [
        ("Guard", {}, {"defending", "defence_bonus"}),
        ("Guard", {"defending": "no_defence"}, {"defending"}),
        ("Guard", {"defending": "running_dodge"}, {"defending", "defence_bonus", "running"}),
        ("Viktor", {}, {"defending", "defence_bonus", "soak"}),
        ("Otto", {}, {"sure"}),
    ],
)
def test_the_form_of_an_attack_asks_what_concerns_the_one_who_is_attacked(
    target: str, values: dict[str, Value], asked: set[str]
) -> None:
    table = table_with("Irina", "Viktor", "Guard")
    table.condition(table.add("Otto"), "torpor")
    applies = RULES.applies(table.state, Intent("strike", "Irina", (target,), frozen(values)))
    assert {name for name, is_asked in applies.items() if is_asked} == asked
    assert applies.keys() == {"defending", "defence_bonus", "running", "soak", "sure"}


def test_the_form_of_a_roll_asks_for_a_rating_or_for_dice_and_not_for_both() -> None:
    table = table_with("Irina")
    for given, asked in (("rating", {"rating": True, "dice": False}), ("dice", {"rating": False, "dice": True})):
        assert RULES.applies(table.state, Intent("roll", "Irina", (), frozen({given: 3}))) == asked


@pytest.mark.parametrize(
    ("verb", "asked"),
    [
        ("strike", "weapon defending bonus"),
        ("grapple", "weapon defending bonus"),
        ("shoot", "range defending bonus"),
        ("throw", "range defending bonus"),
        ("contest", "rating against difficulty bonus"),
        ("extended", "rating against goal difficulty bonus"),
        ("sneak", "difficulty bonus"),
        ("roll", "rating dice difficulty need bonus"),
        ("frenzy_check", "stimulus bonus"),
    ],
)
def test_a_form_asks_at_once_for_what_is_usually_said_and_keeps_the_rest_for_who_wants_it(
    verb: str, asked: str
) -> None:
    assert [one.id for one in RULES.actions[verb].parameters if one.common] == asked.split()
