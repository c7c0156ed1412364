"""Nothing that has been answered is lost, whenever the program is killed."""

import os
import random
import signal
import sys
import time
from pathlib import Path

from tracker.__main__ import main
from tracker.journal.reader import read

SAMPLE = ["--plugins", str(Path(__file__).parents[1] / "sample_plugin")]
KILLS = 200


def start(save: Path) -> tuple[int, int, int]:
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


def test_two_hundred_kills_at_random_moments_lose_nothing_that_was_answered(tmp_path: Path) -> None:
    save = tmp_path / "fight.toml"
    main(["new", str(save), "--ruleset", "coterie-sample", *SAMPLE])
    main(["run", str(save), "-c", "add Jerry", *SAMPLE])
    luck = random.Random(4)
    shown = 1
    for number in range(KILLS):
        child, commands, answers = start(save)
        os.write(commands, b"note one more line of the story\n" * 400)
        # Every other one is killed while it writes, however slow the machine; the others while they start, or later.
        answered = os.read(answers, 1) if number % 2 else b""
        time.sleep(luck.random() * 0.04)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(commands)
        while block := os.read(answers, 65536):
            answered += block
        os.close(answers)
        reading = read(save)
        assert len(reading.entries) >= shown + answered.count(b"\n")
        shown = len(reading.entries)
    assert main(["check", str(save), *SAMPLE]) in (0, 1)
    assert shown > KILLS / 2, "the kills came before anything was written"
