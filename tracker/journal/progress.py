"""How far the reading of a long session has come, told to those who listen."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

LONG_FILE = 3_000_000
"""In bytes: what is shorter opens before anyone could read how far it is."""
EACH = 500
"""After how many entries it is told again."""

Listener = Callable[[float], None]
"""Takes the share that is done, from 0 to 1."""
_T = TypeVar("_T")

_listener: ContextVar[Listener | None] = ContextVar("progress", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Tell `listener` how far reading has come, as long as this lasts."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def told(items: Sequence[_T], first: float, last: float) -> Iterator[_T]:
    """Yield the items, and tell on the way that the share done goes from `first` to `last`."""
    listener = _listener.get()
    if listener is None:
        yield from items
        return
    for number, item in enumerate(items):
        if number % EACH == 0:
            listener(first + (last - first) * number / len(items))
        yield item
    listener(last)
