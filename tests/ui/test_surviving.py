"""What no one foresaw ends no evening: the screen says so, writes a log and goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tables import disk_session
from tests.ui.conftest import Play
from tracker.opening import Session, review_session
from tracker.ui.screens.fight import FightScreen
from tracker.ui.screens.watch import WatchScreen
from tracker.ui.settings import Settings

Logs = Callable[[], list[Path]]


class Unforeseen(Exception):
    """Nobody knows this one."""


def fails(*arguments: object, **named: object) -> None:
    raise Unforeseen("out of the blue")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return disk_session(tmp_path / "x.toml")


async def test_the_screen_survives_an_act_that_fails_in_a_new_way(
    session: Session, playing: Play, crash_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(session) as game:
        with monkeypatch.context() as failing:
            failing.setattr(FightScreen, "do_command", fails)
            await game.press(":")
            assert "Something unexpected" in game.text
        await game.press(":", *"add Ann", "enter")
        assert "Ann" in game.row("Ann")
    assert crash_logs()


async def test_the_screen_survives_a_painting_that_fails_and_can_be_left(
    session: Session, playing: Play, crash_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(session) as game:
        with monkeypatch.context() as failing:
            failing.setattr(FightScreen, "content", fails)
            await game.press("j")
            assert "Something unexpected" in game.text
        await game.press("j")
        assert "Test" in game.lines[0]
    assert crash_logs()


async def test_watching_survives_a_look_that_fails(
    session: Session, playing: Play, crash_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(review_session(session.path, (), "en"), Settings(watch=True)) as game:
        screen = game.screen
        assert isinstance(screen, WatchScreen)
        monkeypatch.setattr("tracker.ui.screens.watch.follow", fails)
        screen.look_again()
        assert "Something unexpected" in game.text
    assert crash_logs()
    session.table.close()
