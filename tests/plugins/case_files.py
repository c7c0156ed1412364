"""Finding rulebook cases and the runner that plays each through the product.

A case names rules by id; the area before the first dash tells the ruleset. The runner of a ruleset is the function
`run_case(case)` in `tests/plugins/FOLDER/runner.py`: it sets up a state, submits intents with the case's faces and
compares what the state, the roll or the odds then say. It works nothing of the rules out by itself, and it raises
`UnknownKey` for a key that it does not understand: an unread expectation would be a check that cannot fail.
"""

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli

Case = dict[str, Any]

RUNNERS = {
    "WOD": "tracker_wod",
    "V5": "tracker_vtm5",
    "NW": "tracker_night_wanderers",
    "UBN": "tracker_ukraine_by_night",
}
HERE = Path(__file__).parent


class UnknownKey(AssertionError):
    """A case says something that its runner does not understand."""


def own_case_files() -> list[Path]:
    """The project's own copies of the cases."""
    return sorted(HERE.glob("*/cases*.toml"))


def case_files(chosen: list[str]) -> list[Path]:
    """The case files that the command line names, or the project's own."""
    if not chosen:
        return own_case_files()
    found: list[Path] = []
    for name in chosen:
        path = Path(name)
        if not path.exists():
            raise pytest.UsageError(f"--cases {name}: there is no such file or folder")
        files = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        found += [file for file in files if "case" in tomli.loads(file.read_text("utf-8"))]
    if not found:
        raise pytest.UsageError(f"--cases {' '.join(chosen)}: no TOML file with [[case]] tables there")
    return found


def cases_in(path: Path) -> Iterator[Case]:
    """The cases of a file in order."""
    yield from tomli.loads(path.read_text("utf-8")).get("case", [])


def runner_of(case: Case) -> Callable[[Case], None]:
    """The runner for a case: that of typed lines, or that of its ruleset, by its rules' ids or its own."""
    if "lines" in case:
        folder, name = __package__, "typed_cases"
    else:
        folder, name = f"{__package__}.{folder_of(case)}", "runner"
    module = importlib.import_module(f"{folder}.{name}")
    run_case: Callable[[Case], None] = module.run_case
    return run_case


def folder_of(case: Case) -> str:
    """The folder of a case's ruleset."""
    prefix = (case.get("rules") or [case["id"]])[0].split("-")[0]
    if prefix not in RUNNERS:
        raise UnknownKey(f"{case['id']}: no ruleset has rules that begin with {prefix!r}; known are {sorted(RUNNERS)}")
    return RUNNERS[prefix]
