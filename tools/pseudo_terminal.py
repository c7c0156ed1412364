"""A program in a pseudo-terminal of its own, as tests and benchmarks use one: keys go in, bytes and a screen come out.

What comes back is kept as it came, with the time of each piece; the screen is worked out from it only when it is asked
for, so that nothing is parsed while a clock runs.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import pyte

KEYS = {
    "enter": b"\r", "space": b" ", "escape": b"\x1b", "tab": b"\t", "backspace": b"\x7f",
    "ctrl+c": b"\x03", "ctrl+p": b"\x10", "ctrl+q": b"\x11",
    "up": b"\x1b[A", "down": b"\x1b[B", "right": b"\x1b[C", "left": b"\x1b[D", "home": b"\x1b[H", "end": b"\x1b[F",
    "pageup": b"\x1b[5~", "pagedown": b"\x1b[6~",
}  # fmt: skip
"""The bytes that a terminal sends for keys that have a name; any other key sends its sign."""

QUESTION, ANSWER = b"\x1b[5n", b"\x1b[0n"
"""Whether it is well, asked of every terminal."""

LONGEST = 60.0
"""In seconds: what is waited for comes long before, but where the machine has much else to do or the test fails."""

# Inherited settings that would change what a program draws.
_UNWANTED_SETTINGS = ("COLUMNS", "LINES", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "TMUX", "STY")
_BLOCK_BYTES = 65536

# What the emulator does not know and would draw as text, and what may be the beginning of such a thing.
_UNKNOWN_SEQUENCE = re.compile(r"\x1b\[[<=>][0-9;:]*[@-~]|\x1b\[\??[0-9;]*\$[a-z]")
_CUT_SEQUENCE = re.compile(r"\x1b(?:\[[<=>?]?[0-9;:$]*)?\Z")
_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
_USUAL_MODES = {7: True, 25: True}  # lines wrap, the cursor is shown; every other mode is usually off


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes that came at once, and when: seconds since the program was started."""

    at: float
    data: bytes


class Screen(pyte.Screen):
    """A screen that remembers on which lines something has been drawn."""

    def __init__(self, columns: int, lines: int) -> None:
        self.drawn_lines: set[int] = set()
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        """Draw text where the cursor is."""
        self.drawn_lines.add(self.cursor.y)
        super().draw(data)


class Emulator:
    """What a terminal shows that has received certain bytes."""

    def __init__(self, columns: int, lines: int) -> None:
        self.screen = Screen(columns, lines)
        self._stream = pyte.Stream(self.screen)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._held_back = ""

    def feed(self, data: bytes) -> None:
        """Receive bytes; a sequence that is cut off waits for its end."""
        text = self._held_back + self._decode(data)
        cut = _CUT_SEQUENCE.search(text)
        self._held_back, text = (cut[0], text[: cut.start()]) if cut else ("", text)
        self._stream.feed(_UNKNOWN_SEQUENCE.sub("", text))

    @property
    def text(self) -> str:
        """The text of the screen, line by line, without trailing blanks."""
        return "\n".join(line.rstrip() for line in self.screen.display)


class Process(Protocol):
    """What a terminal knows of the process in it; `subprocess.Popen` is one."""

    pid: int

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end and return its exit status."""

    def send_signal(self, sig: int) -> None:
        """Send it a signal."""

    def kill(self) -> None:
        """Kill it."""


Start = Callable[[Sequence[str], int, Path | None, Mapping[str, str]], Process]
"""Starts a command in a terminal, whose slave is given as a descriptor, in a folder and with settings."""


class Terminal:
    """Runs a program whose controlling terminal has so many columns and lines; use it as a context manager."""

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        columns: int = 80,
        lines: int = 24,
        settings: Mapping[str, str] | None = None,
        folder: Path | None = None,
        start: Start | None = None,
    ) -> None:
        self.pieces: list[Piece] = []
        self.is_closed = False
        self._emulator = Emulator(columns, lines)
        self._shown_pieces = 0
        self._master, slave = os.openpty()
        _set_size(slave, columns, lines)
        environment = {name: value for name, value in os.environ.items() if name not in _UNWANTED_SETTINGS}
        self.started = time.perf_counter()
        environment |= {"TERM": "xterm-256color", **(settings or {})}
        self.process = (start or _start)(list(map(str, command)), slave, folder, environment)
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    # ------------------------------------------------------------------ in

    def press(self, *keys: str) -> None:
        """Press keys, each by its name or its sign."""
        self.send(b"".join(KEYS.get(key) or key.encode() for key in keys))

    def send(self, data: bytes) -> None:
        """Send bytes as a keyboard would."""
        while data:
            data = data[os.write(self._master, data) :]

    def resize(self, columns: int, lines: int) -> None:
        """Give the window another size; the program is told by a signal."""
        self._show()
        self._emulator.screen.resize(lines, columns)
        _set_size(self._master, columns, lines)

    def write_over(self, text: str) -> None:
        """Let someone else write on the screen, without the program's knowledge."""
        self.pieces.append(Piece(self.clock(), text.encode()))

    def signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def until_stopped(self) -> None:
        """Wait until the program has stopped. Raises TimeoutError."""
        self._wait_for(lambda: self._status() == "T", "the program did not stop")

    def until_it_takes_keys(self) -> None:
        """Wait until the program has the keyboard, key by key. Raises TimeoutError."""
        self._wait_for(self._takes_keys, "the program did not take the keyboard")

    def go_on(self) -> None:
        """Continue the program until it has the keyboard for a while and nothing to do. Raises TimeoutError.

        It may still be stopping, or have a stop before it.
        """

        def has_gone_on() -> bool:
            self.signal(signal.SIGCONT)
            self.listen(0.05)
            return self._takes_keys() and not self.is_at_work

        for _ in range(2):
            self._wait_for(has_gone_on, "the program did not go on")

    def _takes_keys(self) -> bool:
        return self.is_closed or not termios.tcgetattr(self._master)[3] & termios.ICANON

    @staticmethod
    def _wait_for(has_come: Callable[[], bool], problem: str) -> None:
        end = time.monotonic() + LONGEST
        while not has_come():
            if time.monotonic() > end:
                raise TimeoutError(problem)
            time.sleep(0.005)

    def _status(self) -> str:
        """The letter by which the system tells whether the process runs, waits or is stopped."""
        return Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2][0]

    @property
    def is_at_work(self) -> bool:
        """Whether any thread of the program runs, waits for its turn or for a disk, as far as the system tells."""
        states = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            with suppress(OSError):  # the thread has just ended
                states.append(task.read_text().rpartition(") ")[2][0])
        return any(state in "RD" for state in states)

    def hang_up(self) -> None:
        """Close the terminal, as a lost line does."""
        if not self.is_closed:
            self.is_closed = True
            os.close(self._master)

    # ------------------------------------------------------------------ out

    def read(self, seconds: float) -> bool:
        """Wait so long for a piece of output; tell whether one came."""
        if self.is_closed or not select.select([self._master], [], [], max(seconds, 0))[0]:
            return False
        try:
            data = os.read(self._master, _BLOCK_BYTES)
        except OSError:  # Linux: the program has ended and closed its side
            data = b""
        if not data:
            self.hang_up()
            return False
        self.take(data)
        return True

    def take(self, data: bytes) -> None:
        """Show what has come, and answer what it asks."""
        self.pieces.append(Piece(self.clock(), data))
        if QUESTION in data:
            self.send(ANSWER * data.count(QUESTION))

    def clock(self) -> float:
        """Seconds since the program was started."""
        return time.perf_counter() - self.started

    def listen(self, seconds: float) -> None:
        """Read whatever comes for so long."""
        end = self.clock() + seconds
        while (left := end - self.clock()) > 0 and not self.is_closed:
            self.read(left)

    def settle(self, quiet: float = 0.15, limit: float = LONGEST) -> None:
        """Read until nothing has come for `quiet` seconds and the program waits for something.

        On a machine with much to do a program that still works, or waits for its turn to, says nothing for long.
        """
        end = self.clock() + limit
        while (self.read(quiet) or self.is_at_work) and self.clock() < end:
            pass

    def until(self, is_reached: str | Callable[[str], bool], limit: float = LONGEST) -> str:
        """Read until the screen holds a text, or is as a function wants it; return the screen.

        Raises TimeoutError, which shows the screen, where that does not come about.
        """
        reached = (lambda text: is_reached in text) if isinstance(is_reached, str) else is_reached
        end = self.clock() + limit
        while not reached(self.text):
            left = end - self.clock()
            if left <= 0 or (not self.read(left) and self.is_closed):
                raise TimeoutError(f"waited for {is_reached!r}; the screen shows\n{self.text}")
        return self.text

    def wait(self, limit: float = LONGEST) -> int:
        """Read until the program has ended; return its exit status. Raises TimeoutError."""
        end = self.clock() + limit
        while self.process.poll() is None:
            if self.clock() > end:
                raise TimeoutError(f"the program goes on; the screen shows\n{self.text}")
            if self.is_closed:
                time.sleep(0.01)
            else:
                self.read(0.01)
        while self.read(0):
            pass
        return self.process.wait()

    @property
    def foreground(self) -> int:
        """The group of processes that has the keyboard now."""
        return os.tcgetpgrp(self._master)

    @property
    def data(self) -> bytes:
        """All bytes that have come."""
        return b"".join(piece.data for piece in self.pieces)

    @property
    def text(self) -> str:
        """The screen as text."""
        self._show()
        return self._emulator.text

    @property
    def emulator(self) -> Emulator:
        """The screen with its colours, as it is now."""
        self._show()
        return self._emulator

    @property
    def modes_left(self) -> set[str]:
        """The terminal's modes that are not as usual after what has come, such as "?1049 on"."""
        modes: dict[int, bool] = {}
        for found in _MODE.finditer(self.data):
            modes.update((int(mode), found[2] == b"h") for mode in found[1].split(b";"))
        return {
            f"?{mode} {'on' if is_on else 'off'}"
            for mode, is_on in modes.items()
            if is_on is not _USUAL_MODES.get(mode, False)
        }

    def _show(self) -> None:
        for piece in self.pieces[self._shown_pieces :]:
            self._emulator.feed(piece.data)
        self._shown_pieces = len(self.pieces)


def _set_size(descriptor: int, columns: int, lines: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def _start(command: Sequence[str], slave: int, folder: Path | None, settings: Mapping[str, str]) -> Process:
    return subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=folder,
        env=settings,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )


def _take_terminal() -> None:
    """Make the terminal on standard input the one that controls this process, which then hears of its end."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
