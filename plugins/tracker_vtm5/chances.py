"""Exact chances of pools of ten-sided dice, by counting (V5-DICE-11). No simulation and no rounding."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, lcm

from tracker_vtm5 import dice
from tracker_vtm5.dice import Terms

PLAIN_FACES = 4
"""Faces 6 to 9: a success that is no ten."""
MISS_FACES = 5
"""Faces 1 to 5."""

Key = tuple[int, int, int, bool]
"""Dice that succeed, tens, tens among the Hunger dice, a 1 among the Hunger dice."""


@cache
def ways(regular: int, hunger: int) -> Mapping[Key, int]:
    """In how many of the equally likely throws each reading falls; they sum to 10 ** (regular + hunger)."""
    counted: Counter[Key] = Counter()
    for plain, tens, count in _ordinary(regular, MISS_FACES):
        for hungry_plain, hungry_tens, ones, hungry_count in _hungry(hunger):
            key = (plain + tens + hungry_plain + hungry_tens, tens + hungry_tens, hungry_tens, ones)
            counted[key] += count * hungry_count
    return counted


def _ordinary(count: int, miss_faces: int) -> list[tuple[int, int, int]]:
    """Plain successes, tens and number of ways of `count` dice that miss with `miss_faces` faces."""
    return [
        (
            plain,
            tens,
            comb(count, plain) * comb(count - plain, tens) * PLAIN_FACES**plain * miss_faces ** (count - plain - tens),
        )
        for plain in range(count + 1)
        for tens in range(count - plain + 1)
    ]


def _hungry(count: int) -> list[tuple[int, int, bool, int]]:
    """The same of Hunger dice, with whether a 1 fell."""
    anyhow = _ordinary(count, MISS_FACES)
    without_one = _ordinary(count, MISS_FACES - 1)
    return [
        (plain, tens, ones, many)
        for (plain, tens, all_ways), (_, _, no_one) in zip(anyhow, without_one, strict=True)
        for ones, many in ((False, no_one), (True, all_ways - no_one))
        if many
    ]


def ways_beside(kept: dice.Throw, count: int) -> Mapping[Key, int]:
    """The same for `count` regular dice that are thrown again beside the `kept` ones."""
    hits = sum(face >= dice.SUCCESS_FROM for face in kept.faces)
    hungry_tens, ones = kept.hunger.count(dice.TEN), 1 in kept.hunger
    return {
        (hits + plain, kept.tens + tens, hungry_tens, ones): many
        for (plain, tens, _, _), many in ways(count, 0).items()
    }


def successes_in(found: Mapping[Key, int]) -> Mapping[int, Fraction]:
    """The chance of each number of successes."""
    total = sum(found.values())
    counted: Counter[int] = Counter()
    for (hits, tens, _, _), many in found.items():
        counted[dice.successes_of(hits, tens)] += many
    return {number: Fraction(many, total) for number, many in sorted(counted.items())}


@cache
def successes(regular: int, hunger: int = 0) -> Mapping[int, Fraction]:
    """The chance of each number of successes of a pool."""
    return successes_in(ways(regular, hunger))


def results(found: Mapping[Key, int], terms: Terms) -> Mapping[str, Fraction]:
    """The chance of each verdict by its word: of every throw just one, so that they sum to 1."""
    counted: Counter[str] = Counter()
    for (hits, tens, hungry_tens, ones), many in found.items():
        counted[terms.read(dice.successes_of(hits, tens), tens, hungry_tens > 0, ones).result] += many
    total = sum(found.values())
    return {result: Fraction(many, total) for result, many in counted.items()}


def decimal(number: Fraction) -> float:
    """A chance or a mean as a fact keeps it: as many decimals as the file of a session has."""
    return round(float(number), 6)


def at_least(distribution: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    """The chance of at least 1, 2, 3, ... up to the most there can be."""
    most = max(distribution, default=0)
    return tuple(
        sum((chance for number, chance in distribution.items() if number >= k), Fraction(0)) for k in range(1, most + 1)
    )


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """The mean number of successes."""
    return sum((number * chance for number, chance in distribution.items()), Fraction(0))


def leads(
    attacker: Mapping[int, Fraction], defender: Mapping[int, Fraction], handicap: int = 0
) -> Mapping[int, Fraction]:
    """The chance of each lead of the attacker, below 0 where the defender is ahead."""
    our_ways, their_ways = _as_ways(attacker), _as_ways(defender)
    counted: Counter[int] = Counter()
    for ours, many in our_ways.items():
        for theirs, others in their_ways.items():
            counted[max(ours - handicap, 0) - theirs] += many * others
    total = sum(our_ways.values()) * sum(their_ways.values())
    return {lead: Fraction(many, total) for lead, many in sorted(counted.items())}


def _as_ways(distribution: Mapping[int, Fraction]) -> Mapping[int, int]:
    """Whole numbers in the proportion of the chances: much faster to multiply many times."""
    total = lcm(*(chance.denominator for chance in distribution.values()))
    return {number: chance.numerator * (total // chance.denominator) for number, chance in distribution.items()}


def contested(
    regular: int, hunger: int, against: Mapping[int, Fraction], *, handicap: int = 0, ties_from: int | None = None
) -> Mapping[str, Fraction]:
    """The chances of `messy_critical` and `bestial_failure` where the other side's successes are the Difficulty.

    `ties_from`: the fewest successes with which a tie is won; None: a tie is neither a win nor a miss.
    """
    read: Counter[tuple[int, bool, bool]] = Counter()
    for (hits, tens, hungry_tens, ones), many in ways(regular, hunger).items():
        net = max(dice.successes_of(hits, tens) - handicap, 0)
        read[net, tens >= 2 and hungry_tens > 0, ones] += many
    their_ways = _as_ways(against)
    counted = Counter({"messy_critical": 0, "bestial_failure": 0})
    for (net, critical, ones), many in read.items():
        for theirs, others in their_ways.items():
            won = net > theirs or (net == theirs and ties_from is not None and net >= ties_from)
            counted["messy_critical"] += many * others * (won and critical)
            counted["bestial_failure"] += many * others * (net < theirs and ones)
    total = 10 ** (regular + hunger) * sum(their_ways.values())
    return {name: Fraction(part, total) for name, part in counted.items()}


def rouse(hunger: int, checks: int, *, two_dice: bool = False) -> tuple[Sequence[Fraction], Fraction]:
    """The chances to end at Hunger 0 to 5 after so many Rouse checks, and that one failed while it stood at 5."""
    fail = Fraction(1, 4) if two_dice else Fraction(1, 2)
    ends = [Fraction(0)] * 6
    over = Fraction(0)
    for failed in range(checks + 1):
        chance = comb(checks, failed) * fail**failed * (1 - fail) ** (checks - failed)
        ends[min(hunger + failed, 5)] += chance
        over += chance if hunger + failed > 5 else 0
    return ends, over
