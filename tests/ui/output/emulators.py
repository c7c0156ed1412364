"""Terminals that differ where terminals do differ, and what can be seen of them."""

from functools import lru_cache
from typing import Any

import pyte

from tools.pseudo_terminal import Emulator, Screen

SEEN_ON_BLANKS = ("bg", "underscore", "reverse", "strikethrough")


class PlainErasing(Screen):
    """Erases to the terminal's own colour, not to the current one."""

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        self._plainly(super().erase_in_line, how, private)

    def erase_in_display(self, how: int = 0, *args: Any, **kwargs: Any) -> None:
        self._plainly(super().erase_in_display, how, *args, **kwargs)

    def _plainly(self, erase: Any, *args: Any, **kwargs: Any) -> None:
        attributes, self.cursor.attrs = self.cursor.attrs, self.default_char
        erase(*args, **kwargs)
        self.cursor.attrs = attributes


def emulator(columns: int, lines: int, kind: type[Screen] = Screen) -> Emulator:
    made = Emulator(columns, lines)
    made.screen = kind(columns, lines)
    made._stream = pyte.Stream(made.screen)
    return made


def seen(emulator: Emulator) -> list[list[tuple[object, ...]]]:
    """What can be seen in each cell: of a blank no more than its ground and its lines."""
    screen = emulator.screen
    columns = range(screen.columns)
    return [[_seen(row[x]) for x in columns] for row in map(screen.buffer.__getitem__, range(screen.lines))]


@lru_cache(maxsize=4096)
def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    if cell.data == " ":
        return (" ", *(getattr(cell, name) for name in SEEN_ON_BLANKS), cell.fg if cell.reverse else "")
    return tuple(cell)
