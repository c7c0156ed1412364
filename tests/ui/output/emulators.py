"""Terminals that differ where terminals do differ, and what can be seen of them."""

from functools import lru_cache
from typing import Any

import pyte

from tools.pseudo_terminal import Emulator, Screen

Line = list[tuple[object, ...]]
"""What can be seen in each cell of a line: of a blank no more than its ground and its lines."""
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


def differing(one: Emulator, other: Emulator) -> list[tuple[int, Line, Line]]:
    """The lines of which something else can be seen on two terminals of the same size."""
    screens = one.screen, other.screen
    assert len({(screen.columns, screen.lines) for screen in screens}) == 1
    columns = range(one.screen.columns)
    found = []
    for y in range(one.screen.lines):
        ours, theirs = (screen.buffer[y] for screen in screens)
        if ours == theirs and ours.default == theirs.default:
            continue  # most lines are equal anyway; of the others not all that differs can be seen
        shown = [[_seen(row[x]) for x in columns] for row in (ours, theirs)]
        if shown[0] != shown[1]:
            found.append((y, *shown))
    return found


@lru_cache(maxsize=4096)
def _seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    if cell.data == " ":
        return (" ", *(getattr(cell, name) for name in SEEN_ON_BLANKS), cell.fg if cell.reverse else "")
    return tuple(cell)
