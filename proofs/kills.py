"""500 kills at random moments, of the screen and of the program without one, lose nothing that was shown.

Half of them fall while lines are answered over a pipe, half while keys are typed on the screen. After each, all that
was answered or shown has to be in the file, whole and under its checks, and the next start has to play on.
"""

import os
import random
import re
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools.pseudo_terminal import Start, Terminal
from tracker.__main__ import main
from tracker.journal.reader import read

KILLS = 500
SAMPLE = ["--plugins", str(Path(__file__).parents[1] / "tests" / "sample_plugin")]
LONGEST_START = 30.0
_SHOWN = re.compile(r"^ ?R\d+ .*?act no\. (\d+)", re.MULTILINE)


def prove(budget: float) -> Iterator[str]:
    """Kill so many times, half of them on the screen."""
    kills = max(round(KILLS * budget), 2)
    with tempfile.TemporaryDirectory() as folder:
        yield from headless(Path(folder), kills - kills // 2)
        yield from on_screen(Path(folder), kills // 2)


def headless(folder: Path, kills: int, seed: int = 4) -> Iterator[str]:
    """Kill the program while it answers lines over a pipe: every other time while something is written for sure."""
    save, luck, kept = _new(folder / "headless.toml"), random.Random(seed), 1
    for number in range(kills):
        child, commands, answers = _start(save)
        os.write(commands, b"note one more line of the story\n" * 400)
        answered = os.read(answers, 1) if number % 2 else b""
        time.sleep(luck.random() * 0.04)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(commands)
        while block := os.read(answers, 65536):
            answered += block
        os.close(answers)
        found, wrong = _looked_at(save)
        yield from (f"kill {number} of the program: {one}" for one in wrong)
        if found < kept + answered.count(b"\n"):
            yield f"kill {number} of the program: {kept} + {answered.count(10)} acts were answered, {found} are there"
        kept = found


def on_screen(folder: Path, kills: int, seed: int = 5, start: Start | None = None) -> Iterator[str]:
    """Kill the screen while acts are typed: what its log has shown is counted from what it has sent.

    `start` is how the program is started.
    """
    save, luck, number, kept = _new(folder / "screen.toml"), random.Random(seed), 0, 1
    for kill in range(kills):
        command = [sys.executable, "-m", "tracker", "open", str(save), *SAMPLE]
        with Terminal(command, folder=folder, start=start) as terminal:
            terminal.until("? help", LONGEST_START)
            end = terminal.clock() + luck.random() * 0.5
            while terminal.clock() < end:
                number += 1
                terminal.send(b":note act no. %d\r" % number)
                terminal.read(0.005)
            terminal.process.kill()
            terminal.process.wait()
            while terminal.read(0):
                pass
            shown = max(map(int, _SHOWN.findall(terminal.text)), default=0)
        found, wrong = _looked_at(save)
        yield from (f"kill {kill} of the screen: {one}" for one in wrong)
        there = re.findall(rb"act no\. (\d+)", save.read_bytes())
        if shown and str(shown).encode() not in there:
            yield f"kill {kill} of the screen: act {shown} was shown and is not there"
        if found < kept:
            yield f"kill {kill} of the screen: {kept} entries were there, now {found}"
        kept = found


def _new(save: Path) -> Path:
    for arguments in (["new", str(save), "--ruleset", "coterie-sample"], ["run", str(save), "-c", "add Jerry"]):
        if main([*arguments, *SAMPLE]):
            raise RuntimeError("the session could not be made")
    return save


def _looked_at(save: Path) -> tuple[int, list[str]]:
    """The number of whole entries, and what is wrong with the file; a piece of one entry at its end is not wrong."""
    reading = read(save)
    return len(reading.entries), [fault.reason.id for fault in reading.faults]


def _start(save: Path) -> tuple[int, int, int]:
    """Fork a program that reads commands from a pipe and answers into another."""
    command_reader, command_writer = os.pipe()
    answer_reader, answer_writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(command_reader, 0)
        os.dup2(answer_writer, 1)
        for descriptor in (command_reader, command_writer, answer_reader, answer_writer):
            os.close(descriptor)
        sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
        os._exit(main(["run", str(save), "--script", "-", *SAMPLE]))
    os.close(command_reader)
    os.close(answer_writer)
    return child, command_writer, answer_reader
