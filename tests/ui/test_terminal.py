"""What a terminal can show is found out before anything is drawn."""

import pytest

from tracker.ui.glyphs import FULL, glyphs_for
from tracker.ui.terminal import terminal_here
from tracker.ui.themes import theme_for


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "TERM", "COLORFGBG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "is_simple"),
    [
        ({}, False),
        ({"TERM": "xterm-256color", "LANG": "en_US.UTF-8"}, False),
        ({"TERM": "tmux-256color", "LC_ALL": "C.UTF-8"}, False),
        ({"TERM": "linux", "LANG": "ru_RU.UTF-8"}, True),
        ({"TERM": "vt220"}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "C"}, False),
        ({"LC_CTYPE": "ru_RU.UTF-8", "LANG": "C"}, False),
    ],
)
def test_a_console_and_a_c_locale_get_plain_signs(
    environment: dict[str, str], is_simple: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = terminal_here()
    assert terminal.is_simple is is_simple
    if terminal.is_unicode:
        assert (glyphs_for(terminal, ascii_only=False) is FULL) is not is_simple


@pytest.mark.parametrize(("told", "is_light"), [("0;15", True), ("0;default;7", True), ("15;0", False), ("", False)])
def test_few_colours_are_taken_for_the_background_that_the_terminal_tells_of(
    told: str, is_light: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORFGBG", told)
    assert terminal_here().is_light is is_light
    assert theme_for(has_few_colors=True, is_light=is_light) == ("terminal-light" if is_light else "terminal")
    assert theme_for(has_few_colors=False, is_light=is_light) == "dark"
