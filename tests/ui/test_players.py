"""The screen that is turned to the table follows the game and shows nothing that is hidden."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.tables import play, saved
from tests.ui.conftest import CAST, Play
from tests.ui.test_reading import reviewed, sample_is_installed
from tracker.ui.screens.players import PlayersScreen
from tracker.ui.settings import Settings

__all__ = ["sample_is_installed"]


@pytest.fixture
def save(saves: Path) -> Path:
    return saved(saves / "dawn.toml", *CAST, "add Lurker hidden", "note He waits", "damage Killer 3")


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


async def test_the_screen_is_calm_who_acts_stands_out_and_no_key_is_named(playing: Play, save: Path) -> None:
    async with playing(reviewed(save), settings=Settings(watch=True, players=True), size=(80, 24)) as game:
        rows = [line for line in game.lines if any(name in line for name in ("David", "Killer", "Gunman"))][:3]
        places = [game.lines.index(row) for row in rows]
        assert [below - above for above, below in pairwise(places)] == [2, 2]
        assert not game.lines[-1].strip()
        assert not any(line.startswith((" R0", " R1")) for line in game.lines)
        before = game.text
        await game.press("down", "enter", "a", "n")
        assert game.text == before


async def test_rows_stand_close_where_all_would_not_fit_otherwise(playing: Play, save: Path) -> None:
    from tracker.opening import open_session

    session = open_session(save, (), "en")
    play(session, "add Guard foe count=9")
    session.table.close()
    async with playing(reviewed(save), settings=Settings(watch=True, players=True), size=(80, 24)) as game:
        assert "Guard 9" in game.text


@pytest.mark.parametrize("roughness", ["described", "nothing"])
async def test_numbers_of_foes_are_on_no_screen_for_the_table(playing: Play, save: Path, roughness: str) -> None:
    from tracker.opening import open_session

    session = open_session(save, (), "en")
    play(session, f"option foes_numbers={roughness}", "add Wolf foe skill=7 toughness=19", "initiative Wolf=83")
    play(session, "damage Wolf 12", "attack David by=Wolf", "next")
    session.table.close()
    for size in ((80, 24), (120, 40)):
        async with playing(reviewed(save), settings=Settings(watch=True, players=True), size=size) as game:
            row = game.row("Wolf")
            assert not any(sign.isdigit() for sign in row)
            assert ("badly hurt" in row) == (roughness == "described")
            assert not any(number in game.text for number in ("7/19", "83"))
