"""The initiative panel in a crowd: whose turn it is stays in view, with those who come next."""

from itertools import pairwise

import pytest

from tests.how_many import part
from tests.tables import memory_session, play, played
from tests.ui.conftest import CAST, Game, Pasted, Play
from tests.ui.variants import variant
from tracker.api import Chapter, ConditionKind
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.panes.order import OrderPane
from tracker.ui.themes import load_theme

WIDTH, HEIGHT = 80, 8
CROWD = 30


def test_whose_turn_it_is_and_who_comes_next_are_in_view_and_the_view_moves_seldom() -> None:
    session = played(f"add Orc foe count={CROWD}", "initiative")
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


SIZES = [(40, 10), (60, 20), (80, 24), (120, 40), (200, 60)]


def is_acting_seen(game: Game) -> bool:
    """Whether the screen shows the sign of whoever acts beside their name."""
    acting = game.state.characters[game.state.current].name
    return any(line[1:2] == game.screen.look.glyphs.pointer and acting in line for line in game.lines)


@pytest.mark.parametrize("size", part(SIZES, 4))
async def test_whoever_acts_is_seen_at_every_size_whatever_was_done(playing: Play, size: tuple[int, int]) -> None:
    session = played("add Orc foe count=70", "initiative", "next")
    state = session.table.state
    play(session, f'turn "{state.characters[state.order[30].who].name}"')
    async with playing(session, size=size) as game:
        assert is_acting_seen(game)
        jump = [":", Pasted("jump Orc 65"), "enter"]
        for keys in (["home"], ["end"], ["pageup"], ["g"], ["u"], ["U"], ["n"], jump, ["u"]):
            await game.press(*keys)
            assert is_acting_seen(game), keys
        await game.press("home")
        for other in SIZES:
            await game.resize(*other)
            assert is_acting_seen(game), other
        assert any(line.startswith("›") for line in game.lines), "and the cursor too"


@pytest.mark.parametrize("size", SIZES)
async def test_the_gravest_badge_is_whole_at_every_size(playing: Play, size: tuple[int, int]) -> None:
    names = ["Ann", "Very long name of a night guard 12", "李小龙"]
    session = played(*(f'add "{name}" foe toughness=10' for name in names), "initiative", "next")
    play(session, "condition Ann bleeding amount=2", "condition Ann rain", "condition Ann snow", "hide Ann")
    play(session, 'condition "Very long name of a night guard 12" bleeding rounds=2', "damage 李小龙 10")
    async with playing(session, size=size) as game:
        for key in ("home", "down", "down"):
            await game.press(key)
            row = next(line for line in game.lines if line.startswith("›"))[:83]
            if "Ann" in row:
                assert "bleeding 2" in row
            elif "Very" in row:
                assert "bleeding 2 rd" in row or "bleeding (2 rd)" in row
                assert " 12 " in row, "the number of a long name is kept"
            else:
                assert "down" in row


def test_who_holds_back_differs_from_who_has_acted() -> None:
    holding_back = Chapter(conditions=(ConditionKind("holds-back", waits=True),))
    session = play(memory_session(variant(holding_back)), *CAST, "condition David holds-back", "next", "next")
    look = Look(session.words, FULL, load_theme("dark").palette)
    pane = OrderPane(session.table.rules, look)
    pane.take_over(session.table.state)
    rows = [line.text for line in pane.lines(WIDTH, HEIGHT)[1:]]
    assert [row[1] for row in rows] == [look.glyphs.waiting, look.glyphs.acted, look.glyphs.pointer]


async def test_a_session_opens_with_whoever_acts_in_view_and_under_the_cursor(playing: Play) -> None:
    session = played("add Orc foe count=16", "initiative", *["next"] * 15)
    async with playing(session) as game:
        acting = game.state.characters[game.state.current].name
        assert any(line.startswith("›▶") and acting in line for line in game.lines)
