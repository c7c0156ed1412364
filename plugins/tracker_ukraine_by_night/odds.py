"""Exact chances of a test, counted over the deck (UBN-DICE-17)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from tracker.api import Chances, Message, Part, Term
from tracker_ukraine_by_night.cards import DECK, DrawRules, Reading, brings_extra_card, read_test, value_of

_VALUES = Counter(value_of(card) for card in DECK)


@lru_cache
def outcomes(ability: int, rules: DrawRules) -> tuple[tuple[Reading, Fraction], ...]:
    """Every reading of a test with its probability; they add up to 1."""
    found: dict[Reading, Fraction] = {}
    for reading, probability in _draws(ability, rules):
        found[reading] = found.get(reading, Fraction(0)) + probability
    return tuple(found.items())


def _draws(ability: int, rules: DrawRules) -> Iterator[tuple[Reading, Fraction]]:
    for first, count in _VALUES.items():
        probability = Fraction(count, len(DECK))
        if not brings_extra_card(ability, first):
            yield read_test(ability, first, None, rules), probability
            continue
        for second, others in (_VALUES - Counter({first: 1})).items():
            yield read_test(ability, first, second, rules), probability * Fraction(others, len(DECK) - 1)


def chances(ability: int, parts: tuple[Part, ...], rules: DrawRules) -> Chances:
    """The chances of a test: success, plain failure and botch, and of at least so many successes."""
    readings = outcomes(ability, rules)
    most = max(reading.successes for reading, _ in readings)
    at_least = tuple(
        sum((probability for reading, probability in readings if reading.successes >= wanted), Fraction(0))
        for wanted in range(1, most + 1)
    )
    botch = sum((probability for reading, probability in readings if reading.is_botch), Fraction(0))
    success = at_least[0] if at_least else Fraction(0)
    events: list[tuple[Term | Message, Fraction]] = [
        (Term("success"), success),
        (Term("failure"), 1 - success - botch),
        (Term("botch"), botch),
    ]
    if any(reading.is_chance for reading, _ in readings):
        events.append((Term("chance_draw"), Fraction(1)))
    return Chances(ability, parts, tuple(events), at_least, sum(at_least, Fraction(0)))
