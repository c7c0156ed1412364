"""A rule that is changed by one number or one comparison is noticed by a test of its ruleset.

Each ruleset has a process that collects its tests once and learns which of them reach which line. Each mutant
(`tools/mutants.py`) is tried in a fork of that process, which imports the changed plugin and the modules of the tests
again and runs the tests that reach the line, the quickest first, up to the first that fails. What is read when a module
is imported is tried with the tests that reach a function which names it, then with all others. Survivors are printed.
Fewer than 19 in 20 noticed is a fault.
"""

import compileall
import contextlib
import hashlib
import importlib
import os
import pickle
import pkgutil
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants import Mutant, Outline, python_mutants, table_mutants

ROOT = Path(__file__).parents[1]
RULESETS = ("tracker_wod", "tracker_vtm5", "tracker_night_wanderers", "tracker_ukraine_by_night")
KEPT = ROOT / "build/mutants"
"""Where it is kept what the tests of each ruleset reach, until its plugin or its tests change."""
LEAST_NOTICED = 0.95
LONGEST = 30
"""Seconds of work in one test after which a mutant that makes it run on counts as noticed."""


@dataclass(frozen=True)
class Site:
    """A mutant in the file `path`, relative to the folder of the plugins."""

    path: str
    mutant: Mutant

    def __str__(self) -> str:
        return f"{self.path}:{self.mutant.line}:{self.mutant.column}: {self.mutant.before} → {self.mutant.after}"


def sites_of(ruleset: str) -> list[Site]:
    """Return every mutant of a ruleset's code and tables. Books hold people, not rules, and words hold none."""
    sites: list[Site] = []
    plugins = ROOT / "plugins"
    for path in sorted((plugins / ruleset).rglob("*")):
        name = path.relative_to(plugins).as_posix()
        if path.suffix == ".py":
            sites += [Site(name, mutant) for mutant in python_mutants(path.read_text("utf-8"))]
        elif path.suffix == ".toml" and path.name != "book.toml" and "locale" not in path.parts:
            sites += [Site(name, mutant) for mutant in table_mutants(path.read_text("utf-8"))]
    return sites


@dataclass
class Reach:
    """Which tests reach a line, how long each takes in seconds, and which fail though nothing is changed."""

    tests: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    seconds: dict[str, float] = field(default_factory=dict)
    fallen: set[str] = field(default_factory=set)

    def of_lines(self, path: str, lines: Iterable[int]) -> set[str]:
        """Return the tests that reach one of these lines of a file."""
        return {test for line in lines for test in self.tests.get((path, line), ())}

    def of_file(self, path: str) -> set[str]:
        """Return the tests that reach any line of a file."""
        return {test for (file, _), tests in self.tests.items() if file == path for test in tests}


class _Trying:
    """Stands in the place of pytest's own loop: learns what the tests reach, then tries mutants in forks."""

    def __init__(self, ruleset: str, sites: Sequence[Site], plugins: Path) -> None:
        self.ruleset = ruleset
        self.sites = sites
        self.plugins = plugins
        self.survivors: list[Site] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        reach = self._reach(items)
        sources = {path: (self.plugins / path).read_text("utf-8") for path in {site.path for site in self.sites}}
        folder = self.plugins / self.ruleset
        outlines = {
            path.relative_to(self.plugins).as_posix(): Outline(path.read_text("utf-8")) for path in folder.rglob("*.py")
        }
        for site in self.sites:
            judges = _judges(site, outlines, reach, list(items))
            if not self._is_noticed(site, sources[site.path], items, judges):
                self.survivors.append(site)
                print(f"  survives: {site}", file=sys.stderr, flush=True)
        return True

    def _reach(self, items: dict[str, pytest.Item]) -> Reach:
        """Return what the tests reach, as it was learned for the same plugin and the same tests, or by a run now."""
        state = _print_of(self.ruleset)
        kept = KEPT / f"{self.ruleset}.pickle"
        if kept.exists():
            of_state, reach = pickle.loads(kept.read_bytes())
            if of_state == state:
                return cast(Reach, reach)
        watched: Reach | None = _in_fork(lambda: _watched(items, self.plugins, self.ruleset))
        if watched is None or watched.fallen:
            fallen = ", ".join(sorted(watched.fallen)) if watched else "all"
            raise RuntimeError(f"these tests of {self.ruleset} fail without any change: {fallen}")
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps((state, watched)))
        return watched

    def _is_noticed(self, site: Site, source: str, items: dict[str, pytest.Item], judges: Sequence[str]) -> bool:
        file = self.plugins / site.path
        times = file.stat()
        file.write_text(site.mutant.applied(source), "utf-8")
        # Another time than that of the source, so that no one takes the compiled file of the one for the other.
        os.utime(file, (times.st_atime, times.st_mtime + 10))
        try:
            return _in_fork(lambda: _any_fails(self.ruleset, [items[test] for test in judges])) is not False
        finally:
            file.write_text(source, "utf-8")
            os.utime(file, (times.st_atime, times.st_mtime))


def _drop(ruleset: str) -> None:
    """Let the modules of the plugin and of the tests go, and what has been kept of them: they are imported again."""
    for name in list(sys.modules):
        if name.partition(".")[0] == ruleset or name.startswith("tests.plugins"):
            del sys.modules[name]
    forget_what_is_kept()


def _renew(item: pytest.Item) -> None:
    """Let a test run the function of its module as that is now."""
    assert isinstance(item, pytest.Function)
    item.obj = getattr(importlib.import_module(item.module.__name__), item.originalname)


def _print_of(ruleset: str) -> str:
    """Tell one state of the plugin and its tests from any other."""
    folders = (ROOT / "plugins" / ruleset, ROOT / "tests/plugins" / ruleset, ROOT / "tests/plugins")
    files = {file for folder in folders for file in folder.glob("**/*" if folder.name == ruleset else "*.py")}
    digest = hashlib.blake2b(digest_size=12)
    for file in sorted(file for file in files if file.suffix in (".py", ".toml")):
        digest.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return f"{ruleset}-{digest.hexdigest()}"


def forget_what_is_kept() -> None:
    """Empty what functions have kept of earlier calls."""
    for module in [module for name, module in sys.modules.items() if name.startswith(("tracker", "tests"))]:
        for value in list(vars(module).values()):
            if not isinstance(value, type) and callable(forget := getattr(value, "cache_clear", None)):
                forget()


def _any_fails(ruleset: str, items: Iterable[pytest.Item]) -> bool:
    _drop(ruleset)
    for item in items:
        signal.setitimer(signal.ITIMER_PROF, LONGEST)  # the signal ends the fork
        if _fails(item):
            return True
    return False


def _fails(item: pytest.Item) -> bool:
    _renew(item)
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _watched(items: dict[str, pytest.Item], plugins: Path, ruleset: str) -> Reach:
    """Run all tests, watched."""
    reach = Reach()
    _drop(ruleset)
    watch = coverage.Coverage(data_file=None, source=[str(plugins / ruleset)], config_file=False)
    watch.start()
    # What runs once, when a module is imported, belongs to no test: else the first one would be its only judge.
    package = importlib.import_module(ruleset)
    for module in pkgutil.walk_packages(package.__path__, f"{ruleset}."):
        importlib.import_module(module.name)
    for test, item in items.items():
        forget_what_is_kept()
        watch.switch_context(test)
        started = time.perf_counter()
        if _fails(item):
            reach.fallen.add(test)
        reach.seconds[test] = time.perf_counter() - started
        watch.switch_context("")
    watch.stop()
    data = watch.get_data()
    for file in data.measured_files():
        path = Path(file).relative_to(plugins).as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            reach.tests[path, line] = set(contexts) - {""}
    return reach


def _judges(site: Site, outlines: dict[str, Outline], reach: Reach, tests: Sequence[str]) -> list[str]:
    """Return the tests that can tell a mutant, the likeliest and quickest first."""

    def by_time(wanted: Iterable[str]) -> list[str]:
        return sorted(wanted, key=lambda test: (reach.seconds.get(test, 0), test))

    if site.path.endswith(".py"):
        outline = outlines[site.path]
        place = site.mutant.line, site.mutant.column
        if reached := reach.of_lines(site.path, outline.lines_of(*place)):
            return by_time(reached)
        names = outline.names_at(site.mutant.line)
        near = {
            test for path, one in outlines.items() for test in reach.of_lines(path, one.lines_that_name(names))
        } or reach.of_file(site.path)
    else:
        near = set()
    return [*by_time(near), *by_time(set(tests) - near)]


def _in_fork(work: Callable[[], Any]) -> Any:
    """Return what `work` gives in a fork of this process; None where the fork dies."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        sys.dont_write_bytecode = True  # two mutants of one file may have its size and its time
        status = 1
        with contextlib.suppress(BaseException):
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(work(), pipe)
            status = 0
        os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    return pickle.loads(answer) if os.waitpid(child, 0)[1] == 0 else None


def survivors(ruleset: str, sites: Sequence[Site]) -> list[Site]:
    """Return the mutants that no test of the ruleset notices. Raises RuntimeError where a test fails without any."""
    with tempfile.TemporaryDirectory(prefix="coterie-mutants-") as folder:
        plugins = Path(folder) / "plugins"
        shutil.copytree(ROOT / "plugins", plugins, ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(plugins, quiet=1)
        trying = _Trying(ruleset, sites, plugins)
        arguments = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-s"]
        paths = f"pythonpath={ROOT} {plugins} {ROOT / 'tests/sample_plugin'}"
        of_all = ("tests/plugins/test_bounds.py", "tests/plugins/test_cases.py")
        tests = [*of_all, f"tests/plugins/{ruleset}", "-k", ruleset]
        with contextlib.redirect_stdout(StringIO()):
            status = pytest.main([*arguments, "-o", paths, *tests], plugins=[trying])
        if status:
            raise RuntimeError(f"the tests of {ruleset} cannot be run: {status}")
        return trying.survivors


def prove(budget: float) -> Iterator[str]:
    """Try a share of all mutants, the same for the same budget."""
    os.chdir(ROOT)
    chosen: dict[str, list[Site]] = {}
    for ruleset in RULESETS:
        sites = sites_of(ruleset)
        chosen[ruleset] = random.Random(0).sample(sites, max(1, round(budget * len(sites))))
    with ProcessPoolExecutor(max_tasks_per_child=1, mp_context=get_context("spawn")) as workers:
        for ruleset, alive in zip(RULESETS, workers.map(survivors, RULESETS, chosen.values()), strict=True):
            share = 1 - len(alive) / len(chosen[ruleset])
            print(f"  {ruleset}: {len(chosen[ruleset])} mutants, {share:.1%} noticed", flush=True)
            if share < LEAST_NOTICED:
                yield f"{ruleset}: only {share:.1%} noticed, at least {LEAST_NOTICED:.0%} must be"
