"""Hidden means hidden in every game: secret words in every hidden place occur in nothing that players may see."""

import importlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hiding import PLACES, Planter, borne, check_nothing_leaks
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import try_line
from tracker.cli.formats import FORMATS
from tracker.cli.formats.data import as_json_lines
from tracker.cli.stats import stats_as_csv, stats_as_data, stats_as_text
from tracker.core.chance import RandomChance
from tracker.core.public import public_history
from tracker.opening import NewSession, Session, create_session
from tracker.recap.telling import Manner, Telling
from tracker.rules.facade import Rules
from tracker.table import story

LINES = 70


def check_nothing_is_told(session: Session, words: list[str], memory: tuple[str, ...]) -> None:
    """Raise AssertionError where any form tells a name that was always hidden, or an entry one that was hidden then."""
    history = session.table.history
    states = [history.state_after(number) for number in range(len(history.entries) + 1)]
    ever_seen = {name for state in states for _, name in borne(state)}
    for told in told_to_players(session):
        assert not [secret for secret in words if secret in told and secret not in ever_seen]
    lines = as_json_lines(Telling(session, Manner(players=True, turns=True)))
    for number, line in zip(public_history(history, memory), lines, strict=True):
        seen_then = {name for state in states[number - 1 : number + 1] for _, name in borne(state)}
        assert not [secret for secret in words if secret in line and secret not in seen_then], line


def told_to_players(session: Session) -> Iterator[str]:
    """Every form in which players may get the story and the figures."""
    telling = Telling(session, Manner(players=True, times=True, numbers=True, turns=True))
    for export in FORMATS.values():
        yield "\n".join(export(telling))
    yield "\n".join(stats_as_text(telling))
    yield "\n".join(stats_as_csv(telling))
    yield json.dumps(stats_as_data(telling))


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
    check_nothing_is_told(session, planter.words, memory)
    for entry in public_history(session.table.history, memory).values():
        assert entry.tell
        assert all(session.words.knows(line) for line in entry.tell), entry.tell
        assert story(entry, session.words)
