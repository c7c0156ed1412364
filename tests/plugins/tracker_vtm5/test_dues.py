"""What is due follows from the state: it goes when its cause goes, and nothing open goes by itself with a round."""

import subprocess
import sys

import pytest

from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.core.facts import Rolled


def told(table: FifthEditionTable) -> list[str]:
    return [line.id for line in table.session.table.history.entries[-1].tell]


def test_a_track_that_is_full_again_leaves_nothing_to_lift() -> None:
    table = FifthEditionTable("set Vera health XXXXX", "set Vera health X....")
    assert "stirs:Vera" in table.due()
    table.play("set Vera health XXXXX")
    assert table.due() == {}
    assert table.statuses("Vera")[0] == "torpor"


def test_an_injury_to_roll_goes_with_the_marks_that_asked_for_it() -> None:
    table = FifthEditionTable("set Vera health /////", "damage Vera 2")
    assert table.due()["injury:Vera"] == "injury Vera"
    table.play("set Vera health X....")
    assert table.due() == {}
    table.play("set Vera health /////")
    assert table.due() == {}


def test_every_hit_on_the_impaired_asks_for_an_injury_of_its_own() -> None:
    table = FifthEditionTable("set Vera health /////", "damage Vera 2", "damage Vera 2")
    assert set(table.due()) == {"injury:Vera", "injury:Vera:2"}
    table.play('injury Vera faces="1"')
    assert set(table.due()) == {"injury:Vera:2", "stunned:Vera"}


def test_each_check_that_fails_at_hunger_5_calls_for_a_frenzy_test() -> None:
    table = FifthEditionTable("set Vera hunger 4", 'rouse Vera other forced checks=3 faces="1 2 3"')
    assert set(table.due()) == {"frenzy:Vera", "frenzy:Vera:2"}
    table.play("set Vera hunger 3")
    assert table.due() == {}


def test_hunger_frenzy_is_due_through_the_rounds_until_it_is_rolled_or_the_scene_ends() -> None:
    table = FifthEditionTable("option order=fixed", "set Vera hunger 5", "initiative", "next")
    table.play('rouse Vera other forced faces="1"', *["next"] * 4)
    assert table.state.round == 2
    assert table.due()["frenzy:Vera"] == "frenzy Vera difficulty=4 kind=hunger_frenzy"
    table.play("scene")
    assert "frenzy:Vera" not in table.due()
    assert "due.moot" in told(table)


def test_torpor_ends_the_question_of_frenzy_and_final_death_every_question() -> None:
    table = FifthEditionTable("set Vera hunger 5", 'rouse Vera other forced faces="1"', "torpor Vera")
    assert table.due() == {}
    table = FifthEditionTable("set Vera health /////", "damage Vera 2", "final_death Vera")
    assert table.due() == {}


def test_a_fire_asks_for_terror_until_it_is_resisted() -> None:
    table = FifthEditionTable("expose Vera fire 1")
    command = table.due()["frenzy:Vera"]
    assert command == "frenzy Vera kind=terror_frenzy"
    table.play(command + ' faces="6 6 2 2 2 2 2"')
    assert "frenzy:Vera" not in table.due()
    assert table.who("Vera").has_condition("turn_lost")


def test_a_stunned_fighter_is_asked_until_the_turn_is_over() -> None:
    table = FifthEditionTable("option order=fixed", "initiative Vera", "next", "condition Vera stunned")
    assert table.due()["stunned:Vera"] == "spend Vera purpose=stunned"
    table.play("next")
    assert "stunned:Vera" not in table.due()
    assert table.refusal("spend Vera 1 stunned") == "vtm5.refused.not_stunned"


def test_a_deadly_injury_names_what_it_does() -> None:
    table = FifthEditionTable("injury Ignat 13", "injury Vera 13")
    assert table.due() == {"worst:Ignat": "death Ignat", "worst:Vera": "torpor Vera reason=injury"}
    table.play(*table.due().values())
    assert (table.statuses("Ignat"), table.statuses("Vera")) == (["dead"], ["torpor"])
    assert table.due() == {}


def test_what_only_the_ruleset_remembers_is_not_told_and_not_ended_by_hand() -> None:
    table = FifthEditionTable("set Vera hunger 5", "condition Vera head_trauma")
    table.play('rouse Vera other forced faces="1"', "end Vera")
    assert told(table) == ["condition.ended"]
    assert "frenzy:Vera" in table.due()
    table.play("scene")
    assert "condition.ended" not in told(table)


def test_a_feeding_that_stays_at_the_floor_is_kept() -> None:
    table = FifthEditionTable("feed Vera 0")
    assert table.session.table.history.entries[-1].do == "feed Vera 0"
    table.play("damage Vera 5 source=disease", "end_session")
    assert [entry.do for entry in table.session.table.history.entries[-2:]] == [
        "damage Vera 5 source=disease",
        "end_session",
    ]


def test_card_and_words_import_nothing_and_the_kinds_import_no_chapter() -> None:
    code = (
        "import sys; from tracker_vtm5 import RULESET\n"
        "def tell(of, _): print(of, sorted(name for name in sys.modules if name.startswith('tracker_vtm5.')))\n"
        "tell('card', RULESET.card())\n"
        "tell('words', RULESET.catalogue('en'))\n"
        "tell('rules', RULESET.rules_reference('ru'))\n"
        "tell('kinds', RULESET.character_kinds())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert done.stdout.splitlines() == [
        "card []",
        "words []",
        "rules []",
        "kinds ['tracker_vtm5.gear', 'tracker_vtm5.kinds']",
    ]


@pytest.mark.parametrize("state", ["dead", "final_death"])
def test_nothing_is_asked_about_those_who_are_gone(state: str) -> None:
    table = FifthEditionTable("set Vera hunger 5", 'rouse Vera other forced faces="1"', "expose Vera fire 1")
    table.play("set Ignat health /////", "damage Ignat 2", "condition Ignat loses_face", "condition Ignat stunned")
    table.play("condition Vera turn_lost", "condition Vera fury_frenzy")
    assert len(table.due()) > 5
    table.play(f"condition Vera,Ignat {state}", "condition Vera,Ignat coma")
    assert table.due() == {}


def test_one_who_is_dead_already_is_not_asked_about_in_a_coma() -> None:
    assert FifthEditionTable("death Ignat", "condition Ignat coma").due() == {}


def test_a_frenzy_that_runs_is_not_to_be_resisted() -> None:
    table = FifthEditionTable("set Vera hunger 5", 'rouse Vera other forced faces="1"', "condition Vera hunger_frenzy")
    assert set(table.due()) == {"beast:Vera"}
    table.play("end Vera kind=hunger_frenzy")
    assert table.due() == {}
    table.play("condition Vera hunger_frenzy", 'rouse Vera other forced faces="1"', "end Vera kind=hunger_frenzy")
    assert table.due() == {}


def test_who_has_fallen_into_frenzy_owes_no_second_test_against_it() -> None:
    table = FifthEditionTable("set Vera hunger 4", 'rouse Vera other forced checks=3 faces="1 2 3"')
    assert set(table.due()) == {"frenzy:Vera", "frenzy:Vera:2"}
    table.play("frenzy Vera 4 kind=hunger_frenzy successes=0")
    assert set(table.due()) == {"beast:Vera"}


def test_a_reckoning_that_the_table_decides_is_no_roll_without_odds() -> None:
    entry = FifthEditionTable().play("remorse Vera passed")
    assert not [fact for fact in entry.facts if isinstance(fact, Rolled)]


def test_a_hit_on_one_who_is_gone_is_not_ready() -> None:
    table = FifthEditionTable("attack Boris successes=4 by=Vera", "attack Ignat successes=4 by=Vera")
    table.play("condition Boris final_death", "hit")
    assert table.health("Ignat") != "....."
    assert table.refusal("hit") == "vtm5.refused.no_hit"


@pytest.mark.parametrize("marks", ["XXXXX", "/////"])
def test_the_stunned_are_asked_for_willpower_only_where_some_can_be_spent(marks: str) -> None:
    refusing = FifthEditionTable("set Vera resolve 2", "option willpower_when_full=refuse", "condition Vera stunned")
    assert refusing.due() == {"stunned:Vera": "spend Vera purpose=stunned"}
    refusing.play(f"set Vera willpower {marks}")
    assert refusing.due() == {"stunned:Vera": ""}
    assert FifthEditionTable("condition Vera stunned", "torpor Vera").due() == {}


def test_checks_that_fail_at_hunger_5_are_told_beside_the_change_of_hunger() -> None:
    table = FifthEditionTable("set Vera hunger 4", 'rouse Vera other forced checks=3 faces="1 2 3"')
    line = table.session.table.history.entries[-1].tell[-1]
    assert (line.id, line.values["count"]) == ("vtm5.failed_at_5", 2)


def test_a_frenzy_that_runs_is_not_held_by_a_second_test() -> None:
    table = FifthEditionTable("frenzy Vera ride")
    assert table.refusal("frenzy Vera 2") == "vtm5.refused.in_frenzy"
    assert table.refusal("frenzy Vera ride") == "vtm5.refused.in_frenzy"
    table.play("frenzy Vera 4 kind=terror_frenzy successes=9", "spend Vera 1 control")
    assert table.who("Vera").has_condition("fury_frenzy")


def test_a_sleeper_that_fails_to_wake_gives_in_to_no_compulsion() -> None:
    table = FifthEditionTable("torpor Vera", 'wake Vera faces="1 1"')
    assert table.due() == {}
    table.play('wake Vera faces="10 10"')
    assert set(table.due()) == {"messy:Vera"}


def test_a_test_that_is_won_answers_one_question_of_frenzy_and_leaves_the_next() -> None:
    table = FifthEditionTable("set Vera hunger 4", 'rouse Vera other forced checks=3 faces="1 2 3"')
    table.play("frenzy Vera 4 kind=hunger_frenzy successes=4")
    assert set(table.due()) == {"frenzy:Vera:2", "turn_lost:Vera"}
