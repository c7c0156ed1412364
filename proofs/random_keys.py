"""Random keys, mouse, pastes, sizes, stops, noise for an hour end no evening: no crash, no freeze, nothing left behind.

The whole program plays in pseudo-terminals, an evening after the other: each example session, in both languages, at
sizes from nothing to 200×60. An evening ends well if the program still answers at its end, leaves with status 0, gives
the terminal back, has written no crash log, and its session opens whole.
"""

import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tools.pseudo_terminal import KEYS, Start, Terminal
from tracker.opening import review_session

ROOT = Path(__file__).parents[1]
EXAMPLES = tuple(sorted((ROOT / "saves").glob("example-*.toml")))
LANGUAGES = ("en", "ru")
SIZES = ((80, 24), (120, 40), (200, 60), (60, 20), (40, 10), (20, 5), (1, 1), (100, 30))
WORKING_SECONDS = 3600.0
EVENTS_AN_EVENING = 400
LONGEST_ANSWER = 30.0
_TOLD_EVENTS = 12

_SIGNS = "nuUdahcietsxrwvzmpgjkobq+:/?!.,-=|\"'[]1234567890 вфтДЖъ小🗡\u0301"
_LINES = (
    "next", "undo 3", "redo", "damage {} 2 lethal", "heal {} 1", "note the door opens", "condition {} prone",
    "attack {}", "help", "why", "odds attack {}", "scene The yard", "fight roof {}", "end-fight", "remove {}",
    "add Ghoul foe count=3", "hide {}", "show {}", "set {} health", "initiative", "due 1", "по урону {} 3", "x" * 300,
)  # fmt: skip
_NAMES = ("David", "Killer", "Дэвид", "G", "", "[/red]", "nobody at all")
_WEIGHTS = (30, 30, 12, 10, 4, 4, 2, 4)
_NOISE = (
    b"\xab", b"\xff\x80", "Привет".encode("cp1251"), b"\x1b[97;1:1u", b"\x1b[", b"\x1bO", b"\x1b[1;5", b"\x9b2J",
    b"\x1b[<0;999;999M", b"\x1b[0n", b"\x1b[48;9;9;9;9t", b"\x1b[55296u", b"\x1b]0;x\x07", b"\x00", b"\x0c", b"\x0a",
)  # fmt: skip


def prove(budget: float) -> Iterator[str]:
    """Yield each evening that ended badly, for an hour at budget 1."""
    end = time.monotonic() + WORKING_SECONDS * budget
    seed = 0
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory(prefix="coterie-keys-") as folder:
            yield from evening(seed, Path(folder), EVENTS_AN_EVENING)
        seed += 1
    print(f"  {seed} evenings of up to {EVENTS_AN_EVENING} events")


def evening(seed: int, folder: Path, events: int, start: Start | None = None) -> Iterator[str]:
    """Play one evening in a folder, with a program that is started so; yield what ended badly."""
    dice = random.Random(seed)
    example, language = EXAMPLES[seed % len(EXAMPLES)], LANGUAGES[seed // len(EXAMPLES) % len(LANGUAGES)]
    save = Path(shutil.copyfile(example, folder / "evening.toml"))
    command = [sys.executable, "-m", "tracker", "--lang", language, "open", str(save)]
    columns, lines = dice.choice(SIZES[:4])
    happened: list[str] = []
    settings = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("STATE", "CONFIG", "DATA")}
    settings["PYTHONPATH"] = f"{ROOT}:{ROOT / 'plugins'}"
    with Terminal(command, columns=columns, lines=lines, settings=settings, folder=folder, start=start) as terminal:
        terminal.read(LONGEST_ANSWER)
        terminal.until_it_takes_keys()  # before that, ctrl+c interrupts
        while len(happened) < events and terminal.process.poll() is None:
            happened.append(_something(terminal, dice))
            terminal.read(dice.choice((0, 0, 0.005, 0.05)))
        wrong = list(_ending(terminal))
    logs = list(folder.rglob("crash-*.log"))
    wrong += [log.read_text("utf-8").strip().rpartition("\n")[2] for log in logs]
    wrong += [f"the session: {notice}" for notice in review_session(save, (), language).notices]
    for line in wrong:
        yield f"seed {seed}, {example.name}, {language}: {line}; last: {' '.join(happened[-_TOLD_EVENTS:])}"


def _ending(terminal: Terminal) -> Iterator[str]:
    """Leave, wherever it is; yield what goes wrong with that."""
    try:
        if terminal.process.poll() is None:
            terminal.resize(80, 24)
            terminal.send(b"\x1b[201~")  # a paste that was begun ends, as does whatever is asked or open
            for _ in range(3):
                terminal.press("ctrl+c")
                terminal.settle(0.05, 2)
            terminal.send(b"\x0c")
            if not terminal.read(LONGEST_ANSWER):
                yield "it does not answer any more"
                return
            terminal.settle(0.05, 5)
            terminal.press("ctrl+q")
        status = terminal.wait(LONGEST_ANSWER)
    except TimeoutError:
        yield "it does not end"
        return
    except OSError:  # it ended in the middle of a key
        status = terminal.wait(LONGEST_ANSWER)
    if status:
        yield f"it ended with {status}"
    if terminal.modes_left:
        yield f"modes are left: {terminal.modes_left}"


def _something(terminal: Terminal, dice: random.Random) -> str:
    """Let something happen in the terminal; return what."""
    try:
        match dice.choices(("sign", "key", "line", "mouse", "paste", "size", "stop", "noise"), _WEIGHTS)[0]:
            case "sign":
                signs = "".join(dice.choices(_SIGNS, k=dice.choice((1, 1, 1, 4))))
                terminal.send(signs.encode())
                return repr(signs)
            case "key":
                keys = dice.choices([name for name in KEYS if name != "ctrl+q"], k=dice.choice((1, 1, 2, 6)))
                terminal.press(*keys)
                return "+".join(keys)
            case "line":
                text = dice.choice(_LINES).format(dice.choice(_NAMES))
                terminal.send(b"\x03:" + text.encode() + dice.choice((b"\r", b"\r\r", b"\t\t", b"\x1b")))
                return f":{text}"
            case "mouse":
                button, x, y = dice.choice((0, 0, 1, 2, 35, 64, 65)), dice.randrange(1, 210), dice.randrange(1, 65)
                terminal.send(f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m".encode())
                return f"mouse {button} {x},{y}"
            case "paste":
                text = dice.choice((*_LINES, "a\nb\r\nc", "\x1b[31m")) * dice.choice((1, 30))
                terminal.send(b"\x1b[200~" + text.encode() + b"\x1b[201~")
                return f"paste {len(text)}"
            case "size":
                columns, lines = dice.choice(SIZES)
                terminal.resize(columns, lines)
                if dice.random() < 0.2:
                    terminal.signal(signal.SIGCONT)
                return f"{columns}×{lines}"
            case "stop":
                for _ in range(dice.choice((1, 1, 5))):
                    terminal.signal(signal.SIGTSTP)
                    time.sleep(dice.choice((0, 0.0005, 0.03)))
                    terminal.signal(signal.SIGCONT)
                terminal.go_on()  # while it is stopped, ctrl+c interrupts
                return "stop"
            case _:
                noise = dice.choice(_NOISE)
                terminal.send(noise)
                return repr(noise)
    except OSError:  # it has ended meanwhile
        return "(ended)"
