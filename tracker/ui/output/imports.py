"""Textual imported without what a lean app never uses of it: its modules are most of what a start costs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from tracker.late_modules import late_modules, standing_in

UNUSED = ("textual.command", "textual.widgets._toast", "textual.widgets._tooltip")
"""The command palette, with the widgets that it is made of: a tenth of the import, also where it is switched off.
Toasts with their containers, and tooltips: a `LeanApp` has none."""

UNSUPPORTED = ("ssl",)
"""What `asyncio` does without where it is missing. Nothing here speaks to a network; OpenSSL is slow to load."""

HARDLY_CALLED = (
    "difflib",
    "mimetypes",
    "pickle",
    "platformdirs",
    "rich.table",
    "textual.canvas",
    "textual.css._help_text",
    "textual.markup",
    "uuid",
)
"""What Textual and Rich call for what is wrong with a style, to deliver files, for the data of links, for a table of
colours, to draw key lines, for text with markup, and for notices."""


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
    if "textual.app" in sys.modules:
        yield
        return
    absent: dict[str, ModuleType | None] = {name: _Unused(name) for name in UNUSED}
    if "asyncio" not in sys.modules:
        absent |= dict.fromkeys(UNSUPPORTED)
    with standing_in(absent), late_modules(*HARDLY_CALLED):
        yield
