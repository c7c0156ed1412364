"""Themes: every file of ours is right, a user's own is taken, and a wrong one is told by file and key."""

from pathlib import Path

import pytest
import tomli

from tests.ui.conftest import Play
from tracker.opening import Session
from tracker.resources import theme_paths, themes_folder
from tracker.text import Words
from tracker.ui.app import run_app
from tracker.ui.settings import Settings
from tracker.ui.theme_shape import problem_with_shape
from tracker.ui.themes import ThemeError, load_theme, read_theme, themes_with_problems

OURS = ("colour-blind", "contrast", "dark", "light", "terminal", "terminal-light")
GOOD = 'dark = false\n[colors]\nprimary = "#112233"\n[tones]\nbad = "bold red"\n'


@pytest.mark.parametrize("name", OURS)
def test_our_own_themes_have_the_shape_that_is_asked_of_users(name: str) -> None:
    table = tomli.loads((themes_folder() / f"{name}.toml").read_text("utf-8"))
    assert problem_with_shape(table) is None
    assert load_theme(name).textual.name == name


def test_there_are_a_dark_a_light_and_the_terminals_own_on_either_background() -> None:
    assert [name for name in OURS if not load_theme(name).textual.dark] == ["light", "terminal-light"]
    assert [name for name in OURS if load_theme(name).textual.ansi] == ["terminal", "terminal-light"]
    assert set(theme_paths(())) == set(OURS)


def test_a_users_theme_is_found_by_its_file_name(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD)
    assert load_theme("mine", (tmp_path,)).textual.dark is False


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("[colors\n", "", "line 1"),
        ("dark = true\n", "colors", "missing"),
        ("[colors]\n", "colors.primary", "missing"),
        ('[colors]\nprimary = "#12"\n', "colors.primary", "isn't a colour"),
        ("[colors]\nprimary = 3\n", "colors.primary", "a text in quotes"),
        ('[colors]\nprimary = "red"\nsecundary = "red"\n', "colors.secundary", 'did you mean "secondary"'),
        ('dark = "yes"\n[colors]\nprimary = "red"\n', "dark", "true or false"),
        ('[colors]\nprimary = "red"\n[tones]\nbad = "bold reddish"\n', "tones.bad", "isn't a colour"),
        ('[colors]\nprimary = "red"\n[tones]\nzzz = "red"\n', "tones.zzz", "choose from: text"),
        ('tones = 3\n[colors]\nprimary = "red"\n', "tones", "a table"),
    ],
)
def test_a_wrong_theme_is_told_by_file_and_key(tmp_path: Path, text: str, key: str, said: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(ThemeError) as caught:
        read_theme(path)
    line = Words("en").say(caught.value.reason)
    assert str(path) in line
    assert key in line
    assert said in line


def test_all_themes_are_listed_with_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD)
    (tmp_path / "wrong.toml").write_text("")
    found = dict(themes_with_problems((tmp_path,)))
    assert found["mine"] is None
    assert found["dark"] is None
    assert found["wrong"] is not None


def test_an_unknown_theme_is_one_clear_line_and_no_screen(capsys: pytest.CaptureFixture[str], fight: Session) -> None:
    assert run_app(fight, Settings(theme="drak", theme_folders=())) == 1
    assert capsys.readouterr().err.strip() == f'Unknown theme "drak". Choose from: {", ".join(OURS)}'


@pytest.mark.parametrize("name", OURS)
async def test_a_theme_is_changed_while_one_plays(name: str, playing: Play, fight: Session) -> None:
    async with playing(fight, Settings(theme="dark")) as game:
        before = game.text
        game.app.change_theme(name)
        await game.press()
        assert game.app.theme == name
        assert game.text == before


async def test_a_wrong_theme_leaves_the_old_one_on(playing: Play, fight: Session, tmp_path: Path) -> None:
    (tmp_path / "wrong.toml").write_text("")
    async with playing(fight, Settings(theme="dark", theme_folders=(tmp_path,))) as game:
        with pytest.raises(ThemeError):
            game.app.change_theme("wrong")
        assert game.app.theme == "dark"


async def test_a_theme_called_as_the_toolkits_own_gives_way_to_another(
    playing: Play, fight: Session, tmp_path: Path
) -> None:
    (tmp_path / "textual-dark.toml").write_text(GOOD)
    async with playing(fight, Settings(theme="textual-dark", theme_folders=(tmp_path,))) as game:
        before = game.app.screen.styles.background
        game.app.change_theme("contrast")
        await game.press("down")
        assert game.app.screen.styles.background != before
