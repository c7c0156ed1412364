"""Exact chances of pools of ten-sided dice, by counting (V5-DICE-11). No simulation and no rounding."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, lcm, prod

from tracker_vtm5 import dice
from tracker_vtm5.dice import Terms

PLAIN_FACES = 4
"""Faces 6 to 9: a success that is no ten."""
MISS_FACES = 5
"""Faces 1 to 5."""

Key = tuple[int, bool, bool, bool]
"""Successes, whether two dice or more show a ten, a ten among the Hunger dice, a 1 among the Hunger dice."""

Factor = tuple[int, int, int]
"""So many dice alike: the faces that miss, those that are a ten (-1: counted as less than none), and how many dice."""

NOTHING = dice.Throw((), ())


@cache
def ways(regular: int, hunger: int, beside: dice.Throw = NOTHING) -> Mapping[Key, int]:
    """In how many of the equally likely throws each reading falls; they sum to 10 ** (regular + hunger).

    `beside`: dice that stay as they lie and are read with those that are thrown.
    """
    found: Counter[Key] = Counter()
    ten_lies, one_lies = dice.TEN in beside.hunger, 1 in beside.hunger
    # Counted are the throws whose Hunger dice show no ten or any, no 1 or any; what lies between has just one of them.
    neither = _counted(regular, hunger, MISS_FACES - 1, 0, beside)
    no_one = _counted(regular, hunger, MISS_FACES - 1, 1, beside)
    no_ten = _counted(regular, hunger, MISS_FACES, 0, beside)
    for reading, total in _counted(regular, hunger, MISS_FACES, 1, beside).items():
        parts = {
            (False, False): neither[reading],
            (True, False): no_one[reading] - neither[reading],
            (False, True): no_ten[reading] - neither[reading],
            (True, True): total - no_one[reading] - no_ten[reading] + neither[reading],
        }
        for (ten, one), many in parts.items():
            if many:
                found[*reading, ten or ten_lies, one or one_lies] += many
    return found


def _counted(
    regular: int, hunger: int, hungry_misses: int, hungry_tens: int, beside: dice.Throw
) -> Counter[tuple[int, bool]]:
    """How many throws give so many successes, with two tens or more, where Hunger dice have these faces only.

    A plain success counts 1 and a ten 2 in the exponent of a polynomial; a pair of tens is worth 4, a ten without
    a partner 1 less than 2. Which throws have such a one follows from the same polynomial with tens that count as -1:
    throws with an even number of tens stay, those with an odd number change their sign.
    """
    hits = sum(face >= dice.SUCCESS_FROM for face in beside.faces)
    any_sign = _product((MISS_FACES, 1, regular), (hungry_misses, hungry_tens, hunger))
    by_sign = _product((MISS_FACES, -1, regular), (hungry_misses, -hungry_tens, hunger))
    found: Counter[tuple[int, bool]] = Counter()
    for exponent, (both, difference) in enumerate(zip(any_sign, by_sign, strict=True)):
        for is_odd, many in ((0, (both + difference) // 2), (1, (both - difference) // 2)):
            if many:
                found[hits + beside.tens + exponent - (beside.tens + is_odd) % 2, True] += many
    for tens in range(2 - beside.tens):
        for plain, many in _with_tens(tens, regular, hunger, hungry_misses, hungry_tens):
            if many:
                successes = dice.successes_of(hits + plain + tens, beside.tens + tens)
                found[successes, True] -= many
                found[successes, False] += many
    return found


def _with_tens(tens: int, regular: int, hunger: int, hungry_misses: int, hungry_tens: int) -> Iterable[tuple[int, int]]:
    """Each number of plain successes, and in how many throws with no ten, or with just one, there are so many."""
    if tens == 0:
        return enumerate(_product((MISS_FACES, 0, regular), (hungry_misses, 0, hunger)))
    found: Counter[int] = Counter()
    if regular:
        for plain, many in enumerate(_product((MISS_FACES, 0, regular - 1), (hungry_misses, 0, hunger))):
            found[plain] += many * regular
    if hunger and hungry_tens:
        for plain, many in enumerate(_product((MISS_FACES, 0, regular), (hungry_misses, 0, hunger - 1))):
            found[plain] += many * hunger
    return found.items()


def _product(*factors: Factor) -> list[int]:
    """The coefficients of a product of (misses + 4 z + tens z²) ** count.

    It is worked out as one number, with a power of two for z that no coefficient reaches.
    """
    dice_in_all = sum(count for _, _, count in factors)
    size = _bytes_of(prod((misses + PLAIN_FACES + abs(tens)) ** count for misses, tens, count in factors))
    z = 1 << (8 * size)
    number = prod((misses + PLAIN_FACES * z + tens * z * z) ** count for misses, tens, count in factors)
    # Half of z is added to each, so that the negative ones take nothing from their neighbours.
    length = 2 * dice_in_all + 1
    half = z // 2
    data = (number + half * ((z**length - 1) // (z - 1))).to_bytes(size * length, "little")
    return [int.from_bytes(data[at : at + size], "little") - half for at in range(0, size * length, size)]


def _bytes_of(most: int) -> int:
    """In how many bytes each number up to this one fits, and its opposite."""
    return most.bit_length() // 8 + 1


def successes_in(found: Mapping[Key, int]) -> Mapping[int, Fraction]:
    """The chance of each number of successes."""
    total = sum(found.values())
    counted: Counter[int] = Counter()
    for (made, _, _, _), many in found.items():
        counted[made] += many
    return {number: Fraction(many, total) for number, many in sorted(counted.items())}


@cache
def successes(regular: int, hunger: int = 0) -> Mapping[int, Fraction]:
    """The chance of each number of successes of a pool, in which Hunger dice count like any other."""
    total = 10 ** (regular + hunger)
    counted: Counter[int] = Counter()
    for (made, _), many in _counted(regular, hunger, MISS_FACES, 1, NOTHING).items():
        counted[made] += many
    return {number: Fraction(many, total) for number, many in sorted(counted.items()) if many}


def results(found: Mapping[Key, int], terms: Terms) -> Mapping[str, Fraction]:
    """The chance of each verdict by its word: of every throw just one, so that they sum to 1."""
    counted: Counter[str] = Counter()
    for (made, has_pair, hungry_ten, hungry_one), many in found.items():
        counted[terms.read(made, has_pair, hungry_ten, hungry_one).result] += many
    total = sum(found.values())
    return {result: Fraction(many, total) for result, many in counted.items()}


def at_least(distribution: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    """The chance of at least 1, 2, 3, ... up to the most there can be."""
    most = max(distribution)
    falling = accumulate(distribution.get(number, Fraction(0)) for number in range(most, 0, -1))
    return tuple(reversed(list(falling)))


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """The mean number of successes."""
    return sum((number * chance for number, chance in distribution.items()), Fraction(0))


def leads(attacker: Mapping[int, Fraction], defender: Mapping[int, Fraction], handicap: int) -> Mapping[int, Fraction]:
    """The chance of each lead of the attacker, below 0 where the defender is ahead."""
    net: Counter[int] = Counter()
    for ours, many in _as_ways(attacker).items():
        net[max(ours - handicap, 0)] += many
    theirs = _as_ways(defender)
    ahead, behind = _listed(net), _listed(theirs)[::-1]
    total = sum(ahead) * sum(behind)
    product = enumerate(_times(ahead, behind), start=-max(theirs))
    return {lead: Fraction(many, total) for lead, many in product if many}


def _listed(ways: Mapping[int, int]) -> list[int]:
    """The ways to 0, 1, 2, ... successes, up to the most there can be."""
    return [ways.get(number, 0) for number in range(max(ways) + 1)]


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The coefficients of the product of two polynomials without negative ones, worked out as one number."""
    size = _bytes_of(sum(one) * sum(other))
    numbers = (
        int.from_bytes(b"".join(part.to_bytes(size, "little") for part in each), "little") for each in (one, other)
    )
    length = len(one) + len(other) - 1
    data = prod(numbers).to_bytes(size * length, "little")
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, size * length, size)]


def _as_ways(distribution: Mapping[int, Fraction]) -> Mapping[int, int]:
    """Whole numbers in the proportion of the chances: much faster to multiply many times."""
    total = lcm(*(chance.denominator for chance in distribution.values()))
    return {number: chance.numerator * (total // chance.denominator) for number, chance in distribution.items()}


def contested(
    regular: int, hunger: int, against: Mapping[int, Fraction], *, handicap: int, wins_ties: bool
) -> Mapping[str, Fraction]:
    """The chances of `messy_critical` and `bestial_failure` where the other side's successes are the Difficulty.

    `wins_ties`: a tie is a win, of a pair of tens at least; else it is neither a win nor a miss.
    """
    fewer_than = list(accumulate(_listed(_as_ways(against)), initial=0))
    most = len(fewer_than) - 1
    counted = Counter({"messy_critical": 0, "bestial_failure": 0})
    for (made, has_pair, hungry_ten, hungry_one), many in ways(regular, hunger).items():
        net = max(made - handicap, 0)
        if has_pair and hungry_ten:
            counted["messy_critical"] += many * fewer_than[min(net + wins_ties, most)]
        if hungry_one:
            counted["bestial_failure"] += many * (fewer_than[most] - fewer_than[min(net + 1, most)])
    total = 10 ** (regular + hunger) * fewer_than[most]
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
