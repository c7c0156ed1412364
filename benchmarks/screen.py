"""What the screen costs, as a terminal at the other end of a line sees it: time to the last byte, and bytes."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median

from benchmarks.fights import copied
from benchmarks.figures import Figure, Sample, ratio, taking_turns
from benchmarks.headless import LONG, PEOPLE, PROGRAM, Sessions, run_to_its_end
from benchmarks.least import cells_of, least_bytes
from benchmarks.slow_line import BYTES_A_SECOND, SlowTerminal
from tools.pseudo_terminal import Emulator, Terminal

COLUMNS, LINES = 80, 24
EMPTY_APP = Path(__file__).with_name("empty_app.py")

_FIRST_BYTE = 2.0
_START = 20.0
_MANY_SESSIONS, _FEW_SESSIONS = 2000, 20
_LONG_TO_OPEN = 50_000
_QUIET_AFTER_KEY = 0.06
_IDLE = 3.0


def start(sessions: Sessions) -> Iterator[Figure]:
    """The first full frame of a session and of the list, against that of an app without anything in it."""
    short, folder = copied(sessions.fight(PEOPLE, 100), "shown.toml"), sessions.many(_MANY_SESSIONS)
    program = [sys.executable, PROGRAM]
    # The list says more of what is in view after its first frame; a session has nothing more to say.
    frames: Sequence[tuple[str, Sequence[str | Path], Path | None, float]] = (
        (f"a session of {PEOPLE} people and 100 entries", [*program, "open", short], None, 1.25),
        ("the same, to read", [*program, "review", short], None, 1.35),
        (f"a session of {_LONG_TO_OPEN} entries", [*program, "open", sessions.long(_LONG_TO_OPEN)], None, 1.4),
        (f"the list of {_MANY_SESSIONS} sessions", program, folder, 1.2),
    )
    theirs = [sys.executable, str(EMPTY_APP)]
    # The first one compiles; what is kept for the next start is written when a program ends, not when it is killed.
    _first_frame(theirs, sessions.settings)
    run_to_its_end(sessions, PROGRAM, "run", str(short), "-c", "note the door opens")
    for name, command, where, bound in frames:
        ours = partial(_first_frame, list(map(str, command)), sessions.settings, where, is_final=where is None)
        ours()
        shown, empty = taking_turns((ours, lambda: _first_frame(theirs, sessions.settings)), 15)
        yield from ratio(f"first frame of {name}, of an empty app", shown, empty, bound)


def listed(sessions: Sessions) -> Iterator[Figure]:
    """A key in the list of sessions while all their files are looked through, and where there are few."""
    ways = [partial(_list_key, sessions, count) for count in (_MANY_SESSIONS, _FEW_SESSIONS)]
    many, few = taking_turns(ways, 3)
    yield from ratio(f"a key while {_MANY_SESSIONS} sessions are read, of {_FEW_SESSIONS}", many, few, 2.5)


def _list_key(sessions: Sessions, count: int) -> float:
    """Milliseconds to the last byte of a key right after the list has come up."""
    command = [sys.executable, PROGRAM]
    folder = sessions.many(count)
    with Terminal(command, columns=COLUMNS, lines=LINES, settings=sessions.settings, folder=folder) as terminal:
        terminal.read(_START)
        terminal.settle(0.4)
        return median(_Answer(terminal, key, quiet=0.02).last for key in ("down", "up") * 10)


def _opening(save: Path) -> list[str]:
    return [sys.executable, PROGRAM, "open", str(save)]


def _first_frame(
    command: Sequence[str], settings: Mapping[str, str], folder: Path | None = None, *, is_final: bool = True
) -> float:
    """Milliseconds until every line has been painted.

    Where it `is_final`, the screen must by then say all that it says once it is at rest.
    """
    with Terminal(command, columns=COLUMNS, lines=LINES, settings=settings, folder=folder) as terminal:
        # The first of all waits for the compiler.
        terminal.until(lambda _: len(terminal.emulator.screen.drawn_lines) == LINES, _START)
        terminal.settle(0.4)
        at_rest = terminal.text
        replay = Emulator(COLUMNS, LINES)
        for piece in terminal.pieces:
            replay.feed(piece.data)
            if len(replay.screen.drawn_lines) == LINES and (replay.text == at_rest or not is_final):
                return piece.at * 1000
    raise AssertionError("a screen that is at rest has been painted whole")


class _Answer:
    """What came back for keys: how many bytes, and milliseconds to the last of them.

    It ends with a pause, in seconds, in which nothing comes; `at_rest`: nor does the program work on.
    """

    def __init__(self, terminal: Terminal, *keys: str, quiet: float = 0.1, at_rest: bool = True) -> None:
        before = len(terminal.pieces)
        pressed = terminal.clock()
        terminal.press(*keys)
        terminal.read(_FIRST_BYTE)
        if at_rest:
            terminal.settle(quiet)
        else:
            while terminal.read(quiet):
                pass
        pieces = terminal.pieces[before:]
        self.size = sum(len(piece.data) for piece in pieces)
        self.last = (pieces[-1].at - pressed) * 1000 if pieces else 0.0


SIZES = ((80, 24), (120, 40), (200, 60))
SMALL, LARGE = 1.5, 1.6
"""How many times the fewest bytes a key may cost: what changes a little, and what opens or closes something."""

_PLAYING: Sequence[tuple[str, str, float]] = (
    ("cursor", "down", SMALL),
    ("mark", "space", SMALL),
    ("unmark", "escape", SMALL),
    ("prompt", "d", SMALL),
    ("a letter in it", "1", SMALL),
    ("another letter", "l", SMALL),
    ("a hit", "enter", SMALL),
    ("undo", "u", SMALL),
    ("a turn", "n", SMALL),
    ("form", "a", LARGE),
    ("form closed", "escape", LARGE),
    ("menu", "enter", LARGE),
    ("menu closed", "escape", LARGE),
    ("palette", "ctrl+p", LARGE),
    ("a letter in the palette", "h", SMALL),
    ("down in the palette", "down", SMALL),
    ("palette closed", "escape", LARGE),
    ("help", "?", LARGE),
    ("help scrolled", "down", LARGE),
    ("help closed", "escape", LARGE),
    ("scroll", "[", SMALL),
    ("scroll back", "]", SMALL),
    ("filter", "/", SMALL),
    ("a letter in the filter", "r", SMALL),
    ("another letter in the filter", "o", SMALL),
    ("filter given up", "escape", LARGE),
)
"""What is pressed one after the other on the screen of a fight: what it is called, the key, the bound."""

_READING: Sequence[tuple[str, str, float]] = (
    ("review: a step back", "left", SMALL),
    ("review: ten steps back", "pageup", SMALL),
    ("review: to the beginning", "home", LARGE),
    ("review: a step forth", "right", SMALL),
    ("review: to the end", "end", LARGE),
)
_ROUNDS = 3


class _Spent:
    """Bytes that came, and the fewest that would have done, added up."""

    def __init__(self) -> None:
        self.sent = 0
        self.least = 0


def _press_all(terminal: Terminal, acts: Sequence[tuple[str, str, float]], spent: dict[str, _Spent]) -> None:
    before = cells_of(terminal.emulator)
    for name, key, _ in acts:
        answer = _Answer(terminal, key)
        after = cells_of(terminal.emulator)
        one = spent.setdefault(name, _Spent())
        one.sent += answer.size
        one.least += least_bytes(before, after)
        before = after


def bytes_sent(sessions: Sessions) -> Iterator[Figure]:
    """Bytes to the terminal as multiples of the fewest that would have done, at three sizes."""
    for columns, lines in SIZES:
        yield from _bytes_at(sessions, columns, lines)


def _bytes_at(sessions: Sessions, columns: int, lines: int) -> Iterator[Figure]:
    spent: dict[str, _Spent] = {}
    size = f"{columns}×{lines}"
    save = copied(sessions.fight(PEOPLE, 100), f"pressed-{columns}.toml")
    with Terminal(_opening(save), columns=columns, lines=lines, settings=sessions.settings) as terminal:
        terminal.read(_START)
        terminal.settle(0.5)
        empty = cells_of(Emulator(columns, lines))
        yield bytes_figure(f"{size} start", len(terminal.data), least_bytes(empty, cells_of(terminal.emulator)), SMALL)
        for _ in range(_ROUNDS):
            _press_all(terminal, _PLAYING, spent)
        before = len(terminal.data)
        terminal.listen(_IDLE)
        idle = len(terminal.data) - before
        for name, (new_columns, new_lines) in {"larger": (columns + 20, lines + 6), "back": (columns, lines)}.items():
            before = len(terminal.data)
            terminal.resize(new_columns, new_lines)
            terminal.read(_FIRST_BYTE)
            terminal.settle(0.3)
            empty = cells_of(Emulator(new_columns, new_lines))
            least = least_bytes(empty, cells_of(terminal.emulator))
            yield bytes_figure(f"{size} resized, {name}", len(terminal.data) - before, least, SMALL)
    review = [sys.executable, PROGRAM, "review", str(save)]
    with Terminal(review, columns=columns, lines=lines, settings=sessions.settings) as terminal:
        terminal.read(_START)
        terminal.settle(0.5)
        _press_all(terminal, _READING, spent)
    for name, _, bound in (*_PLAYING, *_READING):
        yield bytes_figure(f"{size} {name}", spent[name].sent, spent[name].least, bound)
    yield Figure(f"{size} idle for {_IDLE:g} seconds", idle, "B", 0)


def bytes_figure(name: str, sent: int, least: int, bound: float) -> Figure:
    """Bytes that were sent, as a multiple of the fewest that would have done."""
    return Figure(f"bytes: {name}", sent / max(least, 1), "×", bound, is_exact=True, note=f"({sent} B)")


_HELD_STEPS, _KEYS_A_SECOND = 30, 30
_SEEN_AFTER = 300.0
_LIST = 40


def held(sessions: Sessions) -> Iterator[Figure]:
    """A key held for a second on a slow line: how long after it the screen still moves, and what it sends.

    The better of two times: what else the machine does can only add.
    """
    for (columns, lines), key in product(SIZES, ("down", "n")):
        save = copied(sessions.fight(_LIST, 100), f"held-{columns}-{key}.toml")
        late, sent, least = min(_held(sessions, save, columns, lines, key) for _ in range(2))
        yield Figure(f"{columns}×{lines} {key} held on a slow line: seen after", late, "ms", _SEEN_AFTER)
        yield Figure(f"{columns}×{lines} {key} held: bytes", sent / least, "×", SMALL, note=f"({sent} B)")


def _held(sessions: Sessions, save: Path, columns: int, lines: int, key: str) -> tuple[float, int, int]:
    """Milliseconds to the last frame, all bytes, and the fewest that would have shown what was seen.

    What the last frame itself takes on the line is not counted: where turns are passed it may be a whole pane.
    """
    with SlowTerminal(_opening(save), columns=columns, lines=lines, settings=sessions.settings) as terminal:
        while not terminal.pieces:
            terminal.run(0.5)
        terminal.press("home")
        terminal.rest()
        before = cells_of(terminal.emulator)
        first = len(terminal.pieces)
        for _ in range(_HELD_STEPS):
            terminal.press(key)
            terminal.run(1 / _KEYS_A_SECOND)
        released = terminal.clock()
        terminal.rest()
    replay, least = Emulator(columns, lines), 0
    for piece in terminal.pieces[:first]:
        replay.feed(piece.data)
    frames = terminal.pieces[first:]
    for piece in frames:
        replay.feed(piece.data)
        after = cells_of(replay)
        least += least_bytes(before, after)
        before = after
    late = frames[-1].at - released - len(frames[-1].data) / BYTES_A_SECOND
    return late * 1000, sum(len(piece.data) for piece in frames), least


_TIMES = 9
_ESCAPE_AFTER = 35.0


def escape(sessions: Sessions) -> Iterator[Figure]:
    """Escape and leaving, where the terminal has no keyboard protocol of its own."""
    save = copied(sessions.fight(PEOPLE, 100), "escaped.toml")
    with Terminal(_opening(save), settings=sessions.settings) as terminal:
        terminal.read(_START)
        terminal.settle(0.5)

        def escaping() -> float:
            _Answer(terminal, "space", quiet=_QUIET_AFTER_KEY)
            return _Answer(terminal, "escape", quiet=_QUIET_AFTER_KEY).last

        (escaped,) = taking_turns([escaping], _TIMES)
    yield Figure("Escape to the last byte of its answer", escaped.usual, "ms", _ESCAPE_AFTER)

    ours, theirs = _opening(save), [sys.executable, str(EMPTY_APP)]
    settings = sessions.settings
    left, empty = taking_turns((lambda: _leaving(ours, "q", settings), lambda: _leaving(theirs, "ctrl+q", settings)), 7)
    yield from ratio("leaving, an app without anything in it", left, empty, 0.6)


def _leaving(command: Sequence[str], key: str, settings: Mapping[str, str]) -> float:
    """Milliseconds from the key to the end of the process."""
    with Terminal(command, settings=settings) as terminal:
        terminal.read(_START)
        terminal.settle(0.5)
        pressed = terminal.clock()
        terminal.press(key)
        terminal.wait()
        return (terminal.clock() - pressed) * 1000


Presses = Sequence[tuple[str, ...]]
"""Keys by their names or signs: those that are pressed at once, and after their answer the next ones."""

_LOOKING: Mapping[str, Presses] = {
    "cursor": (("down",), ("up",)),
    "mark": (("space",), ("escape",), ("up",)),
    "prompt": (("d",), ("escape",)),
}
_ACTING: Mapping[str, Presses] = {"turn": (("n",),), "a hit, and undo": (("d", "1", "enter"), ("u",))}
"""What is pressed in a crowd: what only looks costs as much as among few, what acts a little more. A mark moves the
cursor on, so that it is moved back: no list is to scroll."""

_CROWDS = ((300, 1.1, 1.5), (1000, 1.1, 3.0))
"""So many people, and how many times what it takes among few a key may take that looks, and one that acts."""


def keys(sessions: Sessions) -> Iterator[Figure]:
    """Time from a key to the last byte of its answer, in crowds and among few."""
    for crowd, looking, acting in _CROWDS:
        yield from _keys_in(sessions, crowd, looking, acting)


def _keys_in(sessions: Sessions, crowd_size: int, looking: float, acting: float) -> Iterator[Figure]:
    """Two programs have a crowd and two have few: the one that was begun first is slower, whatever is in it."""
    with ExitStack() as stack:
        terminals = []
        for number, people in enumerate((crowd_size, PEOPLE, PEOPLE, crowd_size)):
            save = copied(sessions.fight(people, 100), f"keyed-{crowd_size}-{number}.toml")
            terminal = stack.enter_context(Terminal(_opening(save), settings=sessions.settings))
            terminal.read(_FIRST_BYTE)
            terminal.settle(0.5)
            terminals.append(terminal)
        first, second, third, fourth = terminals
        for name, presses in {**_LOOKING, **_ACTING}.items():
            samples = _key_sample((first, fourth), presses), _key_sample((second, third), presses)
            in_crowd, in_few = taking_turns(samples, 25)
            bound = looking if name in _LOOKING else acting
            yield from ratio(
                f"{name}: key to last byte with {crowd_size} people, with {PEOPLE}", in_crowd, in_few, bound
            )


_FILTER_OPENINGS = 3
_FIRST_SCREENFUL = 100.0


def filtered(sessions: Sessions) -> Iterator[Figure]:
    """The first letter of a filter in a long session, to its first screenful: the best of some openings.

    The program goes on to count; what that shows later is not waited for.
    """
    save, taken = sessions.long(), []
    for _ in range(_FILTER_OPENINGS):
        with Terminal(_opening(save), settings=sessions.settings) as terminal:
            terminal.until("Red Dawn", _START)
            terminal.settle(0.5)
            _Answer(terminal, "/", quiet=0.5)
            taken.append(_Answer(terminal, "r", quiet=_QUIET_AFTER_KEY, at_rest=False).last)
    yield Figure(f"a filter's first screenful among {LONG} entries", min(taken), "ms", _FIRST_SCREENFUL)


def _key_sample(terminals: Sequence[Terminal], presses: Presses) -> Sample:
    return lambda: sum(
        _Answer(terminal, *keys, quiet=_QUIET_AFTER_KEY).last for terminal in terminals for keys in presses
    )
