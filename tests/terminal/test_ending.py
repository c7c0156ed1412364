"""However the program ends, the terminal is as it was, the status says why, and the session is whole and free."""

import os
import re
import shlex
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.terminal.conftest import COTERIE, LONGEST_START, PLUGINS, SHORT, Open
from tools.pseudo_terminal import Terminal
from tracker.journal.reader import read
from tracker.opening import open_session

LONGEST_FROZEN = 3.5
"""A terminal that does not read is given two seconds; the rest is the machine's."""


def assert_terminal_restored(terminal: Terminal) -> None:
    """The alternate screen left, mouse and paste modes off, the cursor shown, the keyboard as it was."""
    assert "?1049 on" not in terminal.modes_left
    assert terminal.modes_left == set()
    pushed = len(re.findall(rb"\x1b\[>[0-9]+u", terminal.data))
    popped = len(re.findall(rb"\x1b\[<[0-9]*u", terminal.data))
    assert pushed == popped


def whole_entries(save: Path) -> int:
    """The number of entries of a session that is whole and that nobody holds."""
    session = open_session(save, (PLUGINS,), "en")
    session.table.close()
    assert session.notices == ()
    return len(session.table.history.entries)


def test_quitting_restores_the_terminal_of_a_program_that_began_anew_and_of_a_copy_which_are_alike(
    play: Open, save: Path
) -> None:
    shown = []
    for key, anew in (("q", True), ("ctrl+q", False)):
        terminal = play("open", save, anew=anew)
        terminal.until("n next", LONGEST_START)
        terminal.settle(SHORT)
        shown.append((terminal.text, terminal.modes_left))
        assert "?1049 on" in terminal.modes_left
        terminal.press(key)
        assert terminal.wait() == 0
        assert_terminal_restored(terminal)
        assert whole_entries(save) == 3
    assert shown[0] == shown[1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_ends_cleanly_with_128_and_its_number(fight: Terminal, save: Path, number: signal.Signals) -> None:
    fight.press("n")
    fight.until("Jerry acts")
    fight.signal(number)
    assert fight.wait() == 128 + number
    assert_terminal_restored(fight)
    assert whole_entries(save) == 4


@pytest.mark.parametrize(("number", "anew"), [(signal.SIGTERM, True), (signal.SIGHUP, False)])
def test_a_signal_at_the_first_byte_ends_cleanly_too(
    play: Open, save: Path, number: signal.Signals, *, anew: bool
) -> None:
    terminal = play("open", save, anew=anew)
    assert terminal.read(LONGEST_START)
    terminal.signal(number)
    assert terminal.wait() == 128 + number
    assert_terminal_restored(terminal)
    assert whole_entries(save) == 3


def test_a_signal_ends_it_while_a_question_is_open(fight: Terminal, save: Path) -> None:
    fight.press("d", "3")
    fight.until("damage Jerry: 3")
    fight.signal(signal.SIGTERM)
    assert fight.wait() == 128 + signal.SIGTERM
    assert_terminal_restored(fight)
    assert whole_entries(save) == 3


UNSEEN_TURNS = 16
"""On a terminal that reads them they come to 370,000 bytes, in more frames than one that does not answer is sent."""


def play_unseen(terminal: Terminal, save: Path) -> int:
    """Read nothing, while windows of other sizes and turns are drawn, far more than any line swallows.

    Each turn must come into the file all the same: a line that does not read stops nobody. Returns how many entries
    there are then.
    """
    first = len(read(save).entries)
    for turn in range(UNSEEN_TURNS):
        terminal.resize(250 - turn % 2, 80)
        before = save.stat().st_size
        terminal.press("n")
        give_up = terminal.clock() + LONGEST_START
        while save.stat().st_size == before:
            assert terminal.clock() < give_up, f"turn {turn} does not come into the file"
            time.sleep(0.002)
    give_up = terminal.clock() + LONGEST_START
    while len(read(save).entries) < first + UNSEEN_TURNS:  # the last may be on its way
        assert terminal.clock() < give_up, "not every turn has come into the file"
        time.sleep(0.01)
    return first + UNSEEN_TURNS


def test_a_frozen_line_stops_nothing_and_shows_the_last_state_when_it_goes_on(fight: Terminal, save: Path) -> None:
    play_unseen(fight, save)
    fight.resize(80, 24)
    fight.until(f"round {UNSEEN_TURNS // 2}")
    assert len(fight.data) < 200_000, "what nobody could see is not sent"


def test_a_frozen_line_and_a_signal_end_it(fight: Terminal, save: Path) -> None:
    entries = play_unseen(fight, save)
    fight.signal(signal.SIGTERM)
    assert fight.process.wait(LONGEST_FROZEN) == 128 + signal.SIGTERM
    assert whole_entries(save) == entries
    while fight.read(LONGEST_START):
        pass  # until the system has handed on what was written before the end
    assert "?1049 on" not in fight.modes_left, "a forced end gives the terminal back too"
    assert fight.modes_left == set()


def test_a_frozen_line_that_is_closed_ends_it(fight: Terminal, save: Path) -> None:
    entries = play_unseen(fight, save)
    fight.hang_up()
    assert fight.process.wait(LONGEST_FROZEN) == 128 + signal.SIGHUP
    assert whole_entries(save) == entries


@pytest.mark.parametrize("stop", [None, signal.SIGSTOP, signal.SIGTSTP])
def test_it_goes_on_after_a_stop_that_it_was_told_of_or_not(
    fight: Terminal, save: Path, stop: signal.Signals | None
) -> None:
    for _ in range(3):
        if stop is not None:
            fight.signal(stop)
            fight.until_stopped()  # a shell continues only what it has seen stop
        fight.signal(signal.SIGCONT)
        fight.until_it_takes_keys()
        fight.press("?")  # nobody stops it again before it has shown that it goes on
        fight.until("Keys of the fight")
        fight.press("?")
        fight.until("n next")
    fight.press("n")
    fight.until("Jerry acts")
    fight.press("q")
    fight.signal(signal.SIGCONT)
    assert fight.wait() == 0
    assert_terminal_restored(fight)
    assert whole_entries(save) == 4


def press_until_answered(terminal: Terminal, key: str, answer: str) -> None:
    """Continue the program and press a key, again until the screen shows what it answers: it may still be stopping."""
    give_up = terminal.clock() + LONGEST_START
    while answer not in terminal.text:
        assert terminal.clock() < give_up, f"{key} is not answered; the screen shows\n{terminal.text}"
        terminal.signal(signal.SIGCONT)
        terminal.press(key)
        with suppress(TimeoutError):
            terminal.until(answer, 0.3)


@pytest.mark.parametrize("pause", [0, 0.0005, 0.004, 0.03])
def test_many_stops_in_a_moment_leave_the_keyboard_alive(fight: Terminal, save: Path, pause: float) -> None:
    for _ in range(12):
        fight.signal(signal.SIGTSTP)
        time.sleep(pause)  # it is continued before it has stopped, while it gives the terminal back, and after
        fight.signal(signal.SIGCONT)
        time.sleep(pause)
    press_until_answered(fight, ":", "Esc cancel")
    press_until_answered(fight, "escape", "n next")
    fight.press("q")
    assert fight.wait() == 0
    assert_terminal_restored(fight)
    assert whole_entries(save) == 3


def until_the_job_stops(shell: Terminal) -> None:
    """Wait until the system has stopped the shell's only job, which wants the terminal and has it not."""
    ours, give_up = Path("/proc") / str(shell.process.pid), shell.clock() + LONGEST_START
    while True:
        for job in (ours / "task" / ours.name / "children").read_text().split():
            if (ours.parent / job / "stat").read_text().rpartition(") ")[2].startswith("T"):
                return
        assert shell.clock() < give_up, f"it does not stop; the screen shows\n{shell.text}"
        shell.read(0.01)


def test_a_job_that_was_sent_to_the_background_takes_the_terminal_when_it_comes_back(save: Path) -> None:
    program = shlex.join([*COTERIE, "open", str(save), "--plugins", str(PLUGINS)])
    with Terminal(["/bin/sh", "-i", "-m"], settings={"PS1": "ready> "}) as shell:
        shell.until("ready>")
        shell.send(f"{program} &\r".encode())
        until_the_job_stops(shell)
        shell.send(b"fg\r")
        shell.until("n next", LONGEST_START)
        for _ in range(2):
            os.killpg(shell.foreground, signal.SIGTSTP)
            shell.until("ready>")
            shell.send(b"bg\r")
            shell.listen(0.1)
            until_the_job_stops(shell)
            shell.send(b"fg\r")
            shell.until("n next", LONGEST_START)
            shell.press(":")
            shell.until("Esc cancel")
            shell.press("escape")
            shell.until("n next")
        shell.press("q")
        shell.until("ready>")
        shell.send(b"exit\r")
        assert shell.wait() == 0
        assert_terminal_restored(shell)
    assert whole_entries(save) == 3


def test_a_closed_terminal_ends_it(fight: Terminal, save: Path) -> None:
    fight.press("n")
    fight.until("Jerry acts")
    fight.hang_up()
    assert fight.process.wait(LONGEST_FROZEN) == 128 + signal.SIGHUP
    assert whole_entries(save) == 4


# An app that fails where no screen can go on, with something in memory that is nobody's business.
CRASHING = """
import sys
from tracker.__main__ import main
from tracker.ui.coterie import CoterieApp

def fail(self, event):
    password = "abra" + "cadabra"
    raise RuntimeError("the ceiling falls")

CoterieApp.on_key = fail
sys.exit(main())
"""


def test_a_crash_ends_with_one_and_a_log_that_shows_no_values(save: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", CRASHING, "open", save, "--plugins", PLUGINS]
    with Terminal(command, settings={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.until("Orc", LONGEST_START)
        terminal.press("%")  # a key that means nothing to the screen
        assert terminal.wait() == 1
        assert_terminal_restored(terminal)
        said = terminal.data.rpartition(b"\x1b[?1049l")[2].decode()
    (log,) = (tmp_path / "coterie").glob("crash-*.log")
    assert "the ceiling falls" in log.read_text("utf-8")
    assert log.name in said.replace("\r\n", "")
    assert "abracadabra" not in terminal.data.decode("utf-8", "replace") + log.read_text("utf-8")
    assert whole_entries(save) == 3


# A keyboard that fails, in the thread that reads it.
BROKEN_KEYBOARD = """
import sys
from tracker.__main__ import main
from tracker.ui.output.reading import KeyReader

def fail(self, data):
    raise RuntimeError("the keys melt")

KeyReader.read = fail
sys.exit(main())
"""


def test_what_fails_while_keys_are_read_is_told_like_any_crash(save: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", BROKEN_KEYBOARD, "open", save, "--plugins", PLUGINS]
    with Terminal(command, settings={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.until("Orc", LONGEST_START)
        terminal.press("down")
        assert terminal.wait() == 1
        assert_terminal_restored(terminal)
    (log,) = (tmp_path / "coterie").glob("crash-*.log")
    assert "the keys melt" in log.read_text("utf-8")
