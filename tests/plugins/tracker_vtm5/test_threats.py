"""Sun, fire, cold, torpor, faith, frenzy and the nights, as the table plays them."""

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.core.facts import Rolled
from tracker.core.intents import Intent, Refusal


def test_the_torpid_burn_on_once_a_round_though_they_have_no_turns() -> None:
    table = FifthEditionTable("set Vera health XXX..", "initiative", "next")
    while table.state.current != "Vera":
        table.play("next")
    table.play("expose Vera sunlight", "next")
    assert table.statuses("Vera")[0] == "torpor"
    rounds = table.state.round
    while table.state.round == rounds:
        table.play("next")
    assert table.statuses("Vera")[0] == "torpor"
    while table.state.round == rounds + 1:
        table.play("next")
    assert table.statuses("Vera")[0] == "final_death"


def test_shade_pauses_the_sun_and_it_goes_on() -> None:
    table = FifthEditionTable("option order=fixed", "initiative Vera", "next", "expose Vera sunlight", "next")
    assert table.health("Vera") == "XX..."
    table.play("shade Vera pause", "next")
    assert table.health("Vera") == "XX..."
    table.play("shade Vera pause", "next")
    assert table.health("Vera") == "XXXX."
    table.play("shade Vera", "next")
    assert table.health("Vera") == "XXXX."
    assert table.refusal("shade Vera") == "vtm5.refused.not_exposed"


def test_the_moment_of_burning_is_the_tables_choice() -> None:
    start = FifthEditionTable(
        "option order=fixed", "option exposure_moment=start_of_turn", "initiative Vera", "expose Vera fire 1", "next"
    )
    assert start.health("Vera") == "X...."
    late = FifthEditionTable(
        "option order=fixed",
        "option exposure_moment=end_of_round",
        "initiative Vera,Boris",
        "expose Vera fire 1",
        "next",
    )
    late.play("next")
    assert late.health("Vera") == "....."
    late.play("next")
    assert late.health("Vera") == "X...."


def test_sunlight_is_nothing_to_a_mortal_and_fire_needs_a_size() -> None:
    table = FifthEditionTable()
    assert table.refusal("expose Ignat sunlight") == "vtm5.refused.not_a_vampire"
    assert table.refusal("expose Ignat fire") == "vtm5.refused.fire_amount"


def test_a_new_scene_ends_the_burning() -> None:
    table = FifthEditionTable("initiative Vera", "expose Vera fire 2", "scene", "initiative Vera", "next", "next")
    assert table.health("Vera") == "....."


def test_hours_that_pass_at_once_bring_all_their_tests() -> None:
    table = FifthEditionTable("cold Vera", "pass 3 hours")
    assert "cold:Vera" in table.due()
    table.play("cold_test Vera successes=2")
    assert "cold:Vera" in table.due()
    # The second test fails; the hour after it has gone by as well.
    table.play("cold_test Vera successes=2")
    assert table.statuses("Vera")[0] == "torpor"
    assert table.health("Vera") == "....."


def test_half_an_hour_in_icy_water_where_the_table_wants_it() -> None:
    table = FifthEditionTable(
        "option icy_water_wait=half_an_hour", "cold Vera water", "pass 30m", "cold_test Vera successes=1"
    )
    assert table.who("Vera").has_condition("immobile")
    assert "sinks:Vera" in table.due()
    table.play("pass 30m")
    assert table.statuses("Vera")[0] == "torpor"


def test_warmth_gives_movement_back_and_a_full_hour_starts_the_cold_anew() -> None:
    table = FifthEditionTable(
        "cold Vera", "pass 1 hour", "cold_test Vera successes=1", "pass 30m", "warm Vera", "pass 3 hours"
    )
    assert not table.who("Vera").has_condition("immobile")
    assert "torpor" not in table.statuses("Vera")
    table.play("cold Vera")
    assert table.who("Vera").conditions["cold"].amount == 2


def test_a_short_warm_up_does_not_lower_the_difficulty() -> None:
    table = FifthEditionTable(
        "cold Vera", "pass 1 hour", "cold_test Vera successes=2", "warm Vera", "pass 30m", "cold Vera"
    )
    assert table.who("Vera").conditions["cold"].amount == 3
    other = FifthEditionTable(
        "option cold_restart=next_night",
        "cold Vera",
        "pass 1 hour",
        "cold_test Vera successes=2",
        "warm Vera",
        "pass 3 hours",
    )
    other.play("cold Vera")
    assert other.who("Vera").conditions["cold"].amount == 3
    other.play("warm Vera", 'night faces="9 9"', "cold Vera")
    assert other.who("Vera").conditions["cold"].amount == 2


def test_a_new_night_wakes_the_staked_and_leaves_the_torpid() -> None:
    table = FifthEditionTable("stake Vera", "torpor Boris")
    table.play('night faces="3"')
    assert table.hunger("Vera") == 3
    assert table.hunger("Boris") == 3
    assert table.who("Vera").has_condition("staked")
    assert not table.statuses("Vera")


def test_the_evening_mending_is_once_a_night_and_comes_to_nothing_in_torpor() -> None:
    table = FifthEditionTable("set Vera health XX/..", "set Vera hunger 3")
    table.play('night on=Vera mending faces="9 6 6 6"')
    assert table.health("Vera") == "X/..."
    assert table.refusal("mend_aggravated Vera") == "vtm5.refused.mended_tonight"
    table.play("set Vera hunger 5", 'night on=Vera mending faces="2"')
    assert table.statuses("Vera")[0] == "torpor"
    assert table.health("Vera") == "X/..."


def test_a_day_that_passes_is_a_new_night_for_treatment() -> None:
    table = FifthEditionTable("set Ignat health XXX..", "treat Ignat successes=3 by=Ignat")
    assert table.health("Ignat") == "XX/.."
    assert table.refusal("treat Ignat successes=3 by=Ignat") == "vtm5.refused.treated_tonight"
    table.play("pass 1 day", "treat Ignat successes=3 by=Ignat")
    assert table.health("Ignat") == "X//.."


def test_mending_is_once_a_turn_in_a_fight() -> None:
    table = FifthEditionTable(
        "option order=fixed", "set Vera health ////.", "initiative", "next", 'mend Vera faces="8"'
    )
    assert table.health("Vera") == "//..."
    assert table.refusal("mend Vera") == "vtm5.refused.mended_this_turn"
    table.play("next", "next", "next", 'mend Vera faces="8"')
    assert table.health("Vera") == "....."


def test_a_shield_of_faith_lasts_as_many_turns_as_the_rating() -> None:
    table = FifthEditionTable("option order=fixed", "initiative Ignat", "next", "faith_shield Ignat")
    table.play(*["next"] * 4)
    assert table.who("Ignat").has_condition("faith_shield")
    table.play("next")
    assert not table.who("Ignat").has_condition("faith_shield")
    assert table.will("Ignat") == "/......"


def test_a_critical_win_of_faith_puts_to_flight_and_asks_for_frenzy() -> None:
    table = FifthEditionTable()
    # Resolve 4 + True Faith 5 against four unmarked boxes of Willpower.
    table.play('faith Boris by=Ignat faces="10 10 6 1 1 1 1 1 1 6 6 1 1"')
    assert table.who("Boris").has_condition("fleeing")
    table.play(table.due()["frenzy:Boris"] + ' faces="6 6 6 6 6 1"')
    assert table.who("Boris").has_condition("turn_lost")
    assert "frenzy:Boris" not in table.due()
    # The touch waits: margin 5 - 2 = 3, in full.
    table.play("hit")
    assert table.health("Boris") == "XXX..."


def test_faith_against_the_full_rating_where_the_table_wants_it() -> None:
    table = FifthEditionTable("option faith_pool=full_rating", "set Boris willpower ////")
    entry = table.play('faith Boris by=Ignat faces="6 1 1 1 1 1 1 1 1 6 6 1 1"')
    pools = [fact.pool for fact in entry.facts if getattr(fact, "what", "") in ("faith", "resist")]
    assert pools == [9, 4]
    assert table.refusal("faith Boris by=Vera") == "vtm5.refused.not_a_mortal"


def test_a_broken_conscience_without_a_way_out_burns_as_in_the_sun() -> None:
    table = FifthEditionTable(
        "option order=fixed", "initiative Vera", "next", "remorse Vera failed cornered believer=Ignat", "next"
    )
    assert table.health("Vera") == "XX..."
    assert table.who("Vera").has_condition("terror_frenzy")
    assert (table.who("Vera").integer("resolve"), table.will("Vera")) == (1, "....")


def test_one_who_only_defends_does_not_attack() -> None:
    table = FifthEditionTable("remorse Vera passed")
    assert table.refusal("attack Ignat by=Vera") == "vtm5.refused.only_defends"


def test_the_wave_may_be_ridden_and_bought_back_for_a_turn() -> None:
    table = FifthEditionTable("frenzy Vera kind=hunger_frenzy ride", "spend Vera 1 control")
    assert table.who("Vera").has_condition("hunger_frenzy")
    assert table.who("Vera").has_condition("controlled")
    assert table.refusal("spend Boris 1 control") == "vtm5.refused.no_frenzy"


def test_a_stunned_fighter_pays_or_loses_the_turn() -> None:
    table = FifthEditionTable("injury Vera stunned")
    table.play(table.due()["stunned:Vera"])
    assert not table.who("Vera").has_condition("stunned")
    assert table.will("Vera") == "/...."


def test_torpor_and_death_by_injury_are_asked_first() -> None:
    table = FifthEditionTable("set Vera health XXXX/", "damage Vera 1 superficial", 'injury Vera faces="9"')
    assert table.statuses("Vera")[0] == "torpor"
    other = FifthEditionTable("set Ignat health XXXX/", 'injury Ignat faces="9"')
    assert "dead" not in other.statuses("Ignat")
    other.play(other.due()["worst:Ignat"])
    assert other.statuses("Ignat")[0] == "dead"


def test_desire_pays_once_a_session() -> None:
    table = FifthEditionTable("spend Vera 2", "desire Vera")
    assert table.will("Vera") == "/...."
    assert table.refusal("desire Vera") == "vtm5.refused.desire_used"
    table.play("session", "spend Vera", "desire Vera")
    assert table.will("Vera") == "....."


def test_ambition_pays_at_the_end_where_the_table_wants_it() -> None:
    table = FifthEditionTable(
        "option willpower_aggravated=session_end", "set Vera willpower XX...", "ambition Vera", "session"
    )
    assert table.will("Vera") == "XX..."
    table.play("end_session", "end_session")
    assert table.will("Vera") == "X...."


def test_a_mental_power_aimed_at_great_faith_is_called_hopeless() -> None:
    table = FifthEditionTable('roll Vera charisma discipline=dominate against=Ignat faces="1 1 1"')
    assert "vtm5.faith_proof" in [line.id for line in table.session.table.history.entries[-1].tell]


def test_a_pool_of_twice_the_difficulty_may_win_without_a_roll() -> None:
    table = FifthEditionTable("roll Vera pool=6 difficulty=3 without_roll")
    assert table.refusal("roll Vera pool=5 difficulty=3 without_roll") == "vtm5.refused.no_automatic_win"


def test_both_impairments_count_on_a_shot_where_the_table_wants_it() -> None:
    table = FifthEditionTable("set Ignat health /////", "set Ignat willpower ///////")
    entry = table.play("attack Boris surprised by=Ignat")
    assert entry.facts[0].pool == 5  # type: ignore[union-attr]
    other = FifthEditionTable(
        "option mixed_impairment=both_penalties", "set Ignat health /////", "set Ignat willpower ///////"
    )
    assert other.play("attack Boris surprised by=Ignat").facts[0].pool == 3  # type: ignore[union-attr]


def test_blunt_weapons_are_deadly_to_mortals_where_the_table_wants_it() -> None:
    table = FifthEditionTable("damage Ignat 2 source=bat")
    assert table.health("Ignat") == "/...."
    table.play("option blunt_weapons=aggravated", "damage Ignat 2 source=bat")
    assert table.health("Ignat") == "XX/.."


def test_harm_in_a_coma_asks_about_death_where_the_table_wants_it() -> None:
    table = FifthEditionTable(
        "option coma_harm=death_prompt", "damage Ignat 5 aggravated", "dismiss", "damage Ignat 1 aggravated"
    )
    assert table.due()["death:Ignat:2"] == "death Ignat"


def test_the_cross_stays_where_the_mending_ends_in_torpor_and_the_table_wants_it() -> None:
    table = FifthEditionTable("option torpor_mending=not_removed", "set Vera health XX...", "set Vera hunger 5")
    table.play('mend_aggravated Vera faces="1 9 9"')
    assert table.health("Vera") == "XX..."
    assert table.statuses("Vera")[0] == "torpor"


def test_the_blood_may_be_roused_at_hunger_5_where_the_table_wants_it() -> None:
    table = FifthEditionTable("set Vera hunger 5")
    assert table.refusal("rouse Vera") == "vtm5.refused.hunger_5"
    table.play("option rouse_at_hunger_5=allowed", 'rouse Vera faces="2"')
    assert "frenzy:Vera" in table.due()


def test_hunger_set_by_hand_wakes_the_half_awake_with_their_next_turn() -> None:
    table = FifthEditionTable("torpor Vera", "wake Vera successes=3", "set Vera hunger 4", "initiative Vera", "next")
    assert not table.who("Vera").has_condition("half_awake")


@pytest.mark.parametrize(("faces", "wakes"), [("6 2", False), ("6 7", True)])
def test_two_successes_wake_from_torpor(faces: str, wakes: bool) -> None:
    table = FifthEditionTable("torpor Vera", f'wake Vera faces="{faces}"')
    assert table.who("Vera").has_condition("torpor") is not wakes
    assert table.who("Vera").has_condition("half_awake") is wakes
    assert table.hunger("Vera") == (5 if wakes else 2)


@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (0, 0)])
def test_stronger_blood_takes_one_off_the_hunger_of_before_where_the_table_wants_it(before: int, after: int) -> None:
    table = FifthEditionTable("option torpor_broken_hunger=one_less_than_before", f"set Vera hunger {before}")
    table.play("torpor Vera", "wake Vera blood giver_potency=3")
    assert table.hunger("Vera") == after


@pytest.mark.parametrize("potency", [1, 2])
def test_blood_that_is_not_stronger_wakes_nobody(potency: int) -> None:
    table = FifthEditionTable("torpor Vera")
    assert table.refusal(f"wake Vera blood giver_potency={potency}") == "vtm5.refused.weak_blood"


def test_waking_by_a_roll_has_odds_and_by_blood_none_and_takes_no_surge() -> None:
    table = FifthEditionTable("torpor Vera")
    assert table.session.table.odds(Intent("wake", targets=("Vera",))) is not None
    assert (
        table.session.table.odds(Intent("wake", targets=("Vera",), values={"reason": "blood", "giver_potency": 5}))
        is None
    )
    for line in ("wake Vera surge", "frenzy Vera surge", "faith Vera surge by=Ignat"):
        with pytest.raises(Refusal):
            table.play(line)


@pytest.mark.parametrize(("resolve", "left", "boxes"), [(2, 1, 4), (1, 0, 3), (0, 0, 3)])
def test_a_broken_conscience_takes_a_point_of_resolve_where_there_is_one(resolve: int, left: int, boxes: int) -> None:
    table = FifthEditionTable(f"set Vera resolve {resolve}", "remorse Vera failed")
    assert table.who("Vera").integer("resolve") == left
    assert table.who("Vera").tracks["willpower"].size == boxes


@pytest.mark.parametrize(("size", "left"), [(5, 4), (2, 1), (1, 1)])
def test_a_broken_conscience_takes_a_box_of_a_track_of_typed_length_but_not_the_last(size: int, left: int) -> None:
    table = FifthEditionTable(f"set Vera willpower_size {size}", "remorse Vera failed")
    assert table.who("Vera").tracks["willpower"].size == left


@pytest.mark.parametrize(("hunger", "warned"), [(5, True), (4, False)])
def test_mending_crosses_at_hunger_5_is_warned_of_or_locked(hunger: int, warned: bool) -> None:
    lines = ("set Vera health X....", f"set Vera hunger {hunger}")
    entry = FifthEditionTable(*lines).play('mend_aggravated Vera faces="9 9 9"')
    assert ("vtm5.torpor_threatens" in [line.id for line in entry.tell]) is warned
    locked = FifthEditionTable(*lines, "option aggravated_at_hunger_5=locked")
    if warned:
        assert locked.refusal("mend_aggravated Vera") == "vtm5.refused.hunger_5"
    else:
        locked.play('mend_aggravated Vera faces="9 9 9"')


def test_the_unholy_is_felt_as_a_fight_begins_and_not_again_in_its_rounds() -> None:
    table = FifthEditionTable("option order=fixed", "initiative", "next")
    assert "unholy:Ignat" in table.due()
    at = list(table.due()).index("unholy:Ignat")
    table.play(f"dismiss {at + 1}", "add Sara kind=mortal true_faith=3", "initiative Sara,Vera")
    assert not [name for name in table.due() if name.startswith("unholy")]


def test_a_counted_triumph_of_faith_is_the_believers_alone() -> None:
    entry = FifthEditionTable().play("faith Boris successes=4 resisted=4 critical by=Ignat")
    rolls = {fact.who: fact.result for fact in entry.facts if isinstance(fact, Rolled)}
    assert rolls == {"Ignat": "critical_win", "Boris": "tie"}
    lost = FifthEditionTable().play("faith Boris successes=2 resisted=4 critical by=Ignat")
    rolls = {fact.who: fact.result for fact in lost.facts if isinstance(fact, Rolled)}
    assert rolls == {"Ignat": "failure", "Boris": "win"}


@pytest.mark.parametrize(("rating", "feels"), [(2, False), (3, True)])
def test_the_unholy_is_felt_from_a_true_faith_of_three(rating: int, feels: bool) -> None:
    table = FifthEditionTable(f"set Ignat true_faith {rating}", "initiative")
    assert ("unholy:Ignat" in table.due()) is feels


@pytest.mark.parametrize(("time", "again"), [("23 hours", False), ("24 hours", True)])
def test_a_whole_day_brings_a_new_night_for_what_counts_once_a_night(time: str, again: bool) -> None:
    table = FifthEditionTable("set Boris health XX....", 'mend_aggravated Boris faces="9 9 9"', f"pass {time}")
    if again:
        table.play('mend_aggravated Boris faces="9 9 9"')
        assert table.health("Boris") == "......"
    else:
        assert table.refusal("mend_aggravated Boris") == "vtm5.refused.mended_tonight"


@pytest.mark.parametrize("rating", [4, 5])
def test_only_a_faith_of_five_calls_for_a_reckoning(rating: int) -> None:
    table = FifthEditionTable(f"set Ignat true_faith {rating}")
    line = "remorse Vera passed believer=Ignat"
    if rating < 5:
        assert table.refusal(line) == "vtm5.refused.too_little_faith"
    else:
        table.play(line)
