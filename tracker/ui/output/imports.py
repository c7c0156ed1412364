"""Textual imported without what a lean app never uses of it: its modules are most of what a start costs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

UNUSED = ("textual.command",)
"""The command palette, with the widgets that it is made of: a tenth of the import, also where it is switched off."""

UNSUPPORTED = ("ssl",)
"""What `asyncio` does without where it is missing. Nothing here speaks to a network; OpenSSL is slow to load."""


class _Unused(ModuleType):
    """Stands for a module of which nothing is used: whatever is imported from it is an empty class."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        empty = type(name, (), {"__module__": self.__name__})
        setattr(self, name, empty)
        return empty


@contextmanager
def lean_imports() -> Iterator[None]:
    """Leave out what is unused where Textual is imported for the first time. Later imports find all of it."""
    absent: dict[str, ModuleType | None] = {}
    if "textual.app" not in sys.modules:
        absent |= {name: _Unused(name) for name in UNUSED if name not in sys.modules}
        if "asyncio" not in sys.modules:
            absent |= {name: None for name in UNSUPPORTED if name not in sys.modules}
    sys.modules.update(absent)  # type: ignore[arg-type]  # None says that there is none
    try:
        yield
    finally:
        for name, module in absent.items():
            if name in sys.modules and sys.modules[name] is module:
                del sys.modules[name]
