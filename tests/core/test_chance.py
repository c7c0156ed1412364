"""Typed faces: which of them the program rolls, and what is asked for once more."""

import pytest

from tracker.core.chance import ROLLED, BadFace, MoreFaces, RandomChance, TypedChance
from tracker.core.facts import Face


class Sevens(RandomChance):
    def dice(self, count: int, sides: int, what: str = "", *, who: str = "", called: str = "") -> tuple[int, ...]:
        return (7,) * count


def test_a_die_that_is_left_to_the_program_is_rolled_and_the_others_are_as_typed() -> None:
    chance = TypedChance((2, ROLLED, 9), luck=Sevens())
    assert chance.dice(3, 10) == (2, 7, 9)
    assert chance.used == (2, "7r", 9)


def test_what_the_program_rolled_stays_when_the_act_is_tried_again() -> None:
    chance = TypedChance((ROLLED, 3), luck=Sevens())
    chance.dice(2, 10)
    with pytest.raises(MoreFaces):
        chance.dice(1, 10)
    again = TypedChance((*chance.faces, 4), luck=None)
    assert again.dice(2, 10) == (7, 3)
    assert again.dice(1, 10) == (4,)


def test_nothing_is_rolled_before_the_whole_throw_is_there() -> None:
    chance = TypedChance((ROLLED, 3), luck=Sevens())
    with pytest.raises(MoreFaces):
        chance.dice(3, 10)
    assert chance.faces == (ROLLED, 3)


def test_without_luck_a_die_left_to_the_program_is_one_that_is_missing() -> None:
    with pytest.raises(MoreFaces) as more:
        TypedChance((ROLLED, 3)).dice(2, 10, "attack", who="Vera")
    assert (more.value.count, more.value.what, more.value.who) == (1, "attack", "Vera")


@pytest.mark.parametrize("face", [0, 7, -1, "x", "7r", "r6", "", "1.5", "²"])
def test_a_face_that_the_die_does_not_have_is_refused(face: int | str) -> None:
    with pytest.raises(BadFace):
        TypedChance((face,), luck=Sevens()).dice(1, 6)


def test_a_ten_sided_die_shows_ten_as_nought() -> None:
    assert TypedChance((0, "0r", 10)).dice(3, 10) == (10, 10, 10)


def test_a_card_that_the_program_draws_is_none_that_lies_there() -> None:
    deck = ("AS", "2S", "3S")
    for seed in range(20):
        chance = TypedChance(("2s", ROLLED, ROLLED), luck=RandomChance(seed))
        assert sorted(chance.cards(deck, 3)) == sorted(deck)


def test_a_card_may_be_spelled_otherwise_and_then_counts_as_drawn() -> None:
    chance = TypedChance(("туз", "AS"))
    with pytest.raises(BadFace):
        chance.cards(("AS", "2S"), 2, spelled={"ТУЗ": "AS"})


@pytest.mark.parametrize(
    ("sides", "typed", "fallen"),
    [
        (6, (356,), (3, 5, 6)),
        (6, (3, 56), (3, 5, 6)),
        (6, (12, 1), (1, 2, 1)),
        (10, (356,), (3, 5, 6)),
        (10, ("050",), (10, 5, 10)),
        (10, (10, 25), (10, 2, 5)),
        (20, (12, 3, 20), (12, 3, 20)),
    ],
)
def test_digits_typed_in_one_go_are_a_face_each(sides: int, typed: tuple[Face, ...], fallen: tuple[int, ...]) -> None:
    chance = TypedChance(typed)
    assert chance.dice(3, sides) == fallen
    assert chance.left_over == ()


@pytest.mark.parametrize(("sides", "typed"), [(6, 367), (6, 306), (10, 1085), (20, 356), (4, "05")])
def test_digits_that_can_be_read_in_more_than_one_way_or_cannot_fall_are_refused_at_once(
    sides: int, typed: Face
) -> None:
    with pytest.raises(BadFace):
        TypedChance((typed,)).dice(5, sides)


def test_what_is_left_of_digits_goes_to_the_next_throw() -> None:
    chance = TypedChance((3561,))
    assert chance.dice(3, 6) == (3, 5, 6)
    assert chance.dice(1, 6) == (1,)
