"""The screen that is turned to the table follows the game and shows nothing that is hidden."""

from pathlib import Path

import pytest

from tests.tables import disk_session, play
from tests.ui.conftest import CAST, Play
from tests.ui.test_reading import reviewed, sample_is_installed
from tracker.ui.screens.players import PlayersScreen
from tracker.ui.settings import Settings

__all__ = ["sample_is_installed"]


@pytest.fixture
def save(saves: Path) -> Path:
    session = play(disk_session(saves / "dawn.toml"), *CAST, "add Lurker hidden", "note He waits", "damage Killer 3")
    session.table.close()
    return saves / "dawn.toml"


async def test_players_see_the_fight_without_anybody_hidden(playing: Play, save: Path) -> None:
    async with playing(reviewed(save), settings=Settings(watch=True, players=True), size=(120, 40)) as game:
        assert isinstance(game.app.screen, PlayersScreen)
        assert "5/8" in game.row("Killer")
        assert "Lurker" not in game.text
        assert "He waits" not in game.text
        await game.press("s", "w", "t", "/", "1", "enter")
        assert "Lurker" not in game.text
        await game.press("?")
        assert "Keys of the players' screen" in game.text


async def test_players_see_what_is_played_and_taken_back_as_it_happens(playing: Play, save: Path) -> None:
    from tracker.opening import open_session

    async with playing(reviewed(save), settings=Settings(watch=True, players=True)) as game:
        session = open_session(save, (), "en")
        play(session, "damage Killer 1", "damage Lurker 2", "undo 2")
        session.table.close()
        screen = game.app.screen
        assert isinstance(screen, PlayersScreen)
        screen.poll()
        await game.press("down")
        assert "5/8" in game.row("Killer")
        assert "Lurker" not in game.text
        assert any(line.lstrip().startswith("×") and "Killer" in line for line in game.lines)
