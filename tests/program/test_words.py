"""`coterie words`: which languages there are, what one lacks, and files to fill in that count as soon as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli

from tests.languages import LANGUAGES
from tests.test_languages import POLISH
from tracker.__main__ import main
from tracker.languages import common_language, forget, languages, user_folder, words_of
from tracker.preferences import preferences_path


@pytest.fixture(autouse=True)
def own_words() -> Iterator[Path]:
    """The folder of the user's own words; what was read from it is forgotten again."""
    forget()
    yield user_folder()
    for path in user_folder().rglob("*.toml"):
        path.unlink()
    forget()


def test_languages_are_listed_with_how_much_of_each_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(languages())
    for line, language in zip(lines, languages().values(), strict=True):
        assert language.name in line
        if language.code in LANGUAGES:
            there, total = (int(word) for word in line.split() if word.isdecimal())
            assert there == total


def test_a_template_holds_what_is_missing_and_nothing_once_it_is_filled_in(
    own_words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["words", "--missing", "pl", "--to", str(own_words), "--lang", "en"]) == 0
    written = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert own_words / "pl" / "language.toml" in written
    forget()
    assert "pl" in languages()
    assert words_of("pl") == {table: {} for table in words_of("pl")}, "an empty text is none"
    common = words_of(common_language())
    template = tomli.loads((own_words / "pl" / "terms.toml").read_text("utf-8"))
    assert template["term"].keys() == common["term"].keys()
    for path in written:
        path.write_text(path.read_text("utf-8").replace('= ""', '= "x"'), "utf-8")
    (own_words / "pl" / "language.toml").write_text(POLISH, "utf-8")
    forget()
    assert main(["words", "--missing", "pl", "--lang", "en"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["saves", "--lang", "pl"]) == 0


def test_what_is_there_already_is_not_written_over(own_words: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (own_words / "pl" / "language.toml", own_words / "pl" / "log.toml"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(POLISH if path.stem == "language" else '[message]\nundone = "Cofnięto: {what}"\n', "utf-8")
    forget()
    main(["words", "--missing", "pl", "--to", str(own_words), "--lang", "en"])
    assert str(own_words / "pl" / "log_2.toml") in capsys.readouterr().out
    forget()
    assert words_of("pl")["message"]["undone"].startswith("Cofnięto")
    assert "undone" not in tomli.loads((own_words / "pl" / "log_2.toml").read_text("utf-8"))["message"]


def test_nothing_is_written_for_what_cannot_be_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    for code in (common_language(), "../x", "p l"):
        assert main(["words", "--missing", code, "--lang", "en"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("name", ["en/mine.toml", "pl/language.toml"])
def test_a_broken_file_is_one_line_and_all_else_goes_on(
    name: str, own_words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own_words / name
    path.parent.mkdir(parents=True)
    path.write_text("[term\n", "utf-8")
    preferences_path().parent.mkdir(parents=True, exist_ok=True)
    preferences_path().write_text('language = "pl"\nascii = true\n', "utf-8")
    if name.startswith("en"):
        preferences_path().write_text('language = "en"\nascii = true\n', "utf-8")
    forget()
    assert main(["settings"]) == 0
    told = capsys.readouterr()
    assert [line for line in told.err.splitlines() if str(path) in line] == told.err.splitlines()
    assert len(told.err.splitlines()) == 1
    assert "ascii=true" in told.out.replace(" ", "")
