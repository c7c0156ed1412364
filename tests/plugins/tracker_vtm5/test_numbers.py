"""Prices are paid for something, limits are those of one character, and numbers say what they are made of."""

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable, marked, rolled
from tracker.core.facts import PoolSet, Rolled
from tracker.core.intents import Refusal
from tracker.core.messages import Message
from tracker_vtm5.rolls import picked_faces


def test_mending_nothing_is_refused_and_costs_nothing() -> None:
    table = FifthEditionTable("set Vera health XX...")
    assert table.refusal("mend Vera") == "vtm5.refused.nothing_to_mend"
    table.play("set Vera health /....")
    assert table.refusal("mend_aggravated Vera") == "vtm5.refused.nothing_to_mend"
    assert table.hunger("Vera") == 2
    table.play("injury Vera blinded", 'mend_aggravated Vera faces="9 9 9"')
    assert not table.who("Vera").has_condition("blinded")


def test_the_whole_roll_only_to_wake_when_all_mend_in_the_evening() -> None:
    table = FifthEditionTable("set Boris health X.....")
    table.play('night mending faces="9 9 8 8 8"')
    assert table.health("Boris") == "......"
    assert table.hunger("Vera") == 2


def test_the_night_of_one_is_no_new_night_for_the_others() -> None:
    table = FifthEditionTable(
        "set Boris health XX....", 'mend_aggravated Boris faces="9 9 9"', 'night on=Vera faces="9"'
    )
    assert table.refusal("mend_aggravated Boris") == "vtm5.refused.mended_tonight"
    table.play('night on=Boris faces="9"', 'mend_aggravated Boris faces="9 9 9"')
    assert table.health("Boris") == "......"


def test_thin_bloods_begin_at_hunger_1_like_all_kindred() -> None:
    table = FifthEditionTable("add Lia kind=thin-blood", "add Eva kind=vampire")
    assert (table.hunger("Lia"), table.hunger("Eva")) == (1, 1)


@pytest.mark.parametrize(
    ("potency", "line", "hunger"),
    [
        (1, "feed Vera 2 vessel=animal", 3),
        (2, "feed Vera 2 vessel=animal", 4),
        (3, "feed Vera 2 vessel=bagged", 5),
        (4, "feed Vera 3 vessel=human", 3),
        (6, "feed Vera 3 vessel=human", 4),
        (10, "feed Vera 5 vessel=human killed", 3),
        (4, "feed Vera 5", 1),
        (5, "feed Vera 5", 2),
        (8, "feed Vera 5", 3),
        (8, "feed Vera 5 killed", 0),
        (1, "feed Vera 5 killed vessel=human", 0),
        (1, "feed Vera 5 killed vessel=animal", 1),
    ],
)
def test_strong_blood_gets_less_from_a_vessel_that_is_named(potency: int, line: str, hunger: int) -> None:
    table = FifthEditionTable(f"set Vera blood_potency {potency}", "set Vera hunger 5", line)
    assert table.hunger("Vera") == hunger


def test_a_bag_of_blood_has_nobody_to_kill() -> None:
    assert FifthEditionTable().refusal("feed Vera 2 killed vessel=bagged") == "vtm5.refused.bag_killed"


@pytest.mark.parametrize(("potency", "is_told"), [(2, False), (3, False), (4, True)])
def test_human_blood_slakes_less_from_blood_potency_4(potency: int, is_told: bool) -> None:
    table = FifthEditionTable(f"set Vera blood_potency {potency}")
    lines = [line.id for line in table.play("feed Vera 1").tell]
    assert ("vtm5.human_slakes_less" in lines) is is_told


def test_bane_severity_by_the_later_table() -> None:
    table = FifthEditionTable("option order=fixed", "initiative Boris", "next", "expose Boris sunlight", "next")
    assert table.health("Boris") == "XX...."


def test_impaired_willpower_weakens_mental_and_social_rolls_only() -> None:
    table = FifthEditionTable("set Vera willpower /////")
    assert rolled(table.play("roll Vera wits resolve"), "Vera").pool == 3
    assert rolled(table.play("roll Vera composure resolve"), "Vera").pool == 3
    assert rolled(table.play("roll Vera dexterity melee"), "Vera").pool == 6


def test_one_stricken_by_faith_only_defends_for_three_turns() -> None:
    table = FifthEditionTable("option order=fixed", "initiative Vera", "next", "remorse Vera passed", "next", "next")
    assert table.refusal("attack Ignat by=Vera") == "vtm5.refused.only_defends"
    table.play("next", "attack Ignat by=Vera")


def test_derived_values_name_the_table_and_a_rouse_check_its_die() -> None:
    table = FifthEditionTable("set Vera blood_potency 7")
    rules = table.session.table.rules
    assert rules is not None
    derived = {value.id: value for value in rules.derived(table.state, "Vera")}
    assert derived["blood_surge"].value == 5
    label = derived["blood_surge"].parts[0].label
    assert isinstance(label, Message)
    assert label.values["potency"] == 7
    assert (derived["hunger"].value, derived["health"].value) == (5, 5)
    entry = table.play('rouse Vera faces="2"')
    fact = next(fact for fact in entry.facts if isinstance(fact, PoolSet))
    assert "2, 6 or more keeps Hunger" in table.session.words.say(fact.parts[0].label)  # type: ignore[arg-type]


def test_marks_and_their_number_stay_one_truth() -> None:
    table = FifthEditionTable("add Brute kind=mortal health=8 willpower=//......")
    assert table.who("Brute").integer("health_size") == 8
    table.play("set Brute stamina 5", "set Brute health //XX......")
    assert table.who("Brute").integer("health_size") == 10
    table.play("set Brute health_size 3")
    assert table.health("Brute") == "XX/"


def test_hunger_has_no_other_bound_than_5() -> None:
    table = FifthEditionTable("add Eva kind=vampire hunger=3/9", "set Vera hunger 7/9")
    assert (table.hunger("Eva"), table.hunger("Vera")) == (3, 5)
    assert table.who("Eva").pools["hunger"].maximum == 5


def test_a_hit_names_who_struck_with_what() -> None:
    table = FifthEditionTable("attack Boris successes=3 defence_successes=1 by=Vera")
    entry = table.play("hit")
    line = table.session.words.say(entry.tell[0])
    assert line == (
        "Vera, sword → Boris: 5 superficial damage, 3 marks on Health, ...... → ///... "
        "(margin 2 + damage modifier 3 − halved 2)"
    )
    assert marked(entry, "Boris")[0].amount == 3


def test_a_hit_by_nobody_here_begins_with_the_one_who_is_hurt() -> None:
    table = FifthEditionTable("set Vera health XXXXX")
    said = {line: table.session.words.say(table.play(line).tell[0]) for line in (
        "damage Boris 5 source=gun", "damage Boris 1", "damage Vera 3 source=gun", "damage Vera 3",
    )}  # fmt: skip
    assert [line.partition(",")[0].partition(":")[0] for line in said.values()] == [
        "Boris takes 5 superficial damage (gun)", "Boris takes 1 superficial damage",
        "Vera takes 3 superficial damage (gun)", "Vera takes 3 superficial damage",
    ]  # fmt: skip


def test_treatment_that_turns_nothing_says_so() -> None:
    table = FifthEditionTable("set Ignat health XX....")
    lines = [table.session.words.say(line) for line in table.play("treat Ignat successes=0 by=Boris").tell]
    assert "Boris treats Ignat in vain: XX.... stays" in lines


def test_willpower_that_is_spent_for_nothing_named_names_nothing() -> None:
    said = [FifthEditionTable().play(line) for line in ("spend Vera", "spend Ignat 1 reroll")]
    assert [entry.tell[0].id for entry in said] == ["vtm5.spent_freely", "vtm5.spent"]


def test_a_refusal_names_whom_it_is_about() -> None:
    table = FifthEditionTable("torpor Boris", "set Vera hunger 5")
    assert table.refused_with("roll Boris wits").startswith("Boris: ")
    assert table.refused_with("rouse Vera").startswith("Vera: ")
    assert table.refused_with("rouse Ignat").startswith("Ignat: ")
    assert table.refused_with("death Vera").startswith("Vera: ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("roll Vera pool=3 hunger_dice=7", "vtm5.refused.too_many_hunger_dice"),
        ("expose Vera sunlight 5", "vtm5.refused.sunlight_amount"),
        ("expose Vera fire", "vtm5.refused.fire_amount"),
        ("damage Vera 2 stress", "vtm5.refused.stress_on_health"),
        ("hospital Ignat 2", "vtm5.refused.nothing_to_treat"),
    ],
)
def test_a_number_that_would_be_dropped_is_refused(line: str, reason: str) -> None:
    assert FifthEditionTable().refusal(line) == reason


def test_the_dice_of_hunger_say_why_there_are_so_many() -> None:
    table = FifthEditionTable("set Vera hunger 3")
    lines = table.asked("why", after='roll Vera strength faces="6 2"')
    assert lines[lines.index("  Hunger dice: 2 of them") :][1:3] == [
        "    Hunger +3  (V5-DICE-05 Hunger dice)",
        "    no more dice in the pool −1  (V5-DICE-05 Hunger dice)",
    ]
    split = table.play('attack Boris,Ignat pool=4 split=2,2 by=Vera faces="2 2 2 2 2 2 2 2"')
    hungry = [fact.others[0] for fact in split.facts if isinstance(fact, Rolled) and fact.what == "attack"]
    assert [[part.value for part in dice.parts] for dice in hungry] == [[3, -1], [3, -1]]


def test_a_hit_that_leaves_no_trace_says_so_and_tells_how_much() -> None:
    table = FifthEditionTable("set Vera health XXXXX")
    for line, lost, by in (("damage Vera 3", 2, "taken"), ("damage Vera 3 aggravated source=claws", 3, "from")):
        entry = table.play(line)
        assert [line.id for line in entry.tell if line.id.startswith("vtm5.harm")] == [f"vtm5.harm_{by}_in_vain"]
        assert entry.tell[0].values["points"] == lost
        assert "→ XXXXX" not in table.session.words.say(entry.tell[0])
    table.play("set Boris health XXXXX/")
    assert [line.id for line in table.play("damage Boris 4").tell][:3] == [
        "vtm5.harm_taken", "vtm5.converted", "vtm5.no_trace",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "who", "reasons"),
    [
        (["set Vera health /...."], "Vera", {"rouse": "", "mend": "", "attack": "", "wake": "not_in_torpor"}),
        (["set Vera hunger 5", "set Vera health /...."], "Vera", {"rouse": "hunger_5", "mend": "hunger_5"}),
        (["set Vera hunger 5", "option rouse_at_hunger_5=allowed"], "Vera", {"rouse": "", "mend_aggravated": ""}),
        (["set Vera hunger 5", "option aggravated_at_hunger_5=locked"], "Vera", {"mend_aggravated": "hunger_5"}),
        (["set Vera hunger 4", "option aggravated_at_hunger_5=locked"], "Vera", {"mend_aggravated": "", "rouse": ""}),
        ([], "Vera", {"mend": "nothing_to_mend", "treat": "not_a_mortal", "death": "not_a_mortal"}),
        ([], "Ignat", {"rouse": "not_a_vampire", "stake": "not_a_vampire", "treat": "", "faith": ""}),
        (["torpor Vera"], "Vera", {"attack": "senseless", "roll": "senseless", "wake": "", "damage": ""}),
        (["stake Vera"], "Vera", {"attack": "bound", "feed": "bound", "spend": "", "rouse": ""}),
        (["final_death Vera"], "Vera", {"damage": "gone", "injury": "gone", "attack": "senseless"}),
        (["remorse Vera passed"], "Vera", {"attack": "only_defends", "argue": "only_defends", "spend": ""}),
        (["set Vera willpower XXXXX"], "Vera", {"spend": "no_willpower_left", "reroll": "no_willpower_left"}),
        (["set Ignat willpower ///////", "option willpower_when_full=refuse"], "Ignat", {"spend": "no_willpower_left"}),
        (["desire Vera", "set Vera willpower /....", "desire Vera"], "Vera", {"desire": "desire_used"}),
    ],
)  # fmt: skip
def test_what_somebody_cannot_do_now_is_greyed_out_with_the_reason(
    lines: list[str], who: str, reasons: dict[str, str]
) -> None:
    table = FifthEditionTable(*lines)
    assert table.session.table.rules is not None
    found = table.session.table.rules.unavailable(table.state, who)
    told = {action: found.get(action, "").removeprefix("vtm5.refused.") for action in reasons}
    assert told == reasons


@pytest.mark.parametrize(("marks", "full", "out"), [(".", False, False), ("/", True, False), ("X", True, True)])
def test_a_track_of_one_box_fills_like_any_other(marks: str, full: bool, out: bool) -> None:
    table = FifthEditionTable(f"set Ignat willpower {marks}")
    assert ("impaired_willpower" in table.statuses("Ignat")) is full
    assert ("crossed_out_willpower" in table.statuses("Ignat")) is out


@pytest.mark.parametrize(
    ("text", "picked"), [("1", (1,)), ("10 9 1", (10, 9, 1)), ("0", (10,)), ("2,3;4", (2, 3, 4)), ("05", (5,))]
)
def test_up_to_three_faces_are_picked_for_a_reroll(text: str, picked: tuple[int, ...]) -> None:
    assert picked_faces(text) == picked


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "vtm5.refused.reroll_count"),
        ("1 2 3 4", "vtm5.refused.reroll_count"),
        ("11", "vtm5.refused.no_face"),
        ("010", "vtm5.refused.no_face"),
        ("-1", "vtm5.refused.no_face"),
        ("h1", "vtm5.refused.hunger_dice_stay"),
        ("h10", "vtm5.refused.hunger_dice_stay"),
        ("hx", "vtm5.refused.no_face"),
    ],
)
def test_what_is_no_face_of_a_regular_die_is_not_picked(text: str, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        picked_faces(text)
    assert refused.value.reason.id == reason


@pytest.mark.parametrize(("medicine", "health"), [(1, "XXX/."), (2, "XXX/."), (3, "XX//."), (4, "XX//."), (5, "X///.")])
def test_treatment_turns_half_of_medicine_rounded_up(medicine: int, health: str) -> None:
    # V5-HEAL-09.
    table = FifthEditionTable(f"set Boris medicine {medicine}", "set Ignat health XXXX.")
    table.play("treat Ignat successes=9 by=Boris")
    assert table.health("Ignat") == health


def test_a_stay_in_hospital_that_heals_at_the_end_takes_a_week_for_each_cross_and_is_counted_anew() -> None:
    # V5-HEAL-10.
    table = FifthEditionTable("option hospital=at_the_end", "set Ignat health XX...", "hospital Ignat 1")
    assert table.health("Ignat") == "XX..."
    table.play("hospital Ignat 1")
    assert table.health("Ignat") == "....."
    table.play("set Ignat health XX...", "hospital Ignat 1")
    assert table.health("Ignat") == "XX..."


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("treat Ignat penalty=20 successes=9 by=Boris", "Boris"),
        ("cold_test Vera penalty=20 successes=9", "Vera"),
        ("frenzy Vera difficulty=5 penalty=20 successes=9", "Vera"),
    ],
)
def test_more_successes_than_a_pool_can_show_are_taken_as_they_were_counted(line: str, who: str) -> None:
    table = FifthEditionTable("set Ignat health XXXX.", "cold Vera", "pass 1 hour")
    fact = rolled(table.play(line), who)
    assert (fact.pool, fact.successes, fact.result, fact.chance) == (1, 9, "win", 0)


def test_a_win_without_a_roll_is_one_with_margin_0() -> None:
    fact = rolled(FifthEditionTable().play("roll Vera pool=6 difficulty=3 without_roll"), "Vera")
    assert (fact.successes, fact.data["margin"], fact.data["critical"], fact.chance) == (3, 0, False, 1)
