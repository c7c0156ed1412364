"""An earlier act is taken back or changed by keys in the log; what comes of it is seen before Enter."""

from tests.tables import play
from tests.ui.conftest import Play
from tracker.opening import Session


async def test_u_on_a_log_entry_shows_what_comes_of_it_and_enter_does_it(playing: Play, fight: Session) -> None:
    play(fight, "damage Gunman 3", "damage Gunman 1", "damage Killer 2")
    async with playing(fight) as game:
        await game.press("tab", "up", "up")
        assert "u undo it" in game.hints
        before = len(fight.table.history.entries)
        await game.press("u")
        assert "Undone: #" in game.text
        assert "is now: Gunman: 1 blunt damage, hits 7 → 6" in game.text
        assert "1 later act comes out the same" in " ".join(game.text.split())
        assert "Enter: yes, Esc: no" in game.message
        assert (game.hits("Gunman"), len(fight.table.history.entries)) == (3, before)
        await game.press("escape")
        assert (game.hits("Gunman"), len(fight.table.history.entries)) == (3, before)
        assert not game.screen.panels
        await game.press("u", "enter")
        assert (game.hits("Gunman"), game.hits("Killer")) == (6, 6)
        assert not game.screen.panels
        assert "×" in game.text
        await game.press("u")
        assert (game.hits("Gunman"), game.hits("Killer")) == (3, 6)


async def test_e_on_a_log_entry_changes_its_line(playing: Play, fight: Session) -> None:
    play(fight, "damage Gunman 3", "damage Killer 2")
    number = len(fight.table.history.entries) - 1
    async with playing(fight) as game:
        await game.press("tab", "up", "e")
        assert game.prompt.startswith(f": redo #{number} as damage Gunman 3")
        assert "1 later act comes out the same" in " ".join(game.text.split())
        await game.press("backspace")
        await game.press("1", "enter")
        assert game.hits("Gunman") == 4, "Enter shows it first"
        await game.press("enter")
        assert game.hits("Gunman") == 6


async def test_a_typed_line_is_previewed_and_asked_about(playing: Play, fight: Session) -> None:
    play(fight, "damage Gunman 3", "damage Gunman 1")
    number = len(fight.table.history.entries) - 1
    async with playing(fight) as game:
        await game.press(":")
        await game.type(f"undo #{number}")
        assert "Undone: #" in game.text
        assert "is now: Gunman" in game.text
        await game.press("enter", "enter")
        assert game.hits("Gunman") == 6


async def test_what_cannot_be_undone_alone_is_refused_in_words(playing: Play, fight: Session) -> None:
    play(fight, "damage Gunman 3", "undo")
    async with playing(fight) as game:
        await game.press("tab", "u")
        assert "isn't an act" in game.message
        await game.press("up", "u")
        assert "is undone already" in game.message


async def test_a_long_way_back_is_worked_out_only_once_enter_asks_for_it(playing: Play, fight: Session) -> None:
    play(fight, "damage Gunman 3", *["note rain"] * 30, "damage Gunman 1")
    number = len(fight.table.history.entries) - 31
    async with playing(fight) as game:
        await game.press(":")
        await game.type(f"undo #{number}")
        assert "31 later acts are redone" in game.message
        await game.press("enter")
        assert "is now: Gunman" in game.text
        assert game.hits("Gunman") == 3
        await game.press("enter")
        assert game.hits("Gunman") == 6
