"""The exact chances agree with a probability library, with counting by hand, and with themselves."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tracker_wod
from tests.tables import memory_session, play
from tracker.answers import answer
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.rules.facade import Rules
from tracker_wod.odds import (
    at_least,
    chances,
    dramatic_failure,
    exactly,
    failure,
    mean,
    verdicts,
)

AGAIN = (8, 9, 10, 11)


def successes_of_one_die(again_on: int, depth: int) -> icepool.Die[int]:
    """A die as the dice rules describe it, whose extra dice stop after `depth` throws."""
    if depth == 0:
        return icepool.Die([0])
    extra = successes_of_one_die(again_on, depth - 1)
    return icepool.Die([int(face >= 8) + extra if face >= again_on else int(face >= 8) for face in range(1, 11)])


@pytest.mark.parametrize("again_on", AGAIN)
@pytest.mark.parametrize("pool", [1, 2, 3, 5, 8])
def test_chances_agree_with_icepool(pool: int, again_on: int) -> None:
    # A die cut off after 7 throws tells the chances of up to 6 successes exactly.
    library = pool @ successes_of_one_die(again_on, 7)
    for successes in range(7):
        assert exactly(pool, successes, again_on) == library.probability("==", successes)
        assert at_least(pool, successes, again_on) == library.probability(">=", successes)


def test_only_a_ten_is_thrown_again_where_nobody_says_otherwise() -> None:
    # WOD-DICE-03.
    assert exactly(5, 2) == exactly(5, 2, 10) != exactly(5, 2, 11)
    assert at_least(5, 2) == at_least(5, 2, 10) != at_least(5, 2, 11)
    assert mean(5) == mean(5, 10) != mean(5, 11)
    assert verdicts(5) == verdicts(5, 10) != verdicts(5, 11)
    assert chances(5) == chances(5, (), 10) != chances(5, (), 11)


def test_a_plain_failure_is_no_success_on_any_die() -> None:
    assert failure(5) == Fraction(7**5, 10**5)


@pytest.mark.parametrize("again_on", AGAIN)
def test_two_dice_without_a_second_wave_are_counted_face_by_face(again_on: int) -> None:
    no_success = sum(1 for faces in product(range(1, 11), repeat=2) if all(face < 8 for face in faces))
    assert exactly(2, 0, again_on) == Fraction(no_success, 100)


@pytest.mark.parametrize("again_on", [8, 9, 10])
def test_chances_are_those_of_the_definition_by_waves(again_on: int) -> None:
    def waves(dice: int, wanted: int) -> Fraction:
        """Throw `dice` dice, then the ones that these bring, and so on: by brute force."""
        if dice == 0:
            return Fraction(int(wanted == 0))
        total = Fraction(0)
        for faces in product(range(1, 11), repeat=dice):
            got = sum(face >= 8 for face in faces)
            if got <= wanted:
                total += Fraction(1, 10**dice) * waves(sum(face >= again_on for face in faces), wanted - got)
        return total

    for pool in (1, 2):
        for successes in range(3):
            assert exactly(pool, successes, again_on) == waves(pool, successes)


def test_the_chance_die_succeeds_on_tens_only() -> None:
    # WOD-DICE-06: a 10, rolled again, and a 10 again.
    for pool in (0, -1, -30):
        assert [at_least(pool, count) for count in (1, 2, 3)] == [Fraction(1, 10**count) for count in (1, 2, 3)]
        assert mean(pool) == Fraction(1, 9)
        assert dramatic_failure(pool) == Fraction(1, 10)
        assert failure(pool) == Fraction(8, 10)


def test_rerolls_of_the_chance_die_may_count_from_eight() -> None:
    # The table option of WOD-DICE-06: after the first 10 the reroll is an ordinary die.
    assert at_least(0, 1, eight_on_reroll=True) == Fraction(1, 10)
    assert at_least(0, 2, eight_on_reroll=True) == Fraction(3, 100)
    assert mean(0, eight_on_reroll=True) == Fraction(1, 10) * Fraction(4, 3)


@given(st.integers(-5, 60), st.sampled_from(AGAIN), st.integers(0, 40))
def test_chances_of_a_pool_add_up(pool: int, again_on: int, successes: int) -> None:
    below = sum((exactly(pool, number, again_on) for number in range(successes)), Fraction(0))
    assert below + at_least(pool, successes, again_on) == 1
    assert 0 <= at_least(pool, successes + 1, again_on) <= at_least(pool, successes, again_on) <= 1


@given(st.integers(1, 25), st.sampled_from((9, 10, 11)))
def test_the_mean_is_the_sum_of_the_tail(pool: int, again_on: int) -> None:
    tail = sum((at_least(pool, number, again_on) for number in range(1, 90)), Fraction(0))
    assert tail <= mean(pool, again_on)
    assert mean(pool, again_on) - tail < Fraction(1, 10**9)


def test_a_pool_tells_the_event_asked_for_first() -> None:
    told = chances(5, needed=3, must_exceed=3, just=2)
    assert [chance for _, chance in told.events[:3]] == [
        at_least(5, 3),
        at_least(5, 4),
        exactly(5, 2),
    ]
    assert told.at_least == tuple(at_least(5, number) for number in range(1, 7))
    assert told.mean == Fraction(5, 3)


@pytest.mark.parametrize(
    ("asked", "chance"),
    [("needed=1", "30.0%"), ("must-exceed=0", "30.0%"), ("at-most=0", "70.0%"), ("exactly=0", "70.0%")],
)
def test_a_typed_line_asks_for_the_odds_of_a_number(asked: str, chance: str) -> None:
    """One die fails on seven of its ten faces (WOD-DICE-02)."""
    session = play(memory_session(Rules(tracker_wod, name="world-of-darkness")), "add David")
    query = perform_line(session, f"odds roll pool=1 {asked} by=David")
    assert isinstance(query, QueryCommand)
    assert answer(session, query)[1].split(", ")[0].endswith(chance)
