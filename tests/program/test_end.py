"""How the process ends: with its status, with all that was said, and with what it keeps for the next start."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tracker.__main__ import main
from tracker.cli.output import DONE, REFUSED, USAGE

PROGRAM = [sys.executable, "-m", "tracker"]


def ended(*arguments: str, stdout: int = subprocess.PIPE, **more: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*PROGRAM, *arguments], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, **more)


@pytest.mark.parametrize(
    ("arguments", "status"), [(["themes"], DONE), (["show", "nowhere.toml"], REFUSED), (["show"], USAGE)]
)
def test_the_process_ends_with_the_status_of_the_program(arguments: list[str], status: int) -> None:
    assert ended(*arguments).returncode == status


def test_all_that_was_said_is_written_before_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    main(["settings"])
    assert ended("settings").stdout == capsys.readouterr().out != ""


def test_what_is_worked_out_is_kept_for_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "")
    assert ended("themes").returncode == DONE
    assert list(tmp_path.rglob("words*.words"))


def test_output_that_nobody_reads_ends_the_program_without_a_word() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        told = ended("themes", stdout=writer)
    finally:
        os.close(writer)
    assert (told.returncode, told.stderr) == (REFUSED, "")


def test_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with open(tmp_path / "full", "w") as full:
        told = ended("themes", stdout=full.fileno(), preexec_fn=no_file_may_grow)
    assert told.returncode == REFUSED
    assert len(told.stderr.splitlines()) == 1


def no_file_may_grow() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
