"""How the process ends: with its status, with all that was said, and with what it keeps for the next start."""

import os
import resource
import signal
import subprocess
import sys
from functools import partial
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


SAYING = ("themes", "--version", "--help")


@pytest.mark.parametrize("saying", SAYING)
def test_output_that_nobody_reads_ends_the_program_without_a_word(saying: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        told = ended(saying, stdout=writer)
    finally:
        os.close(writer)
    assert (told.returncode, told.stderr) == (REFUSED, "")


@pytest.mark.parametrize("saying", SAYING)
def test_output_that_cannot_be_written_is_told(tmp_path: Path, saying: str) -> None:
    with open(tmp_path / "full", "w") as full:
        told = ended(saying, stdout=full.fileno(), preexec_fn=no_file_may_grow)
    assert told.returncode == REFUSED
    assert len(told.stderr.splitlines()) == 1


def no_file_may_grow() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize("descriptor", [1, 2])
def test_a_script_is_run_though_no_one_takes_its_answers(tmp_path: Path, descriptor: int) -> None:
    save = str(tmp_path / "evening.toml")
    assert main(["new", save, "--ruleset", "night-wanderers"]) == DONE
    told = ended("run", save, "--script", "-", input="note x\n", preexec_fn=partial(os.close, descriptor))
    assert told.returncode == DONE
    assert "note x" in Path(save).read_text("utf-8")


def test_an_interrupt_while_the_program_is_imported_ends_it_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import tracker.__main__ as m\ndef main(): raise KeyboardInterrupt\nm.main = main\nm.run()"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (130, "", "")


def test_a_language_that_cannot_be_chosen_is_told_with_what_is_wrong_with_its_file() -> None:
    folder = Path(os.environ["XDG_CONFIG_HOME"]) / "coterie" / "locale" / "pl"
    folder.mkdir(parents=True)
    (folder / "language.toml").write_text('name = "polski"\n[plural]\none = "what?"\nother = ""\n', "utf-8")
    told = ended("--lang", "pl", "show", "nothing")
    assert told.returncode == USAGE
    assert "language.toml" in told.stderr
