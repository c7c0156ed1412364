"""Whatever number can be typed has the bounds, and starts at the number, that `bounds.toml` of its ruleset says."""

from importlib import import_module

import pytest
import tomli

from tests.plugins.case_files import HERE, RUNNERS
from tracker.rules.facade import Rules

TABLES = {name: tomli.loads((HERE / name / "bounds.toml").read_text("utf-8")) for name in RUNNERS.values()}


def wanted(table: dict[str, list[int]], owner: str, name: str) -> list[int]:
    return table.get(f"{owner}.{name}") or table[name]


@pytest.mark.parametrize("folder", TABLES)
def test_every_number_of_an_act_has_its_bounds_and_its_default(folder: str) -> None:
    for action in Rules(import_module(folder)).actions.values():
        for one in action.parameters:
            if one.kind == "integer" or one.minimum is not None:
                default = [] if one.default is None else [one.default]
                bounds = [one.minimum, one.maximum, *default]
                assert bounds == wanted(TABLES[folder]["parameters"], action.id, one.id), f"{action.id}.{one.id}"


@pytest.mark.parametrize("folder", TABLES)
def test_every_trait_has_its_bounds_and_starts_as_the_sheet_says(folder: str) -> None:
    for kind in Rules(import_module(folder)).kinds.values():
        for one in kind.traits:
            if one.kind == "integer":
                bounds = [one.minimum, one.maximum, one.default]
                assert bounds == wanted(TABLES[folder]["traits"], kind.id, one.id), f"{kind.id}.{one.id}"
