"""Whatever is pressed: the screen stays whole, and undo leads back to the first state, redo to the last."""

import random

import pytest

from tests.how_many import several
from tests.tables import played
from tests.ui.conftest import CAST, Play
from tests.ui.variants import asking_rules
from tracker.failures import FAILURES
from tracker.ui.paint import width_of
from tracker.ui.screens.fight import FightScreen

KEYS = [
    *"nuUdahceit+xswgjk:/?123[]вфт.Ж", "enter", "enter", "escape", "escape", "tab", "down", "up", "left", "right",
    "pageup", "pagedown", "home", "end", "space", "backspace", "ctrl+t", "ctrl+w", "ctrl+u", *"1234david ol",
]  # fmt: skip
USEFUL = (
    ("d", "2", "enter"), ("n",), ("down", "a", "enter", "escape"), ("h", "1", "enter"), ("u",), ("U",),
    ("space", "space", "d", "1", "enter"), ("c", "tab", "enter"), ("e", "enter"), (":", *"turn Killer", "enter"),
    ("+", *"Late foe", "enter"), (":", *"remove Late", "enter"), (":", *"next", "enter"), ("enter", "down", "enter"),
    (":", *"fight roof Killer,David", "enter"), (":", *"fight first", "enter"), (":", *"end-fight", "enter"),
    (":", *"condition David dizzy", "enter"), (":", *"scene Rain", "enter"), (":", *"hide Gunman", "enter"),
    (":", *"set doom 3", "enter"), ("i", "enter"), ("1",), ("n", "n"),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(several(2)))
async def test_any_keys_in_any_order(seed: int, playing: Play) -> None:
    choose = random.Random(seed)
    session = played(*CAST, 'add "Bob [red]" foe', rules=asking_rules())
    size = choose.choice([(80, 24), (120, 40), (60, 20), (40, 10)])
    async with playing(session, size=size) as game:
        for _ in range(60):
            keys = ("escape", "escape", *choose.choice(USEFUL)) if choose.random() < 0.5 else (choose.choice(KEYS),)
            await game.press(*keys)
            assert isinstance(game.screen, FightScreen)
            lines = game.screen.canvas.lines
            assert len(lines) == size[1]
            assert all(width_of(line.text) <= size[0] for line in lines)
    table, last = session.table, session.table.state
    first = table.history.state_after(0)
    undone = 0
    while table.history.undoable:
        table.undo()
        undone += 1
    assert table.state == first
    for _ in range(undone):
        table.redo()
    assert table.state == last
    while table.history.redoable:  # what the keys themselves had taken back
        table.redo()
    with pytest.raises(FAILURES):
        table.redo()
