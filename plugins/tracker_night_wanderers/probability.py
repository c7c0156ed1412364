"""Chances of six-sided pools: exact, as fractions; those of whole contests of many turns to the twelfth decimal."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import comb, lcm, prod

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
    return won / (won + lost)


def lead_wins(margin: Mapping[int, Fraction], goal: int, start: int = 0) -> Fraction:
    """The chance that a lead that moves by `margin` each turn reaches +goal before -goal.

    One lead after the other is left out, what leads to it going on to where it leads; at last there is only the start,
    from which one side or the other wins. Nothing is ever subtracted, so that no digit is lost on the way.
    """
    steps = {difference: float(chance) for difference, chance in margin.items()}
    ways: dict[int, dict[int, float]] = {
        lead: _onward(lead, steps, goal) for lead in sorted(range(1 - goal, goal), key=lambda lead: -abs(lead - start))
    }
    while len(ways) > 1:
        left_out = next(iter(ways))
        onward = ways.pop(left_out)
        onward.pop(left_out, None)
        total = sum(onward.values())
        for others in ways.values():
            if share := others.pop(left_out, 0.0):
                for lead, chance in onward.items():
                    others[lead] = others.get(lead, 0.0) + share * chance / total
    ends = ways[start]
    won, lost = ends.get(goal, 0.0), ends.get(-goal, 0.0)
    return _told(won / (won + lost))


def _onward(lead: int, steps: Mapping[int, float], goal: int) -> dict[int, float]:
    """The chances of each lead after a turn; a lead beyond a goal has reached it."""
    after: dict[int, float] = {}
    for difference, chance in steps.items():
        reached = max(-goal, min(goal, lead + difference))
        after[reached] = after.get(reached, 0.0) + chance
    return after


def _told(chance: float) -> Fraction:
    """A chance with the decimals that are certain; what is a simple fraction comes out as it is."""
    simple = Fraction(chance).limit_denominator()
    return simple if abs(simple - chance) < 1e-14 else Fraction(round(chance, 12))


def sum_wins(first: Distribution, second: Distribution, goal: int, start: tuple[int, int] = (0, 0)) -> Fraction:
    """The chance that the first side adds up to the goal before the second (NW-OPT-18).

    If both are there in the same turn the larger total wins, and equal totals go on.
    """
    own, others = [float(chance) for chance in first], [float(chance) for chance in second]
    fewer, more = [0.0, *accumulate(others)], [0.0, *accumulate(own)]
    won = sum(chance * fewer[min(count, len(others))] for count, chance in enumerate(own))
    lost = sum(chance * more[min(count, len(own))] for count, chance in enumerate(others))
    level = won / (won + lost)
    known: dict[tuple[int, int], float] = {}
    # Backwards from the goal: what may follow is known then.
    ours, theirs = start
    for one in reversed(range(ours, goal)):
        for two in reversed(range(theirs, goal)):
            known[one, two] = _after_a_turn(own, others, goal, one, two, level, known)
    if max(start) >= goal:
        return _told(level) if ours == theirs else Fraction(int(ours > theirs))
    return _told(known[start])


def _after_a_turn(
    own: Sequence[float], others: Sequence[float], goal: int, one: int, two: int, level: float,
    known: Mapping[tuple[int, int], float],
) -> float:  # fmt: skip
    """The chance to win from two totals: what a turn may bring, one that brings nothing left out."""
    ends = going_on = 0.0
    fewer = [0.0, *accumulate(others)]
    for count, chance in enumerate(own):
        total = one + count
        if total >= goal:
            # The other side has fewer, or as many; where it has more it wins.
            even = total - two
            ends += chance * fewer[min(even, len(others))]
            ends += chance * level * (others[even] if even < len(others) else 0.0)
        else:
            for other in range(min(goal - two, len(others))):
                if count or other:
                    going_on += chance * others[other] * known[total, two + other]
    return (ends + going_on) / (1 - own[0] * others[0])


def _margins_of(first: Distribution, second: Distribution) -> Mapping[int, Fraction]:
    """The chance of each lead of the first: a product of polynomials, worked out as one number."""
    one, one_total = _as_ways(first)
    other, other_total = _as_ways(second[::-1])
    total = one_total * other_total
    size = total.bit_length() // 8 + 1
    numbers = [
        int.from_bytes(b"".join(ways.to_bytes(size, "little") for ways in each), "little") for each in (one, other)
    ]
    length = len(one) + len(other) - 1
    data = prod(numbers).to_bytes(size * length, "little")
    ways = [int.from_bytes(data[at : at + size], "little") for at in range(0, size * length, size)]
    return {lead - len(second) + 1: Fraction(many, total) for lead, many in enumerate(ways)}


def _as_ways(distribution: Distribution) -> tuple[list[int], int]:
    """Whole numbers in the proportion of the chances, and their sum."""
    total = lcm(*(chance.denominator for chance in distribution))
    return [chance.numerator * (total // chance.denominator) for chance in distribution], total


def lower_first(change: int) -> tuple[Fraction, Fraction]:
    """The chances that a sum of two dice with a change is the lower one, and that both are equal."""
    sums = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    both = [(own + change, other) for own, other in product(sums, sums)]
    lower, equal = sum(own < other for own, other in both), sum(own == other for own, other in both)
    return Fraction(lower, len(both)), Fraction(equal, len(both))
