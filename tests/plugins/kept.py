"""The rules of each ruleset, which the tests of a process share: none of them can change anything in them."""

from functools import cache
from importlib import import_module

from tests.tables import KeptRules
from tracker.rules.facade import Rules


@cache
def kept_rules(module: str) -> Rules:
    """The rules of the ruleset in a module, without house rules."""
    rules = KeptRules(import_module(module), name=module)
    rules.is_made = True
    return rules
