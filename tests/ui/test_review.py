"""The morning after on the screen: any moment is reached in a key or two, compared, marked, and played on."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.tables import saved
from tests.ui.conftest import CAST, Pasted, Play
from tests.ui.test_reading import reviewed, sample_is_installed
from tracker.journal.bookmarks import bookmarks_path, read_bookmarks
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.screens.review import ReviewScreen
from tracker.ui.themes import load_theme

__all__ = ["sample_is_installed"]

LINES = (
    "damage Killer 3", "next", "next", "next", "bookmark the lamp", "scene The yard", "initiative David=9 Killer=8",
    "next", "damage Killer 20",
)  # fmt: skip
TOTAL = len(CAST) + len(LINES)


@pytest.fixture
def save(saves: Path) -> Path:
    return saved(saves / "dawn.toml", *CAST, *LINES)


def at(game: object) -> int:
    screen = game.app.screen  # type: ignore[attr-defined]
    assert isinstance(screen, ReviewScreen)
    return screen.number


async def test_keys_lead_to_rounds_scenes_turns_and_falls(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("home", "]")
        assert at(game) == 5
        await game.press("]")
        assert at(game) == 9
        await game.press("[")
        assert at(game) == 5
        await game.press("}")
        assert at(game) == 11
        assert "The yard" in game.lines[0]
        await game.press("{")
        assert "No scene begins before this" in game.message
        await game.press("home", ".", ".")
        assert at(game) == 7
        await game.press(",")
        assert at(game) == 5
        await game.press("x")
        assert at(game) == TOTAL
        await game.press("x")
        assert "No one falls after this" in game.message
        await game.press("home", "X")
        assert "No one falls before this" in game.message


async def test_a_number_or_a_bookmark_is_gone_to_by_typing_it(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("g", "6", "enter")
        assert at(game) == 6
        await game.press("g", *"lamp", "enter")
        assert at(game) == 10
        await game.press("g", *"99", "enter")
        assert "Entries run 1–" in game.message
        assert at(game) == 10


async def test_a_moment_is_marked_beside_the_session_and_found_again(playing: Play, save: Path) -> None:
    before = save.read_bytes()
    async with playing(reviewed(save)) as game:
        await game.press("g", "6", "enter", "m", Pasted("first blood"), "enter")
        assert "Bookmark set" in game.message
    assert save.read_bytes() == before
    assert read_bookmarks(save) == {6: "first blood"}
    async with playing(reviewed(save)) as game:
        await game.press("home", "n")
        assert at(game) == 6
        assert "first blood" in game.message
        await game.press("n")
        assert at(game) == 10
        await game.press("N", "m")
        assert "Bookmark removed" in game.message
    assert read_bookmarks(save) == {}


async def test_bookmarks_that_cannot_be_read_are_told_and_stand_in_nobodys_way(playing: Play, save: Path) -> None:
    bookmarks_path(save).write_bytes(b"[bookmark]\n1 = 9\n\xff")
    async with playing(reviewed(save)) as game:
        assert "can't be read" in game.message
        await game.press("left")
        assert at(game) == TOTAL - 1


async def test_two_moments_are_compared(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("g", "5", "enter", "c")
        assert "Entry 5 is held" in game.message
        await game.press("g", "6", "enter", "c")
        assert "From entry 5 to 6" in game.text
        assert "8/8 → 5/8" in game.text
        assert "David" not in [line.strip() for line in game.lines if "→" in line]
        await game.press("escape", "c", "c")
        assert "These two moments don't differ" in game.text


async def test_those_in_whom_the_step_changed_something_are_marked(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("g", "6", "enter")
        assert "1 changed" in game.text
        await game.press("left", "left")
        await game.press("home")
        assert "changed" not in game.text


async def test_the_totals_are_those_of_the_filter(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("t")
        assert "8 hits" in game.text
        await game.press("escape", "/", Pasted("round:1 scene:1"), "enter", "t")
        assert "3 hits" in game.text


async def test_escape_clears_the_filter_and_keeps_the_reading_place(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("g", "6", "enter", "/", *"scene:2", "enter")
        assert at(game) == 6
        await game.press("escape")
        assert at(game) == 6
        assert any(line.startswith("› ") and "Killer" in line for line in game.lines)


async def test_a_filter_that_is_wrong_says_so_and_leaves_what_is_shown(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("/", *"kind:dmage")
        assert "damage" in game.message
        await game.press("enter")
        assert game.screen.prompt.question is not None
        await game.press(*["backspace"] * 4, *"am", "tab", "enter")
        assert game.screen.prompt.question is None
        assert "kind:damage: 2 entries" in game.text


async def test_a_session_plays_on_by_itself_until_a_key_stops_it(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("home", "p", "+", "+")
        screen = game.app.screen
        assert isinstance(screen, ReviewScreen)
        assert "every 0.2 s" in game.message
        screen._play_on()
        assert at(game) >= 1
        await game.press("escape")
        assert screen._player is None
        stopped = at(game)
        await game.press("down")
        assert at(game) == stopped


async def test_at_the_end_playing_stops(playing: Play, save: Path) -> None:
    async with playing(reviewed(save)) as game:
        await game.press("p")
        screen = game.app.screen
        assert isinstance(screen, ReviewScreen)
        screen._play_on()
        assert screen._player is None
        assert "This is the end" in game.message


def test_the_first_frame_shows_the_entry_that_the_review_begins_at(save: Path) -> None:
    session = reviewed(save)
    screen = ReviewScreen(session, Look(session.words, FULL, load_theme("dark").palette))
    first, second = (screen.content(80, 21) for _ in range(2))
    assert [line.text for line in first] == [line.text for line in second]
    assert any("Killer" in line.text and "20" in line.text for line in first)


@pytest.mark.parametrize("size", [(70, 22), (70, 16), (60, 14), (120, 12)])
async def test_the_entry_that_is_read_stays_in_view_in_a_smaller_window(
    playing: Play, saves: Path, size: tuple[int, int]
) -> None:
    path = saved(saves / "long.toml", *CAST, *(f"note number {number}" for number in range(60)))
    async with playing(reviewed(path), size=(120, 40)) as game:
        await game.press("left", "left", "pageup")
        read = selected_line(game.lines)
        await game.resize(*size)
        assert selected_line(game.lines) == read


def selected_line(lines: Sequence[str]) -> str:
    """What stands beside the cursor in the log."""
    heading = next(number for number, line in enumerate(lines) if line.startswith("─ Log"))
    (line,) = [line for line in lines[heading:] if line.startswith(FULL.cursor)]
    return line.partition("│")[0].rstrip()
