"""Modules imported without those of their own that they call in rare cases only: these come when they are called.

`dataclasses` looks into classes that say nothing of themselves, and copies for `asdict`; `pathlib` quotes for
`as_uri`; `argparse` asks gettext for words, which are our catalogue's here. What these three import for it is half of
what they cost: `show` of a short session ends after 60 ms instead of 73 (Python 3.11).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

_IMPORTING = ("dataclasses", "pathlib", "argparse")
HARDLY_CALLED = ("copy", "gettext", "inspect", "urllib.parse")
"""What these call in rare cases."""


class _Later(ModuleType):
    """Stands for a module; its functions import the module itself when they are called."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def later(*arguments: Any, **named: Any) -> Any:
            _leave(self)
            return getattr(import_module(self.__name__), name)(*arguments, **named)

        return later


@contextmanager
def late_modules(*names: str) -> Iterator[None]:
    """Put off modules of which those that are imported now take nothing but functions, and call none of them yet.

    Whoever imports one of them later gets the module itself.
    """
    standing = [_Later(name) for name in names if name not in sys.modules]
    sys.modules.update((module.__name__, module) for module in standing)
    try:
        yield
    finally:
        for module in standing:
            _leave(module)


def _leave(module: ModuleType) -> None:
    if sys.modules.get(module.__name__) is module:
        del sys.modules[module.__name__]


def import_with_less() -> None:
    """Import what nearly every module of ours imports, and no more."""
    with late_modules(*HARDLY_CALLED):
        for name in _IMPORTING:
            import_module(name)
