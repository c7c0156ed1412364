"""A terminal at the far end of a slow line, which swallows what it is given and delivers it in its own time."""

import time
from collections import deque
from typing import Any

from tools.pseudo_terminal import Terminal

BYTES_A_SECOND = 9_600
DELAY = 0.1
"""Seconds each way."""

_TICK = 0.002


class SlowTerminal(Terminal):
    """Sees what was sent when the line has carried it, answers then, and its keys are delayed too."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._free_at = 0.0
        self._coming: deque[tuple[float, bytes]] = deque()
        self._going: deque[tuple[float, bytes]] = deque()
        super().__init__(*arguments, **options)

    def take(self, data: bytes) -> None:
        """Put what the program has sent on the line."""
        self._free_at = max(self._free_at, self.clock()) + len(data) / BYTES_A_SECOND
        self._coming.append((self._free_at + DELAY, data))

    def send(self, data: bytes) -> None:
        """Put what is typed on the line."""
        self._going.append((self.clock() + DELAY, data))

    def run(self, seconds: float) -> None:
        """Let the line work for so long."""
        end = self.clock() + seconds
        while (now := self.clock()) < end:
            while self._going and self._going[0][0] <= now:
                super().send(self._going.popleft()[1])
            while self._coming and self._coming[0][0] <= now:
                super().take(self._coming.popleft()[1])
            if not self.read(_TICK):
                time.sleep(0)

    def rest(self) -> None:
        """Let the line work until nothing has been on it for a second."""
        self.run(1)
        while self._coming or self._going:
            self.run(1)
