"""Check that the lock files fit `pyproject.toml`, each other and the environment; needs no network.

Usage: `python -m tools.check_locks [FOLDER]`. Each misfit is a line on standard output; the exit code is then 1.
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.telling import tell


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock file: its name, its pins, and its logical lines that are no pin with hashes."""

    name: str
    pins: tuple[Requirement, ...]
    strange_lines: tuple[str, ...]

    def applying(self) -> dict[str, Requirement]:
        """Return the pins that hold on this platform and Python, by canonical name."""
        return {canonicalize_name(pin.name): pin for pin in self.pins if pin.marker is None or pin.marker.evaluate()}


def read_lock(path: Path) -> Lock:
    """Read a lock file in the form of a requirements file."""
    pins, strange_lines = [], []
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        pin, *hashes = re.split(r"\s+--hash=", line.strip())
        if re.match(r"[\w.-]+(\[.*])?==", pin) and hashes:
            pins.append(Requirement(pin))
        else:
            strange_lines.append(line.strip())
    return Lock(path.name, tuple(pins), tuple(strange_lines))


def problems(folder: Path) -> Iterator[str]:
    """Yield a sentence for each misfit between the project in a folder, its lock files and this environment."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    run_time = [Requirement(line) for line in project["project"]["dependencies"]]
    development = [Requirement(line) for line in project["project"]["optional-dependencies"]["dev"]]
    build = [Requirement(line) for line in project["build-system"]["requires"]]
    run_time_lock = read_lock(folder / "requirements.lock")
    development_lock = read_lock(folder / "requirements-dev.lock")

    yield from _misfits(run_time_lock, run_time)
    yield from _misfits(development_lock, [*run_time, *development, *build])
    beyond = {str(pin) for pin in run_time_lock.pins} - {str(pin) for pin in development_lock.pins}
    for pin in sorted(beyond):
        yield f"{development_lock.name}: {pin} of {run_time_lock.name} is missing"


def _misfits(lock: Lock, requirements: Iterable[Requirement]) -> Iterator[str]:
    for line in lock.strange_lines:
        yield f"{lock.name}: no exact version with hashes: {line}"
    pinned = lock.applying()
    needed: set[str] = set()
    waiting = [requirement for requirement in requirements if _applies(requirement, "")]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name not in pinned:
            yield f"{lock.name}: {requirement} is missing"
            continue
        version = str(pinned[name].specifier).removeprefix("==")
        if not requirement.specifier.contains(version, prereleases=True):
            yield f"{lock.name}: {name} {version} does not fit {requirement}"
        if name not in needed:
            needed.add(name)
            waiting += _dependencies(name, "")
        for extra in requirement.extras:
            waiting += _dependencies(name, extra)
    for unneeded in sorted(pinned.keys() - needed):
        yield f"{lock.name}: nothing needs {unneeded}"


@cache
def _dependencies(name: str, extra: str) -> list[Requirement]:
    """Return what the installed package of that name needs here: always, or for one of its extras."""
    lines = importlib.metadata.requires(name) or []
    found = [requirement for requirement in map(Requirement, lines) if _applies(requirement, extra)]
    return [requirement for requirement in found if not extra or not _applies(requirement, "")]


def _applies(requirement: Requirement, extra: str) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def main() -> int:
    """Print every misfit; return 1 if there is any, else 0."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    return tell(problems(folder), "The lock files fit pyproject.toml.")


if __name__ == "__main__":
    sys.exit(main())
