"""The list of sessions: what it shows, what Enter opens, and how a new session is made."""

import os
from pathlib import Path

import coterie_sample
import pytest
from textual import events

from tests.tables import NASTY_NAMES, disk_session, play, saved
from tests.ui.conftest import Game, Pasted, Play
from tracker.journal.reader import read
from tracker.journal.sessions import read_save, summarized
from tracker.opening import open_session
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginSource
from tracker.ui.look import Look
from tracker.ui.new_session import NewSessionForm, Offer
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
    os.utime(saved(path, "add David"), (when, when))
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
        assert "This isn't a session file" in rows[0]


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


@pytest.mark.parametrize("keys", [("enter",), ("n", *"Dusk", "enter")], ids=["opened", "made"])
async def test_keys_typed_while_a_session_opens_belong_to_it(
    keys: tuple[str, ...], playing: Play, settings: Settings, saves: Path
) -> None:
    made(saves, "session", 1_000_000_000)
    async with playing(settings=settings) as game:
        for key in (*keys, "+", *"Anna", "enter", "d", "escape"):
            game.app.post_message(events.Key({"+": "plus"}.get(key, key), key if len(key) == 1 else None))
        await game.press()
        assert isinstance(game.screen, FightScreen)
        assert "Anna" in [one.name for one in game.state.characters.values()], game.text
        await game.press("q")
        assert not (saves / "removed").exists(), "no key of the list was pressed"


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
        assert "This isn't a session file" in game.message or "This is no session file" in game.text
        assert isinstance(game.app.screen, SessionListScreen)


async def test_a_new_session_is_made_with_its_cast_and_options(playing: Play, settings: Settings, saves: Path) -> None:
    async with playing(settings=settings) as game:
        await game.press("n")
        assert "Hit Points" in next(line for line in game.lines if "ruleset" in line)
        cast = Pasted("David skill=3; Killer foe; Guard foe count=2")
        await game.press(Pasted("Red [X] Dawn"), "down", cast, "down", "space")
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
        assert "Enter a title" in game.text
        assert not list(saves.iterdir())
        await game.press(*"Dawn", "down", Pasted("David; Killer strenght=3; Guard"), "enter")
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


# ---------------------------------------------------------------------- many of them


def read_all(game: Game) -> SessionListScreen:
    """Have the list look through all files at once."""
    screen = game.screen
    assert isinstance(screen, SessionListScreen)
    assert not screen.read_for(3600)
    return screen


def titles_of(game: Game) -> list[str]:
    return [save.title for save in read_all(game).saves.saves]


def several(saves: Path) -> None:
    for name, title, lines in (
        ("a", "Red Dawn", ("add David", "add Killer", "initiative David=9 Killer=3", "next", "damage Killer 8")),
        ("b", "The tram depot", ("add Vera", "scene The yard")),
        ("c", "amber", ("add Vera",)),
    ):
        path = saves / f"{name}.toml"
        os.utime(saved(path, *lines, title=title), (1_000_000_000 - ord(name), 1_000_000_000 - ord(name)))


async def test_the_selected_session_is_told_in_full(playing: Play, settings: Settings, saves: Path) -> None:
    several(saves)
    async with playing(settings=settings) as game:
        read_all(game)
        await game.press("up")
        told = " ".join("\n".join(game.lines[-5:-3]).split())
        for piece in ("begun 20", "1 scene", "1 round", "5 entries", "kB", "fell: Killer", "a.toml"):
            assert piece in told
        await game.press("down")
        assert "2 scenes" in game.text
        assert "fell" not in game.text


async def test_a_search_narrows_the_list_while_it_is_typed_and_escape_clears_it(
    playing: Play, settings: Settings, saves: Path
) -> None:
    several(saves)
    async with playing(settings=settings) as game:
        read_all(game)
        await game.press("/", *"killer")
        assert titles_of(game) == ["Red Dawn"]
        assert "1 of 3" in game.text
        await game.press("escape")
        assert len(titles_of(game)) == 3, "a search given up shows what was shown before"
        await game.press("/", *"TRAM dep", "enter")
        assert titles_of(game) == ["The tram depot"]
        await game.press("escape")
        assert len(titles_of(game)) == 3
        await game.press("/", *"nothing", "enter")
        assert 'No session matches "nothing"' in game.text


async def test_a_key_sorts_by_one_thing_after_the_other(playing: Play, settings: Settings, saves: Path) -> None:
    several(saves)
    async with playing(settings=settings) as game:
        assert titles_of(game) == ["Red Dawn", "The tram depot", "amber"]
        await game.press("s")
        assert "Sorted by title" in game.message
        assert titles_of(game) == ["amber", "Red Dawn", "The tram depot"]
        await game.press("s", "s", "s")
        assert titles_of(game) == ["Red Dawn", "The tram depot", "amber"]


async def test_a_session_gets_another_title_and_keeps_its_file(playing: Play, settings: Settings, saves: Path) -> None:
    several(saves)
    async with playing(settings=settings) as game:
        await game.press("t")
        assert game.prompt == "title: Red Dawn"
        await game.press(*" II", "enter")
        assert "Now called Red Dawn II" in game.message
        assert titles_of(game)[0] == "Red Dawn II"
        await game.press("enter")
        assert "Red Dawn II" in game.lines[0]
        await game.press("u", "q")
        assert titles_of(game)[0] == "Red Dawn", "a title is taken back as any act"


async def test_a_session_that_is_played_elsewhere_is_not_renamed_nor_put_away(
    playing: Play, settings: Settings, saves: Path
) -> None:
    several(saves)
    writer = open_session(saves / "a.toml", (), "en")
    async with playing(settings=settings) as game:
        await game.press("t", "x", "enter")
        assert "another window" in game.text
        await game.press("escape", "a")
        assert "another window" in game.text
        await game.press("d")
        assert "another window" in game.text
        assert len(titles_of(game)) == 3
    writer.table.close()


async def test_what_is_put_away_comes_back_by_a_key(playing: Play, settings: Settings, saves: Path) -> None:
    several(saves)
    before = {path.name: path.read_bytes() for path in saves.glob("*.toml")}
    async with playing(settings=settings) as game:
        await game.press("a")
        assert "In the archive: Red Dawn" in game.message
        await game.press("d")
        assert titles_of(game) == ["amber"]
        await game.press("u", "u")
        assert titles_of(game) == ["Red Dawn", "The tram depot", "amber"]
        await game.press("u")
        assert "isn't" in game.message or "not" in game.message
        await game.press("a", "tab")
        assert "Archive" in game.text
        assert titles_of(game) == ["Red Dawn"]
        await game.press("d", "tab")
        assert "Removed" in game.text
        assert titles_of(game) == ["Red Dawn"]
        await game.press("u")
        assert "Nothing was removed" in game.text
        await game.press("tab")
        assert titles_of(game) == ["Red Dawn", "The tram depot", "amber"]
    assert {path.name: path.read_bytes() for path in saves.glob("*.toml")} == before


async def test_only_what_is_in_view_is_read_before_the_first_frame(
    playing: Play, settings: Settings, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several(saves)
    whole = (saves / "a.toml").read_bytes()
    for number in range(200):
        (saves / f"many-{number}.toml").write_bytes(whole)
    headers, summaries = [], []
    monkeypatch.setattr("tracker.ui.screens.sessions.STEP_SECONDS", -1.0)
    monkeypatch.setattr("tracker.ui.screens.sessions.BETWEEN_STEPS_SECONDS", 3600.0)
    monkeypatch.setattr("tracker.ui.screens.sessions.read_save", lambda save: headers.append(save) or read_save(save))
    monkeypatch.setattr(
        "tracker.ui.screens.sessions.summarized", lambda save: summaries.append(save) or summarized(save)
    )
    async with playing(settings=settings) as game:
        assert len(headers) <= 24
        assert len(summaries) <= 1, "one step reads no more than one piece of one file"
        screen = game.screen
        assert isinstance(screen, SessionListScreen)
        assert screen.read_for(-1)
        assert len(summaries) <= 2
        in_view = list(screen.saves.in_view())
        while screen.saves.in_view()[-1].summary is None:
            assert screen.read_for(-1)
        assert {save.path for save in summaries} == {save.path for save in in_view}, "what is in view comes first"
        read_all(game)
        assert len({save.path for save in headers}) == 203
        monkeypatch.setattr("tracker.ui.screens.sessions.summarized", lambda save: pytest.fail("read twice"))
        await game.press("f5")
        read_all(game)


async def test_the_sessions_that_are_not_in_view_are_read_after_the_first_frame(
    playing: Play, settings: Settings, saves: Path
) -> None:
    for number in range(60):
        made(saves, f"evening-{number:02}", 1000 + number)
    async with playing(settings=settings) as game:
        assert isinstance(game.screen, SessionListScreen)
        pane = game.screen.saves
        while not pane.is_complete:
            await game.press()
        assert {save.entries for save in pane.saves} == {1}
        assert all(save.summary for save in pane.saves)
        await game.press("end")
        assert "evening-00" in game.text


async def test_a_long_session_is_said_to_open_before_it_does(
    playing: Play, settings: Settings, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk_session(saves / "long.toml").table.close()
    monkeypatch.setattr("tracker.ui.screens.sessions.LONG_FILE", 1)
    monkeypatch.setattr("tracker.ui.screens.sessions.PAINTED", 3600)
    async with playing(settings=settings) as game:
        await game.press("enter")
        assert "Opening long.toml" in game.message
        screen = game.app.screen
        assert isinstance(screen, SessionListScreen)
        monkeypatch.setattr("tracker.ui.screens.sessions.LONG_FILE", 10**9)
        screen.do_open()
        await game.press("down")
        assert isinstance(game.app.screen, FightScreen)
