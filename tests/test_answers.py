"""Numbers of a sheet in words."""

from functools import partial

import pytest

from tracker.answers import amount
from tracker.core.messages import Part, Term
from tracker.text import Words


@pytest.mark.parametrize(
    ("language", "number", "unit", "words"),
    [
        ("en", 7, "", "7"),
        ("en", -2, "", "−2"),
        ("en", 2 * 86400 + 900, "second", "2 days, 15 minutes"),
        ("ru", 21 * 60, "second", "21 минута"),
        ("en", 0, "second", "0 seconds"),
    ],
)
def test_a_length_of_time_is_told_in_units_that_a_game_master_reads(
    language: str, number: int, unit: str, words: str
) -> None:
    assert amount(Words(language), number, unit) == words


def test_the_parts_of_a_time_are_times() -> None:
    words = Words("en")
    parts = (Part(Term("rest"), 2 * 86400), Part(Term("gone"), -3600))
    assert words.parts(parts, partial(amount, words, unit="second")) == "rest 2 days − gone 1 hour"
