"""The state after any entry can be told from the log alone."""

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.how_many import several
from tests.log_story import untold_in
from tests.plugins.kept import kept_rules
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tests.tables import EPOCH, LINES, memory_session, play, try_line
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.messages import message
from tracker.core.state import Condition, Place
from tracker.opening import open_session
from tracker.resources import examples_folder

EXAMPLES = sorted(examples_folder().glob("example-*.toml"))


@pytest.mark.parametrize("example", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_the_log_of_an_example_fight_tells_all_that_changed(example: Path, tmp_path: Path) -> None:
    # That its entries are what its script makes today is shown by tests/test_examples.py.
    session = open_session(Path(shutil.copy(example, tmp_path)), (), "en")
    session.table.close()
    assert len(session.table.history.entries) > 50
    assert untold_in(session) == []


@pytest.mark.parametrize("seed", range(several(4)))
def test_the_log_of_any_fight_of_the_sample_tells_all_that_changed(seed: int) -> None:
    session, chance = play(memory_session(), "add Ann", "add Bob"), random.Random(seed)
    for number in range(120):
        people = [f'"{person.name}"' for person in session.table.state.characters.values()] or ["Ann"]
        line = chance.choice(LINES)
        try_line(session, line.format(one=chance.choice(people), other=chance.choice(people), number=number % 9))
    assert untold_in(session) == []


def test_a_change_that_no_line_tells_is_noticed() -> None:
    session = play(memory_session(), "add Ann", "add Bob")
    history = session.table.history
    hits = history.state.characters["Ann"].pools["hits"]
    facts = (
        f.PoolSet("Ann", "hits", hits, replace(hits, value=5)),
        f.ConditionSet("Bob", Condition("bleeding", "bleeding", 2)),
        f.OrderSet((Place("Bob"), Place("Ann"))),
    )
    line = message("note.plain", text="Ann loses 15 hits and Bob bleeds")
    history.append(Entry(3, EPOCH, 0, "act", "", (line,), facts))
    assert [told.split("]")[1].split(":")[0].strip() for told in untold_in(session)] == [
        "pool hits Ann 5",
        "begun Bob bleeding 2",
    ]


@pytest.mark.parametrize("module", [module for module in MODULES if module != "coterie_sample"])
@pytest.mark.parametrize("seed", range(several(1)))
def test_the_log_of_any_fight_tells_all_that_changed(module: str, seed: int) -> None:
    session = memory_session(kept_rules(module), seed)
    typist = Typist(session, seed)
    for _ in range(120):
        try_line(session, typist.line())
    assert untold_in(session) == []
