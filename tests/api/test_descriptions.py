"""What a ruleset describes about its gauges can be read for every size."""

from fractions import Fraction

import pytest

from tracker.api import Band


@pytest.mark.parametrize(("maximum", "begins"), [(25, 16), (10, 7), (12, 8), (None, 1)])
def test_a_band_may_begin_at_a_share_of_the_maximum(maximum: int | None, begins: int) -> None:
    assert Band("normal", 1, share=Fraction(3, 5)).begins_at(maximum) == begins


def test_a_band_without_a_share_begins_where_it_says() -> None:
    assert Band("thirst", 3).begins_at(12) == 3
