"""The standard library imported without those of its own modules that it calls in rare cases only.

`dataclasses` looks into classes that say nothing of themselves, and copies for `asdict`; `pathlib` quotes for
`as_uri`; `argparse` asks gettext for words, which are our catalogue's here. What these three import for it is half of
what they cost: `show` of a short session ends after 60 ms instead of 73 (Python 3.11).
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

IMPORTING = ("dataclasses", "pathlib", "argparse")
HARDLY_CALLED = ("copy", "gettext", "inspect", "urllib.parse")


class _Later(ModuleType):
    """Stands for a module; its functions import the module itself when they are called."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def later(*arguments: Any, **named: Any) -> Any:
            _leave(self)
            return getattr(import_module(self.__name__), name)(*arguments, **named)

        return later


def import_with_less() -> None:
    """Import what nearly every module of ours imports. Whoever imports the rest later gets the modules themselves."""
    standing = [_Later(name) for name in HARDLY_CALLED if name not in sys.modules]
    sys.modules.update((module.__name__, module) for module in standing)
    try:
        for name in IMPORTING:
            import_module(name)
    finally:
        for module in standing:
            _leave(module)


def _leave(module: ModuleType) -> None:
    if sys.modules.get(module.__name__) is module:
        del sys.modules[module.__name__]
