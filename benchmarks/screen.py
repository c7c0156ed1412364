"""What the screen costs, as a terminal at the other end of a line sees it: time to the last byte, and bytes."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.fights import copied
from benchmarks.figures import Figure, Sample, ratio, taking_turns
from benchmarks.headless import CROWD, PEOPLE, Sessions
from tools.pseudo_terminal import Emulator, Terminal

COLUMNS, LINES = 80, 24
EMPTY_APP = Path(__file__).with_name("empty_app.py")

_FIRST_BYTE = 2.0
_QUIET_AFTER_KEY = 0.06
_IDLE = 3.0


def start(sessions: Sessions) -> Iterator[Figure]:
    """The first full frame of a session, against that of an app without anything in it."""
    save = sessions.fight(PEOPLE, 100)
    ours = _opening(copied(save, "shown.toml"))
    theirs = [sys.executable, str(EMPTY_APP)]
    settings = sessions.settings
    for command in (ours, theirs):
        _first_frame(command, settings)  # the first one compiles
    shown, empty = taking_turns((lambda: _first_frame(ours, settings), lambda: _first_frame(theirs, settings)), 11)
    yield from ratio(f"first frame of {PEOPLE} people and 100 entries, of an empty app", shown, empty, 1.5)


def _opening(save: Path) -> list[str]:
    return [sys.executable, "-m", "tracker", "open", str(save)]


def _first_frame(command: Sequence[str], settings: Mapping[str, str]) -> float:
    """Milliseconds until every line has been painted and the screen says all that it says once it is at rest."""
    with Terminal(command, columns=COLUMNS, lines=LINES, settings=settings) as terminal:
        terminal.read(_FIRST_BYTE)
        terminal.settle(0.4)
        at_rest = terminal.text
        replay = Emulator(COLUMNS, LINES)
        for piece in terminal.pieces:
            replay.feed(piece.data)
            if len(replay.screen.drawn_lines) == LINES and replay.text == at_rest:
                return piece.at * 1000
    raise AssertionError("a screen that is at rest has been painted whole")


class _Answer:
    """What came back for keys: how many bytes, and milliseconds to the last of them."""

    def __init__(self, terminal: Terminal, *keys: str, quiet: float = 0.1) -> None:
        before = len(terminal.pieces)
        pressed = terminal.clock()
        terminal.press(*keys)
        terminal.read(_FIRST_BYTE)
        terminal.settle(quiet)
        pieces = terminal.pieces[before:]
        self.size = sum(len(piece.data) for piece in pieces)
        self.last = (pieces[-1].at - pressed) * 1000 if pieces else 0.0


_KEYS: Sequence[tuple[str, tuple[str, ...], int]] = (
    ("the cursor on another row", ("down",), 1500),
    ("one character's row changed: marked", ("space",), 1500),
    ("  and not marked any more", ("escape",), 1500),
    ("the prompt for damage", ("d",), 2000),
    ("  a character typed in it", ("1",), 1500),
    ("its Enter", ("enter",), 4000),
    ("the damage taken back", ("u",), 4000),
    ("a turn passed", ("n",), 4000),
    ("a dialog", ("a",), 16000),
    ("  the dialog closed", ("escape",), 16000),
    ("  help", ("?",), 16000),
    ("  help closed", ("escape",), 16000),
)
"""What is pressed one after the other, and how many bytes may come back."""


def bytes_sent(sessions: Sessions) -> Iterator[Figure]:
    """Bytes to the terminal for the keys of every day; the worst in a whole round of turns, its beginning included."""
    sizes: dict[str, list[int]] = {name: [] for name, _, _ in _KEYS}
    save = copied(sessions.fight(PEOPLE, 100), "pressed.toml")
    with Terminal(_opening(save), columns=COLUMNS, lines=LINES, settings=sessions.settings) as terminal:
        terminal.read(_FIRST_BYTE)
        terminal.settle(0.5)
        for _ in range(PEOPLE + 1):
            for name, keys, _bound in _KEYS:
                sizes[name].append(_Answer(terminal, *keys).size)
        before = len(terminal.data)
        terminal.listen(_IDLE)
        idle = len(terminal.data) - before
    for name, _keys, bound in _KEYS:
        yield Figure(f"bytes: {name.strip()}", max(sizes[name]), "B", bound)
    yield Figure(f"bytes: idle for {_IDLE:g} seconds", idle, "B", 0)


def keys(sessions: Sessions) -> Iterator[Figure]:
    """Time from a key to the last byte of its answer, in a crowd and among few."""
    with ExitStack() as stack:
        terminals = []
        for people in (CROWD, PEOPLE):
            save = copied(sessions.fight(people, 100), f"keyed-{people}.toml")
            terminal = stack.enter_context(Terminal(_opening(save), settings=sessions.settings))
            terminal.read(_FIRST_BYTE)
            terminal.settle(0.5)
            terminals.append(terminal)
        for name, pressed in {"cursor": ("down", "up"), "turn": ("n",), "marks": ("d1\r", "u")}.items():
            crowd, few = (_key_sample(terminal, pressed) for terminal in terminals)
            taken = taking_turns((crowd, few), 31)
            yield from ratio(f"{name}: key to last byte with {CROWD} people, with {PEOPLE}", *taken, 1.3)


def _key_sample(terminal: Terminal, pressed: Sequence[str]) -> Sample:
    return lambda: sum(_Answer(terminal, *key, quiet=_QUIET_AFTER_KEY).last for key in pressed)
