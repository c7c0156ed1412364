"""The example fight can be played from its script, in both languages, and again from what the journal keeps."""

from pathlib import Path

import pytest
import tomli

from tests.languages import LANGUAGES
from tests.plugins.tracker_ukraine_by_night.fights import fight
from tools.remake_examples import lines_of

SAVES = Path(__file__).parents[3] / "saves"
SCRIPT = lines_of(SAVES / "example-ukraine-by-night.toml")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_script_is_possible_and_told_in_words(language: str) -> None:
    session = fight(*SCRIPT, language=language)
    assert all(session.words.knows(line) for entry in session.table.history.entries for line in entry.tell)


def test_the_lines_that_the_journal_keeps_play_the_same_fight() -> None:
    first = fight(*SCRIPT)
    again = fight(*(entry.do for entry in first.table.history.entries))
    assert again.table.state == first.table.state


def test_the_example_session_is_what_the_script_makes() -> None:
    saved = tomli.loads((SAVES / "example-ukraine-by-night.toml").read_text("utf-8"))["entry"]
    entries = fight(*SCRIPT).table.history.entries
    assert [entry["do"] for entry in saved] == [entry.do for entry in entries]
    assert [entry["say"] for entry in saved] == [entry.say for entry in entries]
