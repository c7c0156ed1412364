"""Ukraine by Night in Ukrainian, a third language: told, typed and falling back, with no line of the program for it."""

from tests.plugins.tracker_ukraine_by_night.fights import fight
from tests.plugins.tracker_ukraine_by_night.test_example import SCRIPT
from tests.ui.conftest import Play
from tracker.core.messages import message
from tracker.languages import fallbacks
from tracker.text import Words
from tracker.ui.settings import Settings

LETTERS_OF_RUSSIAN = frozenset("ыэъё")


def test_what_the_ruleset_tells_of_a_fight_is_ukrainian() -> None:
    session = fight(*SCRIPT, language="uk")
    own = session.table.rules.catalogue("uk")["message"]  # type: ignore[union-attr]
    lines = [line for entry in session.table.history.entries for line in entry.tell if line.id.startswith("ubn.")]
    assert {line.id for line in lines} <= own.keys()
    told = {sign for line in lines for sign in session.words.say(line).casefold()}
    assert not told & LETTERS_OF_RUSSIAN


def test_a_fight_is_typed_in_ukrainian_apostrophes_and_other_letters_as_they_come() -> None:
    session = fight(
        "додати Ґанна вампір Здоров'я=5", "додати Тарас смертний ворог", "ушкодження Тарас 2 постійне", language="uk"
    )
    assert [person.name for person in session.table.state.characters.values()] == ["Ґанна", "Тарас"]
    assert session.words.say(session.table.history.entries[-1].tell[0]).startswith("Тарас: постійне ушкодження 2")
    fight("додати Ґанна вампір", "ушкодження Ганна 1 тимчасове", "скасувати", language="uk")


def test_counted_words_have_the_forms_of_ukrainian() -> None:
    assert fallbacks("uk") == ("en", "ru", "uk")
    words = Words("uk", fight(language="uk").table.rules.catalogue)  # type: ignore[union-attr]
    told = [words.say(message("ui.sessions.entries", count=count)) for count in (1, 3, 5, 21)]
    assert told == ["1 запис", "3 записи", "5 записів", "21 запис"]


async def test_the_screen_speaks_ukrainian_and_takes_the_keys_of_its_keyboard(playing: Play) -> None:
    session = fight(*SCRIPT, language="uk")
    async with playing(session, Settings(language="uk"), size=(120, 40)) as game:
        assert "Ініціатива" in game.text
        assert "довідка" in game.hints
        await game.press("і")  # the key of s
        assert game.screen.panels
