"""Where no full screen is possible the program says so in one line, and sends no escape sequences."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.terminal.conftest import COTERIE, LONGEST_START, PLUGINS, Open
from tools.pseudo_terminal import Terminal

SCREENS = (("open",), ("review",), ("watch",))


def assert_one_line(said: str) -> None:
    assert said.count("\n") == 1
    assert "\x1b" not in said


@pytest.mark.parametrize("command", SCREENS)
def test_a_terminal_that_can_do_nothing_is_refused(play: Open, save: Path, command: tuple[str, ...]) -> None:
    terminal = play(*command, save, settings={"TERM": "dumb"})
    assert terminal.wait(LONGEST_START) == 1
    assert_one_line(terminal.data.decode())
    assert "dumb" in terminal.text


@pytest.mark.parametrize("lost", ["stdin", "stderr"])
def test_no_terminal_is_refused(save: Path, lost: str) -> None:
    """The screen reads keys from standard input and is drawn on standard error."""
    ours, theirs = os.openpty()
    try:
        streams = {"stdin": theirs, "stderr": theirs, "stdout": subprocess.PIPE}
        streams |= {"stdin": subprocess.DEVNULL} if lost == "stdin" else {"stderr": subprocess.PIPE}
        command = [*COTERIE, "open", str(save), "--plugins", str(PLUGINS)]
        ended = subprocess.run(command, **streams, check=False, timeout=LONGEST_START)  # type: ignore[call-overload]
        said = os.read(ours, 65536) if lost == "stdin" else ended.stderr
    finally:
        os.close(ours)
        os.close(theirs)
    assert ended.returncode == 1
    assert ended.stdout == b""
    assert_one_line(said.decode())


def test_a_session_that_somebody_else_plays_is_refused(play: Open, fight: Terminal, save: Path) -> None:
    second = play("open", save, anew=True)
    assert second.wait(LONGEST_START) == 1
    assert_one_line(second.data.decode())


def test_the_example_is_told_where_there_is_no_screen() -> None:
    ended = subprocess.run(
        [*COTERIE, "demo"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST_START, check=False
    )
    assert ended.returncode == 0
    assert len(ended.stdout.splitlines()) > 5
    assert "\x1b" not in ended.stdout + ended.stderr
