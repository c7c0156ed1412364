"""Work that does not end: after a second the screen says who is busy, and ctrl+c gives the work up.

Plugins work in the main thread, where nothing else happens meanwhile. A timer of the system interrupts them; what they
do may be given up wherever their own code runs, since hooks change nothing.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SECONDS = 1.0
"""How long work may take before the screen says so."""

_NEXT_LOOK = 0.2


class GivenUp(KeyboardInterrupt):
    """The game master has given up what `plugin` was busy with. Nothing has changed."""

    def __init__(self, plugin: str) -> None:
        super().__init__(plugin)
        self.plugin = plugin


class Patience:
    """Watches work. `whose` names the plugin in whose code a frame is, "" for none; `show` tells who is busy."""

    def __init__(self, whose: Callable[[FrameType], str], show: Callable[[str], None]) -> None:
        self._whose = whose
        self._show = show
        self._is_on = False
        self._depth = 0
        self._busy = ""
        self._is_given_up = False

    @contextmanager
    def on(self) -> Iterator[None]:
        """Watch while this holds; in the main thread of the process."""
        before: Any = signal.signal(signal.SIGALRM, self._look)
        self._is_on = True
        try:
            yield
        finally:
            self._is_on = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch one piece of work. Raises GivenUp out of it."""
        self._depth += 1
        if self._is_on and self._depth == 1:
            self._busy, self._is_given_up = "", False
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            yield
        finally:
            self._depth -= 1
            if self._is_on and not self._depth:
                signal.setitimer(signal.ITIMER_REAL, 0)
                self._busy = ""

    def give_up(self) -> bool:
        """Ask, from any thread, that the work be given up. False: no one is busy for so long."""
        self._is_given_up = bool(self._busy)
        return self._is_given_up

    def _look(self, number: int, frame: FrameType | None) -> None:
        """Interrupt the work: tell of it once, give it up where that is wanted, look again soon."""
        plugin = self._whose(frame) if frame is not None else ""
        if plugin and self._is_given_up:
            raise GivenUp(plugin)
        signal.setitimer(signal.ITIMER_REAL, _NEXT_LOOK)
        if plugin and not self._busy:
            self._busy = plugin
            self._show(plugin)
