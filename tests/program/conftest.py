"""The program in the process of its tests: what nothing changes is made once, whatever command wants it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.pages import compile_once
from tests.tables import KeptRules
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginSource

TESTS = Path(__file__).parents[1]
_load = vars(Rules)["load"].__func__


@cache
def _loaded_once(source: PluginSource) -> Rules:
    rules: Rules = _load(KeptRules, source)
    assert isinstance(rules, KeptRules)
    rules.is_made = True
    return rules


def _load_if_new(ruleset: PluginSource, house_rules: Sequence[PluginSource] = ()) -> Rules:
    """Load plugins as the program does: house rules and what a test has written itself each time."""
    is_ours = ruleset.is_shipped or (ruleset.path is not None and ruleset.path.is_relative_to(TESTS))
    if is_ours and not house_rules:
        return _loaded_once(ruleset)
    rules: Rules = _load(Rules, ruleset, house_rules)
    return rules


@pytest.fixture(autouse=True)
def what_does_not_change_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, and the template of the page: a program that ends after one command makes each once anyway."""
    monkeypatch.setattr(Rules, "load", _load_if_new)
    compile_once(monkeypatch)
