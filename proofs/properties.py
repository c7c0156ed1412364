"""What the properties say holds for many more examples than the tests try, and in every combination.

The tests say in `tests/how_many.py` how many examples, seeds and combinations they try. Here the files that ask there,
and those that draw examples, are run with more of them: 30 times as many examples and seeds for the whole budget, and
all combinations for any.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.how_many import TRIES

ROOT = Path(__file__).parents[1]
TIMES = 30
"""How many times as much is tried as in a usual run of the tests."""
_ASKING = re.compile(r"^from tests\.how_many import|^ *@given", re.M)
_FALLEN = re.compile(r"(?:FAILED|ERROR) .*")


def prove(budget: float) -> Iterator[str]:
    """Run the files with properties; yield each test that fails, and that none ran."""
    times = max(2, round(TIMES * budget))
    files = files_with_properties()
    print(f"  {len(files)} files, {times} times as many examples", flush=True)
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-q", *files]
    run = subprocess.run(
        command, cwd=ROOT, env=os.environ | {TRIES: str(times)}, text=True, stdout=subprocess.PIPE, check=False
    )
    fallen = [line for line in run.stdout.splitlines() if _FALLEN.match(line)]
    yield from fallen
    if run.returncode and fallen:
        print(run.stdout, file=sys.stderr, flush=True)
    elif run.returncode:
        yield f"the tests ended with status {run.returncode}: {run.stdout[-2000:]}"


def files_with_properties() -> list[str]:
    """Return the files of tests that draw examples, or ask how many there are to be."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in paths if _ASKING.search(path.read_text("utf-8"))]
