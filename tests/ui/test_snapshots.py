"""Looks: few pictures, of fixed sessions, at the two sizes that matter most."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.tables import copied, memory_session, play, played, saved, words_for
from tests.ui.conftest import CAST
from tests.ui.test_reading import sample_is_installed
from tests.ui.variants import asking_rules, session_without_turns
from tracker.command.parse import CommandSet
from tracker.opening import Session, review_session
from tracker.ui.coterie import CoterieApp
from tracker.ui.settings import Settings
from tracker.ui.terminal import Terminal

__all__ = ["sample_is_installed"]

Compare = Callable[..., bool]
SIZES = [(80, 24), (120, 40)]


@cache
def _busy_fight() -> Session:
    return play(
        memory_session(),
        *CAST,
        'add "Bob [red]" ally toughness=12',
        "add 李小龙 foe",
        "next",
        "attack David by=Gunman faces=18",
        "damage Killer 8",
        "condition Gunman aiming amount=2",
        "note about=David he limps behind the pillar and counts his last two bullets, [one] and [/two]",
        "damage David 1",
        "undo",
        "hide Killer",
    )


def busy_fight(language: str = "en") -> Session:
    session = copied(_busy_fight())
    rules = session.table.rules
    assert rules is not None
    words = words_for(rules, language)
    return Session(session.path, session.header, session.table, words, CommandSet(rules, words), ())


def app(language: str = "en", theme: str = "dark") -> CoterieApp:
    return CoterieApp(busy_fight(language), Settings(language=language, theme=theme))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_fight(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(app(), terminal_size=size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_fight_in_russian_on_light(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(app("ru", "light"), terminal_size=size)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(40, 10), (60, 20), (200, 60)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_small_and_large_windows(snap_compare: Compare, size: tuple[int, int], language: str) -> None:
    assert snap_compare(app(language), terminal_size=size)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(60, 20), *SIZES, (200, 60)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_sheet_while_a_number_is_changed(snap_compare: Compare, size: tuple[int, int], language: str) -> None:
    assert snap_compare(app(language), press=["s", "enter", "5"], terminal_size=size)


def test_the_damage_prompt_with_its_preview(snap_compare: Compare) -> None:
    assert snap_compare(app(), press=["d", "3", "s"], terminal_size=(80, 24))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_attack_form(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(app(), press=["a"], terminal_size=size)


LISTS = {"menu": ["enter"], "palette": ["ctrl+p"], "searched": ["ctrl+p", "d", "a"], "help": ["?"]}


@pytest.mark.parametrize("opened", LISTS)
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(60, 20), *SIZES, (200, 60)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_list_to_choose_from(snap_compare: Compare, size: tuple[int, int], language: str, opened: str) -> None:
    assert snap_compare(app(language), press=LISTS[opened], terminal_size=size)


def test_the_terminals_own_colours(snap_compare: Compare) -> None:
    assert snap_compare(app(theme="terminal"), terminal_size=(80, 24))


def two_fights() -> Session:
    """A fight in the yard with a round that is held, and one on the roof."""
    return played(
        *CAST,
        "add Anna ally",
        "add Lurker foe hidden",
        "scene Rain",
        "set doom 4",
        "fight roof Anna,Gunman",
        "initiative Anna=11 Gunman=8",
        "next",
        "fight first",
        "initiative David=13 Killer=9 Lurker=4",
        "damage Killer 3 sharp",
        "add Eve",
        "condition David dizzy",
        "next",
        "attack Killer by=David hidden faces=18",
        rules=asking_rules(),
    )


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_two_fights_and_what_is_due(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(CoterieApp(two_fights(), Settings()), terminal_size=size)


def test_the_first_n_names_what_must_be_answered(snap_compare: Compare) -> None:
    assert snap_compare(CoterieApp(two_fights(), Settings()), press=["n"], terminal_size=(80, 24))


def test_a_game_without_turns(snap_compare: Compare) -> None:
    session = play(session_without_turns(), "add David ally", "add Orc foe", "damage Orc 4 sharp")
    assert snap_compare(CoterieApp(session, Settings()), press=["i"], terminal_size=(80, 24))


@pytest.fixture(autouse=True)
def full_signs(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("tracker.ui.coterie.terminal_here", Terminal)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screen_for_the_table(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], language: str, sample_is_installed: None
) -> None:
    save = saved(
        tmp_path / "dawn.toml",
        "option foes_numbers=described",
        *CAST,
        "add Lurker foe hidden",
        "next",
        "attack David by=Gunman faces=18",
        "attack Gunman by=David faces=19",
        "damage Killer 5",
        "condition Gunman aiming amount=2",
        "note about=David he lies",
        "next",
    )
    watched = review_session(save, (), language)
    assert snap_compare(CoterieApp(watched, Settings(language=language, watch=True, players=True)), terminal_size=size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("keys", [("i",), ("j", "space", "space", "d", "2")], ids=["initiative", "amounts"])
def test_a_form_for_many(snap_compare: Compare, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    assert snap_compare(app("ru"), press=[*keys], terminal_size=size)
