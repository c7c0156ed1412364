"""Many sessions from the shell: listed, renamed, branched, put away and brought back."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.program.test_program import SAMPLE, Shell
from tests.tables import NASTY_NAMES
from tracker.journal.reader import read
from tracker.journal.writer import JournalWriter
from tracker.text import literal


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    fight = "add David", "add Killer", "initiative David=9 Killer=3", "next", "damage Killer 8"
    return Shell(tmp_path / "saves", capsys).begin(("--title", "Red Dawn"), *fight)


def listed(shell: Shell, *options: str) -> list[dict[str, Any]]:
    assert shell.run("saves", "--json", *options) == 0, shell.err
    found: list[dict[str, Any]] = json.loads(shell.out)
    return found


def test_the_list_says_what_each_session_is_and_came_to(shell: Shell) -> None:
    [save] = listed(shell)
    assert (save["title"], save["ruleset"], save["entries"]) == ("Red Dawn", "coterie-sample", 5)
    assert (save["scenes"], save["rounds"], save["fallen"]) == (1, 1, ["Killer"])
    assert save["size"] == Path(save["path"]).stat().st_size
    assert shell.run("saves") == 0
    for piece in ("Red Dawn", "coterie-sample", "1 scene", "1 round", "fell: Killer", "fight.toml"):
        assert piece in shell.out
    assert len(shell.out.splitlines()) == 1


def test_the_list_is_searched_and_sorted(shell: Shell) -> None:
    assert shell.run("new", "other", "--ruleset", "coterie-sample", "--title", "amber", *SAMPLE) == 0
    assert [save["title"] for save in listed(shell, "--sort", "title")] == ["amber", "Red Dawn"]
    assert [save["title"] for save in listed(shell, "--sort", "size")] == ["Red Dawn", "amber"]
    assert [save["title"] for save in listed(shell, "killer", "dawn")] == ["Red Dawn"]
    assert listed(shell, "nobody") == []


def test_a_broken_file_stands_in_the_list_with_what_is_wrong(shell: Shell) -> None:
    Path("saves/broken.toml").write_text("nothing = 1")
    broken = next(save for save in listed(shell) if save["problem"])
    assert "This isn't a session file" in broken["problem"]
    assert shell.run("saves") == 0
    assert any("broken.toml" in line and "This isn't a session file" in line for line in shell.out.splitlines())


@pytest.mark.parametrize("title", NASTY_NAMES)
def test_a_new_title_is_shown_everywhere_and_is_one_more_entry(title: str, shell: Shell) -> None:
    path = Path(shell.save)
    before = path.read_bytes()
    assert shell.run("rename", "fight", title) == 0, shell.err
    shown = literal(title)
    assert path.read_bytes().startswith(before), "nothing that stood in the file has changed"
    assert len(read(path).entries) == 6
    assert read(path).header.title == "Red Dawn"
    assert shell.state()["session"]["title"] == shown
    assert [save["title"] for save in listed(shell)] == [shown]
    for command in (("show", "fight"), ("saves",)):
        assert shell.run(*command, *(SAMPLE if command[0] == "show" else ())) == 0
        assert shown in shell.out
    for form in ("markdown", "html"):
        assert shell.run("log", "fight", "--format", form, *SAMPLE) == 0
        assert "Red Dawn" not in shell.out.splitlines()[0]
    assert shell.run("check", *SAMPLE) == 0, shell.err
    assert shell.lines("undo") == 0
    assert shell.state()["session"]["title"] == "Red Dawn"


def test_a_session_answers_to_its_new_title_and_no_more_to_the_old_one(shell: Shell) -> None:
    assert shell.run("rename", "red d", "Blue Noon") == 0
    assert shell.run("show", "blue", *SAMPLE) == 0
    assert shell.run("show", "red", *SAMPLE) == 1


def test_a_title_typed_at_the_table_is_the_same_as_one_given_by_the_shell(shell: Shell) -> None:
    assert shell.lines("rename-session Blue, the noon") == 0
    assert shell.run("rename", "fight", "Blue, the noon") == 0
    typed, given = read(Path(shell.save)).entries[-2:]
    assert (typed.do, typed.say, typed.head) == (given.do, given.say, given.head)
    assert shell.lines(given.do) == 0, "the line of an entry does the same again"


@pytest.mark.parametrize("title", ["", "  "])
def test_no_session_is_called_nothing(title: str, shell: Shell) -> None:
    assert shell.run("rename", "fight", title) == 1
    assert shell.run("branch", "fight", "2", "--title", title, *SAMPLE) == 1
    assert len(listed(shell)) == 1


def test_a_session_that_is_played_is_refused_in_one_line(shell: Shell) -> None:
    before = Path(shell.save).read_bytes()
    with JournalWriter.open(Path(shell.save)):
        for command in (("rename", "fight", "Other"), ("archive", "fight"), ("remove", "fight")):
            assert shell.run(*command) == 1
            assert len(shell.err.splitlines()) == 1
    assert Path(shell.save).read_bytes() == before


def test_a_session_is_renamed_where_its_ruleset_is_missing(shell: Shell) -> None:
    assert shell.run("rename", "fight", "Other") == 0, "no plugins are named here"
    assert shell.state()["session"]["title"] == "Other"


def test_a_branch_ends_where_it_is_told_to_under_its_own_title(shell: Shell) -> None:
    before = Path(shell.save).read_bytes()
    assert shell.run("branch", "fight", "2", "--title", "Another way", *SAMPLE) == 0, shell.err
    branched = Path("saves/Another-way.toml")
    assert [entry.do for entry in read(branched).entries][2:] == ['rename-session "Another way"']
    assert read(branched).header == read(Path(shell.save)).header
    assert Path(shell.save).read_bytes() == before
    assert {save["title"] for save in listed(shell)} == {"Red Dawn", "Another way"}
    assert shell.run("run", "another", "-c", "next", *SAMPLE) == 0
    for title in ("another  WAY", "red dawn"):
        assert shell.run("branch", "fight", "2", "--title", title, *SAMPLE) == 1
        assert "Choose another title" in shell.err
    assert shell.run("branch", "fight", "9", "--title", "Third", *SAMPLE) == 1
    assert "9" in shell.err
    assert len(listed(shell)) == 2


@pytest.mark.parametrize(("command", "shelf"), [("archive", "archive"), ("remove", "removed")])
def test_what_is_put_away_is_listed_apart_and_comes_back(command: str, shelf: str, shell: Shell) -> None:
    before = Path(shell.save).read_bytes()
    assert shell.run(command, "red dawn") == 0, shell.err
    assert listed(shell) == []
    assert [save["title"] for save in listed(shell, f"--{shelf}")] == ["Red Dawn"]
    assert shell.run(command, "red", "--back") == 0, shell.err
    assert Path(shell.save).read_bytes() == before
    assert shell.run(command, "red", "--back") == 1
    assert len(shell.err.splitlines()) == 1


def test_what_is_in_the_archive_can_be_removed_by_its_title(shell: Shell) -> None:
    assert shell.run("archive", "fight") == 0
    assert shell.run("remove", "red dawn") == 0, shell.err
    assert shell.run("remove", "red dawn", "--back") == 0
    assert len(listed(shell)) == 1
