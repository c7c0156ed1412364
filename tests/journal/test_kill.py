"""A process that writes as fast as it can is killed, again and again: nothing that it had reported is lost."""

import os
import random
import signal
import time
from functools import cache
from pathlib import Path

import pytest

from tests.how_many import several
from tests.journal.builders import a_header, an_entry, varied_entries
from tracker.core.history import Entry
from tracker.journal.reader import read
from tracker.journal.writer import JournalWriter

KILLS = several(60)
FILES = several(6)


@cache
def entries() -> tuple[Entry, ...]:
    """More than are written before any blow falls."""
    return tuple(varied_entries(4000))


def write_until_killed(path: Path, report: int) -> None:
    """Go on with the session, and report the number of each entry once it is on disk."""
    with JournalWriter.open(path) as writer:
        for entry in entries()[len(writer.reading.entries) :]:
            writer.append(entry)
            os.write(report, entry.number.to_bytes(4, "big"))


def reported_until_killed(path: Path, seconds: float) -> int:
    """Let a child write for about that long, kill it, and return the last number that it reported (0: none)."""
    results, report = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_until_killed(path, report)
        finally:
            os._exit(1)
    os.close(report)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status), "the child ended by itself"
    with open(results, "rb") as file:
        numbers = file.read()
    return int.from_bytes(numbers[-4:], "big")


@pytest.mark.parametrize("seed", range(FILES))
def test_a_kill_at_any_moment_loses_nothing_that_was_reported(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    path = tmp_path / "session.toml"
    entries()  # here, not in each child
    JournalWriter.create(path, a_header()).close()
    kept: tuple[Entry, ...] = ()
    for _ in range(KILLS // FILES):
        reported = reported_until_killed(path, chance.uniform(0, 0.02))
        kept_before, kept = kept, read(path).entries
        # The entry in work when the blow fell may be there, too: whole.
        assert max(reported, len(kept_before)) <= len(kept) <= max(reported, len(kept_before)) + 1
        assert kept == entries()[: len(kept)]
    with JournalWriter.open(path) as writer:
        writer.append(an_entry(len(kept) + 1))
    assert len(read(path).entries) == len(kept) + 1
