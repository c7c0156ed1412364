"""Whoever may come out of a fight of any ruleset is kept in a book and comes back as they were."""

from pathlib import Path

import pytest

from tests.how_many import several, so_long
from tests.plugins.kept import kept_rules
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import try_line
from tracker.command.run import perform_intent
from tracker.core.chance import RandomChance
from tracker.core.intents import Intent
from tracker.core.state import Character
from tracker.core.values import frozen
from tracker.opening import NewSession, create_session
from tracker.rules.facade import Rules

LINES = so_long(45, 70)


def as_kept(person: Character, rules: Rules) -> tuple[object, ...]:
    """All of somebody but what the ruleset derives, and what binds them to somebody else."""
    bound = {kind.id for kind in rules.conditions.values() if kind.bound}
    conditions = {one.id: one for one in person.conditions.values() if one.kind not in bound}
    gauges = (dict(person.traits), dict(person.tracks), dict(person.pools), dict(person.counters))
    return person.name, person.kind, person.side, person.hidden, person.note, gauges, conditions


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(several(1)))
def test_whoever_is_kept_comes_back_as_they_were(
    module: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    rules = kept_rules(module)
    first, second = (
        create_session(tmp_path / f"{name}.toml", NewSession(module, name, "en", {}), rules, "en", RandomChance(seed))
        for name in ("first", "second")
    )
    typist = Typist(first, seed)
    for _ in range(LINES):
        try_line(first, typist.line())
    people = first.table.state.characters
    assert people
    perform_intent(first, Intent("keep", targets=tuple(people), values=frozen({"campaign": "kept"})))
    for person in people.values():
        perform_intent(second, Intent("bring", values=frozen({"name": person.name, "from": "kept"})))
    brought = second.table.state.characters.values()
    assert [as_kept(one, rules) for one in brought] == [as_kept(one, rules) for one in people.values()]
    first.table.close()
    second.table.close()
