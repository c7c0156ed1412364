"""The picker: who is in the books, by search, with their sheet, any number at once, in the fight and in the form."""

from pathlib import Path

import pytest
from textual import events

from tests.tables import sample_rules
from tests.ui.conftest import Play
from tracker.core.chance import RandomChance
from tracker.opening import NewSession, Session, create_session
from tracker.ui.settings import Settings


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.chdir(tmp_path)
    new = NewSession("sample", "T", "en", {})
    return create_session(tmp_path / "s.toml", new, sample_rules(), "en", RandomChance(1))


async def test_one_key_opens_the_books_and_enter_brings_so_many(playing: Play, session: Session) -> None:
    async with playing(session) as game:
        await game.press("=")
        assert "From the books" in game.text
        await game.type("gob")
        await game.press("right", "right")
        assert "3 × Goblin" in game.text
        assert "toughness 6" in game.text
        await game.press("enter")
        assert list(game.state.characters) == ["Goblin 1", "Goblin 2", "Goblin 3"]
        await game.press("u")
        assert not game.state.characters


async def test_two_creatures_of_one_name_each_have_a_sheet_of_their_own(
    playing: Play, session: Session, tmp_path: Path
) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "books").mkdir()
    for name, skill in (("one", 3), ("two", 17)):
        book = f'[creature.{name}]\nname = "Twin"\nskill = {skill}\n'
        (tmp_path / "books" / f"{name}.toml").write_text(book)
    async with playing(session, size=(100, 40)) as game:
        await game.press("=")
        await game.type("twin")
        seen = {number for number in ("3", "17") if f"skill {number}" in game.text}
        await game.press("down")
        seen |= {number for number in ("3", "17") if f"skill {number}" in game.text}
        assert seen == {"3", "17"}


async def test_an_encounter_shows_everybody_who_would_come(playing: Play, session: Session) -> None:
    async with playing(session, size=(100, 40)) as game:
        await game.press("=")
        await game.type("cave enc")
        assert "3 × Goblin, 1 × Troll" in game.text
        await game.press("enter")
        assert game.state.scene_name == "The cave"
        assert len(game.state.characters) == 4


async def test_escape_changes_nothing_and_a_search_may_find_nobody(playing: Play, session: Session) -> None:
    async with playing(session) as game:
        await game.press("=")
        await game.type("zzz")
        assert "No matches" in game.text
        await game.press("enter", "escape")
        assert not game.state.characters


@pytest.mark.parametrize("size", [(40, 10), (60, 20), (80, 24), (200, 60)])
async def test_the_picker_fits_any_window(playing: Play, session: Session, size: tuple[int, int]) -> None:
    async with playing(session, size=size) as game:
        await game.press("=")
        assert len(game.lines) == size[1]
        assert "Goblin" in game.text


async def test_mistakes_in_books_are_counted_in_the_title(playing: Play, session: Session, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "mine.toml").write_text("[creature.orc]\nsklil = 3\n")
    async with playing(session) as game:
        await game.press("=")
        assert "1 mistake" in game.text


async def test_the_form_of_a_new_session_picks_its_cast(playing: Play, tmp_path: Path) -> None:
    async with playing(None, Settings(saves_folder=tmp_path)) as game:
        await game.press("n", "ctrl+b")
        assert "From the books" in game.text
        await game.type("elder")
        await game.press("right", "enter")
        assert "elder count=2" in game.text
        await game.press("ctrl+b")
        await game.type("guard dog")
        await game.press("enter")
        assert "elder count=2; guard-dog" in game.text


async def test_a_picker_that_fails_does_not_end_the_list(
    playing: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, crash_logs: None
) -> None:
    def failing(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tracker.ui.new_session.NewSessionForm.picker", failing)
    async with playing(None, Settings(saves_folder=tmp_path)) as game:
        await game.press("n", "ctrl+b")
        assert "Something unexpected" in game.text
        await game.press("escape")
        assert "New session" not in game.text


async def test_a_list_pasted_behind_import_is_a_line_for_each(playing: Play, session: Session) -> None:
    async with playing(session) as game:
        await game.press(":")
        await game.type("import ")
        game.screen.on_paste(events.Paste("Jerry; 13; 8; limps\n\nEve; 9\n"))
        await game.press("enter")
        assert list(game.state.characters) == ["Jerry", "Eve"]
        assert game.state.characters["Jerry"].note == "limps"
