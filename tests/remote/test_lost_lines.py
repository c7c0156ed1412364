"""Played over SSH for real: however the line breaks, the session is whole, the lock free, the terminal clean."""

import os
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.remote.server import Server, sshd
from tests.terminal.conftest import PLUGINS, make_save
from tools.pseudo_terminal import Terminal
from tracker.journal.reader import read
from tracker.journal.writer import JournalWriter

LONGEST = 30.0
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    program = sshd()
    assert program is not None, "these tests are collected only where there is a server"
    one = Server(program, tmp_path_factory.mktemp("ssh"))
    yield one
    one.close()


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return make_save(tmp_path / "fight.toml", "add Jerry skill=3", "add Orc foe", "initiative Jerry=13 Orc=9", "next")


def program(save: Path) -> str:
    """The line of the far shell that opens the session on the screen."""
    kept = {name: os.environ[name] for name in os.environ if name.startswith(("XDG_", "PYTHON"))}
    path = f"{ROOT}:{ROOT / 'plugins'}"
    words = ["env", *(f"{name}={value}" for name, value in {**kept, "PYTHONPATH": path, "LANG": "C.UTF-8"}.items())]
    return shlex.join([*words, sys.executable, "-m", "tracker", "open", str(save), "--plugins", str(PLUGINS)])


def played(server: Server, line: str, save: Path) -> Terminal:
    """A terminal on the line, in which two acts have been done and shown."""
    terminal = Terminal(server.command(line), folder=save.parent)
    terminal.until("Orc", LONGEST)
    terminal.press("n")
    terminal.until("Orc acts", LONGEST)
    terminal.send(b":damage Jerry 2\r")
    terminal.until("6/8", LONGEST)
    return terminal


def holder(save: Path) -> int:
    return int(save.with_name(f"{save.name}.lock-holder").read_text())


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{process}/stat").exists() and ") Z " in Path(f"/proc/{process}/stat").read_text()


def wait_for(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST
    while not reached():
        assert time.monotonic() < end, "that does not come about"
        time.sleep(0.02)


def is_whole_and_free(save: Path, process: int) -> None:
    """All that was shown is there, and the next program may write."""
    wait_for(lambda: is_gone(process))
    reading = read(save)
    assert (reading.faults, reading.torn) == ((), b"")
    assert [entry.do for entry in reading.entries[4:]] == ["next", "damage Jerry 2"]
    with JournalWriter.open(save) as writer:
        assert len(writer.reading.entries) == len(reading.entries)


def kill_the_client(terminal: Terminal, process: int) -> None:
    terminal.process.kill()


def close_the_terminal(terminal: Terminal, process: int) -> None:
    terminal.hang_up()


def freeze_the_line_and_drop_it(terminal: Terminal, process: int) -> None:
    terminal.signal(signal.SIGSTOP)
    terminal.send(b"n")
    terminal.process.kill()


@pytest.mark.parametrize("breaking", [kill_the_client, close_the_terminal, freeze_the_line_and_drop_it])
def test_a_line_that_breaks_loses_nothing_that_was_shown(
    server: Server, save: Path, breaking: Callable[[Terminal, int], None]
) -> None:
    with played(server, program(save), save) as terminal:
        process = holder(save)
        breaking(terminal, process)
        is_whole_and_free(save, process)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_ended_leaves_the_far_terminal_clean(
    server: Server, save: Path, number: signal.Signals
) -> None:
    with played(server, program(save), save) as terminal:
        process = holder(save)
        os.kill(process, number)
        assert terminal.wait(LONGEST) == 128 + number
        assert terminal.modes_left == set()
        is_whole_and_free(save, process)


def test_leaving_over_the_line_is_clean(server: Server, save: Path) -> None:
    with played(server, program(save), save) as terminal:
        process = holder(save)
        terminal.press("q")
        assert terminal.wait(LONGEST) == 0
        assert terminal.modes_left == set()
        is_whole_and_free(save, process)


if shutil.which("tmux"):

    def test_a_program_in_tmux_is_played_on_after_the_line_broke(server: Server, save: Path) -> None:
        tmux = f"tmux -f /dev/null -S {shlex.quote(str(save.parent / 't'))}"
        with played(server, f"{tmux} new -s game {shlex.quote(program(save))}", save) as terminal:
            process = holder(save)
            terminal.process.kill()
        with Terminal(server.command(f"{tmux} attach -t game"), folder=save.parent) as terminal:
            terminal.until("6/8", LONGEST)
            assert holder(save) == process
            terminal.press("q")
            terminal.wait(LONGEST)
        is_whole_and_free(save, process)
