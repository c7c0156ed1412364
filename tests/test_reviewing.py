"""A session that is only read is what one is that is opened whole: the same entries, words, notices and faults."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tracker.cli.picture import state_as_data, state_as_text
from tracker.command.run import perform_line
from tracker.opening import NewSession, create_session, load_rules, review_session
from tracker.readable import Readable
from tracker.recap.telling import Manner, Telling
from tracker.reviewing import read_session

RULESETS = ("world-of-darkness", "night-wanderers", "ukraine-by-night", "vtm5")
LINES = ("add Ann", "add Thug foe count=2", "note the lamp goes out", "condition Ann prone", "scene the yard", "undo")


def _played(folder: Path, ruleset: str) -> Path:
    path = folder / "evening.toml"
    path.write_bytes(_played_once(ruleset))
    return path


@cache
def _played_once(ruleset: str) -> bytes:
    rules = load_rules(ruleset, (), ())
    with TemporaryDirectory() as folder:
        path = Path(folder, "evening.toml")
        session = create_session(path, NewSession(ruleset, "Evening", "ru", {}), rules, "en")
        for line in LINES:
            perform_line(session, line)
        session.table.close()
        return path.read_bytes()


def _whole(path: Path) -> None:
    """Nothing happens to the file."""


def _torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _changed(path: Path) -> None:
    path.write_text(path.read_text("utf-8").replace("the lamp", "a lamp"), "utf-8")


def _of_another_version(path: Path) -> None:
    text = path.read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith("ruleset_version"))
    path.write_text(text.replace(line, 'ruleset_version = "0.1"'), "utf-8")


def _of_a_lost_ruleset(path: Path) -> None:
    text = path.read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith("ruleset ="))
    path.write_text(text.replace(line, 'ruleset = "lost"'), "utf-8")


def _shown(session: Readable) -> list[object]:
    telling = Telling(session, Manner(players=True, turns=True))
    return [
        session.title,
        session.header,
        state_as_text(session, session.history.state),
        state_as_data(session, session.history.state),
        [(telling.lines(step), telling.kinds(step)) for step in telling.steps],
        session.words.term("of-no-book"),
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_session_reads_the_same_with_its_ruleset_and_without(tmp_path: Path, ruleset: str, language: str) -> None:
    path = _played(tmp_path, ruleset)
    read, opened = read_session(path, (), language), review_session(path, (), language)
    assert read.ruleset is not opened.ruleset
    assert _shown(read) == _shown(opened)


@pytest.mark.parametrize("happens", [_whole, _torn, _changed, _of_another_version, _of_a_lost_ruleset])
@pytest.mark.parametrize("whole", [True, False])
def test_what_there_is_to_tell_of_a_file_is_the_same(
    tmp_path: Path, happens: Callable[[Path], None], *, whole: bool
) -> None:
    path = _played(tmp_path, RULESETS[0])
    happens(path)
    read, opened = read_session(path, (), "en", whole=whole), review_session(path, (), "en", whole=whole)
    assert (read.notices, read.faults) == (opened.notices, opened.faults)
    assert bool(read.notices) is (happens is not _whole)
    assert _shown(read) == _shown(opened)


def test_a_plugin_in_a_folder_is_read_with_its_own_rules(tmp_path: Path) -> None:
    """It stands in the place of the one that is shipped: nothing that is kept of that one may be taken for it."""
    path = _played(tmp_path, "night-wanderers")
    folder = tmp_path / "plugins"
    (folder / "night-wanderers").mkdir(parents=True)
    (folder / "night-wanderers" / "__init__.py").write_text(
        "from tracker.api import RulesetCard, hookimpl\n"
        "@hookimpl\n"
        "def card():\n"
        "    return RulesetCard('night-wanderers', version='9', titles={'en': 'Mine'})\n",
        "utf-8",
    )
    read = read_session(path, (folder,), "en")
    opened = review_session(path, (folder,), "en")
    assert read.notices == opened.notices
    assert state_as_text(read, read.history.state)[0] == state_as_text(opened, opened.history.state)[0]
    assert "Mine" in state_as_text(read, read.history.state)[0]
