"""What nobody foresaw ends in one line, a log and exit status 1."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tracker.__main__ import main
from tracker.cli.programs import PROGRAMS

Logs = Callable[[], list[Path]]


class Unforeseen(Exception):
    """Nobody knows this one."""


def fails(*arguments: object, **named: object) -> None:
    secret = "the name " + "of a player"
    raise Unforeseen(f"{len(secret)} signs")


@pytest.mark.parametrize("command", ["show", "run", "check", "log", "open"])
def test_a_command_that_fails_in_a_new_way_says_so_in_a_line_and_ends_with_status_1(
    command: str, tmp_path: Path, crash_logs: Logs, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PROGRAMS, command, fails)
    line = ["-c", "next"] if command == "run" else []
    assert main([command, str(tmp_path / "x.toml"), *line]) == 1
    [log] = crash_logs()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"Coterie has failed; everything that was shown is saved. Details: {log}\n"
    assert "Unforeseen: 20 signs" in log.read_text()
    assert "of a player" not in log.read_text(), "values of variables stay out of it"
    assert (log.stat().st_mode & 0o777, log.parent.stat().st_mode & 0o777) == (0o600, 0o700)
