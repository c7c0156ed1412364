"""`tools/check_locks.py` notices each way in which the lock files can fail to fit the project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.check_locks import problems

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def change(path: Path, pattern: str, replacement: str) -> None:
    text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert count == 1
    path.write_text(text, encoding="utf-8")


def misfits(project: Path) -> list[str]:
    return list(problems(project))


def checked(project: Path) -> tuple[str, str, int]:
    """What the program that checks prints, what it complains about, and its exit code."""
    command = [sys.executable, "-m", "tools.check_locks", project]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    return done.stdout, done.stderr, done.returncode


def test_the_lock_files_fit_the_project(project: Path) -> None:
    assert checked(project) == ("The lock files fit pyproject.toml.\n", "", 0)


def test_a_dependency_that_was_never_locked_is_noticed_in_both_locks(project: Path) -> None:
    change(project / "pyproject.toml", r"^dependencies = \[$", 'dependencies = [\n    "never-locked>=1",')

    assert misfits(project) == [
        "requirements.lock: never-locked>=1 is missing",
        "requirements-dev.lock: never-locked>=1 is missing",
    ]


def test_a_version_outside_the_asked_range_is_noticed(project: Path) -> None:
    change(project / "pyproject.toml", r'"pyte>=0\.8\.2"', '"pyte>=99"')

    (line,) = misfits(project)
    assert re.fullmatch(r"requirements-dev\.lock: pyte [\d.]+ does not fit pyte>=99", line)


def test_a_package_that_nothing_needs_any_more_is_noticed(project: Path) -> None:
    change(project / "pyproject.toml", r'^    "icepool.*\n', "")

    assert checked(project) == ("requirements-dev.lock: nothing needs icepool\n", "", 1)


def test_a_dependency_of_a_dependency_that_fell_out_is_noticed(project: Path) -> None:
    change(project / "requirements.lock", r"^typing-inspection==(.*\n)(    --hash.*\n)+", "")

    (line,) = misfits(project)
    assert line.startswith("requirements.lock: typing-inspection")
    assert line.endswith("is missing")


def test_two_versions_of_one_package_in_the_two_locks_are_noticed(project: Path) -> None:
    change(project / "requirements.lock", r"^(tomli-w==)[\d.]+", r"\g<1>1.1.9")

    assert misfits(project) == ["requirements-dev.lock: tomli-w==1.1.9 of requirements.lock is missing"]


def test_a_pin_without_hashes_is_noticed(project: Path) -> None:
    change(project / "requirements.lock", r"^(tomli-w==[\d.]+) \\\n(    --hash.*\n)+", r"\1\n")

    assert any("no exact version with hashes: tomli-w==" in line for line in misfits(project))
