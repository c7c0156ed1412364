"""The fewest bytes from one screen to another: what bytes are held against.

A terminal is told where to go, in which look to draw, and what. Each changed cell is drawn once; a move costs no more
than drawing the unchanged cells between would; a look costs the codes that differ. Scrolling is left out, so that what
scrolls may come to less than 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pyte.screens import Char

from tools.pseudo_terminal import Emulator

_CHEAPEST_MOVE = 4
_MOVE_TO_A_LINE = 6
_LOOK_FRAME = 3
_MARKS = ("bold", "italics", "underscore", "strikethrough", "reverse", "blink")


class Cell(NamedTuple):
    """What can be seen of a cell: of a blank its ground and its lines only."""

    sign: str
    ink: str
    ground: str
    marks: frozenset[str]


Cells = Sequence[Sequence[Cell]]


def cells_of(emulator: Emulator) -> Cells:
    """What a terminal shows, line by line."""
    screen = emulator.screen
    return [[_cell(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def _cell(cell: Char) -> Cell:
    marks = frozenset(name for name in _MARKS if getattr(cell, name))
    if cell.data == " " and not marks & {"underscore", "strikethrough", "reverse"}:
        return Cell(" ", "default", cell.bg, frozenset())
    return Cell(cell.data, cell.fg, cell.bg, marks)


def least_bytes(before: Cells, after: Cells) -> int:
    """The fewest bytes that make a terminal show `after` where it shows `before`; another size is a whole painting."""
    size = len(after), len(after[0])
    if (len(before), len(before[0])) != size:
        before = [[_NOTHING] * size[1] for _ in range(size[0])]
    total = 0
    look: Cell | None = None
    for old, new in zip(before, after, strict=True):
        last: int | None = None
        for x, cell in enumerate(new):
            if cell == old[x]:
                continue
            if last is None:
                total += _MOVE_TO_A_LINE
            elif x - last > 1:
                total += min(_CHEAPEST_MOVE, sum(len(between.sign.encode()) for between in new[last + 1 : x]))
            total += _look_bytes(look, cell) + len(cell.sign.encode())
            look, last = _look_after(look, cell), x
    return total


_NOTHING = Cell(" ", "default", "default", frozenset())


def _look_bytes(current: Cell | None, cell: Cell) -> int:
    if current is None:
        current = _NOTHING
    if cell.sign == " " and not cell.marks:
        return 0 if current.ground == cell.ground else _LOOK_FRAME + _colour_bytes(cell.ground)
    codes = [2] * len(current.marks ^ cell.marks)
    codes += [_colour_bytes(cell.ink)] * (current.ink != cell.ink)
    codes += [_colour_bytes(cell.ground)] * (current.ground != cell.ground)
    return _LOOK_FRAME + sum(codes) + len(codes) - 1 if codes else 0


def _look_after(current: Cell | None, cell: Cell) -> Cell:
    if cell.sign == " " and not cell.marks and current is not None:
        return current._replace(ground=cell.ground)
    return cell


def _colour_bytes(colour: str) -> int:
    """The length of a colour's code: "39" for the terminal's own, "38;5;123" for one of 256."""
    return 8 if len(colour) == 6 and all(digit in "0123456789abcdef" for digit in colour) else 2
