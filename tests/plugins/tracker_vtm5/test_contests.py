"""A contest is settled for both sides at once, and anew when one throws dice again (V5-DICE-06, 07, 09, V5-ATK-01)."""

from fractions import Fraction

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable, marked, rolled
from tracker.core.facts import Rolled
from tracker.core.history import Entry
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Part, Term


def told(entry: Entry) -> list[str]:
    return [line.id for line in entry.tell]


def results(entry: Entry) -> dict[str, str]:
    return {fact.who: fact.result for fact in entry.facts if isinstance(fact, Rolled)}


def test_after_both_have_thrown_again_the_tie_is_told_and_the_one_who_acts_wins_it() -> None:
    table = FifthEditionTable("set Vera hunger 0", "set Ignat wits 3")
    table.play('contest Ignat wits against_attribute=wits by=Vera faces="6 2 2 6 6 2"')
    entry = table.play('reroll Vera 2,2 faces="7 8"')
    assert rolled(entry, "Vera").target == 2
    assert rolled(entry, "Vera").result == "win"
    assert [line.id for line in entry.tell if not line.working] == ["vtm5.contest_attacker", "vtm5.verdict_now"]
    entry = table.play('reroll Ignat 2 faces="9"')
    assert (rolled(entry, "Ignat").target, rolled(entry, "Ignat").result) == (3, "tie")
    assert rolled(entry, "Ignat").rule == "V5-ATK-03"
    assert told(entry)[0] == "vtm5.contest_attacker_tie"
    line = entry.tell[0]
    assert (line.values["successes"], line.values["against"], line.values["margin"]) == (3, 3, 0)


def test_a_winner_who_is_overtaken_owes_no_price_of_a_messy_critical_any_more() -> None:
    table = FifthEditionTable("set Vera hunger 2", "set Ignat dexterity 6")
    # Strength 2 + Brawl 0, both of them Hunger dice: two tens, four successes.
    table.play('attack Ignat fists by=Vera faces="10 10 6 6 6 2 2 2"')
    assert set(table.due()) == {"messy:Vera", "hit:Ignat"}
    table.play('reroll Ignat 2,2,2 faces="8 8 8"')
    assert table.due() == {}


def test_a_winner_with_a_hungry_one_who_is_overtaken_fails_bestially() -> None:
    table = FifthEditionTable("set Vera hunger 1", "set Vera strength 3", "set Ignat dexterity 4")
    table.play('attack Ignat fists by=Vera faces="8 8 1 6 2 2 2"')
    assert set(table.due()) == {"hit:Ignat"}
    entry = table.play('reroll Ignat 2,2 faces="8 9"')
    assert set(table.due()) == {"bestial:Vera"}
    assert "vtm5.verdict_now" in told(entry)


def test_both_sides_of_an_attack_are_judged_by_what_the_other_threw() -> None:
    table = FifthEditionTable("set Vera hunger 0", "set Vera strength 3")
    entry = table.play('attack Ignat fists defence_pool=3 by=Vera faces="6 7 2 6 7 8"')
    assert results(entry) == {"Vera": "failure", "Ignat": "win"}
    assert rolled(entry, "Vera").target == 3


def test_a_tie_is_no_failure_of_either() -> None:
    table = FifthEditionTable("set Vera hunger 2")
    entry = table.play('attack Ignat fists by=Vera faces="6 1 6 2"')
    assert results(entry) == {"Vera": "tie", "Ignat": "tie"}
    assert told(entry)[0] == "vtm5.contest_nobody_tie"
    assert table.due() == {}


def test_no_success_on_either_side_is_a_total_failure_of_both() -> None:
    table = FifthEditionTable("set Vera hunger 0")
    entry = table.play('attack Ignat fists by=Vera faces="2 2 2 2"')
    assert results(entry) == {"Vera": "total_failure", "Ignat": "total_failure"}


def test_an_argument_is_settled_anew_like_a_blow() -> None:
    table = FifthEditionTable("set Vera hunger 1", "set Boris hunger 0")
    table.play('argue Boris pool=2 defence_pool=2 by=Vera faces="7 10 2 2"')
    assert set(table.due()) == {"hit:Boris"}
    table.play('reroll Boris 2,2 faces="10 10"')
    assert table.due() == {}


def test_two_who_strike_are_hurt_by_whoever_is_ahead_in_the_end() -> None:
    table = FifthEditionTable("set Vera hunger 0", "set Boris hunger 0")
    table.play('attack Boris fists strikes_back pool=2 defence_pool=3 by=Vera faces="6 6 6 2 2"')
    assert set(table.due()) == {"hit:Boris"}
    table.play('reroll Boris 2,2 faces="7 8"')
    assert set(table.due()) == {"hit:Vera"}
    table.play("hit")
    assert table.health("Vera") == "/...."


def test_a_price_that_is_paid_is_not_asked_for_again() -> None:
    table = FifthEditionTable("set Vera hunger 2")
    table.play('attack Ignat fists by=Vera faces="10 10 6 2"')
    table.play(table.due()["messy:Vera"] + ' "a wall falls"')
    assert set(table.due()) == {"hit:Ignat"}
    table.play('reroll Ignat 2 faces="9"')
    assert set(table.due()) == {"hit:Ignat"}
    assert table.refusal("price Vera") == "vtm5.refused.no_price"


def test_a_price_stays_due_through_the_rounds_and_beside_the_next_one() -> None:
    table = FifthEditionTable("option order=fixed", "set Vera hunger 2", "initiative", "next")
    table.play('roll Vera pool=2 faces="10 10"', *["next"] * 4)
    assert "messy:Vera" in table.due()
    table.play('roll Vera pool=2 faces="1 2"')
    assert {"messy:Vera", "bestial:Vera"} <= set(table.due())
    table.play("price Vera")
    assert "messy:Vera" not in table.due()
    assert "bestial:Vera" in table.due()


def test_a_reroll_of_a_plain_roll_takes_its_price_along() -> None:
    table = FifthEditionTable("set Vera hunger 1")
    table.play('roll Vera pool=3 difficulty=2 faces="2 2 1"')
    assert set(table.due()) == {"bestial:Vera"}
    table.play('reroll Vera 2,2 faces="7 8"')
    assert table.due() == {}


def test_faith_that_wins_by_a_reroll_makes_the_vampire_give_way() -> None:
    table = FifthEditionTable()
    # Resolve 4 + True Faith 5 against four unmarked boxes of Willpower.
    table.play('faith Boris by=Ignat faces="6 2 2 2 2 2 2 2 2 6 6 1 1"')
    assert not table.who("Boris").has_condition("retreating")
    table.play('reroll Ignat 2,2,2 faces="7 8 9"')
    assert table.who("Boris").has_condition("retreating")
    assert table.due() == {"hit:Boris": "hit on=Boris"}
    table.play("hit")
    assert table.health("Boris") == "XX...."


@pytest.mark.parametrize("state", ["stake Vera", "torpor Vera", "condition Vera immobile"])
def test_one_who_cannot_act_strikes_no_blow_but_a_counted_defence_is_believed(state: str) -> None:
    table = FifthEditionTable(state)
    blow = "attack Vera sword strikes_back defender_weapon=claws successes=1 defence_successes=4 by=Ignat"
    assert table.refusal(blow) == "vtm5.refused.strikes_no_blow"
    table.play("attack Vera sword successes=1 defence_successes=4 by=Ignat")
    assert table.due() == {}


def test_nobody_attacks_oneself_and_words_reach_no_torpid_mind() -> None:
    table = FifthEditionTable("torpor Boris")
    assert table.refusal("attack Vera by=Vera") == "vtm5.refused.both_sides"
    assert table.refusal("contest Vera wits against_attribute=wits by=Vera") == "vtm5.refused.both_sides"
    assert table.refusal("argue Boris by=Vera") == "vtm5.refused.senseless"
    assert table.refused_with("argue Vera by=Boris").startswith("Boris: ")


def test_hunger_dice_are_told_apart_and_the_luck_of_a_roll_is_known() -> None:
    table = FifthEditionTable("set Vera hunger 1")
    fact = rolled(table.play('roll Vera pool=2 faces="7 2"'), "Vera")
    assert fact.faces == (7,)
    assert [(dice.what, dice.faces) for dice in fact.others] == [("hunger_dice", (2,))]
    # Two dice bring a half each, and 2 more where both show a ten.
    assert fact.expected == pytest.approx(1 + 2 / 100)
    # A success or more, less the critical of two tens, which would be messy here.
    assert fact.chance == pytest.approx(3 / 4 - 1 / 100)


def test_the_chance_of_a_reroll_counts_only_the_dice_that_are_thrown_again() -> None:
    table = FifthEditionTable("set Vera hunger 0")
    fact = rolled(table.play('roll Vera pool=3 difficulty=2 faces="7 2 2"', 'reroll Vera 2 faces="9"'), "Vera")
    assert (fact.again, fact.result) == ((9,), "win")
    assert fact.expected == pytest.approx(1.5)
    assert fact.chance == pytest.approx(1 / 2)


def test_a_hit_of_one_who_has_left_still_counts_and_its_dice_lie_still() -> None:
    table = FifthEditionTable("set Boris hunger 0")
    table.play('attack Boris fists pool=2 defence_pool=1 by=Vera faces="7 8 2"', "remove Vera")
    table.play('reroll Boris 2 faces="9"', "hit")
    assert table.health("Boris") == "/....."


def test_dice_of_a_contest_that_another_has_replaced_settle_nothing() -> None:
    table = FifthEditionTable("set Boris hunger 0", "set Vera hunger 0")
    table.play('attack Boris fists pool=2 defence_pool=2 by=Vera faces="7 2 6 2"')
    table.play('attack Boris fists surprised pool=3 by=Vera faces="7 8 2"')
    assert table.due() == {"hit:Boris": "hit on=Boris"}
    table.play('reroll Boris 2 faces="10"')
    assert table.due() == {"hit:Boris": "hit on=Boris"}


def test_a_surge_that_the_defender_cannot_make_is_refused_before_any_die() -> None:
    table = FifthEditionTable("set Boris hunger 5")
    assert table.refusal('attack Boris fists defence_surge by=Vera faces="2"') == "vtm5.refused.hunger_5"


def test_a_triumph_of_faith_that_is_thrown_away_puts_nobody_to_flight() -> None:
    table = FifthEditionTable()
    table.play('faith Boris by=Ignat faces="10 10 6 7 2 2 2 2 2 2 2 2 2"')
    assert table.who("Boris").has_condition("fleeing")
    assert set(table.due()) == {"frenzy:Boris", "hit:Boris"}
    table.play('reroll Ignat 10,10 faces="2 3"')
    assert not table.who("Boris").has_condition("fleeing")
    assert table.who("Boris").has_condition("retreating")
    assert set(table.due()) == {"hit:Boris"}
    table.play("hit")
    assert table.health("Boris") == "XX...."


@pytest.mark.parametrize("state", ["torpor", "coma"])
def test_the_senseless_take_no_side_in_a_contest_and_have_no_odds_of_one(state: str) -> None:
    table = FifthEditionTable(f"condition Boris {state}")
    line = "contest Boris wits stealth against_attribute=wits by=Vera"
    assert table.refusal(line) == "vtm5.refused.senseless"
    assert "Boris" in table.refused_with(line)
    with pytest.raises(Refusal):
        table.asked(f"odds {line}")


def test_the_bound_resist_with_the_mind_alone() -> None:
    table = FifthEditionTable("stake Boris")
    assert table.refusal("contest Boris strength against_attribute=strength by=Vera") == "vtm5.refused.bound"
    entry = table.play('contest Boris charisma dominate against_attribute=resolve by=Vera faces="2 2 6 2"')
    assert results(entry)["Boris"] != ""


@pytest.mark.parametrize(("option", "harm"), [("no_damage", 0), ("attacker_wins", 3), ("attacker_wins_by_one", 4)])
def test_a_tie_against_a_dodge_does_what_the_table_has_chosen(option: str, harm: int) -> None:
    table = FifthEditionTable(f"option one_sided_tie={option}", "set Vera hunger 0", "set Boris hunger 0")
    entry = table.play('attack Boris sword pool=2 defence_pool=2 by=Vera faces="6 2 6 2"')
    assert results(entry)["Vera"] == ("win" if harm else "tie")
    if harm:
        # A sword adds 3; the hit is halved, rounded up.
        table.play("hit")
        fact = marked(table.session.table.history.entries[-1], "Boris")[0]
        assert sum(part.value for part in fact.parts if part.label != Term("halved")) == harm
        assert fact.parts[0] == Part(Term("tie"), harm - 3, "V5-ATK-03")
    else:
        assert table.due() == {}


def test_odds_of_an_attack_count_the_tie_that_the_table_lets_the_attacker_win() -> None:
    losses = []
    for option in ("no_damage", "attacker_wins", "attacker_wins_by_one"):
        table = FifthEditionTable(f"option one_sided_tie={option}", "set Boris hunger 0")
        intent = Intent("attack", "Ignat", ("Boris",), {"pool": 1, "defence_pool": 1, "weapon": "sword"})
        told = table.session.table.rules.odds(table.state, intent)
        assert told is not None
        assert told.loss is not None
        losses.append(told.loss)
    # Even in half of all throws (1:1 or 0:0); a sword's 3 are halved to 2 marks, 4 are as well.
    assert losses[1] - losses[0] == Fraction(1, 2) * 2
    assert losses[2] == losses[1]


def test_odds_tell_leads_from_successes_and_no_event_inside_another() -> None:
    table = FifthEditionTable("set Vera hunger 1")
    lead = table.asked("odds contest Boris wits against_attribute=wits by=Vera")
    assert [line for line in lead if line.startswith("lead: 1+ ")]
    rolls = table.asked("odds roll Vera wits")
    assert [line for line in rolls if line.startswith("successes: 1+ ")]
    for who, labels in (
        ("Vera", ["win", "plain_critical_win", "messy_critical", "plain_total_failure", "bestial_failure"]),
        ("Ignat", ["win", "critical_win", "total_failure"]),
    ):
        told = table.session.table.odds(Intent("roll", targets=(who,), values={"pool": 3}))
        assert told is not None
        assert [label.id for label, _ in told.events if isinstance(label, Term)] == labels


def test_a_hit_that_was_dismissed_is_asked_about_once_more_when_a_reroll_changes_it() -> None:
    table = FifthEditionTable("set Vera hunger 0", "set Boris hunger 0")
    table.play('attack Boris fists pool=3 defence_pool=2 by=Vera faces="6 7 2 6 2"', "dismiss 1")
    assert table.due() == {}
    table.play('reroll Vera 2 faces="9"')
    assert list(table.due().values()) == ["hit on=Boris"]
    table.play("hit")
    assert table.health("Boris") == "/....."


def test_refusals_of_a_reroll_name_whose_dice_they_are() -> None:
    table = FifthEditionTable("set Vera hunger 2", 'roll Vera pool=2 faces="2 3"')
    assert table.refusal("reroll Vera 2") == "vtm5.refused.only_hunger_dice"
    assert "Vera" in table.refused_with("reroll Vera 2")
    table.play('roll Ignat pool=2 faces="2 3"')
    assert "Ignat" in table.refused_with("reroll Ignat 5")
    table.play("frenzy Vera 2 ride", "scene", "set Vera hunger 0", "frenzy Vera 2")
    assert "Vera" in table.refused_with("reroll Vera 2")


@pytest.mark.parametrize(
    ("picked", "reason"),
    [
        ("11", "no_face"),
        ("002", "no_face"),
        ("x", "no_face"),
        ("2,2,2,2", "reroll_count"),
        ("h2", "hunger_dice_stay"),
        ("9", "face_not_there"),
    ],
)
def test_only_faces_of_regular_dice_that_fell_can_be_thrown_again(picked: str, reason: str) -> None:
    table = FifthEditionTable('roll Ignat pool=5 faces="2 2 2 2 10"')
    assert table.refusal(f'reroll Ignat "{picked}"') == f"vtm5.refused.{reason}"
    table.play('reroll Ignat 0 faces="7"')
    assert last_faces(table) == (2, 2, 2, 2, 7)


def last_faces(table: FifthEditionTable) -> tuple[object, ...]:
    return rolled(table.session.table.history.entries[-1], "Ignat").faces


@pytest.mark.parametrize(
    ("line", "headline"),
    [
        ("strikes_back successes=2 defence_successes=2", "vtm5.contest_both"),
        ("successes=2 defence_successes=2", "vtm5.contest_nobody_tie"),
        ("successes=0 defence_successes=0", "vtm5.contest_nobody"),
    ],
)
def test_a_tie_is_told_as_what_it_is(line: str, headline: str) -> None:
    assert told(FifthEditionTable().play(f"attack Boris {line} by=Vera"))[0] == headline
