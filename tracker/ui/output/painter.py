"""The fewest bytes from what the terminal shows to what it shall show."""

from collections.abc import Sequence

from tracker.ui.output.cells import BLANK, PLAIN, Cell, Look, Row, blank_row, change_of_look, look_of_blank
from tracker.ui.output.scrolling import Scroll, best_scroll

CLEAR = "\x1b[m\x1b[r\x1b[H\x1b[J"
ERASE_REST = "\x1b[K"

_LONGEST_BRIDGE = 8
"""So many unchanged cells may be worth drawing again instead of moving over them."""

_LEAST_LINES_TO_SCROLL = 3
_MOST_SCROLLS = 2
_LETTERS_THAT_ALL_KNOW = (("\u1100", "\u115f"), ("\u2e80", "\ua4cf"), ("\uac00", "\ud7a3"), ("\uf900", "\ufaff"))
"""Where the scripts of East Asia stand: all terminals agree that these signs take two cells."""


class Painter:
    """Keeps what the terminal shows. Nothing else may draw on it, or `forget` must be called after it.

    Erasing is used for cells of the terminal's own colour only: what others become differs between terminals.
    """

    def __init__(self) -> None:
        self._shown: Sequence[Row] | None = None
        self._look: Look | None = None
        self._x: int | None = None
        self._y: int | None = None
        self._out: list[str] = []

    def forget(self) -> None:
        """Take nothing for granted: the next painting is a whole one."""
        self._shown = self._look = self._x = self._y = None

    def paint(self, wanted: Sequence[Row], cursor: tuple[int, int] | None = None) -> str:
        """What makes the terminal show these lines, all of one width; "" where it does.

        `cursor` is the column and line where the terminal's own cursor shall stand after it, None for anywhere.
        """
        self._out = []
        shown = self._shown
        if shown is None or len(shown) != len(wanted) or (shown and len(shown[0].cells) != len(wanted[0].cells)):
            self._out.append(CLEAR)
            self._look, self._x, self._y = PLAIN, 0, 0
            shown = [blank_row(len(row.cells)) for row in wanted]
        else:
            shown = self._scroll(shown, wanted)
        for y, (old, new) in enumerate(zip(shown, wanted, strict=True)):
            if old != new:
                self._paint_row(y, old, new)
        if cursor is not None:
            self._move(*cursor)
        self._shown = list(wanted)
        return "".join(self._out)

    # ------------------------------------------------------------------ whole lines

    def _scroll(self, shown: Sequence[Row], wanted: Sequence[Row]) -> Sequence[Row]:
        for _ in range(_MOST_SCROLLS):
            differing = sum(1 for old, new in zip(shown, wanted, strict=True) if old is not new and old != new)
            if differing < _LEAST_LINES_TO_SCROLL:
                break
            scroll = best_scroll(shown, wanted)
            if scroll is None:
                break
            self._write_scroll(scroll, len(shown))
            shown = scroll.moved(shown)
        return shown

    def _write_scroll(self, scroll: Scroll, height: int) -> None:
        """Delete or insert lines, which all terminals can; the lines that appear have the terminal's own colour."""
        self._set_look(PLAIN)
        is_part = scroll.bottom < height
        if is_part:
            self._out.append(f"\x1b[{scroll.top + 1};{scroll.bottom}r")
            self._x = self._y = None
        self._move(0, scroll.top)
        count = abs(scroll.lines)
        self._out.append(f"\x1b[{count if count > 1 else ''}{'M' if scroll.lines > 0 else 'L'}")
        if is_part:
            self._out.append("\x1b[r")
            self._y = None
        self._x = None  # some terminals go to the first column, some stay

    def _paint_row(self, y: int, old: Row, new: Row) -> None:
        cells = new.cells
        if not (old.is_even and new.is_even):
            # A sign may be wider or narrower on this terminal than here, so nothing on its line is certain.
            self._paint_cells(y, cells, range(len(cells)))
            return
        changed = [x for x, (before, after) in enumerate(zip(old.cells, cells, strict=True)) if before != after]
        end = len(cells)
        while end and cells[end - 1] == BLANK:
            end -= 1
        rest = [x for x in changed if x >= end]
        if len(rest) > len(ERASE_REST):
            self._paint_cells(y, cells, changed[: len(changed) - len(rest)])
            self._set_look(PLAIN)
            self._reach(rest[0], y, cells)
            self._out.append(ERASE_REST)
        else:
            self._paint_cells(y, cells, changed)

    # ------------------------------------------------------------------ cells

    def _paint_cells(self, y: int, cells: Sequence[Cell], changed: Sequence[int]) -> None:
        width = len(cells)
        append = self._out.append
        for x in changed:
            sign, look = cells[x]
            if not sign:
                continue
            if self._x != x or self._y != y:
                self._reach(x, y, cells)
            if look is not self._look and not _is_as_good(self._look, sign, look):
                self._set_look(look)
            if len(sign) > 1 or (sign > "\u02ff" and x + 1 < width and not cells[x + 1][0]):
                self._draw_uneven(sign, x, 2 if x + 1 < width and not cells[x + 1][0] else 1, width)
            else:
                append(sign)
                self._x = x + 1 if x + 1 < width else None

    def _draw_uneven(self, sign: str, x: int, cells: int, width: int) -> None:
        if len(sign) == 1 and any(first <= sign <= last for first, last in _LETTERS_THAT_ALL_KNOW):
            self._out.append(sign)
            self._x = x + cells if x + cells < width else None
        else:
            # Blanks first, where the terminal takes it for narrower; then a new start, where it takes it for wider.
            back = f"\x1b[{x + 1}G" if x else "\r"
            self._out.append(f"{' ' * cells}{back}{sign}")
            self._x = None

    def _reach(self, x: int, y: int, cells: Sequence[Cell]) -> None:
        """Go to a cell, over the unchanged cells before it where drawing them again is shorter."""
        at = self._x
        if self._y == y and at is not None and 0 < x - at <= _LONGEST_BRIDGE:
            between = cells[at:x]
            move = _right(x - at)
            if all(_is_as_good(self._look, sign, look) for sign, look in between):
                bridge = "".join([sign for sign, _ in between])
                if len(bridge.encode()) <= len(move):
                    self._out.append(bridge)
                    self._x = x
                    return
        self._move(x, y)

    def _move(self, x: int, y: int) -> None:
        if self._x == x and self._y == y:
            return
        ways = [f"\x1b[{y + 1 if y else ''}H" if x == 0 else f"\x1b[{y + 1};{x + 1}H"]
        if y == self._y:
            ways.append("\r" if x == 0 else f"\x1b[{x + 1}G")
            if self._x is not None and x > self._x:
                ways.append(_right(x - self._x))
        elif self._y is not None and y == self._y + 1 and x == 0:
            ways.append("\r\n")
        self._out.append(min(ways, key=len))
        self._x, self._y = x, y

    def _set_look(self, look: Look) -> None:
        if look != self._look:
            self._out.append(change_of_look(self._look, look))
        self._look = look


def _right(cells: int) -> str:
    return "\x1b[C" if cells == 1 else f"\x1b[{cells}C"


def _is_as_good(current: Look | None, sign: str, look: Look) -> bool:
    """Whether a sign looks the same in the current look: a blank shows its ground and some marks only."""
    if current == look:
        return True
    return sign == " " and current is not None and look_of_blank(current) == look
