"""Marks, states, healing with Vitae and with time (UBN-DMG, UBN-STA, UBN-HEAL)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plugins.tracker_ukraine_by_night.fights import (
    due,
    fight,
    last_rolls,
    last_story,
    marks,
    refusal,
    status,
    then,
    vitae,
    who,
)
from tracker_ukraine_by_night.health import WEIGHTS, penalty_of, sorted_marks, with_marks

tracks = st.integers(1, 15).flatmap(
    lambda size: st.text("/X*.", min_size=size, max_size=size).map(lambda text: sorted_marks(text, size))
)


def weight(row: str) -> int:
    """How bad a row is: a slash 1, an X 2, an asterisk 3."""
    return sum(WEIGHTS.index(mark) + 1 for mark in row if mark != ".")


@given(row=tracks, mark=st.sampled_from(WEIGHTS), count=st.integers(0, 40))
def test_a_row_stays_sorted_keeps_its_size_and_never_gets_better(row: str, mark: str, count: int) -> None:
    after, lost, raised = with_marks(row, mark * count)
    assert len(after) == len(row)
    assert after == sorted_marks(after, len(after))
    assert weight(after) >= weight(row)
    added = (len(after) - after.count(".")) - (len(row) - row.count("."))
    assert count == added + len(lost) + raised


@given(row=tracks, mark=st.sampled_from(WEIGHTS), first=st.integers(0, 10), second=st.integers(0, 10))
def test_a_hit_is_the_same_in_one_piece_or_in_two(row: str, mark: str, first: int, second: int) -> None:
    whole, _, _ = with_marks(row, mark * (first + second))
    half, _, _ = with_marks(row, mark * first)
    assert with_marks(half, mark * second)[0] == whole


def test_marks_that_push_off_the_end_and_deepen_within_one_hit() -> None:
    """Full with one slash: the first lethal pushes it off (DMG-06), the second deepens an X (DMG-07)."""
    assert with_marks("*XXXXX/", "XX") == ("**XXXXX", "/", 1)


@given(row=tracks)
def test_the_penalty_is_that_of_the_last_marked_box(row: str) -> None:
    filled, size = len(row) - row.count("."), len(row)
    expected = max([0, *(penalty for penalty in (1, 2, 3) if size >= 4 - penalty and filled >= size - 3 + penalty)])
    assert penalty_of(row) == expected


def test_a_mark_that_loses_its_box_makes_another_worse() -> None:
    """Eight X in seven boxes: the eighth is marked anew and raises one (UBN-DMG-07)."""
    session = fight("add Anna stamina=3", "damage Anna 8 lethal", "set Anna stamina 2")
    assert marks(session, "Anna") == "*XXXXXX"
    assert "Size 5 + Stamina 2 + Resilience 0 (XXXXXXXX → *XXXXXX) · 1 mark gets worse" in last_story(session)
    then(session, "set Anna stamina 3")
    assert marks(session, "Anna") == "*XXXXXX."


def test_a_typed_number_of_boxes_wins_over_the_body() -> None:
    session = fight("add Anna health_levels=4")
    assert marks(session, "Anna") == "...."
    then(session, "set Anna stamina 5")
    assert marks(session, "Anna") == "...."
    then(session, "set Anna health_levels 0")
    assert marks(session, "Anna") == "." * 10


def test_a_failing_mortal_is_asked_each_turn_and_falls_on_a_failure() -> None:
    session = fight("add Boris mortal", "initiative Boris=9", "damage Boris 7", "next", "next")
    assert status(session, "Boris") == ["failing"]
    assert any("stay conscious" in line for line in due(session))
    command = next(item.command for item in session.table.state.due if "stay_conscious" in item.id)
    then(session, f"{command} faces=8H")
    rolled = last_rolls(session)[0]
    assert rolled.pool == 2, "Stamina alone, without the wound penalty"
    assert (rolled.total, status(session, "Boris")) == (10, ["failing"])
    then(session, "next", f"{command} faces=7H")
    assert status(session, "Boris") == ["failing", "unconscious"]
    then(session, "rest Boris 15 minutes")
    assert status(session, "Boris") == []


def test_a_dying_mortal_bleeds_a_level_every_twenty_rounds() -> None:
    session = fight("add Boris mortal", "add Anna", "initiative Boris=9 Anna=8", "next", "damage Boris 7 lethal")
    assert status(session, "Boris") == ["dying"]
    command = next(item.command for item in session.table.state.due)
    then(session, command, *["next"] * 20)
    assert session.table.state.round == 20
    assert marks(session, "Boris") == "XXXXXXX"
    then(session, "next")
    assert marks(session, "Boris") == "*XXXXXX"
    then(session, "pass 3 minutes")
    assert marks(session, "Boris") == "****XXX"
    then(session, "stabilise Boris", "pass 10 minutes")
    assert marks(session, "Boris") == "****XXX"


def test_bleeding_ends_in_death_which_the_storyteller_confirms() -> None:
    session = fight("add Boris mortal", "damage Boris 7 lethal", "bleed Boris", "pass 7 minutes")
    assert status(session, "Boris") == ["dead"]
    assert not who(session, "Boris").has_condition("bleeding")
    assert any("You decide" in line for line in due(session))


def test_a_vampire_is_never_knocked_out_by_bashing_and_falls_into_torpor_by_lethal() -> None:
    session = fight("add Anna", "damage Anna 7")
    assert status(session, "Anna") == []
    then(session, "damage Anna 7 lethal")
    assert status(session, "Anna") == ["torpor"]
    then(session, "damage Anna 7 aggravated")
    assert status(session, "Anna") == ["final_death"]


@given(hits=st.lists(st.tuples(st.integers(1, 6), st.sampled_from(["bashing", "lethal", "aggravated"])), max_size=4))
def test_healing_never_adds_a_mark(hits: list[tuple[int, str]]) -> None:
    lines = [f"damage Anna {amount} {kind}" for amount, kind in hits]
    session = fight("add Anna blood_potency=10", *lines)
    before = weight(marks(session, "Anna"))
    for kind in ("bashing", "lethal"):
        if {"bashing": "/", "lethal": "X"}[kind] in marks(session, "Anna"):
            then(session, f"heal Anna {kind} 3")
            assert weight(marks(session, "Anna")) < before
            before = weight(marks(session, "Anna"))


def test_no_more_vitae_goes_than_there_is_to_heal() -> None:
    session = fight("add Anna blood_potency=10", "damage Anna 3", "heal Anna bashing 5")
    assert marks(session, "Anna") == "......."
    assert vitae(session, "Anna") == 98


def test_an_aggravated_mark_takes_five_vitae_over_two_nights() -> None:
    session = fight("add Anna blood_potency=10", "damage Anna 1 aggravated")
    assert "two nights: 0 paid, 4 more at most tonight" in refusal(session, "heal Anna aggravated 5")
    then(session, "heal Anna aggravated 4")
    assert (marks(session, "Anna"), vitae(session, "Anna")) == ("*......", 96)
    assert "two nights: 4 paid, 0 more at most tonight" in refusal(session, "heal Anna aggravated 1")
    then(session, "spend 1 wake by=Anna", "heal Anna aggravated 1")
    assert (marks(session, "Anna"), vitae(session, "Anna")) == (".......", 94)


def test_time_heals_one_mark_after_the_other_and_rests_add_up() -> None:
    session = fight("add Boris mortal", "damage Boris 2 lethal", "damage Boris 1", "rest Boris 10 minutes")
    assert marks(session, "Boris") == "XX/...."
    then(session, "rest Boris 5 minutes", "pass 2 days")
    assert marks(session, "Boris") == "X......"


def test_new_wounds_begin_the_healing_anew() -> None:
    session = fight(
        "add Boris mortal", "damage Boris 1", "rest Boris 14 minutes", "damage Boris 1", "rest Boris 14 minutes"
    )
    assert marks(session, "Boris") == "//....."


def test_time_heals_no_vampire_and_vitae_no_mortal() -> None:
    session = fight("add Anna", "add Boris mortal", "damage Anna,Boris 2", "pass 30 minutes")
    assert (marks(session, "Anna"), marks(session, "Boris")) == ("//.....", ".......")
    then(session, "damage Boris 1")
    assert "doesn't heal with Vitae" in refusal(session, "heal Boris")
    assert "not with time" in refusal(session, "rest Anna 1 hour")


@pytest.mark.parametrize(
    ("weapon", "vampire", "mortal"),
    [
        ("fists", "bashing", "bashing"),
        ("club", "bashing", "bashing"),
        ("pistol", "bashing", "lethal"),
        ("axe", "lethal", "lethal"),
        ("werewolf_fangs", "aggravated", "aggravated"),
        ("supernatural_power", "aggravated", "aggravated"),
        ("fire", "aggravated", "lethal"),
    ],
)
def test_the_kind_of_harm_follows_from_weapon_and_target(weapon: str, vampire: str, mortal: str) -> None:
    session = fight("add Anna", "add Boris mortal", "add Vera werewolf")
    then(session, f"damage Anna 1 weapon={weapon}", f"damage Boris,Vera 1 weapon={weapon}")
    signs = {"bashing": "/", "lethal": "X", "aggravated": "*"}
    assert [marks(session, name)[0] for name in ("Anna", "Boris", "Vera")] == [signs[vampire], *[signs[mortal]] * 2]


def test_sunlight_burns_vampires_alone() -> None:
    session = fight("add Anna", "add Boris mortal", "damage Anna 1 weapon=sunlight")
    assert marks(session, "Anna") == "*......"
    assert "Sunlight doesn't harm Boris" in refusal(session, "damage Boris 1 weapon=sunlight")


def test_marks_set_by_hand_bring_what_the_same_damage_brings() -> None:
    session = fight("add Boris mortal", "add Vera mortal", "guard Vera left by=Boris", "set Boris health XXXXXXX")
    assert status(session, "Boris") == ["dying"]
    assert due(session) == ["Boris is dying. Start the bleeding, one level a minute?"]
    assert not who(session, "Vera").conditions
    then(session, "set Boris health XXXXXX.")
    assert not due(session)


def test_the_timer_stops_when_the_marks_are_set_by_hand() -> None:
    session = fight("add Boris mortal", "initiative Boris=5", "damage Boris 7 lethal", "bleed Boris", "next")
    then(session, "set Boris health X......", *["next"] * 25)
    assert marks(session, "Boris") == "X......"
    assert not who(session, "Boris").has_condition("bleeding")
