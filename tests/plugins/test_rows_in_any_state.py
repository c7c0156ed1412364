"""Whatever has befallen people, each row says its gravest badge whole, and whoever acts is in view, at every size."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.languages import LANGUAGES
from tests.plugins.kept import kept_rules
from tests.plugins.test_short_words import STATUSES
from tests.tables import memory_session, play, words_for
from tracker.core.badges import DOWN
from tracker.core.facts import ConditionSet, PoolSet, StatusSet
from tracker.core.fold import fold
from tracker.core.state import Condition, Pool, State, Status
from tracker.rules.facade import Rules
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.panes.order import OrderPane
from tracker.ui.themes import load_theme
from tracker.ui.view.badges import badges_of
from tracker.ui.view.rows import shortened_name

WIDTHS_AND_HEIGHTS = [(40, 3), (60, 4), (80, 8), (80, 20), (84, 40)]
"""The list at 40×10, 60×20, 80×24, 120×40 and 200×60."""
NAMES = ("Ann", "Very long name of a night guard 12", "Убийца", "李小龙", "Тарас Григорьевич 3")
PALETTE = load_theme("dark").palette


@cache
def start(module: str) -> tuple[Rules, State]:
    """A fight of five in which somebody acts."""
    rules = kept_rules(module)
    people = [f'add "{name}" {"foe" if number % 2 else "ally"}' for number, name in enumerate(NAMES)]
    session = play(memory_session(rules), *people, "initiative", "next")
    state = session.table.state
    return rules, replace(state, current=state.current or state.order[2].who)


@st.composite
def states(draw: st.DrawFn, module: str) -> State:
    """A state in which anything that the ruleset knows may have befallen anybody."""
    rules, state = start(module)
    kinds = [kind for kind in rules.conditions.values() if not kind.memory]
    for who in state.characters:
        for kind in draw(st.lists(st.sampled_from(kinds), max_size=4, unique_by=lambda kind: kind.id)):
            amount = draw(st.integers(0, 9)) if kind.amount else 0
            left, unit = draw(st.sampled_from([(None, ""), (2, "round"), (1, "turn"), (5400, "second")]))
            condition = Condition(kind.id, kind.id, amount, left=left, unit=unit)  # type: ignore[arg-type]
            state = fold(state, ConditionSet(who, condition))
        words = draw(st.lists(st.sampled_from(STATUSES[module]), max_size=2, unique=True))
        state = fold(state, StatusSet(who, tuple(Status(word, can_act=False, weight=DOWN) for word in words)))
        for name, pool in state.characters[who].pools.items():
            after = Pool(draw(st.integers(0, pool.maximum or 9)), pool.maximum, pool.minimum)
            state = fold(state, PoolSet(who, name, pool, after))
    return state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", STATUSES)
def test_the_gravest_badge_and_whoever_acts_are_painted(module: str, language: str) -> None:
    rules, _ = start(module)
    look = Look(words_for(rules, language), FULL, PALETTE)

    @trying(3)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        state = data.draw(states(module))
        pane = OrderPane(rules, look)
        pane.take_over(state)
        for width, height in WIDTHS_AND_HEIGHTS:
            for _ in range(len(NAMES)):
                rows = [line.text for line in pane.lines(width, height)[1:]]
                acting = state.characters[state.current]
                assert any(row[1:2] == look.glyphs.pointer and acting.name[:4] in row for row in rows)
                (selected,) = (row for row in rows if row.startswith(look.glyphs.cursor))
                badges = badges_of(state.characters[pane.selected], rules, look)
                if badges:
                    assert badges[0].whole in selected or badges[0].short in selected
                pane.move(1)
            pane.move(-len(NAMES))

    check()


def test_a_long_name_keeps_its_number_and_says_where_it_was_cut() -> None:
    assert shortened_name("Very long name of a night guard 12", 16, "…") == "Very long na… 12"
    assert shortened_name("Very long name", 9, "…") == "Very long name", "the pen cuts it, with a mark"
    assert shortened_name("Guard 12", 16, "…") == "Guard 12"
    assert shortened_name("12345678901234567890", 8, "…") == "12345678901234567890"
