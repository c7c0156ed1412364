"""The band of a pool stands beside its gauge, once."""

from fractions import Fraction

import pytest

from tracker.api import Band, Character, CharacterKind, Condition, Pool, PoolSpec, Status, frozen
from tracker.ui.view.badges import words_beside_gauges
from tracker.ui.view.gauges import band_of

BANDS = tuple(
    Band(name, 1, share=Fraction(number, 5)) for number, name in enumerate(("worst", "bad", "fair", "good", "best"))
)


@pytest.mark.parametrize(
    ("value", "maximum", "band"),
    [(25, 25, "best"), (20, 25, "good"), (15, 25, "fair"), (5, 25, "worst"), (5, 10, "fair"), (0, 25, None)],
)
def test_bands_follow_the_maximum_of_the_pool(value: int, maximum: int, band: str | None) -> None:
    found = band_of(value, BANDS, maximum)
    assert (found.id if found else None) == band


def test_a_status_word_that_the_gauge_says_is_not_said_again() -> None:
    kind = CharacterKind("person", pools=(PoolSpec("health", BANDS),))
    pools = frozen({"health": Pool(20, 25)})
    person = Character("p", "Person", "person", pools=pools, status=(Status("good"), Status("asleep", can_act=False)))
    assert [status.id for status in words_beside_gauges(person, kind, ())] == ["asleep"]
    assert [status.id for status in words_beside_gauges(person, None, person.conditions.values())] == ["good", "asleep"]


def test_a_status_word_that_is_a_running_condition_is_not_said_again() -> None:
    conditions = frozen({"asleep-1": Condition("asleep-1", "asleep")})
    person = Character("p", "Person", "person", conditions=conditions, status=(Status("asleep", False), Status("hurt")))
    assert [status.id for status in words_beside_gauges(person, None, person.conditions.values())] == ["hurt"]
