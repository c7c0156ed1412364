"""What is sent in pieces shows inside tmux and GNU screen what a whole painting shows in a terminal of its own.

Random screens follow from each other as those of programs do: pieces change, parts scroll, windows open. After each
step the text that the multiplexer holds is compared. One that is not installed is named and not counted.
"""

import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from tools.pseudo_terminal import Emulator, Terminal
from tracker.ui.output.cells import Row, row_of
from tracker.ui.output.painter import Painter

COLUMNS, LINES = 60, 16
STEPS = 600
LONGEST_SECONDS = 5.0
WORDS = ("Boris", "Клара", "────────", "●●●○○", "XX/.....", "   ", "two words", "小明", "한국", "x" * 30, "·", "—", "")
STYLES = [Style.parse(words) for words in ("", "bold", "on blue", "red on #202020", "reverse", "underline")]

MULTIPLEXERS = {
    "tmux": ("tmux", "-L", "{name}", "-f", "{settings}", "new-session", "cat {pipe}"),
    "screen": ("screen", "-c", "{settings}", "-S", "{name}", "sh", "-c", "cat {pipe}"),
}
_SETTINGS = {"tmux": "set -g status off\n", "screen": "startup_message off\nhardstatus off\n"}


def prove(budget: float) -> Iterator[str]:
    """Yield each step at which a multiplexer shows something else."""
    for kind, command in MULTIPLEXERS.items():
        if shutil.which(kind) is None:
            print(f"  {kind} is not installed: not tried")
            continue
        with tempfile.TemporaryDirectory(prefix="coterie-screens-") as folder:
            yield from _compared(kind, command, Path(folder), max(int(STEPS * budget), 5))


def _compared(kind: str, command: tuple[str, ...], folder: Path, steps: int) -> Iterator[str]:
    pipe, settings, name = folder / "pipe", folder / "settings", f"coterie-{folder.name}"
    subprocess.run(["mkfifo", str(pipe)], check=True)
    settings.write_text(_SETTINGS[kind], "utf-8")
    filled = [part.format(pipe=pipe, settings=settings, name=name) for part in command]
    painter = Painter()
    with Terminal(filled, columns=COLUMNS, lines=LINES, settings={"LANG": "C.UTF-8"}) as terminal:
        with pipe.open("wb", buffering=0) as program:
            program.write(b"\x1b[?1049h\x1b[?7l")
            for number, rows in enumerate(some_screens(0, steps)):
                program.write(painter.paint(rows).encode())
                whole = Emulator(COLUMNS, LINES)
                whole.feed(Painter().paint(rows).encode())
                try:
                    terminal.until(lambda text, wanted=whole.text: text == wanted, LONGEST_SECONDS)  # type: ignore[misc]
                except TimeoutError:
                    yield f"{kind}, step {number}:\n{_difference(whole.text, terminal.text)}"
                    painter.forget()
        terminal.settle(0.1)
        if kind == "tmux":
            subprocess.run(["tmux", "-L", name, "kill-server"], check=False, capture_output=True)


def _difference(wanted: str, shown: str) -> str:
    pairs = zip(wanted.split("\n"), shown.split("\n"), strict=False)
    return "\n".join(f"    {y}: {one!r}, not {other!r}" for y, (one, other) in enumerate(pairs) if one != other)


def some_screens(seed: int, steps: int) -> Iterator[list[Row]]:
    """Screens that follow from each other as those of programs do."""
    dice = random.Random(seed)
    lines = [_some_line(dice) for _ in range(LINES)]
    for _ in range(steps):
        top = dice.randrange(LINES)
        bottom, shift = dice.randint(top, LINES), dice.randint(1, 3)
        part, new = lines[top:bottom], [_some_line(dice) for _ in range(shift)]
        match dice.randrange(5):
            case 0:
                lines[top:bottom] = [*part, *new][-len(part) :] if part else []
            case 1:
                lines[top:bottom] = [*new, *part][: len(part)]
            case 2:
                lines[top:bottom] = [_some_line(dice) for _ in part]
            case _:
                lines[top] = _some_line(dice)
        yield [row_of(line, COLUMNS, ColorSystem.EIGHT_BIT) for line in lines]


def _some_line(dice: random.Random) -> list[Segment]:
    words = [Segment(f"{dice.choice(WORDS)} ", dice.choice(STYLES)) for _ in range(dice.randrange(7))]
    return [*words, Segment(" " * dice.randrange(COLUMNS), dice.choice(STYLES))]
