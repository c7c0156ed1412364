"""Exact chances of six-sided pools, as fractions."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb

Distribution = Sequence[Fraction]
"""The chance of each number of successes, from none."""


def chance_of_one(difficulty: int) -> Fraction:
    """The chance that one die reaches the difficulty (NW-DICE-02)."""
    return Fraction(7 - difficulty, 6)


@cache
def successes(dice: int, difficulty: int) -> Distribution:
    """How many successes so many dice give."""
    hit = chance_of_one(difficulty)
    miss = 1 - hit
    return tuple(comb(dice, count) * hit**count * miss ** (dice - count) for count in range(dice + 1))


def at_least(distribution: Distribution) -> tuple[Fraction, ...]:
    """The chances of at least 1, 2, 3 ... successes."""
    tail = Fraction(0)
    chances: list[Fraction] = []
    for chance in reversed(distribution[1:]):
        tail += chance
        chances.append(tail)
    return tuple(reversed(chances))


def mean(distribution: Distribution) -> Fraction:
    """The mean number of successes."""
    return sum((count * chance for count, chance in enumerate(distribution)), Fraction(0))


@cache
def margins(first: int, first_difficulty: int, second: int, second_difficulty: int) -> Mapping[int, Fraction]:
    """How many successes more the first pool has than the second."""
    return _margins_of(successes(first, first_difficulty), successes(second, second_difficulty))


@cache
def compared(first: int, first_difficulty: int, second: int, second_difficulty: int) -> tuple[Fraction, ...]:
    """The chances that the first pool has more successes than the second, equally many, fewer."""
    fewer = won = tied = Fraction(0)
    others = successes(second, second_difficulty)
    for count, chance in enumerate(successes(first, first_difficulty)):
        equal = others[count] if count < len(others) else Fraction(0)
        won += chance * fewer
        tied += chance * equal
        fewer += equal
    return won, tied, 1 - won - tied


def at_last(won: Fraction, lost: Fraction) -> Fraction:
    """The chance to win when ties are rolled again until the counts differ."""
    return won / (won + lost) if won + lost else Fraction(0)


def lead_wins(margin: Mapping[int, Fraction], goal: int, start: int = 0) -> Fraction:
    """The chance that a lead that moves by `margin` each turn reaches +goal before -goal.

    Solved exactly: the chances from every lead between the goals are linear in each other.
    """
    leads = range(1 - goal, goal)
    size = len(leads)
    rows: list[list[Fraction]] = []
    for lead in leads:
        row = [Fraction(0)] * (size + 1)
        row[lead + goal - 1] += 1
        for difference, chance in margin.items():
            after = lead + difference
            if after >= goal:
                row[size] += chance
            elif after > -goal:
                row[after + goal - 1] -= chance
        rows.append(row)
    return _solve(rows)[start + goal - 1]


def _solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss elimination; the last column of `rows` is the right side."""
    size = len(rows)
    for column in range(size):
        pivot = next(index for index in range(column, size) if rows[index][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [item / head for item in rows[column]]
        for index in range(size):
            factor = rows[index][column]
            if index != column and factor:
                rows[index] = [item - factor * other for item, other in zip(rows[index], rows[column], strict=True)]
    return [row[size] for row in rows]


def sum_wins(first: Distribution, second: Distribution, goal: int, start: tuple[int, int] = (0, 0)) -> Fraction:
    """The chance that the first side adds up to the goal before the second (NW-OPT-18).

    If both are there in the same turn the larger total wins, and equal totals go on.
    """
    margin = _margins_of(first, second)
    won = sum((chance for difference, chance in margin.items() if difference > 0), Fraction(0))
    level = at_last(won, 1 - won - margin.get(0, Fraction(0)))
    known: dict[tuple[int, int], Fraction] = {}

    def value(one: int, two: int) -> Fraction:
        if max(one, two) >= goal:
            return level if one == two else Fraction(int(one > two))
        if (one, two) not in known:
            known[one, two] = _after_a_turn(one, two)
        return known[one, two]

    def _after_a_turn(one: int, two: int) -> Fraction:
        # Turns that end the contest are counted by their margin alone; the few others one by one.
        behind = two - one
        ahead = sum((chance for difference, chance in margin.items() if difference > behind), Fraction(0))
        even = margin.get(behind, Fraction(0))
        going_on = Fraction(0)
        for count in range(min(goal - one, len(first))):
            for other in range(min(goal - two, len(second))):
                chance = first[count] * second[other]
                if count - other > behind:
                    ahead -= chance
                elif count - other == behind:
                    even -= chance
                if count or other:
                    going_on += chance * value(one + count, two + other)
        return (ahead + even * level + going_on) / (1 - first[0] * second[0])

    return value(*start)


def _margins_of(first: Distribution, second: Distribution) -> Mapping[int, Fraction]:
    chances: dict[int, Fraction] = {}
    for count, chance in enumerate(first):
        for other, chance_of_other in enumerate(second):
            chances[count - other] = chances.get(count - other, Fraction(0)) + chance * chance_of_other
    return chances


def two_dice() -> Mapping[int, Fraction]:
    """The sums of two dice."""
    return {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def lower_first(change: int) -> tuple[Fraction, Fraction]:
    """The chances that a sum of two dice with a change is the lower one, and that both are equal."""
    lower = equal = Fraction(0)
    for own, chance in two_dice().items():
        for other, chance_of_other in two_dice().items():
            if own + change < other:
                lower += chance * chance_of_other
            elif own + change == other:
                equal += chance * chance_of_other
    return lower, equal
