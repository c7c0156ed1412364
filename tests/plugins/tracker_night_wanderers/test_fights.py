"""Holds, bites and drinking, missiles and ranges, contests, thirst and frenzy as they go at the table."""

import pytest

from tests.plugins.tracker_night_wanderers.table import RULES, TestTable, TurnChance
from tracker.api import Condition, ConditionSet, Intent, OptionSet, OrderSet, Part, Place, Refusal
from tracker.core.facts import FightJoined


def pair(**options: str) -> TestTable:
    table = TestTable(options)
    table.add("Irina", strength=2, unarmed_combat=2, physical_defence=2, health_max=25, blood_max=12, blood=4, pa=2)
    table.add("Guard", "human", strength=2, unarmed_combat=2, physical_defence=2, health_max=10, blood_max=10, fa=2)
    table.begin_fight()
    return table


def reason(table: TestTable, verb: str, actor: str = "", targets: tuple[str, ...] = (), **values: object) -> str:
    with pytest.raises(Refusal) as refused:
        table.act(verb, actor, targets, [6] * 20, all_faces=False, **values)  # type: ignore[arg-type]
    return refused.value.reason.id


def holds(table: TestTable, holder: str, held: str) -> bool:
    return table.character(holder).has_condition("holding") and table.character(held).has_condition("held")


def prompts(table: TestTable) -> list[str]:
    return [prompt.id for prompt in table.state.due]


# ---------------------------------------------------------------------- holds


def test_the_held_may_strike_but_neither_dodge_nor_shoot() -> None:
    table = pair()
    table.seize("Irina", "Guard")
    assert reason(table, "dodge", "Guard") == "nw.held_cannot_move"
    assert reason(table, "shoot", "Guard", ("Irina",), range="long_range") == "nw.held_cannot_move"
    assert reason(table, "strike", "Irina", ("Guard",), defending="dodge") == "nw.held_cannot_move"
    assert {"dodge", "shoot", "throw"} <= RULES.unavailable(table.state, "Guard").keys()
    table.act("strike", "Guard", ("Irina",), [1, 1, 1, 1])
    assert holds(table, "Irina", "Guard")


def test_whoever_does_something_else_lets_go() -> None:
    table = pair()
    table.seize("Irina", "Guard")
    table.act("dodge", "Irina")
    assert not table.character("Irina").has_condition("holding")
    assert not table.character("Guard").has_condition("held")


def test_a_holder_who_sinks_into_torpor_holds_nobody() -> None:
    table = pair()
    table.seize("Irina", "Guard")
    table.act("damage", targets=("Irina",), amount=40, soak="decline")
    assert not table.character("Guard").has_condition("held")


def test_a_held_one_who_faints_stays_held_and_can_be_bitten_and_drunk() -> None:
    table = pair()
    table.seize("Irina", "Guard")
    table.act("damage", targets=("Guard",), amount=11)
    assert holds(table, "Irina", "Guard")
    table.act("bite", "Irina")
    table.end_turns()
    table.act("drink", "Irina")
    assert table.character("Guard").pools["blood"].value == 9


def test_death_ends_a_hold_on_both_sides() -> None:
    table = pair()
    table.seize("Irina", "Guard")
    table.act("damage", targets=("Guard",), amount=30)
    assert not table.character("Irina").has_condition("holding")


def test_a_hold_on_somebody_who_left_the_session_is_gone_with_the_turn() -> None:
    table = pair()
    table.seize("Irina", "Guard")
    table.act("remove", targets=("Guard",))
    assert reason(table, "hold", "Irina") == "nw.holds_nobody"
    table.end_turns()
    assert not table.character("Irina").has_condition("holding")


def test_nobody_drinks_from_whoever_resists_before_the_bite() -> None:
    table = pair()
    assert reason(table, "drink", "Irina", ("Guard",)) == "nw.bite_first"
    table.seize("Irina", "Guard")
    assert reason(table, "drink", "Irina") == "nw.bite_first"
    table.act("bite", "Irina")
    assert reason(table, "drink", "Irina") == "nw.no_action_left"
    table.end_turns()
    table.act("drink", "Irina")
    assert table.character("Irina").pools["blood"].value == 5


def test_a_holder_is_offered_what_the_hold_leads_to() -> None:
    table = pair()
    table.seize("Irina", "Guard")
    table.end_turns()
    while table.state.current != "Irina":
        table.act("next")
    assert prompts(table) == ["hold:Irina", "bite:Irina"]
    table.act("bite", "Irina")
    table.end_turns()
    while table.state.current != "Irina":
        table.act("next")
    assert "drink:Irina" in prompts(table)


def test_letting_go_needs_a_hold() -> None:
    table = pair()
    assert reason(table, "release", "Irina") == "nw.holds_nobody"
    table.seize("Irina", "Guard")
    table.act("release", "Irina")
    assert not holds(table, "Irina", "Guard")


# ---------------------------------------------------------------------- missiles


def test_a_range_is_remembered_between_two_and_changes_with_a_run() -> None:
    table = pair()
    table.act("range", range="long_range")
    table.act("shoot", "Guard", ("Irina",), [1, 1, 1], defending="running_dodge", running="nearer")
    assert table.rolls("shoot")[0].data["difficulty"] == 5
    table.end_turns()
    table.act("shoot", "Guard", ("Irina",), [1, 1])
    assert table.rolls("shoot")[0].data["difficulty"] == 4


def test_at_point_blank_only_what_is_no_bow_is_shot() -> None:
    table = pair()
    assert reason(table, "shoot", "Guard", ("Irina",), range="point_blank") == "nw.bow_too_close"
    table.act("shoot", "Guard", ("Irina",), [1, 1], range="point_blank", no_bow=True)
    assert table.rolls("shoot")[0].data["difficulty"] == 3
    assert table.line("nw.may_close_in")


def test_another_missile_may_have_its_own_damage() -> None:
    table = pair()
    table.act("shoot", "Irina", ("Guard",), [6], range="long_range", rating="1", plus=5)
    assert table.character("Guard").pools["health"].value == 4


# ---------------------------------------------------------------------- the game master's word


def test_a_weapon_on_the_sheet_serves_until_another_is_named() -> None:
    table = pair()
    table.act("set", targets=("Irina",), wields="claws")
    table.act("strike", "Irina", ("Guard",), [6, 6, 1, 1])
    damage = table.line("nw.deep_damage")
    assert damage is not None
    assert damage.values["amount"] == 3
    assert table.character("Guard").pools["health"].value == 7


def test_depth_and_pain_can_be_overruled() -> None:
    table = pair()
    table.act("damage", targets=("Irina",), amount=10, soak="decline")
    table.act("strike", "Irina", ("Guard",), [6, 6, 1, 1], no_pain=True, depth="deep")
    assert table.rolls("strike")[0].pool == 2
    assert table.line("nw.deep_damage") is not None


def test_a_rating_may_be_a_number_and_an_unknown_word_is_refused() -> None:
    table = pair()
    table.act("roll", "Irina", faces=[6, 6, 1], rating="3")
    assert table.rolls("roll")[0].result == "quality_2"
    assert reason(table, "roll", "Irina", rating="luck") == "nw.no_rating"
    assert reason(table, "roll", "Irina", rating="99999") == "nw.too_many_dice"


def test_a_soak_rolled_by_hand_is_at_five() -> None:
    table = pair()
    table.act("roll", "Irina", faces=[4, 4], rating="physical_defence", purpose="soak")
    assert table.rolls("roll")[0].result == "failure"


# ---------------------------------------------------------------------- contests


def test_a_tie_offers_the_new_roll_and_the_new_roll_settles_the_offer() -> None:
    table = pair()
    table.act("contest", "Irina", ("Guard",), [6, 1, 6, 1], rating="strength", against="strength")
    assert prompts(table) == ["again:contest:Irina:Guard"]
    assert "rating=strength" in table.state.due[0].command
    table.act("contest", "Irina", ("Guard",), [6, 6, 6, 1], rating="strength", against="strength")
    assert prompts(table) == []


def test_another_tie_is_due_though_the_first_was_dismissed() -> None:
    # NW-DICE-14.
    table = pair()
    table.act("rivals", "Irina", ("Guard",), [6, 1, 6, 1], rating="2", against="2")
    table.act("dismiss", number=1)
    table.act("rivals", "Irina", ("Guard",), [6, 6, 6, 6], rating="2", against="2")
    assert [due.command for due in table.state.open_due] == ["rivals Guard rating=2 against=2 by=Irina"]
    assert table.line("due.moot") is None


def test_each_turn_of_a_running_contest_offers_the_next_though_one_was_dismissed() -> None:
    # NW-DICE-16.
    table = pair()
    table.act("extended", "Irina", ("Guard",), [6, 6, 6, 1], goal=3)
    table.act("dismiss", number=1)
    table.act("extended", "Irina", ("Guard",), [6, 1, 6, 1], goal=3)
    assert len(table.state.open_due) == 1


def test_what_a_turn_reminds_of_goes_by_the_fight_that_somebody_is_in() -> None:
    # NW-ATK-07; one action a turn in each fight (NW-TURN-02).
    table = pair()
    table.add("Otto", health_max=25)
    table.fold(FightJoined("Irina", "yard"), FightJoined("Guard", "yard"))
    table.act("initiative", targets=("Irina", "Guard"), **{"total:Irina": 1, "total:Guard": 2})
    table.seize("Irina", "Guard")
    table.act("fight", name="yard")
    table.act("next")
    assert {"hold:Irina", "bite:Irina"} <= {*prompts(table)}
    table.act("fight", name="first")
    assert table.state.fight == ""
    assert {"hold:Irina", "bite:Irina"} <= {*prompts(table)}


def test_a_place_of_somebody_who_is_in_another_fight_breaks_no_order() -> None:
    table = pair()
    table.add("Otto", health_max=25)
    for turns in ("once", "each_turn"):
        table.fold(OptionSet("initiative_roll", None, turns))
        table.fold(FightJoined("Otto", "yard"), OrderSet((Place("Otto", 3), Place("Irina", 5))))
        table.fold(ConditionSet("Irina", Condition("initial_celerity", "initial_celerity")))
        table.act("initiative", targets=("Guard",), **{"total:Guard": 4})
        assert {"Irina", "Guard"} <= {place.who for place in table.state.order}
        table.act_with(TurnChance([]), Intent("next"))
        table.end_turns(2)


def test_a_running_contest_stays_in_sight_until_it_ends() -> None:
    table = pair()
    table.act("extended", "Irina", ("Guard",), [6, 6, 6, 1], goal=2)
    assert prompts(table) == ["extended:Irina:Guard"]
    table.act("extended", "Irina", ("Guard",), [6, 1, 1, 1], goal=2)
    assert prompts(table) == []
    assert table.rolls("extended")[0].result == "won"
    table.act("extended", "Irina", ("Guard",), [6, 1, 1, 1], goal=2)
    assert table.rolls("extended")[0].data["lead"] == 1


def test_a_suspicion_makes_the_very_next_look_easier_and_no_other() -> None:
    table = pair()
    table.act("sneak", "Irina", ("Guard",), [6, 6], rating="1", against="1")
    assert table.rolls("sneak")[0].result == "suspicion"
    table.act("sneak", "Irina", ("Guard",), [6, 2], rating="1", against="1")
    assert [roll.data["difficulty"] for roll in table.rolls()] == [4, 3]
    table.act("sneak", "Irina", ("Guard",), [6, 2], rating="1", against="1")
    assert [roll.data["difficulty"] for roll in table.rolls()] == [4, 4]


def test_a_chase_decided_by_powers_asks_for_no_dice() -> None:
    table = pair()
    table.act("set", targets=("Irina",), potence=1)
    table.act("pursue", "Irina", ("Guard",))
    assert table.line("nw.caught")
    assert not table.rolls()


# ---------------------------------------------------------------------- the Beast


def test_losses_to_fire_ask_for_a_check_and_the_check_settles_it() -> None:
    table = pair()
    table.act("burn", targets=("Irina", "Guard"))
    assert prompts(table) == ["frenzy:Irina:fire"]
    table.act("frenzy_check", targets=("Irina",), faces=[1, 1], stimulus="fire")
    assert prompts(table) == ["in_frenzy:Irina"]
    assert table.character("Irina").has_condition("frenzy")
    table.act("burn", targets=("Irina",))
    assert prompts(table) == ["in_frenzy:Irina"]


def test_by_a_table_option_a_passed_check_holds_for_its_source() -> None:
    table = pair(frenzy_recheck="once_per_episode")
    table.act("burn", targets=("Irina",))
    table.act("frenzy_check", targets=("Irina",), faces=[6, 1], stimulus="fire")
    table.act("burn", targets=("Irina",))
    assert prompts(table) == []
    assert reason(table, "frenzy_check", targets=("Irina",), stimulus="fire") == "nw.no_check_needed"
    table.act("provoke", targets=("Irina",), stimulus="sun")
    assert prompts(table) == ["frenzy:Irina:sun"]
    table.act("scene")
    table.act("burn", targets=("Irina",))
    assert "frenzy:Irina:fire" in prompts(table)


def test_a_difficulty_by_hand_calls_for_a_check_where_no_rule_does() -> None:
    table = pair()
    table.act("gain_blood", targets=("Irina",), amount=8)
    assert reason(table, "frenzy_check", targets=("Irina",), stimulus="blood_sensed") == "nw.no_check_needed"
    table.act("frenzy_check", targets=("Irina",), faces=[6, 1], stimulus="blood_sensed", difficulty=6)
    assert not table.character("Irina").has_condition("frenzy")


def test_a_sated_frenzy_of_hunger_is_offered_its_end() -> None:
    table = pair()
    table.act("frenzy_check", targets=("Irina",), faces=[1, 1], stimulus="blood_sensed")
    table.act("gain_blood", targets=("Irina",), amount=1)
    assert prompts(table) == ["in_frenzy:Irina"]
    table.act("gain_blood", targets=("Irina",), amount=1)
    assert prompts(table) == ["in_frenzy:Irina", "calm:Irina"]
    table.act("end_frenzy", targets=("Irina",))
    assert prompts(table) == []


def test_a_frenzied_vampire_is_reminded_of_flight_or_attack() -> None:
    for stimulus, line in (("sun", "nw.frenzy_flees"), ("insult", "nw.frenzy_attacks")):
        table = pair()
        table.act("frenzy_check", targets=("Irina",), faces=[1, 1], stimulus=stimulus)
        table.end_turns()
        while table.state.current != "Irina":
            table.act("next")
        assert [due.line.id for due in table.state.due] == [line]


def test_torpor_ends_a_frenzy() -> None:
    table = pair()
    table.act("frenzy_check", targets=("Irina",), faces=[1, 1], stimulus="rage")
    table.act("damage", targets=("Irina",), amount=30, soak="decline")
    assert not table.character("Irina").has_condition("frenzy")


def test_mortals_have_neither_thirst_nor_beast() -> None:
    table = pair()
    assert reason(table, "frenzy_check", targets=("Guard",)) == "nw.only_vampires"
    assert reason(table, "expose", targets=("Guard",), source="direct_sunlight") == "nw.only_vampires"
    table.act("provoke", targets=("Guard",), stimulus="blood_sensed")
    assert prompts(table) == []


# ---------------------------------------------------------------------- blood


def test_a_new_night_wakes_all_but_those_in_torpor() -> None:
    table = pair()
    table.add("Otto", blood_max=12, blood=3)
    table.condition("Otto", "torpor")
    table.act("wake")
    assert table.character("Irina").pools["blood"].value == 3
    assert table.character("Otto").pools["blood"].value == 3
    assert reason(table, "wake", targets=("Otto",)) == "nw.helpless"


def test_the_episode_ends_boosts_and_powers() -> None:
    table = pair()
    table.act("boost", "Irina", to=1)
    table.act("discipline", "Irina", power="celerity")
    table.act("scene")
    assert not table.character("Irina").conditions


def test_an_advanced_power_takes_the_place_of_the_initial_one() -> None:
    table = pair()
    table.act("discipline", "Irina", power="celerity", level="initial")
    table.act("discipline", "Irina", power="celerity", level="advanced")
    assert list(table.character("Irina").conditions) == ["advanced_celerity"]
    assert table.character("Irina").pools["blood"].value == 1


def test_drinking_a_vampire_dry_brings_torpor_and_a_reminder() -> None:
    table = TestTable()
    table.add("Irina", blood_max=12, blood=3)
    table.add("Otto", blood_max=12, blood=2)
    table.act("drink", "Irina", ("Otto",), turns=5, willing=True)
    assert "torpor" in table.words("Otto")
    assert table.line("nw.diablerie")
    assert table.character("Irina").pools["blood"].value == 5


def test_several_points_at_once_are_for_quiet_hours() -> None:
    table = pair()
    assert reason(table, "drink", "Irina", ("Guard",), turns=2, willing=True) == "nw.one_point_a_turn"


def test_without_a_reserve_entered_nothing_is_paid() -> None:
    table = TestTable()
    table.add("Irina", health_max=25, health=20)
    assert reason(table, "heal", targets=("Irina",), amount=1) == "nw.no_blood_entered"
    assert reason(table, "boost", "Irina", to=1) == "nw.no_blood_entered"


def test_mortals_get_points_by_the_game_masters_word_only() -> None:
    table = pair()
    table.act("damage", targets=("Guard",), amount=4)
    assert reason(table, "heal", targets=("Guard",), amount=2, with_blood=True) == "nw.only_vampires"
    table.act("heal", targets=("Guard",), amount=2)
    assert table.line("nw.recovers")
    assert table.character("Guard").pools["blood"].value == 10


# ---------------------------------------------------------------------- sheets


def test_a_character_by_name_alone_has_the_numbers_of_its_kind() -> None:
    table = TestTable()
    for kind, health, blood in (("vampire", 25, None), ("human", 10, 10), ("werewolf", None, None), ("dog", None, 2)):
        table.act("add", targets=(kind,), name=kind, kind=kind)
        pools = table.character(kind).pools
        assert (pools["health"].value if "health" in pools else None) == health
        assert (pools["blood"].value if "blood" in pools else None) == blood
    assert table.character("werewolf").integer("humanity") == 6


@pytest.mark.parametrize(
    "given", [{"health_max": 10**9}, {"health": -5}, {"strength": -3}, {"wields": "bazooka"}, {"celerity": 9}]
)
def test_what_a_sheet_cannot_hold_is_refused(given: dict[str, object]) -> None:
    table = TestTable()
    with pytest.raises(Refusal):
        table.act("add", targets=("X",), name="X", **given)  # type: ignore[arg-type]


def maximum_of(table: TestTable, who: str) -> tuple[Part, ...]:
    return next(value.parts for value in RULES.derived(table.state, who) if value.id == "health")


def test_a_maximum_explains_itself() -> None:
    table = TestTable()
    table.add("Anna", health_max=30)
    assert [part.value for part in maximum_of(table, "Anna")] == [25, 5]
    table.add("Grey", "werewolf", health_max=15)
    assert [part.rule for part in maximum_of(table, "Grey")] == [""]


@pytest.mark.parametrize(
    ("kind", "gauge", "rule"),
    [
        ("vampire", "health", "NW-STATE-02"),
        ("human", "health", "NW-STATE-03"),
        ("human", "blood", "NW-RES-09"),
        ("dog", "blood", "NW-RES-13"),
    ],
)
def test_the_usual_maximum_of_a_kind_names_its_rule(kind: str, gauge: str, rule: str) -> None:
    table = TestTable()
    table.act("add", targets=("Anna",), name="Anna", kind=kind)
    (part,) = next(value.parts for value in RULES.derived(table.state, "Anna") if value.id == gauge)
    assert part.rule == rule


def test_an_origin_proposes_its_humanity() -> None:
    table = TestTable()
    table.add("Anna")
    table.act("set", targets=("Anna",), origin="tragander")
    assert table.character("Anna").integer("humanity") == 4


def test_by_a_table_option_healing_goes_on_turn_by_turn() -> None:
    table = pair(heal_per_turn="one")
    table.act("damage", targets=("Irina",), amount=6, soak="decline")
    table.act("heal", targets=("Irina",), amount=3)
    assert table.character("Irina").pools["health"].value == 20
    assert prompts(table) == []
    assert reason(table, "heal", targets=("Irina",), amount=2) == "nw.healing_whole_turn"
    table.end_turns()
    assert [prompt.command for prompt in table.state.due] == ["heal Irina amount=2"]
    table.act("heal", targets=("Irina",), amount=2)
    table.end_turns()
    table.act("heal", targets=("Irina",), amount=1)
    assert table.character("Irina").pools["health"].value == 22
    assert prompts(table) == ["frenzy:Irina:hunger"]


def test_a_wound_free_body_has_nothing_to_heal() -> None:
    table = pair()
    assert reason(table, "heal", targets=("Irina",), amount=1) == "nw.unhurt"
    assert reason(table, "stabilise", targets=("Guard",)) == "nw.nothing_to_stop"
