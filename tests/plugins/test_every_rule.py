"""No rule of a shipped ruleset goes without a case of the rulebook."""

from collections.abc import Mapping
from importlib import import_module

import pytest
import tomli

from tests.plugins.case_files import HERE, RUNNERS, cases_in
from tracker.rules.facade import Rules

REASONS = {"advice"}
"""Why a rule may go without: nothing that is done or shown at the table comes of it."""


def uncased(folder: str) -> Mapping[str, str]:
    """The rules that the case files of a ruleset leave out, and why: their tables `uncased`."""
    tables = (tomli.loads(path.read_text("utf-8")) for path in sorted((HERE / folder).glob("cases*.toml")))
    return {rule: why for table in tables for rule, why in table.get("uncased", {}).items()}


@pytest.mark.parametrize("folder", RUNNERS.values())
def test_every_rule_has_a_case_or_says_why_it_has_none(folder: str) -> None:
    rules = set(Rules(import_module(folder)).reference("en"))
    named = {rule for path in (HERE / folder).glob("cases*.toml") for case in cases_in(path) for rule in case["rules"]}
    left_out = uncased(folder)
    assert set(left_out.values()) <= REASONS
    assert rules - named == set(left_out)
    assert named <= rules, "a case names a rule that no book has"
