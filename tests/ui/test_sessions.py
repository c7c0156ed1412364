"""The list of sessions: what it shows, what Enter opens, and how a new session is made."""

import os
from pathlib import Path

import coterie_sample
import pytest

from tests.tables import NASTY_NAMES, disk_session, play
from tests.ui.conftest import Play
from tracker.journal.reader import read
from tracker.journal.sessions import found_saves, list_saves
from tracker.opening import open_session
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginSource
from tracker.ui.look import Look
from tracker.ui.new_session import NewSessionForm, Offer
from tracker.ui.panes.saves import SavesPane
from tracker.ui.screens.fight import FightScreen
from tracker.ui.screens.review import ReviewScreen
from tracker.ui.screens.sessions import SessionListScreen
from tracker.ui.screens.watch import WatchScreen
from tracker.ui.settings import Settings

SOURCE = PluginSource("sample", "tests")


@pytest.fixture(autouse=True)
def sample_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.opening.find", lambda name, folders=(): SOURCE)
    monkeypatch.setattr("tracker.ui.new_session.discover", lambda folders=(): [SOURCE])
    monkeypatch.setattr(PluginSource, "load", lambda self: coterie_sample)


@pytest.fixture
def settings(saves: Path) -> Settings:
    return Settings(saves_folder=saves, seed=1)


def made(saves: Path, name: str, when: int) -> Path:
    path = saves / f"{name}.toml"
    play(disk_session(path), "add David").table.close()
    os.utime(path, (when, when))
    return path


async def test_an_empty_folder_says_how_to_begin(playing: Play, settings: Settings) -> None:
    async with playing(settings=settings) as game:
        assert "n begins one" in game.text
        assert game.hints.startswith("n new session")


async def test_sessions_are_listed_the_last_changed_first_with_what_they_are(
    playing: Play, settings: Settings, saves: Path
) -> None:
    made(saves, "old", 1_000_000_000)
    made(saves, "young", 1_700_000_000)
    (saves / "broken.toml").write_text("nothing = 1")
    async with playing(settings=settings, size=(100, 24)) as game:
        rows = [line for line in game.lines[2:] if ".toml" in line]
        assert ["broken" in rows[0], "young" in rows[1], "old" in rows[2]] == [True] * 3
        assert "sample" in rows[1]
        assert "1 entry" in rows[1]
        assert "This is no session file" in rows[0]


async def test_narrow_windows_show_whole_titles_and_leave_out_what_does_not_fit(
    playing: Play, settings: Settings, saves: Path
) -> None:
    path = saves / "a-very-long-name-of-a-file.toml"
    session = disk_session(path, title="The letter at the tram depot")
    play(session, "add David").table.close()
    for width in (80, 60):
        async with playing(settings=settings, size=(width, 20)) as game:
            row = game.lines[2]
            assert "The letter at the tram depot" in row
            assert "…" not in row
            assert ("1 entry" in row) == (width == 80)


def test_a_new_session_begins_with_the_ruleset_that_was_played_last(look: Look) -> None:
    rules = Rules(coterie_sample, name="sample")
    offer = Offer({"first": rules, "second": rules}, (), None)
    for preferred, chosen in (("second", "second"), ("gone", "first"), ("", "first")):
        form = NewSessionForm(offer, look, preferred)
        assert form._shown_ruleset == chosen


async def test_enter_opens_and_q_comes_back(playing: Play, settings: Settings, saves: Path) -> None:
    path = made(saves, "old", 1_000_000_000)
    async with playing(settings=settings) as game:
        await game.press("enter")
        assert isinstance(game.app.screen, FightScreen)
        await game.press("i", "enter", "n")
        await game.press("q")
        assert isinstance(game.app.screen, SessionListScreen)
        assert "3 entries" in game.text
        open_session(path, (), "en").table.close()


async def test_a_session_is_opened_for_reading_or_watching(playing: Play, settings: Settings, saves: Path) -> None:
    made(saves, "old", 1_000_000_000)
    async with playing(settings=settings) as game:
        await game.press("r")
        assert isinstance(game.app.screen, ReviewScreen)
        await game.press("q", "w")
        assert isinstance(game.app.screen, WatchScreen)


async def test_a_session_that_another_window_has_open_says_so(playing: Play, settings: Settings, saves: Path) -> None:
    path = made(saves, "old", 1_000_000_000)
    writer = open_session(path, (), "en")
    async with playing(settings=settings) as game:
        await game.press("enter")
        assert "another window" in game.text
        assert isinstance(game.app.screen, SessionListScreen)
    writer.table.close()


async def test_a_broken_file_is_not_opened_and_says_why(playing: Play, settings: Settings, saves: Path) -> None:
    (saves / "broken.toml").write_text("nothing = 1")
    async with playing(settings=settings) as game:
        await game.press("enter")
        assert "This is no session file" in game.message or "This is no session file" in game.text
        assert isinstance(game.app.screen, SessionListScreen)


async def test_a_new_session_is_made_with_its_cast_and_options(playing: Play, settings: Settings, saves: Path) -> None:
    async with playing(settings=settings) as game:
        await game.press("n")
        assert "Hit Points" in next(line for line in game.lines if "ruleset" in line)
        await game.press(*"Red [X] Dawn", "down", *"David skill=3; Killer foe; Guard foe count=2", "down", "space")
        await game.press("enter")
        assert isinstance(game.app.screen, FightScreen)
        assert "Red [X] Dawn" in game.lines[0]
        assert [one.name for one in game.state.characters.values()] == ["David", "Killer", "Guard 1", "Guard 2"]
        assert game.state.options == {"deep_cuts": True, "foes_hidden": False, "foes_numbers": "exact"}
    saved = [read(path) for path in saves.glob("*.toml")]
    assert [reading.header.title for reading in saved] == ["Red [X] Dawn"]


async def test_a_new_session_needs_a_title_and_tells_who_could_not_join(
    playing: Play, settings: Settings, saves: Path
) -> None:
    async with playing(settings=settings) as game:
        await game.press("n", "enter")
        assert "A title is wanted" in game.text
        assert not list(saves.iterdir())
        await game.press(*"Dawn", "down", *"David; Killer strenght=3; Guard", "enter")
        assert "Killer strenght=3: " in game.text
        assert not list(saves.iterdir())
        await game.press(*("backspace" for _ in "strenght=3; Guard"), *"foe; Guard", "enter")
        assert isinstance(game.app.screen, FightScreen)
        assert [one.name for one in game.state.characters.values()] == ["David", "Killer", "Guard"]
        assert "David" in game.text


@pytest.mark.parametrize("title", NASTY_NAMES)
async def test_any_title_is_kept_and_shown_literally(title: str, playing: Play, settings: Settings) -> None:
    async with playing(settings=settings) as game:
        await game.press("n")
        game.screen.panels[-1].paste(title)
        await game.press("enter")
        assert isinstance(game.app.screen, FightScreen)
        await game.press("q")
        assert all(sign.isprintable() for sign in game.text.replace("\n", ""))


async def test_people_pasted_into_the_cast_are_one_a_line(playing: Play, settings: Settings) -> None:
    async with playing(settings=settings) as game:
        await game.press("n", *"Dawn", "down")
        game.screen.panels[-1].paste("David\nSam Smith foe\n")
        await game.press("enter")
        assert [one.name for one in game.state.characters.values()] == ["David", "Sam Smith"]


def test_of_many_sessions_only_those_in_view_are_read_at_once(saves: Path, look: Look) -> None:
    for number in range(30):
        (saves / f"evening-{number:02}.toml").write_text("nonsense", "utf-8")
    pane = SavesPane(look, str(saves))
    pane.take_over(found_saves(saves))
    assert len(pane.lines(80, 11)) == 11
    assert [save.is_read for save in pane.saves] == [True] * 10 + [False] * 20
    assert pane.read_more(15)
    assert not pane.read_more(15)
    assert list(pane.saves) == list_saves(saves)


async def test_the_sessions_that_are_not_in_view_are_read_after_the_first_frame(
    playing: Play, settings: Settings, saves: Path
) -> None:
    for number in range(60):
        made(saves, f"evening-{number:02}", 1000 + number)
    async with playing(settings=settings) as game:
        assert isinstance(game.screen, SessionListScreen)
        pane = game.screen.saves
        for _ in range(100):
            if all(save.is_read for save in pane.saves):
                break
            await game.press()
        assert {save.entries for save in pane.saves} == {1}
        await game.press("end")
        assert "evening-00" in game.text
