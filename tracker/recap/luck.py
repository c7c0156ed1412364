"""How lucky someone's rolls were, against what each pool brings on average."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import sqrt
from typing import Literal

from tracker.core.facts import Rolled
from tracker.core.record import record

LuckWord = Literal["too-few", "very-unlucky", "unlucky", "average", "lucky", "very-lucky"]

FEWEST_ROLLS = 5
"""Fewer rolls say nothing."""
BOUNDS: tuple[tuple[float, LuckWord], ...] = (
    (-1.96, "very-unlucky"),
    (-1.0, "unlucky"),
    (1.0, "average"),
    (1.96, "lucky"),
)
"""A word holds up to its bound. Beyond ±1.96 chance alone leads in one evening of twenty."""


@record
class Luck:
    """What some rolls came to. `expected` is the sum of what their pools bring on average.

    `rolls` counts all of them, `measured` those whose average is known: only these are in `came` and `expected`.
    `longest_good` and `longest_bad` are the most rolls in a row above and below their average. `course` is how much
    more had come so far than was to be expected, after each measured roll.
    """

    rolls: int = 0
    measured: int = 0
    came: int = 0
    expected: float = 0.0
    longest_good: int = 0
    longest_bad: int = 0
    word: LuckWord = "too-few"
    course: tuple[float, ...] = ()

    @property
    def difference(self) -> float:
        """How much more came than was to be expected."""
        return self.came - self.expected


def luck_of(rolls: Sequence[Rolled]) -> Luck:
    """Return how lucky rolls were, whatever their dice.

    The word compares the sum of the differences with their own spread (a self-normalised sum), so that it needs to know
    nothing of the dice.
    """
    known = [(came(roll), roll.expected) for roll in rolls if roll.expected is not None]
    differences = [came - expected for came, expected in known]
    return Luck(
        rolls=len(rolls),
        measured=len(known),
        came=sum(came for came, _ in known),
        expected=sum(expected for _, expected in known),
        longest_good=_longest(difference > 0 for difference in differences),
        longest_bad=_longest(difference < 0 for difference in differences),
        word=_word(differences),
        course=tuple(accumulate(differences)),
    )


def came(roll: Rolled) -> int:
    """Return what a roll came to: the total where it is all that counts, else the successes, which have a target."""
    return roll.total if roll.total is not None and roll.target is None else roll.successes


def _word(differences: Sequence[float]) -> LuckWord:
    spread = sqrt(sum(difference**2 for difference in differences))
    if len(differences) < FEWEST_ROLLS or not spread:
        return "too-few" if len(differences) < FEWEST_ROLLS else "average"
    score = sum(differences) / spread
    return next((word for bound, word in BOUNDS if score < bound), "very-lucky")


def _longest(hits: Iterable[bool]) -> int:
    longest = row = 0
    for hit in hits:
        row = row + 1 if hit else 0
        longest = max(longest, row)
    return longest
