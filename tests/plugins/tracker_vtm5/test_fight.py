"""A fight at the table: attacks and the hits they make ready, rerolls, defences, order."""

from collections.abc import Generator
from dataclasses import replace

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable, marked, rolled
from tracker.api import Chance, Intent, Outcome, Refusal, State, TrackSet, hookimpl


def test_a_hit_waits_until_it_is_applied_and_is_halved_then() -> None:
    table = FifthEditionTable()
    # Composure 3 + Firearms 4 against Dexterity 2 + Athletics 0 less 2: one die at least.
    entry = table.play('attack Boris no_cover by=Ignat faces="10 10 6 7 2 3 4 1"')
    assert rolled(entry, "Ignat").pool == 7
    assert rolled(entry, "Boris").pool == 1
    assert table.health("Boris") == "......"
    assert [prompt.split(":")[:2] for prompt in table.due()] == [["bestial", "Boris"], ["hit", "Boris"]]
    # 6 successes (two tens are 4) to 0, pistol 3: 9, halved 5.
    entry = table.play("hit")
    assert [part.value for part in marked(entry, "Boris")[0].parts] == [6, 3, -4]
    assert table.health("Boris") == "/////."
    assert list(table.due()) == ["bestial:Boris"]
    assert table.refusal("hit") == "vtm5.refused.no_hit"


def test_a_reroll_changes_the_hit_that_waits_and_costs_a_slash() -> None:
    table = FifthEditionTable()
    table.play('attack Boris defence_pool=2 by=Ignat faces="6 2 3 4 1 2 5 7 2"', 'reroll Ignat 2,3,4 faces="6 7 1"')
    assert table.will("Ignat") == "/......"
    table.play("hit")
    # 3 successes to 1, pistol 3: 5, halved 3.
    assert table.health("Boris") == "///..."
    assert table.refusal("reroll Ignat 6") == "vtm5.refused.rerolled_already"


def test_a_reroll_may_turn_a_hit_into_a_miss() -> None:
    table = FifthEditionTable("set Boris hunger 0")
    table.play('attack Boris defence_pool=3 by=Ignat faces="6 2 2 2 1 1 1 2 2 2"')
    assert len(table.due()) == 1
    table.play('reroll Boris 2,2 faces="8 9"')
    assert not table.due()
    assert table.refusal("hit") == "vtm5.refused.no_hit"


def test_after_the_hit_is_applied_its_dice_lie_still() -> None:
    table = FifthEditionTable()
    table.play('attack Boris defence_pool=1 by=Ignat faces="6 2 3 4 1 2 5 2"', "hit")
    assert table.refusal('reroll Ignat 2 faces="9"') == "vtm5.refused.hit_applied"
    assert table.will("Ignat") == "......."


def test_a_waiting_hit_is_not_lost_to_the_next_attack() -> None:
    table = FifthEditionTable()
    table.play("attack Boris successes=3 defence_successes=1 by=Ignat")
    refusal = "attack Boris successes=5 defence_successes=1 by=Ignat"
    assert table.refusal(refusal) == "vtm5.refused.hit_waits"
    table.play("attack Boris successes=3 defence_successes=1 by=Vera")
    assert len(table.due()) == 2
    table.play("dismiss 1", "hit")
    assert table.health("Boris") == "///..."


def test_both_are_hurt_by_a_tie_of_two_who_strike() -> None:
    table = FifthEditionTable()
    table.play("attack Boris strikes_back successes=2 defence_successes=2 by=Vera", "hit")
    # Boris takes 1 + sword 3, Vera 1 + fists 0.
    assert (table.health("Boris"), table.health("Vera")) == ("//....", "/....")


def test_hits_are_marked_at_once_where_the_table_wants_it() -> None:
    table = FifthEditionTable("option hits=at_once")
    table.play("attack Boris successes=4 defence_successes=2 by=Vera")
    assert table.health("Boris") == "///..."


def test_a_pool_is_split_between_targets_with_a_die_each() -> None:
    table = FifthEditionTable()
    entry = table.play('attack Boris,Vera split=5,2 by=Ignat faces="6 6 6 6 6 1 1 6 6 1 1 1 1 1"')
    pools = [fact.pool for fact in entry.facts if getattr(fact, "what", "") == "attack"]
    assert pools == [5, 2]
    table.play("hit")
    assert table.refusal("attack Boris,Vera split=7,2 by=Ignat") == "vtm5.refused.split"
    assert table.refusal("attack Boris,Vera split=4,2,foo by=Ignat") == "vtm5.refused.split"


@pytest.mark.parametrize(("size", "shares"), [(7, [4, 3]), (6, [3, 3]), (2, [1, 1])])
def test_a_pool_is_split_evenly_where_nobody_says_how(size: int, shares: list[int]) -> None:
    entry = FifthEditionTable().play(f"attack Boris,Vera pool={size} by=Ignat")
    assert [fact.pool for fact in entry.facts if getattr(fact, "what", "") == "attack"] == shares


@pytest.mark.parametrize(("size", "split"), [(1, ""), (7, "0,7"), (7, "4,4"), (7, "7"), (2000, "1000,1")])
def test_a_split_gives_everybody_a_die_and_no_more_than_there_are(size: int, split: str) -> None:
    wanted = f"split={split}" if split else ""
    table = FifthEditionTable()
    with pytest.raises(Refusal):
        table.play(f"attack Boris,Vera pool={size} {wanted} by=Ignat")
    table.play("attack Boris,Vera pool=7 split=1,6 by=Ignat")


def test_a_second_attack_in_a_round_is_told() -> None:
    table = FifthEditionTable("option order=fixed", "initiative", "next")
    line = "attack Boris successes=0 by=Vera"
    assert "vtm5.acted_already" not in [told.id for told in table.play(line).tell]
    assert "vtm5.acted_already" in [told.id for told in table.play(line).tell]
    assert table.who("Vera").count("acted") == 2


@pytest.mark.parametrize("typed", ["split=3", "split=foo", "split=3 successes=2 defence_successes=1"])
def test_a_split_for_one_target_is_refused(typed: str) -> None:
    assert FifthEditionTable().refusal(f"attack Boris {typed} by=Ignat") == "vtm5.refused.split_one"


def test_a_called_shot_costs_dice_where_the_table_takes_dice() -> None:
    table = FifthEditionTable("option called_shot=dice")
    entry = table.play('attack Boris aim=heart weapon=wooden_stake by=Vera faces="6 7 8 9 1"')
    # Strength 2 + Melee 3 - 2 = 3 dice against two.
    assert rolled(entry, "Vera").pool == 3
    assert rolled(entry, "Vera").data["margin"] == 2


def test_the_head_comes_off_only_with_a_yes() -> None:
    table = FifthEditionTable()
    table.play("attack Boris aim=head successes=11 defence_successes=1 by=Vera", "hit")
    assert "final_death" not in table.statuses("Boris")
    command = table.due()["behead:Boris"]
    table.play(command)
    assert table.statuses("Boris")[0] == "final_death"
    assert not [prompt for prompt in table.due() if "Boris" in prompt]
    assert table.refusal("damage Boris 3") == "vtm5.refused.gone"


def test_a_burning_sword_harms_as_fire() -> None:
    table = FifthEditionTable("set Boris health XXXXX/")
    table.play("attack Boris fire successes=3 defence_successes=2 by=Vera", "hit")
    assert table.statuses("Boris")[0] == "torpor"
    table.play("attack Boris fire successes=3 by=Vera", "hit")
    assert table.statuses("Boris")[0] == "final_death"


def test_one_who_cannot_defend_is_rolled_against_one() -> None:
    table = FifthEditionTable("stake Boris")
    entry = table.play('attack Boris by=Vera faces="6 6 1 1 1"', "hit")
    assert table.health("Boris") == "//...."
    assert not [fact for fact in entry.facts if getattr(fact, "what", "") == "defence"]


def test_each_further_defence_of_a_turn_is_a_die_poorer_and_the_next_turn_begins_anew() -> None:
    table = FifthEditionTable("initiative", "next")
    pools = []
    for attacker in ("Ignat", "Boris", "Ignat"):
        entry = table.play(f"attack Vera defence_pool=5 pool=1 by={attacker}")
        pools.append(rolled(entry, "Vera").pool)
        table.play(*(["dismiss"] if table.due() else []))
    assert pools == [5, 4, 3]
    table.play("next", "next", "next")
    assert table.state.round == 2
    assert rolled(table.play("attack Vera defence_pool=5 pool=1 by=Ignat"), "Vera").pool == 5


def test_a_surge_is_paid_after_the_roll() -> None:
    table = FifthEditionTable()
    entry = table.play('attack Ignat surge defence_pool=1 by=Boris faces="1 2 3 4 5 6 7 1 2 3 1 5"')
    # Strength 4 + Brawl 4 + 2 for Blood Potency 1, three of them Hunger dice: the old Hunger.
    assert rolled(entry, "Ignat").pool == 1
    attack = next(fact for fact in entry.facts if getattr(fact, "what", "") == "attack")
    assert (attack.pool, attack.data["hunger_dice"]) == (10, 3)
    assert table.hunger("Boris") == 4


def test_an_argument_breaks_a_will_and_costs_face() -> None:
    table = FifthEditionTable("set Boris willpower XXX/")
    table.play("argue Boris strikes_back successes=4 defence_successes=2 by=Vera", "hit")
    assert table.who("Boris").has_condition("loses_face")
    assert table.health("Boris") == "......"


def test_declared_actions_make_the_order_and_move_people_in_a_running_round() -> None:
    table = FifthEditionTable("declare Ignat ranged", "declare Vera engaged", "initiative")
    assert [place.who for place in table.state.order] == ["Vera", "Ignat", "Boris"]
    table.play("next", "declare Boris engaged")
    assert [place.who for place in table.state.order] == ["Vera", "Boris", "Ignat"]
    assert table.state.current == "Vera"


def test_passing_puts_one_last_and_the_turn_comes_again() -> None:
    table = FifthEditionTable("option order=fixed", "initiative", "next")
    first = table.state.current
    table.play(f"wait {first}", "next", "next", "next")
    assert table.state.current == first
    assert table.state.round == 1
    table.play("next")
    assert table.state.round == 2
    assert [place.who for place in table.state.order][-1] == first


def test_the_third_turn_reminds_of_an_end() -> None:
    table = FifthEditionTable("option order=fixed", "initiative", *["next"] * 6)
    assert "three_turns" not in table.due()
    table.play("next")
    assert "three_turns" in table.due()


def test_typed_marks_give_a_track_its_length_for_good() -> None:
    table = FifthEditionTable("add Brute kind=mortal stamina=2 health=//.......", "set Brute stamina 4")
    assert table.health("Brute") == "//......."


def test_an_impaired_roll_names_the_two_dice_and_a_bare_pool_reminds_of_them() -> None:
    table = FifthEditionTable("set Boris health //////")
    entry = table.play("roll Boris strength brawl")
    assert [part.value for part in rolled(entry, "Boris").parts] == [4, 4, -2]
    assert rolled(table.play("roll Boris strength brawl impairment=off"), "Boris").pool == 8
    assert rolled(table.play("roll Boris wits impairment=on"), "Boris").pool == 1
    entry = table.play("roll Boris 6 2")
    assert (rolled(entry, "Boris").pool, rolled(entry, "Boris").data["difficulty"]) == (6, 2)
    assert "vtm5.impairment_unknown" in [line.id for line in entry.tell]
    assert table.refusal("roll Boris strength brawl 2") == "vtm5.refused.pool_or_traits"


def test_sickness_and_cold_leave_no_marks_on_dead_flesh() -> None:
    table = FifthEditionTable("damage Vera 5 aggravated source=disease", "damage Vera 5 source=cold")
    assert table.health("Vera") == "....."


class Witness:
    """A house rule that sees what harm is dealt."""

    @staticmethod
    @hookimpl(wrapper=True)
    def apply_damage(view: State, intent: Intent, chance: Chance) -> Generator[None, Outcome, Outcome]:
        outcome = yield
        seen.append((intent.verb, intent.target))
        return outcome


seen: list[tuple[str, str]] = []


@pytest.mark.parametrize(
    ("lines", "victim"),
    [
        (["damage Vera 3"], "Vera"),
        (["attack Boris successes=3 by=Vera", "hit"], "Boris"),
        (["faith Vera touch successes=3 resisted=1 by=Ignat"], "Vera"),
        (["initiative", "jump Vera", "expose Vera sunlight", "next"], "Vera"),
    ],
)
def test_a_house_rule_sees_all_harm(lines: list[str], victim: str) -> None:
    seen.clear()
    FifthEditionTable(*lines, house_rule=Witness())
    assert ("damage", victim) in seen


class Merciful:
    """A house rule that leaves one mark less of every hit."""

    @staticmethod
    @hookimpl(wrapper=True)
    def apply_damage(view: State, intent: Intent, chance: Chance) -> Generator[None, Outcome, Outcome]:
        outcome = yield
        facts = []
        for fact in outcome.facts:
            if isinstance(fact, TrackSet):
                spared = fact.after.marks.replace("/", "", 1) + "."
                fact = replace(fact, after=replace(fact.after, marks=spared), amount=fact.amount - 1)
            facts.append(fact)
        return replace(outcome, facts=tuple(facts))


def test_what_a_house_rule_makes_of_a_hit_is_what_the_log_tells() -> None:
    table = FifthEditionTable(house_rule=Merciful())
    entry = table.play("damage Vera 5")
    assert table.health("Vera") == "//..."
    assert "2 marks on Health, ..... → //..." in table.session.words.say(entry.tell[0])
