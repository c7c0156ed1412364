"""What is refused is said at once, with the word and the key that have it done all the same, and stays until a key."""

import pytest

from tests.how_many import several, until_enough
from tests.languages import LANGUAGES
from tests.plugins.kept import kept_rules
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import memory_session, play, played, shipped_rules
from tests.ui.conftest import Play
from tracker.command.commands import ActCommand
from tracker.core.chance import RandomChance
from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.failures import FAILURES
from tracker.opening import Session

SPENT = "has already acted this round"


@pytest.fixture
def duel() -> Session:
    """Anna has attacked and acts still."""
    rules = shipped_rules("world-of-darkness")
    return played("add Anna", "add Marta foe", "initiative Anna=9 Marta=2", "next", "attack Marta", rules=rules)


def acts(session: Session) -> int:
    return len(session.table.history.entries)


async def test_the_command_bar_keeps_the_line_and_says_why_enter_is_refused(playing: Play, duel: Session) -> None:
    async with playing(duel) as game:
        before = acts(duel)
        await game.press(":", *"attack Marta")
        assert SPENT in game.message, "no odds for what cannot be done"
        await game.press("enter")
        assert SPENT in game.text
        assert "Ctrl+O: free" in game.text
        assert game.prompt.startswith(": attack Marta")
        await game.press("ctrl+o")
        assert acts(duel) == before + 1
        assert duel.table.history.entries[-1].do.startswith("attack Marta free")
        assert game.prompt == ""


async def test_a_form_that_is_refused_is_done_all_the_same_by_the_same_key(playing: Play, duel: Session) -> None:
    async with playing(duel) as game:
        before = acts(duel)
        await game.press("down", "a", "enter")
        assert SPENT in game.text
        assert "Ctrl+O" in game.text
        assert acts(duel) == before
        await game.press("ctrl+o")
        assert acts(duel) == before + 1
        assert "─ attack" not in game.text


async def test_a_key_that_is_refused_is_insisted_on_while_its_refusal_stands(playing: Play, duel: Session) -> None:
    async with playing(duel) as game:
        before = acts(duel)
        key = duel.commands.actions["aim"].key if duel.commands else ""
        await game.press(key) if key else await game.press(":", *"aim", "enter")
        await game.press("ctrl+o")
        assert acts(duel) == before + 1


async def test_the_key_changes_nothing_where_no_word_lifts_the_refusal(playing: Play, duel: Session) -> None:
    async with playing(duel) as game:
        before = acts(duel)
        await game.press(":", *"attack Anna", "enter")
        assert "Ctrl+O" not in game.message
        await game.press("ctrl+o")
        assert acts(duel) == before
        assert game.prompt.startswith(": attack Anna")


class Actor(Typist):
    """Types mostly what someone does, of which there may be odds."""

    def line(self) -> str:
        people = self._people()
        if not people or self._random.random() < 0.4:
            return super().line()
        assert self._session.commands is not None
        acts = [action for action in self._session.commands.actions.values() if action.acts]
        return " ".join(self._words(self._random.choice(acts), people))


@pytest.mark.parametrize("module", MODULES)
def test_what_has_odds_can_be_done_and_the_way_to_insist_is_one(module: str) -> None:
    session = played("add Ann", "add Bob", "add Cid", "initiative all", "next", rules=kept_rules(module))
    typist, table = Actor(session, 11), session.table
    promised: list[str] = []
    broken: list[str] = []
    assert session.commands is not None
    for _ in until_enough(range(several(800)), 150, promised, more_than=5):
        line = typist.line()
        try:
            command = session.commands.parse(line, table.state)
        except Refusal:
            continue
        if not isinstance(command, ActCommand):
            continue
        try:
            chances = table.odds(command.intent)
        except Refusal:
            chances = None
            way = table.engine.way_to_insist(table.state, command.intent)
            if way:
                insistent = command.intent.with_values(**{way: True})
                table.act(insistent, line, RandomChance(3))
                continue
        if chances is not None:
            promised.append(line)
        try:
            table.act(command.intent, line, RandomChance(len(promised)))
        except FAILURES:
            broken += [line] if chances is not None else []
    assert not broken, "odds were told for what is refused then"
    assert len(promised) > 5


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_form_tells_once_what_is_missing_and_shows_no_line_to_type(playing: Play, language: str) -> None:
    session = play(memory_session(), "add Ann", "add Bob foe", "add Orc foe")
    session.speak(language)
    async with playing(session) as game:
        await game.press("a", "enter")
        told = session.words.say(message("command.still_missing", what=Term("target")))
        assert game.text.count(told) == 1, game.text
        assert not any(word in game.text for word in ("For example", "Например")), game.text
