"""The example sessions: made by the program, playable again from what they hold, readable in its languages."""

import re
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tests.tables import MemoryJournal, shipped_rules
from tools.remake_examples import TITLE, lines_of, saves_of, script_of, tables_of
from tracker.__main__ import main
from tracker.cli.headless import answers_to, luck
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.journal.reader import read, read_header
from tracker.opening import NewSession, Session, create_session, engine_for, review_session
from tracker.pieces import joined, outcome_and_working
from tracker.resources import examples_folder
from tracker.table import Table

EXAMPLES = sorted(examples_folder().glob("example-*.toml"))


@pytest.fixture(scope="module", params=EXAMPLES, ids=[path.stem for path in EXAMPLES])
def example(request: pytest.FixtureRequest) -> Session:
    """An example as a reader opens it, for tests that only look at it."""
    return review_session(request.param, (), "en")


def fresh(example: Session, folder: Path) -> Session:
    """A session that begins as the example did; what is played in it goes into no file."""
    header = example.header
    assert not header.house_rules
    rules = shipped_rules(header.ruleset)
    wanted = NewSession(header.ruleset, header.title, header.language, header.options, header.house_rules)
    begun = create_session(folder / "again.toml", wanted, rules, "en")
    begun.table.close()
    engine = engine_for(rules, begun.commands)
    return replace(begun, table=Table(begun.table.history, rules, MemoryJournal(), begun.table.words, engine=engine))


def test_there_is_one_for_every_ruleset() -> None:
    rulesets = {read_header(path).ruleset for path in EXAMPLES}
    assert rulesets == {"world-of-darkness", "vtm5", "night-wanderers", "ukraine-by-night"}


def test_nothing_of_it_was_changed_since_it_was_written(example: Session) -> None:
    reading = read(example.path)
    assert reading.faults == ()
    assert reading.covered == len(reading.entries)
    assert example.notices == ()


def test_the_script_beside_it_makes_exactly_this_session(example: Session, tmp_path: Path) -> None:
    again = fresh(example, tmp_path)
    for line in lines_of(example.path):
        assert not isinstance(perform_line(again, line), QueryCommand)
    for made, kept in zip(again.table.history.entries, example.table.history.entries, strict=True):
        assert (made.do, made.say, made.tell, made.facts) == (kept.do, kept.say, kept.tell, kept.facts)


def test_the_lines_that_it_holds_play_it_again(example: Session, tmp_path: Path) -> None:
    again = fresh(example, tmp_path)
    for entry in example.table.history.entries:
        answers_to(again, entry.do, luck((), None))
    assert again.table.state == example.table.state


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_told_in_the_readers_language_and_its_pieces_are_its_text(
    example: Session, language: str
) -> None:
    words = copy(example.words)
    words.speak(language)
    lines = [line for entry in example.table.history.entries for line in entry.tell]
    assert lines
    for line in lines:
        assert words.knows(line), line.id
        text, pieces = words.say(line), words.pieces(line)
        assert "{" not in text
        assert joined(pieces) == text
        outcome, rest = outcome_and_working(pieces)
        assert len(joined(outcome)) + len(joined(rest)) <= len(text)


SCRIPTS = sorted({script_of(path) for path in EXAMPLES})


@pytest.mark.parametrize("script", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_every_language_of_a_script_has_its_save_and_the_same_words(script: Path) -> None:
    tables = tables_of(script)
    assert set(saves_of(script)) == {path for path in EXAMPLES if script_of(path) == script}
    asked = {TITLE, *re.findall(r"\{([^{}]+)\}", script.read_text("utf-8"))} if tables else set()
    assert {language: set(table) ^ asked for language, table in tables.items()} == {name: set() for name in tables}


def test_an_example_is_played_in_the_language_of_its_table(example: Session) -> None:
    tables = tables_of(script_of(example.path))
    language = example.path.stem.partition(".")[2] or next(iter(tables), example.header.language)
    assert example.header.language == language
    assert example.header.title == tables.get(language, {}).get(TITLE, example.header.title)


def test_the_demo_tells_the_example_in_the_readers_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "ru", "demo", "fight"]) == 0
    assert capsys.readouterr().out.startswith("Коридор конторы")
    assert main(["--lang", "en", "demo", "fight"]) == 0
    assert capsys.readouterr().out.startswith("The office corridor")


def test_the_demo_tells_an_example_in_the_nearest_language_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "uk", "demo", "ukraine-by-night"]) == 0
    assert capsys.readouterr().out.startswith("Лист у трамвайному депо")
    assert main(["--lang", "uk", "demo", "fight"]) == 0
    assert capsys.readouterr().out.startswith("Коридор конторы")
