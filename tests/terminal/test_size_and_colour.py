"""Windows of any size, terminals with few colours, none, or few signs."""

import re
from pathlib import Path

import pytest

from tests.terminal.conftest import LONGEST_START, SHORT, Open
from tools.pseudo_terminal import Terminal

COLOR = re.compile(rb"\x1b\[[0-9;]*(?<![0-9])(?:3[0-7]|38;|4[0-7]|48;|9[0-7]|10[0-7])[0-9;]*m")


def shown_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_a_window_too_small_shows_one_line_and_comes_back(play: Open, save: Path) -> None:
    terminal = play("open", save, columns=38, lines=9)
    terminal.until(lambda text: len(shown_lines(text)) == 1, LONGEST_START)
    assert "Orc" not in terminal.text
    terminal.resize(80, 24)
    terminal.until(lambda text: "Jerry" in text and "Orc" in text and "next" in text)
    terminal.press("n")
    terminal.until("Jerry acts")


def test_any_size_is_survived(fight: Terminal) -> None:
    for columns, lines in ((30, 6), (7, 3), (1, 1), (200, 2)):
        fight.resize(columns, lines)
        fight.until(lambda text: "Orc" not in text)
        fight.settle(SHORT)  # it has drawn itself as small as that
        fight.resize(80, 24)
        fight.until(lambda text: "Orc" in text and "next" in text)
    fight.press("q")
    assert fight.wait() == 0


def test_the_screen_fits_every_usable_size(fight: Terminal) -> None:
    for columns, lines in ((60, 20), (120, 40), (200, 60)):
        fight.resize(columns, lines)
        fight.until(lambda text: "Red [X] Dawn" in text.splitlines()[0] and "next" in text.splitlines()[-1])
        fight.settle(SHORT)
        rows = fight.text.splitlines()
        assert len(rows) == lines
        assert "Red [X] Dawn" in rows[0]
        assert "Orc" in fight.text
        assert "next" in rows[-1]


def test_sixteen_colours_are_enough(play: Open, save: Path) -> None:
    terminal = play("open", save, settings={"TERM": "xterm"})
    terminal.until("Orc", LONGEST_START)
    terminal.settle()
    assert b"38;5;" not in terminal.data
    assert b"38;2;" not in terminal.data
    terminal.press("n")
    terminal.until("Jerry acts")


def test_no_colour_is_sent_where_none_is_wanted(play: Open, save: Path) -> None:
    terminal = play("open", save, settings={"NO_COLOR": "1"})
    terminal.until("Orc", LONGEST_START)
    terminal.press("n", "d", "3", "enter")
    terminal.until("3 blunt damage")
    assert not COLOR.search(terminal.data)


def test_plain_signs_are_enough(play: Open, save: Path) -> None:
    terminal = play("open", save, "--ascii")
    terminal.until("Orc", LONGEST_START)
    terminal.press("n", "d", "3", "enter")
    terminal.until("3 blunt damage")
    assert terminal.data.isascii()


@pytest.mark.parametrize("theme", ["dark", "light", "terminal"])
def test_every_theme_opens(play: Open, save: Path, theme: str) -> None:
    terminal = play("open", save, "--theme", theme)
    terminal.until("Orc", LONGEST_START)
    terminal.press("q")
    assert terminal.wait() == 0


def test_sizes_that_change_faster_than_the_screen_can_follow_leave_it_whole(fight: Terminal) -> None:
    for pause in (0, 0.002, 0.005, 0.008, 0.01, 0.02):
        fight.resize(30, 6)
        fight.listen(pause)
        fight.resize(80, 24)
        fight.until(lambda text: "Orc" in text and "next" in text and "Initiative" in text)
    fight.settle()
    assert fight.text.splitlines()[-1].startswith(" n next")
