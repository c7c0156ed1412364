"""The game master's word: tracks and Hunger set by hand, conditions ended, and what is then due."""

from tests.plugins.tracker_vtm5.table import FifthEditionTable, rolled


def told(table: FifthEditionTable) -> list[str]:
    return [line.id for line in table.session.table.history.entries[-1].tell]


def test_crosses_set_by_hand_take_a_character_out() -> None:
    table = FifthEditionTable("set Vera health XXXXX", "set Ignat health XXXXX")
    assert table.statuses("Vera")[0] == "torpor"
    assert table.statuses("Ignat")[0] == "coma"
    assert table.due()["death:Ignat"] == "death Ignat"


def test_a_corrected_track_offers_to_lift_what_it_brought() -> None:
    table = FifthEditionTable("set Vera health XXXXX", "set Vera health XX...")
    assert table.who("Vera").has_condition("torpor")
    table.play(table.due()["stirs:Vera"])
    assert table.statuses("Vera") == []
    assert "stirs:Vera" not in table.due()


def test_torpor_from_hunger_has_nothing_to_do_with_the_track() -> None:
    table = FifthEditionTable("torpor Vera hunger", "set Vera health XX...")
    assert "stirs:Vera" not in table.due()


def test_treatment_of_one_in_a_coma_offers_to_end_it() -> None:
    table = FifthEditionTable("add Doc kind=mortal medicine=4", "set Ignat health XXXXX")
    table.play("treat Ignat successes=5 by=Doc")
    assert table.health("Ignat") == "XXX//"
    table.play(table.due()["stirs:Ignat"])
    assert table.due() == {}


def test_who_is_added_with_nothing_but_crosses_is_out() -> None:
    table = FifthEditionTable("add Eva kind=vampire health=XXXX", "add Gleb kind=mortal health=XXXX")
    assert table.statuses("Eva")[0] == "torpor"
    assert table.statuses("Gleb")[0] == "coma"


def test_hunger_set_by_hand_wakes_the_half_awake() -> None:
    table = FifthEditionTable("set Vera hunger 5", "condition Vera half_awake", "set Vera hunger 5")
    assert table.who("Vera").has_condition("half_awake")
    table.play("set Vera hunger 4")
    assert not table.who("Vera").has_condition("half_awake")
    assert "vtm5.fully_awake" in told(table)


def test_an_ended_frenzy_reminds_of_nothing() -> None:
    table = FifthEditionTable("frenzy Vera ride kind=terror_frenzy")
    assert "beast:Vera" in table.due()
    table.play("end Vera terror_frenzy")
    assert table.due() == {}


def test_torpor_ends_flight_but_pulls_no_stake() -> None:
    table = FifthEditionTable("remorse Vera failed", "stake Vera", "torpor Vera wounds")
    kinds = {condition.kind for condition in table.who("Vera").conditions.values()}
    assert kinds == {"staked", "torpor"}


def test_one_frozen_stiff_by_hand_freezes_through_an_hour_after_the_cold_began() -> None:
    table = FifthEditionTable("condition Vera immobile", "cold Vera", "pass 59m")
    assert not table.who("Vera").has_condition("torpor")
    table.play("pass 1m")
    assert table.who("Vera").has_condition("torpor")


def test_ordinary_weapons_remind_once_a_scene_that_kindred_are_tough() -> None:
    table = FifthEditionTable("damage Ignat 3 source=sword", "damage Vera 3 source=fists")
    assert "vtm5.toughness" not in told(table)
    table.play("damage Vera 3 source=sword")
    assert "vtm5.toughness" in told(table)
    table.play("damage Boris 3 source=pistol")
    assert "vtm5.toughness" not in told(table)
    table.play("scene", "damage Boris 1 source=pistol")
    assert "vtm5.toughness" in told(table)


def test_healing_in_a_fight_reminds_that_only_slashes_are_mended_there() -> None:
    table = FifthEditionTable("set Vera health XX...", "set Ignat health X....")
    table.play("treat Ignat successes=1 by=Ignat")
    assert "vtm5.slow_healing" not in told(table)
    table.play("initiative", "next", "mend_aggravated Vera")
    assert "vtm5.slow_healing" in told(table)


def test_two_dice_by_the_game_masters_word_count_for_any_rouse_check() -> None:
    table = FifthEditionTable('rouse Vera other two_dice faces="2 7"')
    assert table.hunger("Vera") == 2
    assert table.play('rouse Vera mend level=1 faces="7"').facts
    assert rolled(table.session.table.history.entries[-1], "Vera").faces == (7,)


def test_a_counted_defence_of_the_helpless_is_believed() -> None:
    table = FifthEditionTable("set Vera health XXXXX")
    table.play("attack Vera fire_axe aim=head successes=9 defence_successes=0 by=Boris", "hit")
    assert table.due()["behead:Vera"] == "final_death Vera cause=decapitation"


def test_the_bound_take_part_in_no_bodily_contest() -> None:
    table = FifthEditionTable("stake Vera")
    line = "contest Ignat {} against_attribute=wits by=Vera"
    assert table.refusal(line.format("strength athletics")) == "vtm5.refused.bound"
    table.play(line.format("wits dominate") + " discipline=dominate")


def test_a_contest_without_any_success_is_nobodys() -> None:
    table = FifthEditionTable('contest Ignat strength against_attribute=stamina by=Boris faces="1 2 3 4 5 2"')
    assert told(table)[0] == "vtm5.contest_nobody"


def test_a_contested_power_reminds_of_great_faith() -> None:
    table = FifthEditionTable("contest Ignat charisma dominate against_attribute=wits by=Vera")
    assert "vtm5.faith_proof" in told(table)


def test_the_dead_feel_nothing_unholy() -> None:
    table = FifthEditionTable('death "Ignat"', "initiative")
    assert "faith_sense:Ignat" not in table.due()


def test_hunger_set_by_hand_answers_the_question_of_hunger_frenzy_alone() -> None:
    table = FifthEditionTable("set Vera hunger 5", "expose Vera fire 1", 'rouse Vera other forced faces="1"')
    assert set(table.due()) == {"frenzy:Vera", "frenzy:Vera:2"}
    table.play("set Vera hunger 5")
    assert set(table.due()) == {"frenzy:Vera", "frenzy:Vera:2"}
    table.play("set Vera hunger 4")
    assert table.due() == {"frenzy:Vera": "frenzy Vera kind=terror_frenzy"}


def test_a_card_says_nothing_of_what_it_leaves_to_the_tables() -> None:
    vera, moll = FifthEditionTable().who("Vera"), FifthEditionTable("add Moll kind=vampire bane_severity=2").who("Moll")
    assert {"bane_severity", "weapon_damage"}.isdisjoint(vera.traits)
    assert (moll.traits["bane_severity"], moll.traits["strength"]) == (2, 2)
