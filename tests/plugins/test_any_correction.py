"""Whichever earlier act is taken back or changed in whichever game: it can be undone, replayed and read by anyone."""

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from tests.how_many import several, so_long
from tests.plugins.kept import evening, kept_rules
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import try_line
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.facts import Corrected, Undone
from tracker.core.history import History, Told
from tracker.core.state import State
from tracker.journal.reader import read
from tracker.opening import NewSession, Session, create_session, review_session

LINES = so_long(25, 35)
CORRECTIONS = so_long(3, 4)


def standing(history: History) -> Sequence[Told]:
    return [history.told(number) for number in history.standing]


def played_in(session: Session, seed: int) -> Session:
    typist = Typist(session, seed)
    while len(session.table.history.standing) < LINES:
        try_line(session, typist.line())
    return session


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("seed", range(several(1)))
def test_any_act_is_corrected_and_that_is_undone_redone_and_read_without_the_plugin(
    module: str, seed: int, tmp_path: Path
) -> None:
    new, rules = NewSession(module, "Any", "en", {}), kept_rules(module)
    session = played_in(create_session(tmp_path / "x.toml", new, rules, "en", RandomChance(seed)), seed)
    table, history, chance = session.table, session.table.history, random.Random(seed)
    for turn in range(CORRECTIONS):
        number = chance.choice(history.standing)
        before, acts = table.state, standing(history)
        line = f"redo #{number} as note rain" if turn % 2 else f"undo #{number}"
        last = history.undoable
        (entry,) = perform_line(session, line)
        assert isinstance(entry.facts[0], Undone if last and line == f"undo #{last.number}" else Corrected)
        assert history.holds(number) is bool(turn % 2)
        assert set(history.standing) <= {told.entry.number for told in acts}
        after, corrected = table.state, standing(history)
        assert all(one.after == other.before for one, other in pairwise(corrected))
        assert corrected[-1].after == after
        way_back, way_forth = table.undo, table.redo
        if isinstance(entry.facts[0], Undone):
            way_back, way_forth = way_forth, way_back  # a plain undo of the last act
        way_back()
        assert (table.state, standing(history)) == (before, acts)
        way_forth()
        assert (table.state, standing(history)) == (after, corrected)
    table.close()

    reading = read(session.path)
    folded = History(State(options=reading.header.options, title=reading.header.title))
    for entry in reading.entries:
        assert folded.append(entry) == history.state_after(entry.number)
    assert standing(folded) == standing(history)
    assert review_session(session.path, [], "en").table.state == table.state


@pytest.mark.parametrize("module", MODULES)
def test_what_stands_after_a_correction_is_what_comes_of_its_lines_alone(module: str) -> None:
    session = played_in(evening(module, 5), 5)
    for number in list(session.table.history.standing)[4::9]:
        try_line(session, f"undo #{number}")
    again = evening(module, 99)
    for told in standing(session.table.history):
        perform_line(again, told.entry.do)
    assert again.table.state == session.table.state
