"""The example session is what its script makes, and its lines are told in both languages."""

from pathlib import Path

import pytest
import tomli

from tests.plugins.tracker_vtm5.table import FifthEditionTable
from tracker.text import LANGUAGES

SAVES = Path(__file__).parents[3] / "saves"
SCRIPT = (SAVES / "example-vampire-5th.script").read_text("utf-8").splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_script_is_possible_and_told_in_words(language: str) -> None:
    session = FifthEditionTable(*SCRIPT, language=language, people=()).session
    assert all(session.words.knows(line) for entry in session.table.history.entries for line in entry.tell)


def test_the_example_session_is_what_the_script_makes() -> None:
    saved = tomli.loads((SAVES / "example-vampire-5th.toml").read_text("utf-8"))["entry"]
    entries = FifthEditionTable(*SCRIPT, people=()).session.table.history.entries
    assert [entry["do"] for entry in saved] == [entry.do for entry in entries]
    assert [entry["say"] for entry in saved] == [entry.say for entry in entries]
