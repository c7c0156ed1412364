"""The initiative panel in a crowd: whose turn it is stays in view, with those who come next."""

from itertools import pairwise

from tests.tables import memory_session, play
from tests.ui.conftest import Play
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.panes.order import OrderPane
from tracker.ui.themes import load_theme

WIDTH, HEIGHT = 80, 8
CROWD = 30


def test_whose_turn_it_is_and_who_comes_next_are_in_view_and_the_view_moves_seldom() -> None:
    session = play(memory_session(), f"add Orc foe count={CROWD}", "initiative")
    look = Look(session.words, FULL, load_theme("dark").palette)
    pane = OrderPane(session.table.rules, look)
    pane.take_over(session.table.state)
    pane.lines(WIDTH, HEIGHT)
    views = []
    for _ in range(2 * CROWD):
        play(session, "next")
        state = session.table.state
        pane.take_over(state)
        rows = ["".join(span.text for span in line.spans) for line in pane.lines(WIDTH, HEIGHT)[1:]]
        assert len(rows) == HEIGHT - 1
        (acting,) = (number for number, row in enumerate(rows) if look.glyphs.pointer in row)
        assert state.characters[state.current].name in rows[acting]
        assert acting < HEIGHT - 2 or state.order[-1].who == state.current, "those who come next are in view"
        views.append(rows[0][6:20])
    moves = sum(before != after for before, after in pairwise(views))
    assert moves <= 2 * (CROWD // (HEIGHT - 3) + 1)


async def test_a_session_opens_with_whoever_acts_in_view_and_under_the_cursor(playing: Play) -> None:
    session = play(memory_session(), "add Orc foe count=16", "initiative", *["next"] * 15)
    async with playing(session) as game:
        acting = game.state.characters[game.state.current].name
        assert any(line.startswith("›▶") and acting in line for line in game.lines)
