"""Somebody who has never played: the screen says what to press, and no longer than that is needed."""

from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tests.tables import disk_session, play
from tests.ui.conftest import Pasted, Play
from tests.ui.test_reading import sample_is_installed
from tracker.core.messages import message
from tracker.opening import review_session

__all__ = ["sample_is_installed"]


async def test_three_lines_say_what_to_press_and_go_away_as_it_is_done(playing: Play, tmp_path: Path) -> None:
    async with playing(disk_session(tmp_path / "first.toml")) as game:
        assert [line for line in game.lines if line.startswith((" + adds", " i rolls", " a attacks"))] == game.lines[
            18:21
        ]
        await game.press("+", Pasted("David ally"), "enter")
        assert "+ adds people" not in game.text
        assert " i rolls initiative" in game.text
        await game.press("i", "enter")
        assert " i rolls initiative" not in game.text
        assert " a attacks" in game.text
        for _ in range(2):
            await game.press("n")
        assert game.state.round == 2
        assert " a attacks" not in game.text


async def test_where_there_is_another_session_nothing_is_taught(playing: Play, tmp_path: Path) -> None:
    disk_session(tmp_path / "old.toml").table.close()
    async with playing(disk_session(tmp_path / "new.toml")) as game:
        assert "a attacks" not in game.text
        assert "No one is here yet: + adds someone" in game.text


async def test_the_lines_are_gone_after_a_while_in_any_case(playing: Play, tmp_path: Path) -> None:
    session = play(disk_session(tmp_path / "first.toml"), "add David", *(f"note {number}" for number in range(30)))
    async with playing(session) as game:
        assert "a attacks" not in game.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80])
async def test_what_to_press_is_told_whole_in_a_narrow_window(
    playing: Play, width: int, language: str, tmp_path: Path
) -> None:
    session = disk_session(tmp_path / "first.toml")
    session.speak(language)
    async with playing(session, size=(width, 24)) as game:
        told = " ".join(game.text.split())
        for lesson in ("ui.first.add", "ui.first.act"):
            assert session.words.say(message(lesson)) in told


@pytest.mark.usefixtures("sample_is_installed")
async def test_a_review_of_an_empty_session_asks_for_nothing(playing: Play, tmp_path: Path) -> None:
    disk_session(tmp_path / "empty.toml").table.close()
    async with playing(review_session(tmp_path / "empty.toml", (), "en")) as game:
        assert "Nobody was here yet" in game.text
        assert "+ adds" not in game.text
