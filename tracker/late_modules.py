"""Modules imported without those of their own that they call in rare cases only: these come when they are called.

`dataclasses` looks into classes that say nothing of themselves, and copies for `asdict`; `pathlib` quotes for
`as_uri`; `argparse` asks gettext for words, which are our catalogue's here. What these three import for it is half of
what they cost: `show` of a short session ends after 60 ms instead of 73 (Python 3.11).
"""

import sys
from collections.abc import Iterator, Mapping
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
            _leave(self.__name__, self)
            return getattr(import_module(self.__name__), name)(*arguments, **named)

        return later


@contextmanager
def late_modules(*names: str) -> Iterator[None]:
    """Put off modules of which those that are imported now take nothing but functions, and call none of them yet.

    Whoever imports one of them later gets the module itself.
    """
    with standing_in({name: _Later(name) for name in names}):
        yield


@contextmanager
def standing_in(others: Mapping[str, ModuleType | None]) -> Iterator[None]:
    """Let others stand, by their names, for modules that are not there yet; None: there is no such module."""
    standing = {name: other for name, other in others.items() if name not in sys.modules}
    sys.modules.update(standing)  # type: ignore[arg-type]  # None says that there is none
    try:
        yield
    finally:
        for name, other in standing.items():
            _leave(name, other)


def _leave(name: str, other: ModuleType | None) -> None:
    if name in sys.modules and sys.modules[name] is other:
        del sys.modules[name]


def import_with_less() -> None:
    """Import what nearly every module of ours imports, and no more."""
    with late_modules(*HARDLY_CALLED):
        for name in _IMPORTING:
            import_module(name)
