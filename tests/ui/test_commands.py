"""The registry of screen commands: what it feeds is complete, in every language."""

import coterie_sample
import pytest

from tests.languages import LANGUAGES
from tests.tables import sample_rules
from tests.ui.conftest import Pasted, Play
from tracker.command.parse import CommandSet
from tracker.languages import words_of
from tracker.opening import Session
from tracker.text import Words
from tracker.ui.commands import SCREEN_COMMANDS, CommandTable, Place, ScreenCommand, Situation
from tracker.ui.glyphs import FULL
from tracker.ui.help import help_choices
from tracker.ui.look import Look
from tracker.ui.paint import width_of
from tracker.ui.screens.fight import FightScreen
from tracker.ui.screens.players import PlayersScreen
from tracker.ui.screens.review import ReviewScreen
from tracker.ui.screens.sessions import SessionListScreen
from tracker.ui.screens.watch import WatchScreen
from tracker.ui.themes import load_theme
from tracker.ui.view.hints import hint_line, key_text, situation_hints

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
def test_every_command_has_its_words(language: str) -> None:
    helps, messages = words_of(language)["help"], words_of(language)["message"]
    own = [command for command in SCREEN_COMMANDS if not command.action]
    assert len(own) > 60
    hinted = [command for command in own if not command.moves or command.rank]
    assert not [command.id for command in SCREEN_COMMANDS if command.action and command.action not in helps]
    assert not [command.id for command in own if f"ui.does.{command.id}" not in messages]
    assert not [command.id for command in hinted if f"ui.hint.{command.id}" not in messages]


def test_every_command_can_be_carried_out_where_it_is_offered() -> None:
    own = [command for command in SCREEN_COMMANDS if not command.action and command.id != "due"]
    offered = [(command.id, place) for command in own for place in command.places]
    assert len(offered) > 60
    assert not [(name, place) for name, place in offered if not hasattr(SCREENS[place], f"do_{name}")]


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
        (Situation(), "+ add"),
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


@pytest.mark.parametrize("place", ["fight", "log", "review", "watch", "sessions"])
def test_help_names_every_key_of_a_place_the_ten_that_are_needed_first(
    place: Place, table: CommandTable, look: Look
) -> None:
    choices = list(help_choices(Explained(table, look, place)))
    told = {key for choice in choices for key in choice.key.split()}
    for command in table.of_place(place):
        if command.id not in ("help", "due"):
            assert {key_text(key, look) for key in command.keys} <= told
    first = [choice for choice in choices if choice.group == choices[0].group]
    assert len(first) <= 10
    assert all(choice.told for choice in choices)


class Explained:
    """A screen whose help is asked for."""

    def __init__(self, commands: CommandTable, look: Look, place: Place) -> None:
        self.commands, self.look, self.place = commands, look, place

    def situation(self) -> Situation:
        return BUSY

    def run_from_palette(self, command: ScreenCommand) -> None:
        raise AssertionError


async def test_help_is_searched_does_what_it_tells_and_closes_with_its_own_key(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("?")
        assert "Keys of the fight" in game.text
        assert "The keys you need first" in game.text
        first = game.text
        await game.press("end")
        assert game.text != first
        await game.press("?")
        assert "Keys of the fight" not in game.text
        await game.press("?", Pasted("hide next"))
        rows = [line for line in game.lines if "secret" in line]
        assert rows
        assert rows[0].startswith("› H")
        await game.press("enter")
        assert "next act hidden" in game.hints


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
        await game.press("ctrl+u", Pasted("change colours light"), "down", "up", "pagedown", "end", "backspace")
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


async def test_whole_words_come_first_then_beginnings(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(80, 60)) as game:
        await game.press("ctrl+p", *"hide")
        row = next(number for number, line in enumerate(game.lines) if line.startswith("› "))
        rows = [line.split("  ")[0].strip() for line in game.lines[row + 1 : row + 3]]
        assert rows[0].lstrip("› ") == "hide"


async def test_the_palette_finds_people_conditions_rules_and_entries(playing: Play, fight: Session) -> None:
    async with playing(fight) as game:
        await game.press("ctrl+p", *"gunman", "enter")
        assert game.row("Gunman").startswith("›")
        await game.press("ctrl+p", *"bleeding", "enter")
        assert game.prompt.startswith(": condition Gunman bleeding")
        await game.press("escape", "d", "3", "enter", "ctrl+p", *"3 damage gun")
        assert "entry " in game.text
        await game.press("enter")
        assert game.screen.place == "log"


async def test_the_menu_has_headings_and_what_was_done_last_stands_first(playing: Play, fight: Session) -> None:
    async with playing(fight, size=(80, 40)) as game:
        await game.press("c", *"bleeding", "enter", "enter")
        heading = next(number for number, line in enumerate(game.lines) if line.strip() == "Likely now")
        assert game.lines[heading + 1].startswith("› condition")
        assert any(line.strip() == "People and order" for line in game.lines)
        keys = {
            line.split()[1] if line.startswith("›") else line.split()[0]
            for line in game.lines[heading + 1 : heading + 8]
        }
        assert {"attack", "damage", "heal"} <= keys


BUSIEST = BUSY._replace(undo="Автоматчик, длинная очередь: Убийца", redo="")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("note", ["", "свои кубики · действие скрыто"])
@pytest.mark.parametrize("width", [60, 80, 120])
def test_what_is_undone_is_named_before_less_important_hints(
    width: int, note: str, language: str, table: CommandTable
) -> None:
    look = Look(Words(language), FULL, load_theme("dark").palette)
    hints = situation_hints(table, BUSIEST, look, width - len(note))
    shown = hint_line(hints, width, look, right=note).text
    keys = [key for key, _ in hints]
    assert keys.index("u") < min(keys.index(key) for key in ("1-2", "?", ":", "Esc") if key in keys)
    assert f" u {look.say('ui.hint.undo')}" in shown
    if width - len(note) >= 60:
        assert "Автом" in shown
    if width >= 80 and not note:
        assert f" ? {look.say('ui.hint.help')}" in shown
