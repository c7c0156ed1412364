"""A rule that is changed by one number or one comparison is noticed by a test of its ruleset.

Each mutant (`tools/mutants.py`) is tried in a copy of the plugins, in a forked child that has everything loaded but
the plugin, with the tests that reach the changed line, the quickest first; a line that runs at import is tried with
all of them. Whoever survives that is tried with all the tests of the ruleset. What survives even so is printed. Fewer
than 19 in 20 noticed is a fault.
"""

import os
import random
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import coverage
import pytest

import tracker.api
import tracker.opening  # noqa: F401  Loaded here so that no child has to.
from tools.mutants import Mutant, python_mutants, table_mutants

ROOT = Path(__file__).parents[1]
RULESETS = ("tracker_wod", "tracker_vtm5", "tracker_night_wanderers", "tracker_ukraine_by_night")
LEAST_NOTICED = 0.95
LONGEST = 180
"""Seconds after which a mutant that makes the tests run on counts as noticed."""


@dataclass(frozen=True)
class Site:
    """A mutant in the file `path`, relative to the folder of the plugins."""

    path: str
    mutant: Mutant

    def __str__(self) -> str:
        return f"{self.path}:{self.mutant.line}: {self.mutant.before} → {self.mutant.after}"


@dataclass
class Reach:
    """Which tests reach a line, and how long each takes in seconds."""

    tests: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    seconds: dict[str, float] = field(default_factory=dict)

    def of(self, site: Site) -> list[str]:
        """Return the ids of the tests that reach the line of a mutant, the quickest first."""
        reached = self.tests.get((site.path, site.mutant.line), set())
        return sorted(reached, key=lambda test: (self.seconds.get(test, 0), test))


class _Watching:
    """Notes for each test the lines of the plugin that it reaches."""

    def __init__(self, watch: coverage.Coverage, reach: Reach) -> None:
        self.watch = watch
        self.reach = reach

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.watch.switch_context(item.nodeid)
        yield
        self.watch.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.reach.seconds[report.nodeid] = self.reach.seconds.get(report.nodeid, 0) + report.duration


def _arguments(plugins: Path, tests: Sequence[str]) -> list[str]:
    paths = f"pythonpath={ROOT} {plugins} {ROOT / 'tests/sample_plugin'}"
    return ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", paths, *tests]


def _all_tests(ruleset: str) -> list[str]:
    return ["tests/plugins/test_cases.py", f"tests/plugins/{ruleset}", "-k", ruleset]


def _silenced() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _copy_of_plugins(folder: Path) -> Path:
    shutil.copytree(ROOT / "plugins", folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def _reach(ruleset: str) -> Reach:
    """Run all tests of a ruleset once, watched. Raises RuntimeError where one fails without any change."""
    reach = Reach()
    with tempfile.TemporaryDirectory(prefix="coterie-mutants-") as folder:
        plugins = _copy_of_plugins(Path(folder) / "plugins")
        watch = coverage.Coverage(data_file=None, source=[str(plugins / ruleset)], config_file=False)
        watch.start()
        try:
            status = pytest.main(_arguments(plugins, _all_tests(ruleset)), plugins=[_Watching(watch, reach)])
        finally:
            watch.stop()
        if status:
            raise RuntimeError(f"the tests of {ruleset} fail as they are")
        data = watch.get_data()
        for file in data.measured_files():
            path = Path(file).relative_to(plugins).as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                # What runs at import may happen to do so in the first test: no guide to who depends on it.
                if "" not in contexts:
                    reach.tests[path, line] = set(contexts)
    return reach


def _sites(ruleset: str) -> list[Site]:
    sites: list[Site] = []
    folder = ROOT / "plugins"
    for path in sorted((folder / ruleset).rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".py":
            sites += [Site(name, mutant) for mutant in python_mutants(path.read_text("utf-8"))]
        elif path.suffix == ".toml" and "locale" not in path.parts:
            sites += [Site(name, mutant) for mutant in table_mutants(path.read_text("utf-8"))]
    return sites


def _passes(plugins: Path, tests: Sequence[str]) -> bool:
    """Tell whether the tests pass with the plugins as they lie there, in a child of this process."""
    child = os.fork()
    if child == 0:
        signal.alarm(LONGEST)
        _silenced()
        sys.dont_write_bytecode = True
        os._exit(min(int(pytest.main(_arguments(plugins, tests))), 100))
    return os.waitpid(child, 0)[1] == 0


def _is_noticed(site: Site, ruleset: str, reached: list[str]) -> bool:
    """Tell whether a test fails once the mutant is in place."""
    plugins = _WORKER / "plugins"
    file = plugins / site.path
    source = file.read_text("utf-8")
    file.write_text(site.mutant.applied(source), "utf-8")
    try:
        return (bool(reached) and not _passes(plugins, reached)) or not _passes(plugins, _all_tests(ruleset))
    finally:
        file.write_text(source, "utf-8")


_WORKER = Path()
"""The folder of this worker process."""


def _start_worker(folder: str) -> None:
    global _WORKER
    _WORKER = Path(folder) / str(os.getpid())
    _WORKER.mkdir()
    _copy_of_plugins(_WORKER / "plugins")


def survivors(ruleset: str, sites: Sequence[Site]) -> Iterator[Site]:
    """Yield each mutant that no test of the ruleset notices."""
    with ProcessPoolExecutor(1) as alone:
        reach = alone.submit(_reach, ruleset).result()
    with (
        tempfile.TemporaryDirectory(prefix="coterie-mutants-") as folder,
        ProcessPoolExecutor(initializer=_start_worker, initargs=(folder,)) as workers,
    ):
        noticed = workers.map(_is_noticed, sites, [ruleset] * len(sites), [reach.of(site) for site in sites])
        yield from (site for site, is_noticed in zip(sites, noticed, strict=True) if not is_noticed)


def prove(budget: float) -> Iterator[str]:
    """Try a share of all mutants, the same for the same budget."""
    os.chdir(ROOT)
    for ruleset in RULESETS:
        sites = _sites(ruleset)
        chosen = random.Random(0).sample(sites, max(1, round(budget * len(sites))))
        alive = []
        for site in survivors(ruleset, sorted(chosen, key=str)):
            alive.append(site)
            print(f"  survives: {site}", flush=True)
        share = 1 - len(alive) / len(chosen)
        print(f"  {ruleset}: {len(chosen)} mutants, {share:.1%} noticed", flush=True)
        if share < LEAST_NOTICED:
            yield f"{ruleset}: only {share:.1%} noticed, at least {LEAST_NOTICED:.0%} must be"
