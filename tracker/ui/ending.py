"""Ending well: on a signal, also where the terminal does not read any more."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

GRACE_SECONDS = 2.0
"""How long the screen may take to end by itself: a terminal that does not read blocks it for ever."""

_NAMES = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
ENDING_SIGNALS = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
SIGNAL_STATUS = 128


@contextmanager
def ending_on_signals(
    loop: asyncio.AbstractEventLoop, end: Callable[[int], None], restore: Callable[[], None]
) -> Iterator[None]:
    """While this holds, a hang-up or a request to end calls `end` with 128 + the signal's number.

    Everything that has happened is on disk, so nothing needs saving. Handlers of `signal` run also while the end is
    held up by a terminal that does not read; then a timer calls `restore` for the terminal and ends the process.
    """

    def force(status: int) -> None:
        try:
            restore()
        finally:
            os._exit(status)

    def stop(number: int, frame: FrameType | None) -> None:
        status = SIGNAL_STATUS + number
        timer = threading.Timer(GRACE_SECONDS, force, (status,))
        timer.daemon = True
        timer.start()
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(end, status)

    before: dict[int, Any] = {number: signal.signal(number, stop) for number in ENDING_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            # An interrupt that is typed behind the last key has nothing left to interrupt.
            signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else handler)
