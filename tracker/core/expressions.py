"""Dice as they are written: `2d6+3`, `d10`, `4d6-1d4`. Reading them, and what they may come to."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from tracker.core.patterns import pattern
from tracker.core.record import record

MOST_DICE = 1000
MOST_SIDES = 1000
LARGEST_BONUS = 1_000_000
MOST_OUTCOMES = 400
"""Dice times sides, up to which the chances of every total are worked out: a preview must not be slow."""

DICE_LETTER = "d"
_TERM = pattern(rf"([+\-−])(?:([0-9]*){DICE_LETTER}([0-9]+|%)|([0-9]+))")


class NoExpression(ValueError):
    """The text is not written as dice, or speaks of more dice than any table has."""


@record
class Throw:
    """Dice of one kind, added up or taken away (`sign` 1 or -1)."""

    count: int
    sides: int
    sign: int = 1

    def written(self) -> str:
        """As it is typed: `2d6`."""
        return f"{self.count}d{self.sides}"


@record
class Expression:
    """Dice and a number that is added to them."""

    throws: tuple[Throw, ...]
    bonus: int = 0

    def written(self) -> str:
        """As it is typed: `2d6+3`."""
        pieces = [f"{'+' if throw.sign > 0 else '-'}{throw.written()}" for throw in self.throws]
        if self.bonus:
            pieces.append(f"{self.bonus:+d}")
        return "".join(pieces).removeprefix("+")

    @property
    def least(self) -> int:
        """The smallest total."""
        return self.bonus + sum(throw.count if throw.sign > 0 else -throw.count * throw.sides for throw in self.throws)

    @property
    def most(self) -> int:
        """The largest total."""
        return self.bonus + sum(throw.count * throw.sides if throw.sign > 0 else -throw.count for throw in self.throws)

    @property
    def mean(self) -> Fraction:
        """The total on average."""
        return self.bonus + sum(
            (Fraction(throw.sign * throw.count * (throw.sides + 1), 2) for throw in self.throws), Fraction(0)
        )

    def chances(self) -> Mapping[int, Fraction] | None:
        """How probable each total is, from the smallest; None where there are too many dice to work it out at once."""
        if sum(throw.count * throw.sides for throw in self.throws) > MOST_OUTCOMES:
            return None
        ways = Counter({self.bonus: 1})
        total = 1
        for throw in self.throws:
            for _ in range(throw.count):
                ways = _with_die(ways, throw)
                total *= throw.sides
        return {number: Fraction(ways[number], total) for number in sorted(ways)}


def _with_die(ways: Counter[int], throw: Throw) -> Counter[int]:
    further: Counter[int] = Counter()
    for total, count in ways.items():
        for face in range(1, throw.sides + 1):
            further[total + throw.sign * face] += count
    return further


def read_expression(text: str, letters: str = DICE_LETTER) -> Expression:
    """Read dice; any of the letters may stand between their number and their sides. Raises NoExpression."""
    written = "".join(DICE_LETTER if sign in letters else sign for sign in text.casefold() if not sign.isspace())
    if not written.startswith(("+", "-", "−")):
        written = f"+{written}"
    throws: list[Throw] = []
    bonus = position = 0
    while position < len(written):
        term = _TERM.match(written, position)
        if term is None:
            raise NoExpression(text)
        position = term.end()
        sign = 1 if term[1] == "+" else -1
        if term[3]:
            throws.append(Throw(_number(term[2] or "1"), 100 if term[3] == "%" else _number(term[3]), sign))
        else:
            bonus += sign * _number(term[4])
    if not throws or abs(bonus) > LARGEST_BONUS or sum(throw.count for throw in throws) > MOST_DICE:
        raise NoExpression(text)
    if not all(1 <= throw.sides <= MOST_SIDES and throw.count for throw in throws):
        raise NoExpression(text)
    return Expression(tuple(throws), bonus)


def _number(digits: str) -> int:
    if len(digits) > len(str(LARGEST_BONUS)):
        raise NoExpression(digits)
    return int(digits)
