"""Several lines that are pasted wait for Enter; then each is an act of its own, and a refused one can be mended."""

import pytest
from textual import events

from tests.tables import played
from tests.ui.conftest import CAST, Play
from tracker.opening import Session
from tracker.ui.line_editor import LONGEST_TEXT
from tracker.ui.settings import Settings


@pytest.fixture
def fight() -> Session:
    return played(*CAST)


def done(session: Session) -> list[str]:
    return [entry.do for entry in session.table.history.entries[len(CAST) :]]


async def test_lines_pasted_into_the_command_bar_wait_for_enter_and_are_acts_of_their_own(
    playing: Play, fight: Session
) -> None:
    async with playing(fight) as game:
        await game.press(":")
        game.screen.on_paste(events.Paste("damage David 2\n# a remark\n\nnote Rain\nnext\n"))
        assert done(fight) == []
        assert game.prompt.startswith("3 lines: damage David 2")
        assert "note Rain" in game.message
        await game.press("enter")
        assert [line.split()[0] for line in done(fight)] == ["damage", "note", "next"]
        assert "3 lines done" in game.message
        await game.press("u", "u")
        assert game.hits("David") == 7


async def test_a_refused_line_waits_with_those_behind_it_and_can_be_mended(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press(":")
        game.screen.on_paste(events.Paste("damage David 2\ndamage Nobody 1\nnote Rain"))
        await game.press("enter")
        assert len(done(fight)) == 1
        assert "Nobody" in game.message
        assert game.prompt.startswith("2 lines: damage Nobody 1")
        await game.press(*["backspace"] * 8, *"Killer 1", "enter")
        assert [line.split()[0] for line in done(fight)] == ["damage", "damage", "note"]
        assert game.screen.prompt.question is None


async def test_escape_gives_the_lines_up(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press(":")
        game.screen.on_paste(events.Paste("damage David 2\nnote Rain"))
        await game.press("escape", "enter")
        assert done(fight) == []


async def test_lines_go_on_when_the_faces_of_one_were_typed(playing: Play, fight: Session) -> None:
    async with playing(fight, settings=Settings(typed_dice=True)) as game:
        await game.press(":")
        game.screen.on_paste(events.Paste("attack Killer\nnote Rain"))
        await game.press("enter")
        assert done(fight) == []
        await game.press(*"15", "enter")
        assert [line.split()[0] for line in done(fight)] == ["attack", "note"]


async def test_lines_pasted_where_somebody_is_added_are_people(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("+")
        game.screen.on_paste(events.Paste("Sam Smith foe\nJane Doe ally skill=2"))
        await game.press("enter")
        assert {"Sam Smith", "Jane Doe"} <= {one.name for one in fight.table.state.characters.values()}


async def test_a_text_that_is_too_long_is_told(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press(":")
        game.screen.on_paste(events.Paste("note " + "x" * LONGEST_TEXT))
        assert "cut" in game.message
