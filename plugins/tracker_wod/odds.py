"""Exact chances of a pool: fractions, without rolling and without cutting off the endless tail of dice that roll again.

One die has the generating function (f + a*x) / (1 - r*x): f the chance of no success, a of a success that brings
nothing more, r of a success that brings another die. A pool of n dice is its n-th power, so the chance of exactly k
successes is a finite sum of products of binomial coefficients (WOD-DICE-02 to -06).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb

from tracker.api import Chances, Message, Part, Term, message, record

FACES = 10
SUCCESS_FACES = (8, 9, 10)
"""The faces that count, WOD-DICE-02."""

EXCEPTIONAL = 5
"""Successes of an exceptional success, WOD-DICE-09."""

SHOWN = 6
"""How many numbers of successes are listed beside a pool."""


@record
class Die:
    """How many of the ten faces fail, count without bringing another die, and count and bring one."""

    failing: int
    plain: int
    again: int


CHANCE_DIE = Die(9, 0, 1)
"""Only a 10 counts, on rerolls too, WOD-DICE-06."""


@cache
def die(again_on: int = 10) -> Die:
    """The die of an ordinary pool; `again_on` is the lowest face that brings another die, 11 for none at all."""
    bringing = sum(1 for face in SUCCESS_FACES if face >= again_on)
    return Die(FACES - len(SUCCESS_FACES), len(SUCCESS_FACES) - bringing, bringing)


def exactly(pool: int, successes: int, again_on: int = 10, *, eight_on_reroll: bool = False) -> Fraction:
    """The chance of exactly so many successes. A pool of 0 or less is the chance die.

    `eight_on_reroll`: the table option by which rerolls of the chance die count from 8 like ordinary dice.
    """
    if pool > 0:
        return _power(die(again_on), pool, successes)
    if not eight_on_reroll:
        return _power(CHANCE_DIE, 1, successes)
    if not successes:
        return Fraction(FACES - 1, FACES)
    return Fraction(1, FACES) * _power(die(), 1, successes - 1)


@cache
def _power(one: Die, dice: int, successes: int) -> Fraction:
    """The coefficient of x^successes in ((f + a*x) / (1 - r*x))^dice."""
    total = 0
    for plain in range(min(dice, successes) + 1):
        brought = successes - plain
        ways = comb(dice, plain) * comb(dice + brought - 1, brought)
        faces = one.plain**plain * one.failing ** (dice - plain) * one.again**brought
        # dice + brought dice fell; all terms are brought to the longest denominator.
        total += ways * faces * FACES**plain
    return Fraction(total, FACES ** (dice + successes))


def at_least(pool: int, successes: int, again_on: int = 10, *, eight_on_reroll: bool = False) -> Fraction:
    """The chance of at least so many successes."""
    below = (exactly(pool, number, again_on, eight_on_reroll=eight_on_reroll) for number in range(successes))
    return 1 - sum(below, Fraction(0))


def mean(pool: int, again_on: int = 10, *, eight_on_reroll: bool = False) -> Fraction:
    """The expected number of successes."""
    if pool <= 0:
        rerolled = _mean_of(die()) if eight_on_reroll else _mean_of(CHANCE_DIE)
        return Fraction(1, FACES) * (1 + rerolled)
    return pool * _mean_of(die(again_on))


def _mean_of(one: Die) -> Fraction:
    return Fraction(one.plain + one.again, FACES - one.again)


def dramatic_failure(pool: int) -> Fraction:
    """The chance of a 1 on the first throw of the chance die; an ordinary pool has none, WOD-DICE-07."""
    return Fraction(1, FACES) if pool <= 0 else Fraction(0)


def failure(pool: int) -> Fraction:
    """The chance of a plain failure: no success, which dice thrown again cannot undo, and no dramatic failure."""
    return exactly(pool, 0) - dramatic_failure(pool)


@cache
def verdicts(pool: int, again_on: int = 10, *, eight_on_reroll: bool = False) -> Mapping[str, Fraction]:
    """The chance of each way in which a roll may read, WOD-DICE-07 to -09."""
    some = at_least(pool, 1, again_on, eight_on_reroll=eight_on_reroll)
    exceptional = at_least(pool, EXCEPTIONAL, again_on, eight_on_reroll=eight_on_reroll)
    return {
        "success": some - exceptional,
        "exceptional_success": exceptional,
        "failure": failure(pool),
        "dramatic_failure": dramatic_failure(pool),
    }


def chances(
    pool: int,
    parts: Sequence[Part] = (),
    again_on: int = 10,
    *,
    needed: int | None = None,
    must_exceed: int | None = None,
    at_most: int | None = None,
    just: int | None = None,
    eight_on_reroll: bool = False,
) -> Chances:
    """What may come of a pool, for the `odds` hook.

    The event asked for stands first: `needed` at least so many, `must_exceed` more than so many, `at_most` no more than
    so many, `just` exactly so many successes. The pool may be 0 or less: then it is the chance die.
    """

    def reach(successes: int) -> Fraction:
        return at_least(pool, successes, again_on, eight_on_reroll=eight_on_reroll)

    events: list[tuple[Term | Message, Fraction]] = []
    if needed is not None:
        events.append((message("wod.odds.needed", count=needed), reach(needed)))
    if must_exceed is not None:
        events.append((message("wod.odds.must_exceed", count=must_exceed), reach(must_exceed + 1)))
    if at_most is not None:
        events.append((message("wod.odds.at_most", count=at_most), 1 - reach(at_most + 1)))
    if just is not None:
        chance = exactly(pool, just, again_on, eight_on_reroll=eight_on_reroll)
        events.append((message("wod.odds.exactly", count=just), chance))
    events.append((Term("success"), reach(1)))
    events.append((Term("exceptional_success"), reach(EXCEPTIONAL)))
    events.append((Term("failure"), failure(pool)))
    if pool <= 0:
        events.append((Term("dramatic_failure"), dramatic_failure(pool)))
    return Chances(
        pool=pool,
        parts=tuple(parts),
        events=tuple(events),
        at_least=tuple(reach(number) for number in range(1, SHOWN + 1)),
        mean=mean(pool, again_on, eight_on_reroll=eight_on_reroll),
    )
