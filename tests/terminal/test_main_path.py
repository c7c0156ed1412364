"""An evening's main path by keys alone, on a real terminal and, where tmux is installed, within it."""

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.conftest import COTERIE, LONGEST_START, PLUGINS
from tools.pseudo_terminal import Terminal
from tracker.journal.reader import read


def program(save: Path) -> list[str]:
    return [*COTERIE, "open", str(save), "--plugins", str(PLUGINS), "--lang", "en"]


WITHIN = ["alone", *(["tmux"] if shutil.which("tmux") else [])]


@pytest.fixture(params=WITHIN)
def played(request: pytest.FixtureRequest, save: Path) -> Iterator[Terminal]:
    """The fight on the screen."""
    socket = save.parent / "t"
    tmux = ["tmux", "-f", "/dev/null", "-S", str(socket)]
    command = program(save)
    if request.param == "tmux":
        command = [*tmux, "new", "-s", "game", shlex.join(command), ";", "set", "status", "off"]
    with Terminal(command, folder=save.parent, settings={"LC_ALL": "C.UTF-8"}) as terminal:
        terminal.until(lambda text: "Orc" in text and "n next" in text, LONGEST_START)
        yield terminal


def test_a_fight_is_played_by_keys_and_every_act_is_in_the_file(played: Terminal, save: Path) -> None:
    played.press("n")
    played.until("Jerry acts")
    played.press("a")
    played.until(lambda text: "attack: Jerry" in text and "%" in text)
    played.press("enter")
    played.until("Jerry attacks Orc")
    played.press("down", "d")
    played.until("damage Orc:")
    played.press("3")
    played.until(lambda text: "→" in text and "damage Orc: 3" in text)
    played.press("enter")
    played.until("3 blunt damage")
    played.press("c", *"dazzled 2r")
    played.until("2 rd)")
    played.press("enter")
    played.until(lambda text: "dazzled" in text.split("Log")[0])
    played.press("t", *"rain", "enter")
    played.until("rain")
    played.press("u")
    played.until("Undone")
    played.press("U")
    played.until("Redone")
    played.press("s")
    played.until("─ sheet")
    played.press("q")
    played.until("n next")
    played.press("n")
    played.until("Orc acts")
    played.press("q")
    assert played.wait() == 0
    lines = [entry.do.partition(" ")[0] for entry in read(save).entries]
    assert lines[3:] == ["next", "attack", "damage", "condition", "note", "undo", "redo", "next"]
