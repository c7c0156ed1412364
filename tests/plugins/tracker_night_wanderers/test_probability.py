"""The chances shown before a roll are exact: they agree with counting every face."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plugins.tracker_night_wanderers.table import TestTable
from tracker.api import Refusal, Value
from tracker_night_wanderers import probability

DIFFICULTIES = range(2, 7)
FACES = range(1, 7)


def counted(dice: int, difficulty: int) -> list[Fraction]:
    """Every throw of so many dice, counted one by one."""
    counts = [0] * (dice + 1)
    for faces in product(FACES, repeat=dice):
        counts[sum(face >= difficulty for face in faces)] += 1
    return [Fraction(count, 6**dice) for count in counts]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("dice", range(1, 6))
def test_successes_agree_with_counting_every_throw(dice: int, difficulty: int) -> None:
    assert list(probability.successes(dice, difficulty)) == counted(dice, difficulty)


@pytest.mark.parametrize(("first", "second"), [(1, 1), (4, 2), (3, 5)])
def test_margins_agree_with_another_library(first: int, second: int) -> None:
    success = icepool.d6 >= 4
    margin = first @ success - second @ success
    expected = {difference: Fraction(weight, margin.denominator()) for difference, weight in margin.items() if weight}
    assert dict(probability.margins(first, 4, second, 4)) == expected


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(list(DIFFICULTIES)), st.sampled_from(list(DIFFICULTIES)))
def test_two_pools_compare_as_their_margins_say(first: int, second: int, one: int, other: int) -> None:
    margins = probability.margins(first, one, second, other)
    won = sum(chance for difference, chance in margins.items() if difference > 0)
    tied = margins.get(0, Fraction(0))
    assert probability.compared(first, one, second, other) == (won, tied, 1 - won - tied)


@given(st.integers(1, 30), st.sampled_from(list(DIFFICULTIES)))
def test_chances_of_a_pool_sum_to_one(dice: int, difficulty: int) -> None:
    assert sum(probability.successes(dice, difficulty)) == 1


@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 4), st.sampled_from(list(DIFFICULTIES)))
def test_one_side_of_a_tug_of_war_wins_what_the_other_loses(
    first: int, second: int, goal: int, difficulty: int
) -> None:
    one = probability.lead_wins(probability.margins(first, difficulty, second, difficulty), goal)
    other = probability.lead_wins(probability.margins(second, difficulty, first, difficulty), goal)
    assert float(one + other) == pytest.approx(1, abs=1e-11)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 4), st.sampled_from(list(DIFFICULTIES)))
def test_one_side_of_an_adding_contest_wins_what_the_other_loses(
    first: int, second: int, goal: int, difficulty: int
) -> None:
    own, other = probability.successes(first, difficulty), probability.successes(second, difficulty)
    both = probability.sum_wins(own, other, goal) + probability.sum_wins(other, own, goal)
    assert float(both) == pytest.approx(1, abs=1e-11)


def test_a_tug_of_war_to_one_is_the_contest_with_ties_rolled_again() -> None:
    margin = probability.margins(4, 4, 2, 4)
    won, _, lost = probability.compared(4, 4, 2, 4)
    assert probability.lead_wins(margin, 1) == probability.at_last(won, lost) == Fraction(6, 7)


@pytest.mark.parametrize(("first", "second", "goal"), [(3, 2, 2), (5, 5, 4), (1, 4, 3), (6, 5, 2)])
@pytest.mark.parametrize("start", [(0, 0), (1, 0), (0, 1)])
def test_an_adding_contest_agrees_with_walking_through_it_turn_by_turn(
    first: int, second: int, goal: int, start: tuple[int, int]
) -> None:
    own, others = probability.successes(first, 4), probability.successes(second, 4)
    totals, won = {start: 1.0}, 0.0
    for _ in range(300):
        after: dict[tuple[int, int], float] = {}
        for (one, two), chance in totals.items():
            for count, weight in enumerate(own):
                for other, other_weight in enumerate(others):
                    reached = one + count, two + other
                    part = chance * float(weight * other_weight)
                    if max(reached) >= goal and reached[0] != reached[1]:
                        won += part * (reached[0] > reached[1])
                    else:
                        after[reached] = after.get(reached, 0.0) + part
        totals = {key: chance for key, chance in after.items() if chance > 1e-15}
    assert float(probability.sum_wins(own, others, goal, start)) == pytest.approx(won, abs=1e-9)


def test_a_tug_of_war_agrees_with_walking_through_it_turn_by_turn() -> None:
    margin = probability.margins(3, 4, 2, 4)
    leads, won = {0: 1.0}, 0.0
    for _ in range(400):
        after: dict[int, float] = {}
        for lead, chance in leads.items():
            for difference, weight in margin.items():
                reached = lead + difference
                if reached >= 2:
                    won += chance * float(weight)
                elif reached > -2:
                    after[reached] = after.get(reached, 0.0) + chance * float(weight)
        leads = after
    assert float(probability.lead_wins(margin, 2)) == pytest.approx(won)


@pytest.mark.parametrize(
    ("start", "won"), [((3, 1), 1), ((1, 3), 0), ((4, 3), 1), ((3, 4), 0), ((3, 3), Fraction(1, 2))]
)
def test_an_adding_contest_that_is_over_has_its_winner_and_a_draw_goes_on(
    start: tuple[int, int], won: Fraction
) -> None:
    own = probability.successes(2, 4)
    assert probability.sum_wins(own, own, 3, start) == won


def test_a_chance_of_a_match_that_is_no_simple_fraction_has_twelve_decimals() -> None:
    rare = Fraction(1, 1_234_567)
    assert float(probability.lead_wins({1: rare, -1: 1 - rare}, 1)) == 0.000000810001


@pytest.mark.parametrize("change", [-3, -1, 0, 1])
def test_who_goes_first_agrees_with_counting_all_sums(change: int) -> None:
    throws = list(product(FACES, repeat=4))
    lower = sum(a + b + change < c + d for a, b, c, d in throws)
    equal = sum(a + b + change == c + d for a, b, c, d in throws)
    assert probability.lower_first(change) == (Fraction(lower, 6**4), Fraction(equal, 6**4))


# ---------------------------------------------------------------------- the odds of acts


def duel(**traits: int) -> TestTable:
    table = TestTable()
    table.add("Anna", unarmed_combat=3, strength=3, fa=3, dodging=1, physical_defence=2, **traits)
    table.add("Boris", unarmed_combat=3, strength=3, fa=3, dodging=1, physical_defence=2, health_max=25)
    return table


def landing(attack: int, defence: int, misses_at: Callable[[int, int], bool]) -> Fraction:
    own, other = counted(attack, 4), counted(defence, 4)
    return sum(
        (
            chance * answer
            for count, chance in enumerate(own)
            for against, answer in enumerate(other)
            if not misses_at(count, against)
        ),
        Fraction(0),
    )


def test_a_strike_lands_as_often_as_counting_says() -> None:
    table = duel()
    expected = landing(3, 2, lambda own, other: own == 0 or own < other)
    assert table.event("hit", "strike", "Anna", ("Boris",)) == expected
    assert table.event("miss", "strike", "Anna", ("Boris",)) == 1 - expected


def test_a_dodge_has_two_dice_more_and_its_own_gain() -> None:
    table = duel()
    gain = landing(3, 3, lambda own, other: own >= other)
    assert table.event("initiative_gain", "strike", "Anna", ("Boris",), defending="dodge") == gain


def test_the_mean_of_a_strike_counts_the_soak_that_may_halve_it() -> None:
    # Strength 3 lands; Boris soaks with two dice at 5: 5/9 halve three to one, 4/9 take all three.
    table = duel()
    lands = table.event("hit", "strike", "Anna", ("Boris",))
    assert table.odds("strike", "Anna", ("Boris",)).loss == lands * (Fraction(5, 9) * 1 + Fraction(4, 9) * 3)
    assert table.odds("strike", "Anna", ("Boris",), soak="decline").loss == lands * 3


@given(
    st.sampled_from(["strike", "grapple", "throw", "shoot"]),
    st.sampled_from(["automatic", "dodge", "running_dodge", "straight_run", "no_defence"]),
    st.integers(0, 6),
    st.integers(0, 6),
)
def test_to_hit_and_to_miss_are_all_there_is(verb: str, defending: str, attack: int, defence: int) -> None:
    table = TestTable()
    table.add("Anna", unarmed_combat=attack, strength=attack, fa=attack)
    table.add("Boris", dodging=defence, physical_defence=defence)
    values = {"defending": defending} | ({"range": "long_range"} if verb in ("throw", "shoot") else {})
    hit = table.event("hit", verb, "Anna", ("Boris",), **values)
    assert hit + table.event("miss", verb, "Anna", ("Boris",), **values) == 1


@pytest.mark.parametrize(
    ("verb", "values", "events"),
    [
        ("roll", {"rating": "2"}, "success 3/4, failure 1/4"),
        ("hunt", {"rating": "2", "area": "slums"}, "success 3/4, failure 1/4"),
        ("frenzy_check", {"rating": "2", "stimulus": "rage"}, "frenzy 1/4, beast_held 3/4"),
        ("lead", {"rating": "2"}, "won 3/4, fails 1/4"),
        ("lead", {"rating": "2", "against": "1", "resisting": True}, "won 1/2, tie 3/8, lost 1/8, won_at_last 4/5"),
        ("contest", {"rating": "2", "against": "1"}, "won 1/2, tie 3/8, lost 1/8, won_at_last 4/5"),
        ("extended", {"rating": "2", "against": "1", "goal": 1}, "won_at_last 4/5, lost_at_last 1/5"),
        ("sneak", {"rating": "2", "against": "1"}, "unseen 1/2, suspicion 3/8, noticed 1/8"),
        ("strike", {"rating": "2"}, "hit 3/4, miss 1/4"),
        ("strike", {"rating": "2", "defending": "dodge"}, "hit 5/8, miss 3/8, initiative_gain 5/16"),
        ("grapple", {"rating": "2", "defending": "no_defence"}, "hit 3/4, miss 1/4"),
        ("shoot", {"rating": "2", "range": "medium_range"}, "hit 3/4, miss 1/4"),
        ("throw", {"rating": "2", "range": "medium_range", "defending": "dodge"}, "hit 5/8, miss 3/8"),
    ],
)
def test_what_is_shown_before_a_roll_of_two_dice_at_four(verb: str, values: dict[str, Value], events: str) -> None:
    # None of two at 4 comes at 1/4, one at 1/2, both at 1/4; the other side has one die, a dodger two and no Dodging.
    table = TestTable()
    table.add("Anna")
    table.add("Boris", physical_defence=1)
    alone = verb in ("roll", "hunt")
    targets = () if alone else ("Anna" if verb == "frenzy_check" else "Boris",)
    shown = table.odds(verb, "" if verb == "frenzy_check" else "Anna", targets, **values).events
    assert ", ".join(f"{label.id} {chance}" for label, chance in shown) == events


def test_a_running_contest_starts_its_odds_from_the_lead() -> None:
    table = duel()
    even = table.event("won_at_last", "extended", "Anna", ("Boris",), rating="2", against="2", goal=3)
    table.act("extended", "Anna", ("Boris",), [6, 6, 1, 1], rating="2", against="2", goal=3)
    ahead = table.event("won_at_last", "extended", "Anna", ("Boris",), rating="2", against="2", goal=3)
    assert even == Fraction(1, 2) < ahead


@pytest.mark.parametrize(
    ("faces", "lead"), [((6, 6, 1, 1), 2), ((6, 1, 1, 1), 1), ((1, 1, 6, 1), -1), ((1, 1, 6, 6), -2)]
)
def test_a_tug_of_war_by_steps_of_one_is_won_as_often_as_the_lead_is_far_from_the_end(
    faces: tuple[int, ...], lead: int
) -> None:
    # One die each moves the lead one up, one down or not at all; a gambler with lead + 3 of 6 coins wins so often.
    table = duel()
    table.act("extended", "Anna", ("Boris",), faces, rating="2", against="2", goal=3)
    won = table.event("won_at_last", "extended", "Anna", ("Boris",), rating="1", against="1", goal=3)
    assert won == Fraction(lead + 3, 6)


def test_nothing_is_asked_of_the_dice_where_none_fall() -> None:
    table = TestTable()
    table.add("Otto", health_max=25, blood_max=12)
    assert table.odds("boost", "Otto", to=2) is None
    assert table.odds("damage", targets=("Otto",), amount=1) is None
    assert table.odds("damage", targets=("Otto",), amount=0, soak="always") is None
    assert table.event("soak", "damage", targets=("Otto",), amount=1, soak="always") == Fraction(1, 3)
    assert table.event("soak", "damage", targets=("Otto",), amount=2) == Fraction(1, 3)
    table.condition("Otto", "torpor")
    assert table.odds("damage", targets=("Otto",), amount=2, deep=True, sure=True) is None


def test_holds_bites_and_burns_show_the_soak_they_leave() -> None:
    table = TestTable()
    table.add("Irina", strength=3)
    table.add("Otto", health_max=25, physical_defence=1, fortitude=1)
    with pytest.raises(Refusal):
        table.odds("hold", "Irina")
    table.seize("Irina", "Otto")
    assert table.event("soak", "hold", "Irina", weapon="claws") == Fraction(1, 3)
    assert table.odds("hold", "Irina", weapon="claws").loss == Fraction(1, 3) * 2 + Fraction(2, 3) * 4
    assert table.odds("bite", "Irina") is None
    assert table.event("soak", "burn", targets=("Otto",), size="big") == Fraction(1, 3)
    assert table.odds("burn", targets=("Otto",), size="small") is None


@pytest.mark.parametrize("dice", ["30", "200"])
def test_a_match_too_large_to_be_worked_out_shows_its_next_turn(dice: str) -> None:
    table = duel()
    events = table.odds("extended", "Anna", ("Boris",), rating=dice, against=dice, goal=20).events
    assert [label.id for label, _ in events] == ["won", "tie", "lost"]
    assert sum(chance for _, chance in events) == 1


def test_how_many_successes_a_pool_has_at_least_and_on_average() -> None:
    table = duel()
    chances = table.odds("roll", "Anna", rating="2")
    assert (chances.at_least, chances.mean) == ((Fraction(3, 4), Fraction(1, 4)), 1)


def test_a_grapple_that_only_seizes_has_no_loss_to_tell_of() -> None:
    table = TestTable()
    table.add("Anna", strength=2)
    table.add("Boris")
    assert table.odds("grapple", "Anna", ("Boris",)).loss is None
    assert table.odds("grapple", "Anna", ("Boris",)).mean == 1


def test_equals_throw_two_dice_each_for_who_goes_first_or_is_ahead_and_the_fitter_none() -> None:
    # NW-INIT-01, -03 and -10.
    table, fitter = duel(), duel(potence=1)
    assert table.odds("initiative", targets=("Anna", "Boris")).pool == 2
    assert table.odds("pursue", "Anna", ("Boris",)).pool == 2
    assert table.event("goes_first", "pursue", "Anna", ("Boris",)) == Fraction(1, 2)
    assert fitter.odds("pursue", "Anna", ("Boris",)).pool == 0
    assert fitter.event("goes_first", "pursue", "Anna", ("Boris",)) == 1


def test_who_goes_first_or_is_ahead_is_asked_of_two() -> None:
    table = duel()
    table.add("Clara")
    assert table.odds("initiative", targets=("Anna",)) is None
    assert table.odds("initiative", targets=("Anna", "Boris", "Clara")) is None
    assert table.odds("pursue", "Anna", ("Boris", "Clara")) is None
