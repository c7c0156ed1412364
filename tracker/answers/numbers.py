"""Numbers as people read them: the minus as wide as the figures, times in units, chances in per cent."""

from fractions import Fraction

from tracker.core.messages import Part
from tracker.core.sentences import duration
from tracker.text import MINUS, Words


def decimal(words: Words, number: Fraction | float) -> str:
    """A mean with two places."""
    return words.decimal(number, 2)


def percent(words: Words, chance: Fraction | float) -> str:
    """A probability; the certain and the impossible are told from the nearly so."""
    sign = words.head.percent
    if chance in (0, 1):
        return f"{int(chance) * 100}{sign}"
    shown = float(chance) * 100
    if shown < 0.1:
        return f"<{words.decimal(0.1, 1)}{sign}"
    return f">{words.decimal(99.9, 1)}{sign}" if shown > 99.9 else f"{words.decimal(shown, 1)}{sign}"


def amount(words: Words, number: int, unit: str = "") -> str:
    """A number, or with the unit "second" the length of time that it counts: `2 days, 15 minutes`."""
    if unit == "second" and number >= 0:
        return words.say(duration(number))
    return words.value(number)


def part_in_words(words: Words, part: Part, unit: str = "") -> str:
    """One part of a number with its sign: `skill +3`."""
    sign = "+" if part.value > 0 else MINUS if part.value < 0 else ""
    return f"{words.value(part.label)} {sign}{amount(words, abs(part.value), unit)}"
