"""A house rule of a dozen lines wraps the ruleset's hook, wherever the damage comes from."""

import importlib.util
from pathlib import Path
from types import ModuleType

from tests.tables import memory_session, play, sample_rules

SECOND_WIND = Path(__file__).parents[1] / "house_rules" / "second_wind.py"


def second_wind() -> ModuleType:
    spec = importlib.util.spec_from_file_location("second_wind", SECOND_WIND)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_house_rule_is_a_dozen_lines() -> None:
    code = [
        line for line in SECOND_WIND.read_text().splitlines() if line.strip() and not line.startswith(('"""', "from"))
    ]
    assert len(code) <= 14


def test_it_changes_damage_dealt_by_hand_by_an_attack_and_by_a_wound_and_is_undone_with_it() -> None:
    session = play(memory_session(sample_rules(second_wind())), "add Ann", "add Bob toughness=3", "add Cid toughness=4")
    play(session, "initiative Ann=9 Bob=5 Cid=3", "next", "attack Bob faces=19")
    hits = lambda who: session.table.state.characters[who].pools["hits"].value  # noqa: E731
    assert hits("Bob") == 1
    play(session, "undo", "damage Cid 3 sharp", "next", "next", "next")
    assert hits("Cid") == 1, "bleeding would have brought him down"
    play(session, "undo")
    assert hits("Cid") == 1
    assert session.table.state.characters["Cid"].count("second_wind") == 0


def test_without_it_the_same_blow_brings_him_down() -> None:
    session = play(
        memory_session(), "add Ann", "add Bob toughness=3", "initiative Ann=9 Bob=5", "next", "attack Bob faces=19"
    )
    assert session.table.state.characters["Bob"].pools["hits"].value == 0
