"""The user's settings: read, changed, wrong ones told with file and key, the command line before them."""

from pathlib import Path

import pytest

from tracker.__main__ import main
from tracker.preferences import Preferences, PreferencesError, change_preferences, load_preferences
from tracker.resources import theme_paths


def test_without_a_file_everything_is_left_to_the_program(tmp_path: Path) -> None:
    assert load_preferences(tmp_path / "none.toml") == Preferences()


def test_a_change_is_written_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    change_preferences({"theme": "light", "typed_dice": True}, path)
    change_preferences({"language": "ru", "plugins": ["/a", "/b"]}, path)
    wanted = Preferences("ru", "light", typed_dice=True, plugins=("/a", "/b"))
    assert load_preferences(path) == wanted
    change_preferences({"theme": ""}, path)
    assert "theme" not in path.read_text()


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("theem = 'light'", "theem", "settings.unknown_near"),
        ("colour = 'red'", "colour", "settings.unknown"),
        ("language = 'de'", "language", "settings.expected.language"),
        ("ascii = 'yes'", "ascii", "settings.expected.switch"),
        ("plugins = 'here'", "plugins", "settings.expected.folders"),
        ("theme = 3", "theme", "settings.expected.text"),
    ],
)
def test_a_wrong_setting_is_told_with_its_file_and_key(tmp_path: Path, text: str, key: str, reason: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    with pytest.raises(PreferencesError) as wrong:
        load_preferences(path)
    values = wrong.value.reason.values
    assert (values["path"], values["key"]) == (str(path), key)
    assert values["problem"].id == reason  # type: ignore[union-attr]


def test_a_refused_change_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    change_preferences({"theme": "light"}, path)
    before = path.read_bytes()
    with pytest.raises(PreferencesError):
        change_preferences({"ascii": "perhaps"}, path)
    assert path.read_bytes() == before


def test_the_program_shows_changes_and_follows_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "language=ru", "theme=light"]) == 0
    assert "theme = light" in capsys.readouterr().out
    assert main(["--help"]) == 0
    assert "команды" in capsys.readouterr().out
    assert main(["--help", "--lang", "en"]) == 0
    assert "commands" in capsys.readouterr().out
    assert main(["settings", "theme"]) == 2
    assert main(["settings", "colour=red"]) == 1
    assert capsys.readouterr().err.count("\n") == 2


def test_a_theme_that_is_not_there_is_refused_and_ones_own_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    from tracker.preferences import preferences_path

    assert main(["settings", "theme=mine"]) == 1
    shipped = list(theme_paths(()))
    assert ", ".join(shipped) in capsys.readouterr().err
    own = preferences_path().parent / "themes"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text("dark = true")
    assert main(["themes"]) == 0
    assert capsys.readouterr().out.split() == [*shipped, "mine"]
    assert main(["settings", "theme=mine", "ascii=yes"]) == 0
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert {"theme = mine", "ascii = true", "language = not set"} <= set(shown)


def test_a_broken_file_is_told_and_does_not_stand_in_the_way(capsys: pytest.CaptureFixture[str]) -> None:
    from tracker.preferences import preferences_path

    preferences_path().parent.mkdir(parents=True, exist_ok=True)
    preferences_path().write_text("theme = [")
    assert main(["themes"]) == 0
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b'theme = "\xff"\n', "строка 1 — не текст в UTF-8"),
        (b"ascii = true\ntheme = [[[", "строка 2, знак 12: это не TOML"),
    ],
)
def test_a_settings_file_that_cannot_be_read_is_told_in_the_readers_language_and_stands_in_nobodys_way(
    capsys: pytest.CaptureFixture[str], written: bytes, said: str
) -> None:
    from tracker.preferences import preferences_path

    preferences_path().parent.mkdir(parents=True)
    preferences_path().write_bytes(written)
    assert main(["themes", "--lang", "ru"]) == 0
    told = capsys.readouterr()
    assert said in told.err
    assert "dark" in told.out
    preferences_path().unlink()
    preferences_path().mkdir()
    assert main(["settings", "--lang", "ru"]) == 1
    assert "это папка" in capsys.readouterr().err
