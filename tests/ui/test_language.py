"""The reader's language is changed while one plays: everything is told in it at once, also what has been."""

from __future__ import annotations

from functools import cache

import pytest

from tests.how_many import combined
from tests.languages import LANGUAGES
from tests.tables import copied, memory_session, play
from tests.ui.conftest import CAST, Game, Pasted, Play
from tracker.languages import languages
from tracker.opening import Session
from tracker.preferences import load_preferences
from tracker.ui.settings import Settings

ACTS = (
    "damage Killer 3 blunt",
    "note the lamp goes out",
    "condition Gunman stunned",
    "hide David",
    "next",
    "undo",
    "heal Killer 1",
)
PANELS = {
    "the fight": ("escape",),
    "help": ("?",),
    "a menu": ("a",),
    "a form": ("d", "tab"),
    "the palette": ("ctrl+p",),
    "a word found in the log": ("ctrl+p", *"killer", "end"),
    "what is found of the rules": ("ctrl+p", *"s-1"),
}
SIZES = ((100, 40), (120, 40))
"""A window without a sheet beside the list, and one with it."""


async def change_language(game: Game, code: str) -> None:
    """Choose a language in the palette, by its own name."""
    await game.press("ctrl+p", *languages()[code].name, "enter")


def told(game: Game) -> list[str]:
    """All that is shown but for the message, which told of the change."""
    return [*game.lines[:-3], game.lines[-1]] if not game.screen.panels else game.lines


@cache
def _played(language: str) -> Session:
    return play(memory_session(language=language), *CAST, *ACTS)


def played(language: str) -> Session:
    return copied(_played(language))


@pytest.mark.parametrize(
    ("panel", "size", "languages_in_turn"), combined(list(PANELS), SIZES, [LANGUAGES[:2], LANGUAGES[1::-1]])
)
async def test_all_that_is_shown_is_as_if_it_had_been_opened_so(
    panel: str, size: tuple[int, int], languages_in_turn: tuple[str, str], playing: Play
) -> None:
    keys, (before, after) = PANELS[panel], languages_in_turn
    async with playing(played(after), Settings(language=after), size=size) as game:
        await game.press(*keys)
        wanted = told(game)
    async with playing(played(before), Settings(language=before), size=size) as game:
        await game.press(*keys)
        assert told(game) != wanted
        await game.press("escape", "escape", "escape")
        await change_language(game, after)
        assert languages()[after].name in game.message
        await game.press(*keys)
        assert told(game) == wanted


async def test_what_is_typed_is_understood_and_the_file_keeps_its_own_language(playing: Play) -> None:
    async with playing(played("en"), Settings(language="en")) as game:
        hits = game.hits("Killer")
        await change_language(game, "ru")
        assert load_preferences().language == "ru"
        await game.press(":", Pasted("урон Killer 2 тупой"), "enter")
        assert game.hits("Killer") == hits - 2
        last = game.session.table.history.entries[-1]
        assert last.say.isascii() or "→" in last.say
        assert "damage" in last.say


async def test_the_list_of_sessions_below_changes_too(playing: Play, saves: object) -> None:
    async with playing(None, Settings(language="en", saves_folder=saves)) as game:  # type: ignore[arg-type]
        await change_language(game, "ru")
        shown = game.text
    async with playing(None, Settings(language="ru", saves_folder=saves)) as game:  # type: ignore[arg-type]
        assert game.lines[:-3] == shown.splitlines()[: len(game.lines) - 3]
