"""A filter of a long log shows a screenful first and looks on between keys; it finds the same in the end."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import memory_session, play, played
from tests.ui.conftest import CAST, Play
from tracker.core.history import Entry
from tracker.core.messages import message
from tracker.core.state import State
from tracker.opening import Session
from tracker.recap.filters import Filter
from tracker.recap.steps import Steps
from tracker.text import Words
from tracker.ui.glyphs import FULL
from tracker.ui.look import Look
from tracker.ui.panes.log import LOOKED_AT_FIRST, LogPane
from tracker.ui.themes import load_theme

COUNT = 1500
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _entry(number: int) -> Entry:
    return Entry(number, NOW, 1, f"note {number}", f"entry {number}", (message("noted", text=f"entry {number}"),), ())


ENTRIES = tuple(map(_entry, range(1, COUNT + 1)))
LOOK = Look(Words("en"), FULL, load_theme("dark", ()).palette, {})


def _pane(entries: list[Entry]) -> LogPane:
    pane = LogPane(LOOK, None, lambda number: False)
    pane.take_over(entries, State())
    pane.lines(60, 12)
    return pane


def _shown(pane: LogPane) -> list[str]:
    return [line.text for line in pane.lines(60, 12)[1:]]


def _every(step: int) -> Callable[[int], bool]:
    return lambda number: number % step == 0


@given(
    st.sampled_from([1, 7, 90, 700, COUNT * 3]),
    st.none() | st.integers(1, COUNT),
    st.lists(st.sampled_from(["on", "more", "lines", "again"]), max_size=12),
)
def test_whatever_happens_meanwhile_the_filter_finds_what_it_would_find_at_once(
    step: int, selected: int | None, happens: list[str]
) -> None:
    entries = list(ENTRIES)
    pane = _pane(entries)
    if selected is not None:
        pane.select(selected)
    takes = _every(step)
    pane.filter("x", takes)
    for one in happens:
        if one == "on":
            pane.search_on()
        elif one == "more":
            entries.append(_entry(len(entries) + 1))
            pane.take_over(entries, State())
        elif one == "again":
            pane.filter("x", takes)
        else:
            pane.lines(60, 12)
        assert list(pane.numbers) == sorted(set(pane.numbers))
    while not pane.has_searched:
        pane.search_on()
    assert list(pane.numbers) == [entry.number for entry in entries if takes(entry.number)]
    at_once = _pane(entries)
    at_once.filter("x", takes)
    at_once.search_all()
    if selected is None:
        assert _shown(pane) == _shown(at_once)


@pytest.mark.parametrize("selected", [None, 20, 700, COUNT])
def test_the_view_stays_where_it_is_while_more_is_found(selected: int | None) -> None:
    pane = _pane(list(ENTRIES))
    if selected is not None:
        pane.select(selected)
    pane.filter("x", _every(10))
    first = _shown(pane)
    assert not pane.has_searched
    while not pane.has_searched:
        pane.search_on()
        assert _shown(pane) == first


def test_only_so_many_entries_are_looked_at_before_the_first_screenful() -> None:
    looked: list[int] = []
    pane = _pane(list(ENTRIES))
    pane.filter("x", lambda number: not looked.append(number))  # type: ignore[func-returns-value]
    assert len(looked) <= LOOKED_AT_FIRST
    assert max(looked) == COUNT


FEW = 40


@pytest.fixture
def long_fight(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A fight that is long to a filter that looks at a few entries before the first screenful."""
    monkeypatch.setattr("tracker.ui.panes.log.LOOKED_AT_FIRST", FEW)
    return played(*CAST, *(f"note entry {number}" for number in range(FEW + 60)))


async def test_a_filter_of_a_long_fight_counts_all_when_it_has_looked_at_all(
    playing: Play, long_fight: Session
) -> None:
    async with playing(long_fight) as game:
        await game.press("/", *"entry")
        await game.press("enter")
        assert f"{FEW + 60} entries" in game.text
        await game.press("/", "ctrl+u", *"who:David", "enter")
        assert "+" not in next(line for line in game.lines if line.startswith("─ Log"))


async def test_keys_and_frames_have_their_turn_while_the_filter_looks_on(
    playing: Play, long_fight: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(LogPane, "search_on", lambda pane: looked.append(pane.filter_text))  # it never comes to an end
    async with playing(long_fight) as game:
        await game.press("/", "e")
        assert f"{FEW}+ of" in game.text
        await game.press("n")
        assert looked[-1] == "en"  # the first letter's search has ended with the second
        await game.press("escape")
        before = len(looked)
        await game.press("down")
        assert len(looked) == before


@pytest.mark.parametrize(
    "text", ["who:Ann", "by:Ann", "on:Thug", "kind:damage", "scene:2", "not:lamp", "lamp", "round:1"]
)
def test_a_step_that_is_worked_out_late_passes_where_the_whole_one_does(text: str) -> None:
    session = play(
        memory_session(), "add Ann", "add Thug foe", "note the lamp goes out", "initiative", "damage Thug 1",
        "scene the yard", "undo", "note after", "damage Ann 1",
    )  # fmt: skip
    history = session.table.history
    steps = Steps(history)
    chosen = Filter(text, session.words, ["Ann", "Thug"])
    for entry in history.entries:
        assert chosen.takes(steps.late(entry.number)) is chosen.takes(steps[entry.number]), entry.do
