"""Every number of the gear and of the hazards is the one in the rulebook's tables."""

from pathlib import Path
from typing import Any

import pytest
import tomli

import tracker_wod

BOOK = tomli.loads((Path(__file__).parent / "equipment.toml").read_text("utf-8"))
PLAYED = tomli.loads((Path(tracker_wod.__file__).parent / "data/gear.toml").read_text("utf-8"))


def numbers(row: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a row, and its lists of numbers."""
    return {
        name: value
        for name, value in row.items()
        if type(value) in (int, float) or (isinstance(value, list) and all(type(one) is int for one in value))
    }


@pytest.mark.parametrize("table", BOOK)
def test_a_table_is_played_as_it_is_printed(table: str) -> None:
    played = {str(row.get("id", number)): numbers(row) for number, row in enumerate(PLAYED[table])}
    assert played == BOOK[table]


def test_no_table_is_left_out() -> None:
    assert PLAYED.keys() == BOOK.keys()
