"""The order of a turn comes from the declarations of that turn (V5-INI-01), and nobody acts before they are in."""

from tests.plugins.tracker_vtm5.table import FifthEditionTable, rolled
from tracker.core.facts import InitiativeSet


def order(table: FifthEditionTable) -> list[str]:
    return [place.who for place in table.state.order]


def test_nobody_acts_before_the_declarations_are_in_then_the_first_of_the_new_order() -> None:
    table = FifthEditionTable("initiative", "next")
    assert table.state.round == 1
    assert table.state.current == ""
    table.play("declare Boris engaged", "declare Ignat ranged")
    assert table.state.current == ""
    table.play("declare Vera other")
    assert order(table) == ["Boris", "Ignat", "Vera"]
    assert table.state.current == "Boris"


def test_each_round_asks_anew_and_its_order_is_that_of_its_own_declarations() -> None:
    table = FifthEditionTable("initiative", "declare Boris engaged", "declare Vera,Ignat ranged", "next")
    assert table.state.current == "Boris"
    table.play("next", "next", "next")
    assert (table.state.round, table.state.current) == (2, "")
    assert not [place.note for place in table.state.order if place.note]
    table.play("declare Ignat engaged", "declare Vera,Boris new_melee")
    assert order(table) == ["Ignat", "Vera", "Boris"]
    assert table.state.current == "Ignat"


def test_one_act_declares_for_all_who_are_left() -> None:
    table = FifthEditionTable("initiative", "next", "declare Ignat engaged")
    command = table.due()["declare::1"]
    assert command == "declare Vera,Boris other"
    table.play(command)
    assert table.state.current == "Ignat"
    assert not [name for name in table.due() if name.startswith("declare")]


def test_one_line_declares_for_some_and_for_the_rest() -> None:
    table = FifthEditionTable("torpor Vera", "add Lia kind=mortal", "initiative", "next", "declare Lia engaged")
    table.play("declare Ignat ranged rest=other")
    assert [(place.who, place.note) for place in table.state.order] == [
        ("Lia", "engaged"), ("Ignat", "ranged"), ("Vera", ""), ("Boris", "other"),
    ]  # fmt: skip
    assert table.state.current == "Lia"
    russian = FifthEditionTable("initiative", "next", language="ru")
    russian.play("заявка Vera,Boris уже в ближнем бою остальные=другое")
    assert {place.note for place in russian.state.order} == {"engaged", "other"}


def test_who_wants_no_declarations_goes_on_by_next_or_by_dismissing_them() -> None:
    table = FifthEditionTable("initiative", "next", "next")
    assert table.state.current == "Vera"
    other = FifthEditionTable("initiative", "next")
    at = [due.id for due in other.state.open_due].index("declare::1")
    other.play(f"dismiss {at + 1}")
    assert other.state.current == "Vera"


def test_the_senseless_declare_nothing_and_a_fixed_order_asks_nobody() -> None:
    table = FifthEditionTable("torpor Vera", "initiative", "next", "declare Boris,Ignat ranged")
    assert table.state.current == "Ignat"
    fixed = FifthEditionTable("option order=fixed", "initiative", "next")
    assert fixed.state.current == "Vera"


def test_an_order_without_declarations_names_none() -> None:
    table = FifthEditionTable()
    entry = table.play("initiative")
    assert table.session.words.say(entry.tell[0]) == "Order: Vera, Boris, Ignat"


def test_what_was_declared_explains_the_place() -> None:
    table = FifthEditionTable("initiative")
    entry = table.play("declare Boris engaged")
    fact = next(fact for fact in entry.facts if isinstance(fact, InitiativeSet))
    assert (fact.who, fact.value, [part.value for part in fact.parts]) == ("Boris", 4, [4])


def test_a_new_scene_forgets_the_declarations() -> None:
    table = FifthEditionTable("declare Vera ranged", "scene", "initiative", "next")
    assert "declare::1" in table.due()
    assert "Vera" in table.due()["declare::1"]


def test_a_die_that_breaks_a_tie_is_told() -> None:
    table = FifthEditionTable("option order=fixed", "add Oleg kind=vampire composure=3", "set Vera composure 3")
    entry = table.play('initiative Vera,Oleg faces="2 9"')
    assert order(table) == ["Oleg", "Vera"]
    assert [line.id for line in entry.tell].count("vtm5.tie_broken") == 2


def test_declarations_wait_in_the_fight_that_is_not_shown() -> None:
    table = FifthEditionTable("initiative Vera,Ignat", "next", "declare Vera,Ignat ranged", "fight yard Boris")
    table.play("initiative Boris", "next")
    assert table.due()["declare:yard:1"] == "declare Boris other"
    entry = table.play("fight first")
    assert "due.moot" not in [line.id for line in entry.tell]
    assert table.due()["declare:yard:1"] == "declare Boris other by=Boris"
    table.play("next")
    assert table.state.current in ("Vera", "Ignat")
    table.play(table.due()["declare:yard:1"])
    assert "declare:yard:1" not in table.due()
    assert [place.note for place in table.state.fights["yard"].order] == ["other"]


def test_dismissed_declarations_stay_dismissed_whatever_fight_is_shown() -> None:
    table = FifthEditionTable("initiative", "next", "declare Vera,Ignat ranged", "fight yard Boris")
    table.play("initiative Boris", "next")
    at = [due.id for due in table.state.open_due].index("declare:yard:1")
    table.play(f"dismiss {at + 1}", "fight first", "fight yard")
    assert "declare:yard:1" not in table.due()
    assert table.state.current == "Boris"


def test_the_third_turn_of_a_named_fight_is_told_with_its_name() -> None:
    table = FifthEditionTable("option order=fixed", "fight yard Boris", "initiative Boris", *["next"] * 3)
    table.play("fight first")
    due = next(due for due in table.state.open_due if due.id == "three_turns:yard")
    assert table.session.words.say(due.line).startswith("The third turn of the fight yard")


def test_a_total_that_is_typed_keeps_what_breaks_ties() -> None:
    table = FifthEditionTable("option order=fixed", "initiative Vera=9 Boris=9 Ignat=9")
    # Vampires before mortals, then the higher Composure: Vera 3, Boris 2.
    assert order(table) == ["Vera", "Boris", "Ignat"]


def test_a_die_breaks_only_the_tie_that_composure_leaves() -> None:
    table = FifthEditionTable("option order=fixed", "set Vera,Boris composure=2 awareness=4")
    table.play("add Oleg kind=vampire composure=4 awareness=2", 'initiative Vera,Boris,Oleg faces="9 8"')
    assert order(table) == ["Oleg", "Vera", "Boris"]


def test_a_roll_without_a_target_is_that_of_whoever_acts_or_of_the_one_named_behind_by() -> None:
    acting = ("initiative", "next", "next")
    for line in ("roll wits", "roll 4 difficulty=2", "rouse"):
        assert rolled(FifthEditionTable(*acting).play(line), "Vera").who == "Vera"
    for line in ("roll wits by=Boris", "roll by=Boris 4"):
        assert rolled(FifthEditionTable(*acting).play(line), "Boris").who == "Boris"
    for line in ("roll wits", "rouse"):
        assert FifthEditionTable().refusal(line) == "command.missing"
    assert FifthEditionTable(*acting).refusal("torpor") == "command.missing"


def test_what_was_declared_in_the_round_of_one_fight_is_not_meant_for_the_first_of_another() -> None:
    table = FifthEditionTable("initiative", "next", "declare Boris engaged", "fight yard Boris", "initiative Boris")
    table.play("next")
    assert table.due()["declare:yard:1"] == "declare Boris other"


def test_whoever_passes_before_the_first_turn_stays_last_in_it() -> None:
    table = FifthEditionTable("declare all engaged by=Vera", "initiative", "wait Vera", "next")
    assert (order(table), table.state.current) == (["Boris", "Ignat", "Vera"], "Boris")


def test_whoever_passes_in_the_own_turn_has_one_further_turn_at_the_end_of_the_round() -> None:
    table = FifthEditionTable("option order=fixed", "initiative", "next", "wait Vera")
    assert [(place.who, place.slot) for place in table.state.order] == [
        ("Ignat", 0), ("Boris", 0), ("Vera", 0), ("Vera", 1),
    ]  # fmt: skip
    alone = FifthEditionTable("option order=fixed", "initiative Vera", "wait Vera")
    assert [place.value for place in alone.state.order] == [3]
