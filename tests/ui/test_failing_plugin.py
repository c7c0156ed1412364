"""A plugin that fails, in whichever hook: each costs what it was asked for, never the screen."""

from collections.abc import Callable

import pytest

from tests.how_many import combined
from tests.tables import played, sample_rules
from tests.ui.conftest import CAST, Pasted, Play
from tracker.api import hookimpl
from tracker.command.parse import CommandSet
from tracker.opening import Session
from tracker.table import Table

HOOKS: dict[str, tuple[str, ...]] = {
    "roll": ("view", "intent", "chance"),
    "apply_damage": ("view", "intent", "chance"),
    "heal": ("view", "intent", "chance"),
    "act": ("view", "intent", "chance"),
    "initiative": ("view", "intent", "chance"),
    "create_character": ("view", "intent", "chance"),
    "start_of_round": ("view", "intent", "chance"),
    "end_of_round": ("view", "intent", "chance"),
    "start_of_turn": ("view", "intent", "chance"),
    "end_of_turn": ("view", "intent", "chance"),
    "status": ("view", "who"),
    "derived": ("view", "who"),
    "unavailable": ("view", "who"),
    "statuses": ("view",),
    "due": ("view",),
    "adjust": ("view", "intent"),
    "begin_scene": ("view", "intent", "chance"),
    "odds": ("view", "intent"),
    "presets": ("view", "intent"),
    "applies": ("view", "intent"),
    "rules_reference": ("language",),
}


def failing(hook: str, parameters: tuple[str, ...]) -> object:
    """A house rule that raises in one hook."""
    names: dict[str, Callable[..., object]] = {}
    exec(f"def {hook}(self, {', '.join(parameters)}):\n    raise ZeroDivisionError('oops')", names)
    return type("Failing", (), {hook: hookimpl(names[hook])})()


def with_failing(session: Session, hook: str) -> Session:
    rules = sample_rules(failing(hook, HOOKS[hook]))
    history, journal = session.table.history, session.table._journal
    table = Table(history, rules, journal, session.table.words, session.table.chance)
    return Session(session.path, session.header, table, session.words, CommandSet(rules, session.words), ())


@pytest.mark.parametrize(("hook", "size"), combined(list(HOOKS), [(80, 24), (120, 40)]))
async def test_the_screen_survives_whatever_hook_fails(hook: str, size: tuple[int, int], playing: Play) -> None:
    session = with_failing(played(*CAST), hook)
    async with playing(session, size=size) as game:
        for keys in (
            ("down", "a", "enter", "escape"),
            ("d", "2", "enter", "escape"),
            ("h", "1", "enter", "escape"),
            ("c", Pasted("dazzled"), "enter", "escape"),
            ("i", "enter", "escape"),
            ("+", Pasted("Late"), "enter", "escape"),
            ("w", "escape"),
            ("s", "escape"),
            ("enter", "escape"),
            ("tab", "w", "escape", "tab", "escape"),
            (":", Pasted("odds attack Killer"), "enter", "escape", "escape"),
            (":", Pasted("why David hits"), "enter", "escape", "escape"),
            ("n", "n", "n", "n"),
            (":", Pasted("scene"), "enter", "escape", "escape"),
            ("u", "U"),
        ):
            await game.press(*keys)
            assert "David" in game.text
        assert game.app.return_code is None
