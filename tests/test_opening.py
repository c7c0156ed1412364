"""Opening a session: old formats, missing rulesets, entries that do not fit, words in two languages."""

from pathlib import Path
from typing import Any

import coterie_sample
import pytest

from tests.rules.test_facade import answering, copy_of_sample
from tests.tables import disk_session, play, try_line
from tracker.api import hookimpl
from tracker.journal import migration
from tracker.journal.errors import Damaged, NewerFormat
from tracker.opening import NewSession, create_session, open_session, review_session
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError, PluginSource
from tracker.story import story


@pytest.fixture(autouse=True)
def installed_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample ruleset as if it were installed under its own name."""
    source = PluginSource("sample", "tests")
    monkeypatch.setattr(PluginSource, "load", lambda self: coterie_sample)
    monkeypatch.setattr("tracker.opening.find", lambda name, folders: source)


def test_an_open_session_has_the_state_it_was_left_in(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    session = play(disk_session(path), "add Ann", "add Bob", "initiative", "next", "damage Bob 2", "undo", "next")
    session.table.close()
    again = open_session(path, (), "en")
    assert again.table.state == session.table.state
    assert again.notices == ()
    play(again, "undo", "undo")
    again.table.close()


def test_an_older_format_is_played_on_in_a_copy_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.toml"
    play(disk_session(path), "add Ann").table.close()
    old = path.read_text().replace("format = 1", "format = 0").replace("title =", "name =")
    path.write_text(old)

    def rename_title(document: dict[str, Any]) -> dict[str, Any]:
        document["session"]["title"] = document["session"].pop("name")
        return document

    monkeypatch.setitem(migration.STEPS, 0, migration.Step("title", rename_title))  # type: ignore[misc]
    session = play(open_session(path, (), "en"), "add Bob")
    session.table.close()
    assert path.read_text() == old
    assert session.path != path
    assert [notice.id for notice in session.notices] == ["session.migrated"]
    assert list(review_session(session.path, (), "en").table.state.characters) == ["Ann", "Bob"]


def test_a_newer_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    disk_session(path).table.close()
    path.write_text(path.read_text().replace("format = 1", "format = 2"))
    before = path.read_bytes()
    with pytest.raises(NewerFormat):
        open_session(path, (), "en")
    assert path.read_bytes() == before


def test_an_entry_that_does_not_fit_costs_itself_alone_and_nobody_plays_on_unasked(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    play(disk_session(path), "add Ann", "damage Ann 2", "add Bob").table.close()
    changed = without_checks(path).replace('kind = "pool_set", who = "Ann"', 'kind = "pool_set", who = "Nobody"')
    path.write_text(changed)
    with pytest.raises(Damaged) as failure:
        open_session(path, (), "en")
    assert [fault.first for fault in failure.value.faults] == [2]
    assert path.read_text() == changed
    session = review_session(path, (), "ru")
    assert [fault.numbers for fault in session.faults] == [range(2, 3)]
    assert list(session.table.state.characters) == ["Ann", "Bob"]
    assert session.table.state.characters["Ann"].pools["hits"].value == 8
    assert "«Nobody» здесь нет" in session.words.say(session.notices[0])
    assert "Эта запись пропущена" in story(session.table.history.entries[1], session.words)[0]


def without_checks(path: Path) -> str:
    """The text of a session as an older program wrote it: any line of it may be changed without being noticed."""
    return "".join(line for line in path.read_text().splitlines(keepends=True) if not line.startswith("# check"))


def test_a_session_written_in_english_is_read_in_russian(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    play(disk_session(path), "add Ann", "damage Ann 2 sharp").table.close()
    session = open_session(path, (), "ru")
    entry = session.table.history.entries[-1]
    assert story(entry, session.words) == ["Ann: урон 2 (острый), хиты 8 → 6"]
    play(session, "damage Ann 1")
    session.table.close()
    assert session.table.history.entries[-1].say == "Ann: 1 blunt damage, hits 6 → 5"


@pytest.mark.parametrize("hook", ["character_kinds", "table_options", "actions", "condition_kinds", "catalogue"])
def test_a_session_whose_ruleset_describes_itself_wrongly_can_still_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    path = tmp_path / "x.toml"
    play(disk_session(path), "add Ann", "damage Ann 2").table.close()
    before = path.read_bytes()
    monkeypatch.setattr(PluginSource, "load", lambda self: copy_of_sample(**{hook: answering(hook, [7])}))
    session = open_session(path, (), "en")
    assert [notice.id for notice in session.notices] == ["session.only_reading"]
    assert hook in session.words.say(session.notices[0])
    assert session.table.state.characters["Ann"].pools["hits"].value == 6
    assert not try_line(session, "damage Ann 1")
    session.table.close()
    assert path.read_bytes() == before


def test_a_session_whose_ruleset_has_wrong_words_in_another_language_can_still_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.toml"
    play(disk_session(path), "add Ann").table.close()

    @hookimpl
    def catalogue(language: str) -> object:
        return {} if language == "en" else {"term": [7]}

    monkeypatch.setattr(PluginSource, "load", lambda self: copy_of_sample(catalogue=catalogue))
    session = open_session(path, (), "en")
    assert [notice.id for notice in session.notices] == ["session.only_reading"]
    session.table.close()


def test_a_ruleset_that_describes_itself_wrongly_leaves_no_file_of_a_new_session(tmp_path: Path) -> None:
    rules = Rules(copy_of_sample(actions=answering("actions", [7])), name="sample")
    with pytest.raises(PluginError):
        create_session(tmp_path / "x.toml", NewSession("sample", "X", "en", {}), rules, "en")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", ["de", "", "../../../pyproject"])
def test_a_session_in_a_language_that_the_program_does_not_speak_is_told_in_english(
    tmp_path: Path, language: str
) -> None:
    path = tmp_path / "x.toml"
    play(disk_session(path), "add Ann").table.close()
    path.write_text(without_checks(path).replace('language = "en"', f'language = "{language}"'))
    session = play(open_session(path, (), "ru"), "damage Ann 1")
    session.table.close()
    assert session.table.history.entries[-1].say == "Ann: 1 blunt damage, hits 8 → 7"
