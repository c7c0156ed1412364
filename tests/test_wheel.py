"""The wheel, installed alone: all files are in it, and the command runs."""

from __future__ import annotations

import fnmatch
import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.languages import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RULESETS: dict[str, str] = PROJECT["entry-points"]["tracker.rulesets"]


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command far from the source tree, with a home of its own, in English and without a terminal."""
    settings = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "XDG_", "LC_", "COTERIE_")) and name != "LANGUAGE"
    }
    settings |= {"HOME": str(cwd), "LANG": "C.UTF-8"}
    return subprocess.run(
        command, cwd=cwd, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the wheel alone and sees the third-party packages of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    installed = run(
        sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index",
        "--no-compile", wheel,
        cwd=folder,
    )  # fmt: skip
    assert installed.returncode == 0, installed.stderr
    (own_packages,) = folder.glob("lib/python*/site-packages")
    # A path that a .pth file adds comes last, and the .pth files in it are not read: the source tree stays unseen.
    others = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (own_packages / "third-party.pth").write_text("\n".join(sorted(others)), encoding="utf-8")
    return folder


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(wheel: Path) -> None:
    sources = [(ROOT / "tracker", "tracker"), (ROOT / "themes", "tracker/themes")]
    sources += [(ROOT / "plugins" / package, package) for package in RULESETS.values()]
    expected = {
        f"{target}/{path.relative_to(source).as_posix()}"
        for source, target in sources
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected |= {f"tracker/examples/{path.name}" for path in (ROOT / "saves").glob("example-*.toml")}

    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert names == expected


def test_the_wheel_holds_the_words_themes_examples_and_rulesets(wheel: Path) -> None:
    patterns = [
        *(f"tracker/locale/{language}/{name}.toml" for language in LANGUAGES for name in ("language", "terms")),
        "tracker/py.typed",
        "tracker/themes/*.toml",
        "tracker/examples/example-*.toml",
        *(f"{package}/__init__.py" for package in RULESETS.values()),
        *(f"{package}/locale/{language}/terms.toml" for package in RULESETS.values() for language in LANGUAGES),
    ]
    names = zipfile.ZipFile(wheel).namelist()
    assert [pattern for pattern in patterns if not fnmatch.filter(names, pattern)] == []


def test_the_wheel_offers_the_command_and_each_ruleset_by_its_id(wheel: Path) -> None:
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".dist-info/entry_points.txt"))
    entry_points = ConfigParser()
    entry_points.read_string(zipfile.ZipFile(wheel).read(name).decode())

    assert dict(entry_points["tracker.rulesets"]) == RULESETS
    assert dict(entry_points["console_scripts"]) == {"coterie": "tracker.__main__:run"}


def test_installed_alone_the_command_runs_from_the_wheel(environment: Path, tmp_path: Path) -> None:
    where = run(environment / "bin" / "python", "-c", "import tracker; print(tracker.__file__)", cwd=tmp_path)

    assert Path(where.stdout.strip()).is_relative_to(environment)


@pytest.mark.parametrize("folder", ["themes", "examples"])
def test_installed_alone_the_package_finds_its_files_inside_itself(
    environment: Path, tmp_path: Path, folder: str
) -> None:
    code = (
        f"from tracker.resources import {folder}_folder as folder; print(folder(), len(list(folder().glob('*.toml'))))"
    )
    path, count = run(environment / "bin" / "python", "-c", code, cwd=tmp_path).stdout.rsplit(maxsplit=1)

    assert Path(path).is_relative_to(environment)
    assert int(count) > 0


def test_installed_alone_the_command_tells_its_version(environment: Path, wheel: Path, tmp_path: Path) -> None:
    asked = run(environment / "bin" / "coterie", "--version", cwd=tmp_path)

    assert (asked.stdout, asked.stderr, asked.returncode) == (f"coterie {wheel.name.split('-')[1]}\n", "", 0)


def test_installed_alone_the_command_lists_the_rulesets(environment: Path, tmp_path: Path) -> None:
    listed = run(environment / "bin" / "coterie", "rulesets", cwd=tmp_path)

    assert (listed.returncode, listed.stderr) == (0, "")
    assert [name for name in RULESETS if name not in listed.stdout] == []


def test_installed_alone_and_without_a_terminal_the_demo_plays_its_fight(environment: Path, tmp_path: Path) -> None:
    played = run(environment / "bin" / "coterie", "demo", cwd=tmp_path)

    assert (played.returncode, played.stderr) == (0, "")
    assert "David" in played.stdout
    assert len(played.stdout.splitlines()) > 10
