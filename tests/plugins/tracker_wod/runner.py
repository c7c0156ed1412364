"""Plays a case of the World of Darkness: each kind of case has a module `runner_KIND` with the function `run`."""

import importlib

from tests.plugins.case_files import Case, UnknownKey
from tests.plugins.tracker_wod.scene import Keys

MODULES = {
    kind: f"{__package__}.runner_{kind}"
    for kind in (
        "roll", "pool", "track", "attack", "round", "initiative", "contest", "resource", "scenario", "odds", "heal",
        "gear",
    )
}  # fmt: skip
DESCRIPTION = ("id", "kind", "title", "rules", "source", "note")


def run_case(case: Case) -> None:
    """Play a case and compare. Raises UnknownKey where it says something that nobody reads."""
    keys = Keys(case, case["id"])
    for key in DESCRIPTION:
        keys.take(key)
    if case["kind"] not in MODULES:
        raise UnknownKey(f"{case['id']}: there is no kind of case {case['kind']!r}")
    module = importlib.import_module(MODULES[case["kind"]])
    given = Keys(keys.take("given"), f"{case['id']} given")
    when = Keys(keys.take("when"), f"{case['id']} when")
    then = Keys(keys.take("then"), f"{case['id']} then")
    if case["kind"] == "scenario":
        module.run(given, keys.take("steps", ()), case["id"])
    else:
        module.run(given, when, then)
    for part in (given, when, then, keys):
        part.finish()
