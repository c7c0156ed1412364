"""People in and out of a session from the shell."""

import io
import json
from pathlib import Path

import pytest

from tests.exchange.test_import import WOD5E
from tests.program.test_program import Shell
from tracker.exchange.documents import MOST_BYTES


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shell = Shell(tmp_path / "saves", capsys)
    assert shell.run("new", shell.save, "--ruleset", "vtm5") == 0
    Path("vera.json").write_text(json.dumps(WOD5E))
    return shell


def people(shell: Shell) -> list[str]:
    assert shell.run("show", shell.save, "--json") == 0
    return list(json.loads(shell.out)["characters"])


def test_a_dry_run_tells_who_would_come_and_changes_nothing(shell: Shell) -> None:
    assert shell.run("import", shell.save, "vera.json", "--dry-run") == 0
    assert all(line.startswith("Would happen: ") for line in shell.out.splitlines())
    assert "Vera [red]" in shell.out
    assert people(shell) == []


def test_files_come_in_and_a_list_on_standard_input_too(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shell.run("import", shell.save, "vera.json") == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Orc; 12; 5; angry\nEve\n")))
    assert shell.run("import", shell.save, "-") == 0
    assert people(shell) == ["Vera [red]", "Orc", "Eve"]


@pytest.mark.parametrize("listed", [b"Orc\n" * MOST_BYTES, b"\xce\xf0\xea\n"], ids=["too long", "no text"])
def test_a_list_that_cannot_be_read_whole_brings_nobody(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, listed: bytes
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(listed)))
    assert shell.run("import", shell.save, "-") == 1
    assert shell.err.count("\n") == 1
    assert people(shell) == []


def test_a_sheet_that_goes_out_comes_in_again_as_it_was(shell: Shell) -> None:
    shell.run("import", shell.save, "vera.json")
    assert shell.run("export", shell.save, "Vera") == 0
    Path("vera.toml").write_text(shell.out)
    assert shell.run("new", "second", "--ruleset", "vtm5") == 0
    assert shell.run("import", "second", "vera.toml") == 0
    shell.run("export", "second", "Vera")
    assert shell.out == Path("vera.toml").read_text()


def test_a_creature_that_goes_out_is_a_book(shell: Shell) -> None:
    shell.run("import", shell.save, "vera.json")
    assert shell.run("export", shell.save, "Vera", "--as", "book") == 0
    Path("mine.toml").write_text(shell.out)
    assert shell.run("book", "check", "mine.toml") == 0, shell.err


def test_wounds_and_hunger_go_back_as_a_patch(shell: Shell) -> None:
    shell.run("import", shell.save, "vera.json")
    assert shell.run("export", shell.save, "Vera", "--as", "wod5e") == 0
    assert json.loads(shell.out) == {
        "system": {
            "health": {"max": 7, "superficial": 2, "aggravated": 1},
            "willpower": {"max": 5, "superficial": 1, "aggravated": 0},
            "hunger": {"value": 3},
        }
    }


def test_a_page_of_a_sheet_escapes_what_would_be_markup(shell: Shell) -> None:
    shell.run("import", shell.save, "vera.json")
    assert shell.run("export", shell.save, "Vera", "--as", "markdown") == 0
    assert shell.out.startswith("# Vera \\[red\\]\n")


def test_an_unknown_form_is_refused_with_the_nearest(shell: Shell) -> None:
    shell.run("import", shell.save, "vera.json")
    assert shell.run("export", shell.save, "Vera", "--as", "wod5") == 1
    assert "wod5e" in shell.err


def test_the_next_evening_begins_with_the_people_options_and_language_of_the_campaign(shell: Shell) -> None:
    shell.run(
        "run", shell.save, "-c", "add Ann ally", "-c", "add Orc foe", "-c", "option smallest_pool=0", "-c", "keep all"
    )
    assert shell.run("--lang", "ru", "new", "next", "--cast", "figh") == 0, shell.err
    assert shell.run("show", "next", "--json") == 0
    data = json.loads(shell.out)
    assert list(data["characters"]) == ["Ann"]
    assert data["session"]["options"]["smallest_pool"] == 0
    assert data["session"]["language"] == "en"
    assert shell.run("run", "next", "-c", "set Ann strength 4", "-c", "keep Ann") == 0
    assert "strength = 4" in Path("books/fight.toml").read_text()


def test_a_session_needs_a_ruleset_or_a_campaign(shell: Shell) -> None:
    assert shell.run("new", "other") == 2
    assert shell.run("new", "other", "--cast", "nothing") == 1
