"""The closing fight of the rulebook on the screen: typed acts, and the book's faces where the screen asks for them."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from tests.plugins.kept import kept_rules
from tests.tables import memory_session
from tests.ui.conftest import Game, Pasted, playing
from tracker.ui.settings import Settings

__all__ = ["playing"]

Playing = Callable[..., AbstractAsyncContextManager[Game]]

CORRIDOR: tuple[tuple[str, tuple[str, ...], dict[str, str]], ...] = (
    ("add David ally strength=2 dexterity=3 stamina=3 wits=4 composure=3 resolve=3 brawl=3 drive=2", (), {}),
    (
        "add Killer foe strength=2 dexterity=3 stamina=2 wits=1 composure=2 firearms=4 athletics=3 weaponry=2 "
        "weapon=pistol-light",
        (),
        {},
    ),
    ("notice David", ("1 3 4 7 7 8 9",), {}),
    ("initiative Killer=9", ("7",), {}),
    ("next", (), {}),
    ("attack Killer charge", ("2 5 1 7",), {"Killer": "......."}),
    ("next", (), {}),
    ("attack David close", ("8 2 3 9 1 5 6 7 4",), {"David": "XX......"}),
    ("next", (), {}),
    ("attack Killer hand willpower", ("2 9 10", "10", "8"), {"Killer": "////..."}),
    ("keep-hold 4 by=Killer", ("5",), {}),
    ("next", (), {}),
    ("draw knife", (), {}),
    ("next", (), {}),
    ("attack Killer", ("3 8 2 6",), {"Killer": "/////.."}),
    ("next", (), {}),
    ("run", (), {}),
)
YARD: tuple[tuple[str, tuple[str, ...], dict[str, str]], ...] = (
    ("scene", (), {}),
    ("add Gunman foe dexterity=2 wits=2 composure=3 firearms=3 stamina=2 weapon=smg-small", (), {}),
    ("initiative David=13 Gunman=12", (), {}),
    ("leave Killer", (), {}),
    ("next", (), {}),
    ("cover good", (), {}),
    ("next", (), {}),
    ("attack David short distance=20", ("1 4 8 2 7",), {"David": "XXX....."}),
    ("next", (), {}),
    ("cover full window structure=4", (), {}),
    ("next", (), {}),
    ("attack David long distance=20", ("1 3 4 5 6 7 8 10 10", "3 9", "8 8 9"), {"David": "XXXXXX.."}),
    ("next", (), {}),
    ("roll dexterity+drive handling=2 modifier=-1", ("2 8 1 6 5",), {}),
)


async def test_both_fights_of_the_book_come_out_on_the_screen_as_in_the_book(playing: Playing) -> None:
    session = memory_session(kept_rules("tracker_wod"))
    async with playing(session, Settings(typed_dice=True)) as game:
        for line, faces, marks in (*CORRIDOR, *YARD):
            entries = len(session.table.history.entries)
            await game.press(":", Pasted(line), "enter")
            if line == "initiative David=13 Gunman=12":
                # The killer, who has run, is still among those who roll.
                await game.press("1", "enter")
            for typed in faces:
                assert len(session.table.history.entries) == entries, f"{line}: the screen asks for no faces"
                await game.press(Pasted(typed), "enter")
            assert len(session.table.history.entries) == entries + 1, f"{line}: {game.message}"
            for name, wanted in marks.items():
                assert wanted in game.row(name)
        david, killer = session.table.state.characters["David"], session.table.state.characters["Killer"]
        assert (david.pools["willpower"].value, david.pools["willpower"].maximum) == (5, 6)
        assert "7/31" in game.row("Gunman")
        assert killer.tracks["health"].marks == "/////.."
        assert "5 dice: 2 8 1 6 5" in " ".join(game.text.split())
        before = session.table.state
        await game.press(*"u" * len((*CORRIDOR, *YARD)))
        assert not session.table.state.characters
        await game.press(*"U" * len((*CORRIDOR, *YARD)))
        assert session.table.state == before
