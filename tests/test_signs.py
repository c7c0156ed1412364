"""Plain signs: with `--ascii` nothing beyond ASCII is written but the reader's own letters."""

from pathlib import Path

import pytest
import tomli

from tests.tables import saved
from tracker.__main__ import main
from tracker.signs import PLAIN_SIGNS, plain_text

CATALOGUES = sorted((*Path("tracker/locale").rglob("*.toml"), *Path("plugins").rglob("*.toml")))
MARKS = "/X*"


def texts(table: object) -> list[str]:
    if isinstance(table, str):
        return [table]
    inner = table.values() if isinstance(table, dict) else table if isinstance(table, list) else ()
    return [text for one in inner for text in texts(one)]


def test_every_sign_of_a_catalogue_has_a_plain_one() -> None:
    for path in CATALOGUES:
        for text in texts(tomli.loads(path.read_text("utf-8"))):
            plain = plain_text(text.replace("␊", " "))
            assert plain.count("?") == text.count("?"), f"{path}: {text}"
            assert plain.isascii() or all(sign.isascii() or sign.isalpha() for sign in plain), f"{path}: {plain}"
    assert len(CATALOGUES) > 100


def test_no_plain_sign_is_a_mark_of_damage() -> None:
    assert not [sign for sign in PLAIN_SIGNS.values() if sign in tuple(MARKS)]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("form", [["show"], ["log"], ["log", "--format", "markdown"], ["stats"], ["show", "--json"]])
def test_what_a_command_says_is_plain(
    form: list[str], language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dawn.toml"
    saved(path, "add David ally", "add Эрик foe", "damage David 3", "note «да» — нет… 5 ≥ 4")
    command, *options = form
    assert main(["--ascii", "--lang", language, command, str(path), *options]) == 0
    out = capsys.readouterr().out
    assert all(sign.isascii() or sign.isalpha() for sign in out)
    assert out.isascii() or "--json" not in form
