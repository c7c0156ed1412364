"""The samples of the guide keep what the guide says: of dismissals, and of house rules that act once."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.tables import memory_session, play, sample_rules

SECOND_WIND = Path(__file__).parents[1] / "house_rules" / "second_wind.py"


def second_wind() -> ModuleType:
    spec = importlib.util.spec_from_file_location("second_wind", SECOND_WIND)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_new_wound_is_due_though_the_bandage_of_the_last_was_dismissed() -> None:
    session = memory_session()
    for _ in range(3):
        play(session, "add Ann toughness=20" if not session.table.state.characters else "damage Ann 0 blunt")
        play(session, "damage Ann 3 sharp")
        assert [due.command for due in session.table.state.open_due] == ["bandage Ann"]
        play(session, "dismiss 1")
        assert not session.table.state.open_due


def test_a_second_wound_joins_the_one_that_waits() -> None:
    session = play(memory_session(), "add Ann toughness=20", "damage Ann 3 sharp")
    (before,) = session.table.state.due
    play(session, "damage Ann 3 sharp")
    assert session.table.state.due == (before,)


@pytest.mark.parametrize("amount", [0, 2])
def test_the_second_wind_raises_nobody_who_lies_there_already(amount: int) -> None:
    session = play(memory_session(sample_rules(second_wind())), "add Ann toughness=3", "set Ann hits 0")
    play(session, f"damage Ann {amount} blunt")
    assert session.table.state.characters["Ann"].pools["hits"].value == 0
    assert not session.table.state.characters["Ann"].count("second_wind")
