"""Whatever binds one person to another ends, with a line, when either is removed."""

import importlib
from pathlib import Path

import pytest

from tests.plugins.kept import kept_rules
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.opening import NewSession, create_session
from tracker.rules.facade import Rules

BINDING = {
    "grapple": ("tracker_wod", "add Ann strength=5 brawl=4", "grapple Bob by=Ann faces='9 9 9 9 9 9 9'"),
    "hold": ("tracker_night_wanderers", "add Ann", "grapple Bob by=Ann faces='6 1'"),
    "guard": ("tracker_ukraine_by_night", "add Ann", "guard Bob front by=Ann"),
}


@pytest.mark.parametrize("removed", ["Ann", "Bob"])
@pytest.mark.parametrize("name", BINDING)
def test_nobody_stays_bound_to_one_who_has_left(name: str, removed: str, tmp_path: Path) -> None:
    module, joins, binds = BINDING[name]
    rules = kept_rules(module)
    new = NewSession(module, "Bound", "en", {})
    session = create_session(tmp_path / "x.toml", new, rules, "en", RandomChance(1))
    for line in (joins, "add Bob", binds):
        perform_line(session, line)
    state = session.table.state
    bound = [
        running
        for person in state.characters.values()
        for running in person.conditions.values()
        if rules.conditions[running.kind].bound
    ]
    assert bound, "nothing binds them"
    perform_line(session, f"remove {removed}")
    (left,) = session.table.state.characters.values()
    assert not [running for running in left.conditions.values() if rules.conditions[running.kind].bound]
    session.table.close()


def test_nothing_is_told_of_the_bonds_of_those_who_leave_together(tmp_path: Path) -> None:
    rules = Rules(importlib.import_module("tracker_ukraine_by_night"), name="ukraine")
    session = create_session(
        tmp_path / "x.toml", NewSession("ukraine", "Bound", "en", {}), rules, "en", RandomChance(1)
    )
    for line in ("add Ann", "add Bob", "guard Bob front by=Ann", "remove Ann,Bob"):
        perform_line(session, line)
    assert "guarded" not in session.table.history.entries[-1].say
    session.table.close()
