"""Status words are worked out anew for those whom an act concerns, not for everybody at each turn."""

import pytest

from tests.plugins.case_files import RUNNERS
from tests.plugins.typed_cases import Evening
from tracker.core.remembered import Remembered
from tracker.core.state import State

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")


@pytest.mark.parametrize("folder", RUNNERS.values())
def test_a_turn_that_passes_asks_nobody_else_how_they_are(folder: str) -> None:
    evening = Evening(folder)
    for line in (*(f"add {name}" for name in NAMES), "initiative Ann=9 Bob=8 Cid=7 Dan=6 Eve=5 Fay=4", "next"):
        evening.type(line)
    if folder == "tracker_vtm5":
        evening.type("declare all other by=Ann")
    asked: list[str] = []

    def ask(view: State, who: str) -> object:
        asked.append(who)
        return evening.session.table.rules.status(view, who) if evening.session.table.rules else ()

    remembered = Remembered(ask)
    remembered.about_all(evening.state)
    evening.type("next")
    asked.clear()
    remembered.about_all(evening.state)
    assert len(asked) <= 2, asked
