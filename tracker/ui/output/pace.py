"""When the line to the terminal is free: to send earlier is to let what is true by then wait behind what was true.

A slow line swallows far more than it can carry soon. So the terminal is asked to answer behind some frames ("are you
well?", which all terminals answer). From the times of the answers follow how long the way is and how much goes through,
and from these when the line will have carried what it was given.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

ASK = "\x1b[5n"
ANSWER = "\x1b[0n"

_SOON = 0.35
"""Frames within so many seconds of each other could queue, so the terminal is asked behind them."""

_LARGE = 1500
"""So could what comes behind a frame of so many bytes."""

_MOST_UNKNOWN = (12, 4)
"""So many frames may be on the way while there was no answer yet, and while there was one: two tell what passes."""

_SHORTEST_WAIT = 0.02
_LONGEST_WAIT = 2.0
_LONGEST_FIRST_WAIT = 1.5
"""An answer that has not come after so many seconds is lost, or the terminal has none to give."""

_FORGETTING = 0.1
"""A way may become longer for good: each answer that took longer lengthens it by so much of the difference."""

_TELLING_SECONDS = 0.02
"""What a frame took longer than the shortest way, by at least so much, it took because of its size."""


class _Asked(NamedTuple):
    """A question on the way: when it was sent, how many bytes went with it, and how many may have been before them."""

    at: float
    size: int
    ahead: int


class Pace:
    """Knows what is on the way. `clock` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._asked: deque[_Asked] = deque()
        self._unasked = 0
        self._way: float | None = None
        self._seconds_a_byte = 0.0
        self._free_at = self._last_arrival = self._last_sent = float("-inf")
        self._answers = 0
        self._is_deaf = False

    @property
    def is_waiting(self) -> bool:
        """Whether an answer will come: something has been asked of a terminal that has answered before."""
        return bool(self._asked) and self._way is not None

    def wait(self) -> float:
        """In how many seconds another frame should be sent, 0 for now.

        A terminal that does not answer is taken to keep up.
        """
        now = self._clock()
        patience = _LONGEST_FIRST_WAIT if self._way is None else _LONGEST_WAIT
        if self._asked and now - self._asked[0].at > patience:
            self._asked.clear()
            self._free_at = now
            self._is_deaf = self._way is None
        if self._answers < len(_MOST_UNKNOWN) and len(self._asked) >= _MOST_UNKNOWN[self._answers]:
            return _SHORTEST_WAIT
        wait = self._free_at - now
        return wait if wait > _SHORTEST_WAIT else 0.0

    def send(self, size: int) -> bool:
        """Note that a frame of so many bytes is sent; tell whether to ask the terminal behind it."""
        now = self._clock()
        is_soon, self._last_sent = now - self._last_sent < _SOON, now
        if not is_soon:
            self._unasked = 0
        self._free_at = max(self._free_at, now) + size * self._seconds_a_byte
        self._unasked += size
        if self._is_deaf or not (is_soon or size >= _LARGE or self._asked):
            return False
        self._asked.append(_Asked(now, self._unasked, sum(other.size for other in self._asked)))
        self._unasked = 0
        return True

    def answered(self) -> None:
        """Note that the terminal has answered once."""
        self._is_deaf = False
        if not self._asked:
            return
        self._answers += 1
        now, asked = self._clock(), self._asked.popleft()
        way = now - asked.at - (asked.ahead + asked.size) * self._seconds_a_byte
        if self._way is None:
            if asked.size >= _LARGE and not self._seconds_a_byte:
                # How much of it was the way is not known yet; half is never far off.
                self._seconds_a_byte = (now - asked.at) / asked.size / 2
                return
            self._way = max(way, 0)
        elif asked.ahead <= asked.size:  # where much was before it, little of its time was the way
            self._way = max(min(way, self._way + (way - self._way) * _FORGETTING), 0)
        arrival = now - self._way
        begin = max(asked.at, self._last_arrival)
        # Behind another frame it took what its size takes; else only what is longer than the shortest way tells.
        if begin > asked.at or arrival - begin > _TELLING_SECONDS:
            known, taken = self._seconds_a_byte, max(arrival - begin, 0) / asked.size
            # Twice as long may be a machine that was busy; a line that has become slow stays so.
            self._seconds_a_byte = (known + min(taken, 2 * known)) / 2 if known else taken
        self._last_arrival = arrival
        self._free_at = arrival + sum(other.size for other in self._asked) * self._seconds_a_byte
