"""Books in the shell: listing, checking, beginning one, and playing with one that is named."""

from pathlib import Path

import pytest

from tests.program.test_program import SAMPLE, Shell


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    (tmp_path / "saves").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shell = Shell(tmp_path / "saves", capsys)
    assert shell.run("new", shell.save, "--ruleset", "world-of-darkness") == 0
    return shell


@pytest.mark.parametrize("ruleset", ["world-of-darkness", "vtm5", "night-wanderers", "ukraine-by-night", ""])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_new_book_is_right(shell: Shell, ruleset: str, language: str) -> None:
    named = ["--ruleset", ruleset] if ruleset else []
    assert shell.run("--lang", language, "book", "new", "books/mine.toml", *named) == 0
    assert shell.run("--lang", language, "book", "check", "books/mine.toml") == 0, shell.err
    assert Path("books/mine.toml").stat().st_mode & 0o777 == 0o600


def test_a_new_book_overwrites_nothing(shell: Shell) -> None:
    Path("mine.toml").write_text("mine")
    assert shell.run("book", "new", "mine.toml") == 1
    assert Path("mine.toml").read_text() == "mine"


def test_a_book_beside_the_saves_is_listed_and_used(shell: Shell) -> None:
    shell.run("book", "new", "books/mine.toml", "--ruleset", "world-of-darkness")
    assert shell.run("books") == 0
    assert "Mine (" in shell.out
    assert shell.run("run", shell.save, "-c", "add thug count=2") == 0
    assert "Thug 1, Thug 2: Thug, from the book Mine" in shell.out


def test_a_book_that_is_named_goes_before_the_others(shell: Shell) -> None:
    shell.run("book", "new", "books/mine.toml", "--ruleset", "world-of-darkness")
    Path("near.toml").write_text('[creature.thug]\nname = "Near thug"\n')
    assert shell.run("run", shell.save, "--book", "near.toml", "-c", "add thug") == 0
    assert "Near thug joins" in shell.out


def test_a_named_book_that_is_not_there_is_told(shell: Shell) -> None:
    shell.run("run", shell.save, "--book", "nothing.toml", "-c", "add Ann")
    assert shell.err.strip() == "There is no book nothing.toml"


def test_checking_tries_what_only_play_can_tell(shell: Shell) -> None:
    Path("mine.toml").write_text('for = "world-of-darkness"\n\n[encounter.orcs]\npeople = { orc = 2 }\n')
    assert shell.run("book", "check", "mine.toml") == 1
    assert shell.err.startswith("mine.toml, line 3, encounter.orcs: ")


def test_a_book_for_a_ruleset_that_is_not_there_is_told(shell: Shell) -> None:
    Path("mine.toml").write_text('for = "chess"\n[creature.pawn]\n')
    assert shell.run("book", "check", "mine.toml") == 1
    assert shell.err.startswith("mine.toml, line 1, for: ")
    assert shell.run("books", "--json", *SAMPLE) in (0, 1)
