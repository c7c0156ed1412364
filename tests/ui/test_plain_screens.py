"""Plain signs on every screen: nothing beyond ASCII but the reader's own letters, whatever is opened."""

import shutil
from pathlib import Path

import pytest

from tests.how_many import combined, part
from tests.languages import LANGUAGES
from tests.ui.conftest import Game, Play
from tests.ui.test_snapshots import busy_fight
from tracker.opening import open_session, review_session
from tracker.resources import examples_folder
from tracker.ui.settings import Settings

OPENED = (
    (), ("enter",), ("ctrl+p",), ("ctrl+p", *"the"), ("?",), ("a",), ("d", "3"), (":", *"at"), (":", *"attack", "tab"),
    ("c",), ("tab",), ("w",), ("s",), ("=",), ("i",), ("/",), ("H",), ("ctrl+t",), ("space", "space"), ("U",), ("u",),
    ("ctrl+y",), ("n",),
)  # fmt: skip
READ = (
    (),
    ("t",),
    ("c", "home", "c"),
    ("w",),
    ("s",),
    ("?",),
    ("ctrl+p",),
    ("ctrl+p", *"dam"),
    ("/", "d"),
    ("p",),
    ("g",),
)


def not_plain(game: Game) -> set[str]:
    return {sign for sign in game.text if not sign.isascii() and not sign.isalpha()}


async def look_at(game: Game, opened: tuple[tuple[str, ...], ...], start: int = 0) -> None:
    for keys in part(opened[start:], 2):
        await game.press(*keys)
        assert not not_plain(game), keys
        await game.press("escape", "escape", "escape")
    await game.resize(30, 8)
    assert not not_plain(game)


def plainly(language: str) -> Settings:
    return Settings(language=language, ascii=True)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_fight(playing: Play, language: str) -> None:
    async with playing(busy_fight(language), plainly(language), (120, 40)) as game:
        await look_at(game, OPENED, LANGUAGES.index(language))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_fight_of_a_ruleset_with_tracks_and_rules(playing: Play, language: str, tmp_path: Path) -> None:
    for name in ("example-fight", "example-fight.ru"):
        shutil.copy(examples_folder() / f"{name}.toml", tmp_path)
    name = "example-fight.ru" if language == "ru" else "example-fight"
    async with playing(open_session(tmp_path / f"{name}.toml", (), language), plainly(language)) as game:
        await look_at(game, OPENED, LANGUAGES.index(language))


@pytest.mark.parametrize(("language", "manner"), combined(LANGUAGES, ["review", "watch", "players"]))
async def test_what_is_only_read(playing: Play, language: str, manner: str) -> None:
    session = review_session(examples_folder() / "example-vtm5.toml", (), language)
    settings = Settings(language=language, ascii=True, watch=manner != "review", players=manner == "players")
    async with playing(session, settings) as game:
        await look_at(game, READ)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_list_of_sessions_and_a_new_one(playing: Play, language: str, tmp_path: Path) -> None:
    shutil.copy(examples_folder() / "example-fight.toml", tmp_path)
    settings = Settings(language=language, ascii=True, saves_folder=tmp_path)
    async with playing(None, settings) as game:
        await look_at(
            game, ((), ("n",), ("n", *["down"] * 12), ("/", "x"), ("s",), ("?",), ("ctrl+p",), ("t",), ("tab",))
        )


async def test_nothing_of_the_toolkit_shows(playing: Play) -> None:
    async with playing(busy_fight()) as game:
        for keys in OPENED:
            await game.press(*keys)
            shown = [type(widget).__name__ for widget in game.screen.walk_children() if widget.display]
            assert shown == ["Canvas"] or set(shown) <= {"Canvas", "ToastRack", "Tooltip"}
            await game.press("escape", "escape")
        assert not game.app._notifications
        assert {line.ground for line in game.screen.canvas.lines} <= {"", "cursor", "panel"}
