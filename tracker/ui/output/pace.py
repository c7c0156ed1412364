"""Whether the line to the terminal is behind: then it is better to wait, and to send only what is true by then.

A slow line swallows far more than it can carry soon. So the terminal is asked to answer behind some frames ("are you
well?", which all terminals answer), and the time that takes tells how much is on the way.
"""

from collections import deque
from collections.abc import Callable

ASK = "\x1b[5n"
ANSWER = "\x1b[0n"

_SOON = 0.35
"""Frames within so many seconds of each other could queue, so the terminal is asked behind them."""

_LARGE = 1500
"""So could what comes behind a frame of so many bytes."""

_FIRST_WINDOW, _WIDEST_WINDOW = 4, 32
_GOOD_DELAY = 0.03
"""An answer that is later than the fastest by more seconds has waited behind other frames."""

_LONGEST_WAIT = 2.0
_LONGEST_FIRST_WAIT = 1.5
"""An answer that has not come after so many seconds is lost, or the terminal has none to give."""

_FORGETTING = 0.002
"""A line may become slower for good: with each answer the fastest one counts as so much slower."""


class Pace:
    """Counts the frames on the way. `clock` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._asked: deque[float] = deque()
        self._fastest: float | None = None
        self._window = _FIRST_WINDOW
        self._last_sent = float("-inf")
        self._is_deaf = False

    @property
    def is_waiting(self) -> bool:
        """Whether an answer will come: something has been asked of a terminal that has answered before."""
        return bool(self._asked) and self._fastest is not None

    @property
    def is_behind(self) -> bool:
        """Whether another frame would have to queue. A terminal that does not answer is taken to keep up."""
        patience = _LONGEST_FIRST_WAIT if self._fastest is None else _LONGEST_WAIT
        if self._asked and self._clock() - self._asked[0] > patience:
            self._asked.clear()
            self._is_deaf = self._fastest is None
        return len(self._asked) >= self._window

    def send(self, size: int) -> bool:
        """Note that a frame of so many bytes is sent; tell whether to ask the terminal behind it."""
        now = self._clock()
        is_soon, self._last_sent = now - self._last_sent < _SOON, now
        if self._is_deaf or not (is_soon or size >= _LARGE or self._asked):
            return False
        self._asked.append(now)
        return True

    def answered(self) -> None:
        """Note that the terminal has answered once."""
        self._is_deaf = False
        if not self._asked:
            return
        delay = self._clock() - self._asked.popleft()
        self._fastest = delay if self._fastest is None else min(delay, self._fastest + _FORGETTING)
        if delay > self._fastest + _GOOD_DELAY:
            self._window = max(self._window - 1, 1)
        else:
            self._window = min(self._window + 1, _WIDEST_WINDOW)
