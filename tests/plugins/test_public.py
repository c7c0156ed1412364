"""Hidden means hidden in every game: secret words in every hidden place occur in nothing that players may see."""

import json
import random
import re
from collections.abc import Iterator, Mapping

import pytest

from tests.hiding import PLACES, Planter, borne, check_nothing_leaks, has, numbers_of
from tests.how_many import combined, several, so_long
from tests.pages import compile_once
from tests.plugins.kept import evening, kept_rules
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import try_line
from tracker.cli.formats import FORMATS, form_of
from tracker.cli.formats.data import as_json_lines
from tracker.cli.picture import state_as_data, state_as_text
from tracker.cli.stats import stats_as_csv, stats_as_data, stats_as_text
from tracker.core.history import Entry
from tracker.core.public import FOES_NUMBERS, Lore, PublicHistory, public_entry, public_history, public_state
from tracker.opening import Session
from tracker.recap.telling import Manner, Telling
from tracker.story import story

LINES = so_long(48, 70)
MOMENTS = re.compile(r"datetime\.datetime\([^)]*\)")
"""Times, whose numbers are anything."""


@pytest.fixture(autouse=True)
def one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_once(monkeypatch)


def check_nothing_is_told(session: Session, words: list[str], public: Mapping[int, Entry]) -> None:
    """Raise AssertionError where any form tells a name that was always hidden, or an entry one that was hidden then.

    `public` are the entries as players may see them.
    """
    history = session.table.history
    states = [history.state_after(number) for number in range(len(history.entries) + 1)]
    ever_seen = {name for state in states for _, name in borne(state)}
    for told in told_to_players(session):
        assert not [secret for secret in words if secret in told and secret not in ever_seen]
    lines = as_json_lines(Telling(session, Manner(players=True, turns=True)))
    for number, line in zip(public, lines, strict=True):
        seen_then = {name for state in states[number - 1 : number + 1] for _, name in borne(state)}
        assert not [secret for secret in words if secret in line and secret not in seen_then], line


def told_to_players(session: Session) -> Iterator[str]:
    """Every form in which players may get the story and the figures."""
    telling = Telling(session, Manner(players=True, times=True, numbers=True, turns=True))
    for export in map(form_of, FORMATS):
        yield "\n".join(export(telling))
    yield "\n".join(stats_as_text(telling))
    yield "\n".join(stats_as_csv(telling))
    yield json.dumps(stats_as_data(telling))


def shown_to_players(session: Session, lore: Lore) -> Iterator[str]:
    """What the players see of each state and each entry, and all that is told to them."""
    history = session.table.history
    for entry in history.entries:
        before, after = history.state_after(entry.number - 1), history.state_after(entry.number)
        seen = public_state(after, lore)
        yield repr(seen)
        yield json.dumps(state_as_data(session, seen))
        yield "\n".join(state_as_text(session, seen))
        yield repr(public_entry(entry, before, after, lore))
    yield from map(repr, PublicHistory(history, lore).entries)
    yield from told_to_players(session)


@pytest.mark.parametrize(
    ("module", "roughness", "seed"), combined(MODULES, ["exact", "described", "nothing"], range(several(3)), least=6)
)
def test_numbers_of_foes_are_as_rough_as_the_table_wants(module: str, roughness: str, seed: int) -> None:
    rules = kept_rules(module)
    session = evening(module, seed, **{FOES_NUMBERS: roughness})
    typist, chance, planter = Typist(session, seed), random.Random(seed), Planter(session)
    for line in ("add Anna", "add Bela", "add Cyril foe"):
        assert try_line(session, line)
    attacks = sorted(rules.attacks) or ["damage"]
    planter.give_numbers("Cyril", rules)
    for line in ("initiative", "next"):
        try_line(session, line)
    for number in range(30):
        one, other = chance.sample(["Anna", "Bela", "Cyril"], 2)
        attack = f"{chance.choice(attacks)} {other} by={one}"
        line = attack if number % 2 else typist.line()
        if number % 10 == 8:
            line = f"undo #{chance.randrange(5, len(session.table.history.entries) + 1)}"
        if not line.startswith(("option", "side", "add", "rename", "remove")):
            try_line(session, line)
    history = session.table.history
    states = [history.state_after(number) for number in range(len(history.entries) + 1)]
    secret = {number for state in states for number in numbers_of(state, "Cyril")}
    assert len(states) > 12
    shown = [MOMENTS.sub("", text) for text in shown_to_players(session, rules.lore)]
    found = {(number, text) for number in secret for text in shown if has(number, text)}
    if roughness == "exact":
        assert found
    else:
        assert not found, min(found, key=lambda pair: len(pair[1]))
        assert any("Cyril" in text for text in shown)


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(several(1)))
def test_no_secret_word_is_in_anything_public(module: str, seed: int) -> None:
    rules = kept_rules(module)
    session = evening(module, seed)
    typist, planter, chance = Typist(session, seed), Planter(session), random.Random(seed)
    kinds = [kind.id for kind in rules.conditions.values() if kind.by_hand] or ["dazzled"]
    for line in ("add Anna", "add Bela", "add Cyril foe", "initiative", "next"):
        assert try_line(session, line)
    planter.plant("hidden", 0, "dazzled")
    for number in range(LINES):
        if number % 3 == 0:
            planter.plant(chance.choice(PLACES), chance.randrange(6), chance.choice(kinds))
        else:
            line = typist.line()
            try_line(session, f"{line} hidden" if chance.random() < 0.1 else line)
    assert len(planter.words) >= 5
    check_nothing_leaks(session, planter.words, rules.lore)
    public = public_history(session.table.history, rules.lore)
    check_nothing_is_told(session, planter.words, public)
    for entry in public.values():
        assert entry.tell
        assert all(session.words.knows(line) for line in entry.tell), entry.tell
        assert story(entry, session.words)


@pytest.mark.parametrize("roughness", ["described", "nothing"])
def test_totals_of_the_players_count_what_they_suffer_and_not_what_a_rough_foe_does(roughness: str) -> None:
    session = evening("tracker_wod", 1, **{FOES_NUMBERS: roughness})
    for line in ("add Anna", "add Cyril foe", "damage Anna 2 lethal by=Cyril", "damage Cyril 3 lethal by=Anna"):
        assert try_line(session, line)
    anna, cyril = stats_as_data(Telling(session, Manner(players=True)))["people"]
    assert (anna["taken"], anna["dealt"]) == ({"health:lethal": 2}, {})
    assert (cyril["taken"], cyril["dealt"]) == ({}, {"health:lethal": 2})
