"""The registry of screen commands: what it feeds is complete, in every language."""

import coterie_sample
import pytest

from tests.languages import LANGUAGES
from tests.tables import sample_rules
from tests.ui.conftest import Play
from tracker.command.parse import CommandSet
from tracker.languages import words_of
from tracker.opening import Session
from tracker.text import Words
from tracker.ui.commands import SCREEN_COMMANDS, CommandTable, ScreenCommand, Situation
from tracker.ui.look import Look
from tracker.ui.paint import width_of
from tracker.ui.screens.fight import FightScreen
from tracker.ui.screens.players import PlayersScreen
from tracker.ui.screens.review import ReviewScreen
from tracker.ui.screens.sessions import SessionListScreen
from tracker.ui.screens.watch import WatchScreen
from tracker.ui.view.hints import hint_line, situation_hints
from tracker.ui.view.pages import help_page

SCREENS = {
    "fight": FightScreen,
    "log": FightScreen,
    "review": ReviewScreen,
    "watch": WatchScreen,
    "players": PlayersScreen,
    "sessions": SessionListScreen,
}
BUSY = Situation(people=3, has_order=True, is_acting=True, due=2, marked=1, undo="Killer: 3 damage", redo="x", saves=2)


@pytest.fixture
def table() -> CommandTable:
    return CommandTable(CommandSet(sample_rules(), Words("en")).actions.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", SCREEN_COMMANDS, ids=lambda command: f"{command.places[0]}-{command.id}")
def test_every_command_has_its_words(command: ScreenCommand, language: str) -> None:
    messages = words_of(language)["message"]
    if command.action:
        assert command.action in words_of(language)["help"]
        return
    assert f"ui.does.{command.id}" in messages
    if not command.moves or command.rank:
        assert f"ui.hint.{command.id}" in messages


@pytest.mark.parametrize("command", SCREEN_COMMANDS, ids=lambda command: f"{command.places[0]}-{command.id}")
def test_every_command_can_be_carried_out_where_it_is_offered(command: ScreenCommand) -> None:
    for place in command.places:
        if not command.action and command.id != "due":
            assert hasattr(SCREENS[place], f"do_{command.id}")


def test_both_languages_say_the_same_sentences() -> None:
    english, russian = (
        {name for name in words_of(language)["message"] if name.startswith("ui.")} for language in LANGUAGES
    )
    assert english == russian


def test_the_acts_of_a_ruleset_get_their_keys_and_the_screens_own_are_not_taken(table: CommandTable) -> None:
    assert table.at("fight", "a").id == "attack"  # type: ignore[union-attr]
    assert table.at("fight", "d").id == "damage"  # type: ignore[union-attr]
    assert table.at("fight", "q").id == "quit"  # type: ignore[union-attr]
    greedy = coterie_sample.ATTACK.__class__("greed", "act", key="q")
    assert CommandTable([greedy]).at("fight", "q").id == "quit"  # type: ignore[union-attr]


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_hints_fit_the_width_and_begin_with_what_is_next(width: int, table: CommandTable, look: Look) -> None:
    hints = situation_hints(table, BUSY, look, width)
    line = hint_line(hints, width, look).text
    assert width_of(line) <= width
    assert line.strip().startswith("n next")


@pytest.mark.parametrize(
    ("situation", "first"),
    [
        (Situation(), ": command"),
        (Situation(people=2), "i initiative"),
        (Situation(people=2, has_order=True), "n next"),
        (Situation(place="log"), "Tab back"),
        (Situation(place="review"), "← back"),
        (Situation(place="sessions"), "n new session"),
        (Situation(place="sessions", saves=1), "Enter open"),
    ],
)
def test_the_first_hint_is_what_one_does_next(
    situation: Situation, first: str, table: CommandTable, look: Look
) -> None:
    assert hint_line(situation_hints(table, situation, look, 80), 80, look).text.strip().startswith(first)


def test_help_names_every_key_of_a_place(table: CommandTable, look: Look) -> None:
    for place in ("fight", "log", "review", "watch", "sessions"):
        text = "\n".join(line.text for line in help_page(table, place, 80, look))
        for command in table.of_place(place):  # type: ignore[arg-type]
            for key in command.keys:
                assert key in text or len(key) > 1 or key == "1", (place, key)


async def test_help_is_opened_scrolled_and_closed(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("?")
        assert "Keys of the fight" in game.text
        first = game.text
        await game.press("end")
        assert game.text != first
        await game.press("?")
        assert "Keys of the fight" not in game.text


async def test_the_palette_offers_what_is_possible_now_and_does_it(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(80, 60)) as game:
        await game.press("ctrl+p")
        rows = [line.strip() for line in game.lines]
        assert any(row.startswith("damage ") for row in rows)
        assert any(row.startswith("undo") for row in rows)
        assert not any(row.startswith("redo") for row in rows)
        await game.type("damag")
        await game.press("enter")
        assert game.prompt.startswith("damage David:")
        await game.press("escape", "ctrl+p", "escape")
        assert "Search everything" not in game.text


async def test_the_palette_finds_acts_without_a_key_and_says_when_nothing_fits(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        assert "hide" not in [command.id for command in game.screen.commands.possible(game.screen.situation())]
        await game.press("ctrl+p", *"hide", "enter")
        assert next(one for one in game.state.characters.values() if one.name == "David").hidden
        await game.press("ctrl+p", *"qqqq")
        assert "Nothing is called so" in game.text
        await game.press("enter")
        assert "Nothing is called so" in game.text
        await game.press("ctrl+u", *"change colours light", "down", "up", "pagedown", "end", "backspace")
        assert "Theme: " in game.text


async def test_what_fits_better_comes_first_and_every_typed_word_counts(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(80, 60)) as game:
        await game.press("ctrl+p", *"no")
        first = next(number for number, line in enumerate(game.lines) if line.startswith("› no")) + 1
        assert game.lines[first].lstrip("› ").startswith("note")
        await game.press("ctrl+u", *"theme dark")
        assert all("dark" in line for line in game.lines[first:] if "Theme:" in line)


async def test_two_enters_at_once_are_two_keys_for_whom_they_belong_to(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("ctrl+p", *"help", "enter", "enter")
        assert not game.screen.panels
        await game.press("ctrl+p", "enter", "enter", "ctrl+p", "pagedown", "pageup", "enter", "enter")
        assert game.app.return_code is None


async def test_names_in_the_palette_are_never_markup(playing: Play) -> None:
    from tests.tables import memory_session, play

    async with playing(play(memory_session(), 'add "[/] [bold]X"')) as game:
        await game.press("ctrl+p", *"undo")
        assert "[/] [bold]X" in game.text
