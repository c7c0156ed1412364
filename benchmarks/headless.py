"""What the program costs without a screen: acts, opening, memory, start of a command, odds, hooks."""

import gc
import os
import resource
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

import tomli

from benchmarks.fights import BEATS, LANGUAGE, RULESET, copied, make_fight, make_long, reopened
from benchmarks.figures import Figure, Sample, elapsed, ratio, taking_turns
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.core.intents import Refusal
from tracker.journal.sessions import branch
from tracker.opening import Session, load_rules, review_session

PROGRAM = str(Path(sys.executable).with_name("coterie"))
"""The command as it is installed beside Python."""
FEW, MANY, LONG = 10, 10_000, 100_000
PEOPLE, CROWD = 10, 200


class Sessions:
    """The sessions of this run, each made once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Python compiles into a folder of this run, so that only the first start of all waits for the compiler.
        # It writes as a reader's does, who has not told Python to write each piece at once.
        self.settings = {
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONUNBUFFERED": "",
        }

    def fight(self, people: int, entries: int) -> Path:
        """A session file; shorter ones are the beginning of the longest."""
        path = self._folder / f"fight-{people}-{entries}.toml"
        if not path.exists():
            if entries < MANY and people == PEOPLE:
                branch(self.fight(people, MANY), path, entries)
            else:
                make_fight(path, people, entries)
        return path

    def long(self, entries: int = LONG) -> Path:
        """A session file of more entries than any other, with its snapshots."""
        path = self._folder / f"fight-long-{entries}.toml"
        return path if path.exists() else make_long(path, self.fight(PEOPLE, MANY), entries // MANY)

    def many(self, count: int) -> Path:
        """A working folder with so many sessions."""
        folder = self._folder / f"many-{count}"
        if not folder.exists():
            (folder / "saves").mkdir(parents=True)
            source = self.fight(PEOPLE, FEW)
            for number in range(count):
                shutil.copyfile(source, folder / "saves" / f"evening-{number}.toml")
        return folder


# ---------------------------------------------------------------------- acts

_BATCH = 2 * len(BEATS)
_BATCHES = 15


def acts(sessions: Sessions) -> Iterator[Figure]:
    """One act with everything that belongs to it, on disk, in a session of many entries and of few."""
    long = reopened(copied(sessions.fight(PEOPLE, MANY), "played-long.toml"))
    _play(long, len(BEATS))
    short_source = sessions.fight(PEOPLE, FEW)

    def many() -> float:
        return _act_time(long)

    def few() -> float:
        short = reopened(copied(short_source, "played-short.toml"))
        try:
            _play(short, len(BEATS))
            return _act_time(short)
        finally:
            short.table.close()

    try:
        in_many, in_few = taking_turns((many, few), _BATCHES)
    finally:
        long.table.close()
    yield from ratio(f"an act on disk after {MANY} entries, after {FEW}", in_many, in_few, 1.2)
    crowd = reopened(copied(sessions.fight(CROWD, 100), "played-crowd.toml"))
    party = reopened(copied(sessions.fight(PEOPLE, 100), "played-party.toml"))
    try:
        in_crowd, in_party = taking_turns((lambda: _act_time(crowd), lambda: _act_time(party)), _BATCHES)
    finally:
        crowd.table.close()
        party.table.close()
    yield from ratio(f"an act on disk among {CROWD} people, among {PEOPLE}", in_crowd, in_party, 2)


def _play(session: Session, count: int) -> None:
    for line in islice(cycle(BEATS), count):
        with suppress(Refusal):  # who has been knocked out by chance cannot act
            perform_line(session, line)


def _act_time(session: Session) -> float:
    """Milliseconds an act, over a batch of different ones."""
    gc.collect()
    return elapsed(lambda: _play(session, _BATCH)) / _BATCH


# ---------------------------------------------------------------------- opening


def opening(sessions: Sessions) -> Iterator[Figure]:
    """Reading the whole of a long session, against parsing the same bytes and doing nothing with them."""
    path = sessions.fight(PEOPLE, MANY)
    text = path.read_text("utf-8")

    def parse() -> float:
        gc.collect()
        return elapsed(lambda: tomli.loads(text))

    def whole_opening() -> float:
        gc.collect()
        return elapsed(lambda: review_session(path, (), LANGUAGE, whole=True))

    opened, parsed = taking_turns((whole_opening, parse), 7)
    yield from ratio(f"reading all of {MANY} entries, tomli alone", opened, parsed, 3)
    yield Figure("  size of the file", len(text.encode()) / 1e6, "MB")


# ---------------------------------------------------------------------- length

_PEAK = """
import sys
from tracker.__main__ import main
main(sys.argv[1:])
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM:")), file=sys.stderr)
"""
_MOST_MEMORY = 90


def length(sessions: Sessions) -> Iterator[Figure]:
    """What a session of a hundred thousand entries costs against one of a hundred: opened, shown, and played on."""
    long, short = sessions.long(), copied(sessions.fight(PEOPLE, 100), "short.toml")
    for name, arguments in {"run": ("-c", "note the door opens"), "show": ()}.items():
        ways = [_start_sample(sessions, PROGRAM, name, str(path), *arguments) for path in (long, short)]
        in_long, in_short = taking_turns(ways, 7)
        yield from ratio(f"{name} after {LONG} entries, after 100", in_long, in_short, 2)
    told = run_to_its_end(sessions, "-c", _PEAK, "run", str(long), "-c", "note the door shuts").stderr.splitlines()[-1]
    yield Figure(f"memory of run after {LONG} entries", int(told) / 1024, "MiB", _MOST_MEMORY)
    history = review_session(long, (), LANGUAGE).table.history
    (jump,) = taking_turns([lambda: elapsed(lambda: history.state_told(next(_PLACES)))], 9)
    yield Figure(f"a state among {LONG} entries, wherever it is", jump.usual, "ms", 20)


_PLACES = cycle(range(LONG // 2, LONG, LONG // 40))


# ---------------------------------------------------------------------- memory


def memory(sessions: Sessions) -> Iterator[Figure]:
    """What an open session keeps in memory: as much an entry in a long one as in a short one.

    Python's lists and sets grow in steps, which moves the figures by a hundredth or two.
    """
    kept = {entries: _kept_bytes(sessions.fight(PEOPLE, entries)) / entries for entries in (2500, 5000, MANY)}
    yield Figure("memory an entry of 5000, of 2500", kept[5000] / kept[2500], "×", 1.05)
    yield Figure(f"memory an entry of {MANY}, of 2500", kept[MANY] / kept[2500], "×", 1.05)
    yield Figure("  memory an entry", kept[MANY] / 1000, "KB")


def _kept_bytes(path: Path) -> int:
    review_session(path, (), LANGUAGE)  # what is loaded once and for all is not the session's
    gc.collect()
    tracemalloc.start()
    try:
        session = review_session(path, (), LANGUAGE, whole=True)
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
        assert session.table.history.entries
    finally:
        tracemalloc.stop()
    return kept


# ---------------------------------------------------------------------- commands

_LOADED = """
import sys
from tracker.__main__ import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(len([name for name in sys.modules if name.split(".")[0] in ("textual", "rich")]), file=sys.stderr)
"""


_MOST_TIMES_PYTHON = {"--version": 4, "--help": 6, "show": 6, "log": 6, "check": 6, "run": 10, "rulesets": 12}
"""How many times as long as Python alone a command may take."""


def commands(sessions: Sessions) -> Iterator[Figure]:
    """Commands without a screen: they load nothing of Textual, and take little longer than Python itself."""
    save = str(copied(sessions.fight(PEOPLE, 100), "commanded.toml"))
    lines = {
        "--help": ["--help"],
        "--version": ["--version"],
        "show": ["show", save],
        "run": ["run", save, "-c", "note the door opens"],
        "run with an act of the ruleset": ["run", save, "-c", "next"],
        "log": ["log", save],
        "check": ["check", save],
        "rulesets": ["rulesets"],
    }
    for name, arguments in lines.items():
        told = run_to_its_end(sessions, "-c", _LOADED, *arguments).stderr.splitlines()[-1]
        yield Figure(f"modules of Textual loaded by {name}", int(told), "", 0)
    started = [(PROGRAM, *arguments) for arguments in lines.values()]
    started += [("-c", "import textual.app"), ("-c", "pass")]
    times = taking_turns([_start_sample(sessions, *arguments) for arguments in started], 15)
    for name, taken in zip([*lines, "(Python with Textual)", "(Python alone)"], times, strict=True):
        yield Figure(f"  {name} from the shell", taken.usual, "ms")
    for name, most in _MOST_TIMES_PYTHON.items():
        yield Figure(f"{name}, Python alone", times[list(lines).index(name)].against(times[-1]), "×", most)


def run_to_its_end(sessions: Sessions, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments and the settings of this run."""
    command, environment = [sys.executable, *arguments], {**os.environ, **sessions.settings}
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=environment)


def _start_sample(sessions: Sessions, *arguments: str) -> Sample:
    """What a command takes of the processor, in milliseconds: what else runs beside it hardly changes that."""

    def taken() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run_to_its_end(sessions, *arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000

    return taken


# ---------------------------------------------------------------------- for information

_HOOK_CALLS = 1000


def odds(sessions: Sessions) -> Iterator[Figure]:
    """The exact chances of a large pool, and what calling a ruleset costs."""
    session = reopened(copied(sessions.fight(PEOPLE, FEW), "asked.toml"))
    try:
        query = perform_line(session, 'odds attack "Ghoul 1" by=David modifier=26')
        rules, state = session.table.rules, session.table.state
        assert isinstance(query, QueryCommand)
        assert query.intent is not None
        assert rules is not None
        intent = query.intent
        chances = rules.odds(state, intent)
        assert chances is not None
        (asked,) = taking_turns([lambda: elapsed(lambda: rules.odds(state, intent))], 9)
        who = next(iter(state.characters))
        calls = range(_HOOK_CALLS)
        (status,) = taking_turns([lambda: elapsed(lambda: [rules.status(state, who) for _ in calls])], 5)
    finally:
        session.table.close()
    yield Figure(f"  exact odds of {chances.pool} dice", asked.usual, "ms")
    yield Figure("  a hook that asks for a character's status", status.usual / _HOOK_CALLS * 1000, "µs")
    load_rules(RULESET, (), ())
    (loading,) = taking_turns([lambda: elapsed(lambda: load_rules(RULESET, (), ()))], 5)
    yield Figure("  finding and loading a ruleset once more", loading.usual, "ms")
