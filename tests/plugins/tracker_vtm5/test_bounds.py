"""Every number that can be typed has the bounds that it should, and every trait starts as the sheet says."""

import pytest

import tracker_vtm5
from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.core.intents import Refusal
from tracker.rules.facade import Rules
from tracker_vtm5 import blood

RULES = Rules(tracker_vtm5)
DICE, COUNTED, WEAPON = (0, 100), (0, 200), (0, 50)
ACTIONS: dict[str, tuple[int, int]] = {
    "pool": DICE,
    "bonus": DICE,
    "penalty": DICE,
    "against_pool": DICE,
    "defence_pool": DICE,
    "defence_bonus": DICE,
    "defence_penalty": DICE,
    "hunger_dice": DICE,
    "small_actions": (0, 20),
    "successes": COUNTED,
    "defence_successes": COUNTED,
    "resisted": COUNTED,
    "treat.successes": (0, 100),
    "weapon_damage": WEAPON,
    "defender_weapon_damage": WEAPON,
    "amount": (0, 999),
    "feed.amount": (0, 20),
    "expose.amount": (0, 99),
    "total": (1, 99),
    "difficulty": (1, 50),
    "points": (1, 30),
    "level": (0, 5),
    "checks": (1, 20),
    "marks": (0, 30),
    "weeks": (1, 500),
    "every": (1, 100),
    "giver_potency": (0, 10),
    "turns": (1, 100),
    "skill": (0, 20),
}
DEFAULTS = {
    "roll.difficulty": 1, "frenzy.difficulty": 2, "spend.points": 1, "hospital.weeks": 1, "expose.every": 1,
    "faith_shield.points": 1, "remorse.turns": 3,
}  # fmt: skip
ATTRIBUTES = (
    "strength", "dexterity", "stamina", "charisma", "manipulation", "composure", "intelligence", "wits", "resolve",
)  # fmt: skip
TRAITS: dict[str, tuple[int, int, int]] = {
    **dict.fromkeys(ATTRIBUTES, (0, 20, 2)),
    "humanity": (0, 10, 7),
    "true_faith": (0, 5, 0),
    "blood_potency": (0, 10, 1),
    "bane_severity": (-1, 20, -1),
    "weapon_damage": (-1, 20, -1),
    "health_size": (0, 30, 0),
    "willpower_size": (0, 30, 0),
    "player": (0, 1, 0),
}
"""Lowest, highest, and where it starts; every other trait counts from 0 to 20 and starts at 0."""


def test_every_number_of_an_act_has_its_bounds_and_its_default() -> None:
    for action in RULES.actions.values():
        for parameter in action.typed_parameters:
            if parameter.kind == "integer":
                name = f"{action.id}.{parameter.id}"
                bounds = ACTIONS.get(name) or ACTIONS[parameter.id]
                assert (parameter.minimum, parameter.maximum) == bounds, name
                assert parameter.default == DEFAULTS.get(name), name


@pytest.mark.parametrize("kind", ["vampire", "thin-blood", "mortal", "ghoul"])
def test_every_trait_has_its_bounds_and_starts_as_the_sheet_says(kind: str) -> None:
    for spec in RULES.kinds[kind].traits:
        if spec.kind == "integer":
            lowest, highest, start = TRAITS.get(spec.id, (0, 20, 0))
            if (kind, spec.id) == ("thin-blood", "blood_potency"):
                start = 0
            assert (spec.minimum, spec.maximum, spec.default) == (lowest, highest, start), spec.id
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
