"""Hidden means hidden in every game: secret words in every hidden place occur in nothing that players may see."""

import importlib
import random
from pathlib import Path

import pytest

from tests.hiding import PLACES, Planter, check_nothing_leaks
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import try_line
from tracker.core.chance import RandomChance
from tracker.core.public import public_history
from tracker.opening import NewSession, create_session
from tracker.rules.facade import Rules
from tracker.table import story

LINES = 70


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(4))
def test_no_secret_word_is_in_anything_public(module: str, seed: int, tmp_path: Path) -> None:
    rules = Rules(importlib.import_module(module), name=module)
    new = NewSession(module, "Any", "en", {})
    session = create_session(tmp_path / "x.toml", new, rules, "en", RandomChance(seed))
    typist, planter, chance = Typist(session, seed), Planter(session), random.Random(seed)
    kinds = [kind.id for kind in rules.conditions.values() if kind.by_hand] or ["dazzled"]
    memory = tuple(kind.id for kind in rules.conditions.values() if kind.memory)
    for line in ("add Anna", "add Bela", "add Cyril foe", "initiative", "next"):
        assert try_line(session, line)
    planter.plant("hidden", 0, "dazzled")
    for number in range(LINES):
        if number % 3 == 0:
            planter.plant(chance.choice(PLACES), chance.randrange(6), chance.choice(kinds))
        else:
            line = typist.line()
            try_line(session, f"{line} hidden" if chance.random() < 0.1 else line)
    session.table.close()
    assert len(planter.words) >= 5
    check_nothing_leaks(session, planter.words, memory)
    for entry in public_history(session.table.history, memory).values():
        assert entry.tell
        assert all(session.words.knows(line) for line in entry.tell), entry.tell
        assert story(entry, session.words)
