"""The bands and tables of the book, and the limits that no parameter has by itself."""

import pytest

from tests.plugins.kept import kept_rules
from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.core.intents import Refusal
from tracker_vtm5 import blood

RULES = kept_rules("tracker_vtm5")


@pytest.mark.parametrize("kind", ["vampire", "thin-blood", "mortal", "ghoul"])
def test_hunger_has_its_bands_in_vampires_alone(kind: str) -> None:
    bands = [(band.id, band.start) for pool in RULES.kinds[kind].pools for band in pool.bands]
    assert bands == ([("hunger_high", 4), ("hunger_5", 5)] if kind in ("vampire", "thin-blood") else [])


def test_the_tables_of_blood_potency_are_the_books() -> None:
    assert blood.SURGE_DICE == (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
    assert blood.MENDED_MARKS == (1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5)
    assert blood.DISCIPLINE_DICE == (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5)
    assert blood.REROLL_LEVEL == (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    assert blood.BANE_SEVERITY == (0, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
    assert blood.BANE_SEVERITY_FIRST_PRINTING == (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    assert blood.HUNGER_FLOOR == (1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3)
    assert blood.LESS_FROM_HUMANS == (0, 0, 0, 0, 1, 1, 2, 2, 2, 2, 3)


@pytest.mark.parametrize("size", [30, 31])
def test_a_track_has_at_most_thirty_boxes(size: int) -> None:
    table = FifthEditionTable()
    if size > 30:
        with pytest.raises(Refusal):
            table.play(f"set Vera health {'.' * size}")
    else:
        table.play(f"set Vera health {'.' * size}")
        assert table.who("Vera").tracks["health"].size == size


def test_a_pool_of_more_than_a_hundred_dice_is_refused() -> None:
    table = FifthEditionTable()
    table.play("roll Vera pool=98 bonus=2 hunger_dice=0")
    assert table.refusal("roll Vera pool=98 bonus=3") == "vtm5.refused.too_many_dice"


def test_the_smallest_pool_is_of_one_die_unless_the_table_allows_none() -> None:
    option = RULES.options["smallest_pool"]
    assert (option.minimum, option.maximum, option.default) == (0, 1, 1)
