"""The one widget of every screen: it shows lines, and repaints only the parts that differ from what it showed before.

Textual repaints whole widgets, and a layout or a focus that moves repaints many. Here is neither: a key costs the
bytes of the pieces of lines that it changes, whatever is opened or closed over the screen.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Span, width_of


class Canvas(Widget, can_focus=False):
    """Shows lines from the top, as many as it has rows."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Canvas { width: 100%; height: 100%; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._lines: Sequence[Line] = ()

    @property
    def lines(self) -> Sequence[Line]:
        """What is shown."""
        return self._lines

    def show(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        before, self._lines = self._lines, lines
        width, height = self.outer_size
        for y in range(min(height, max(len(before), len(lines)))):
            old, new = _at(before, y), _at(lines, y)
            if old != new:
                start, end = changed_cells(old, new, width)
                self.refresh(Region(start, y, end - start, 1))

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        return self._look.palette.strip(_at(self._lines, y), self.outer_size.width)


def changed_cells(old: Line, new: Line, width: int) -> tuple[int, int]:
    """The cells from the first to behind the last piece in which two lines of `width` cells differ.

    It is the whole line where signs are not one cell wide: terminals do not agree on where those after them stand.
    """
    texts = (old.text, new.text)
    if old.ground != new.ground or any(width_of(text) != len(text) for text in texts):
        return 0, width
    start = sum(len(span.text) for span in _common(old.spans, new.spans))
    if len(old.text) != len(new.text):
        return start, width
    alike = sum(len(span.text) for span in _common(old.spans[::-1], new.spans[::-1]))
    return start, max(len(new.text) - alike, start)


def _common(one: Sequence[Span], other: Sequence[Span]) -> Iterator[Span]:
    """The pieces at the beginning that are the same."""
    return (span for span, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _at(lines: Sequence[Line], y: int) -> Line:
    return lines[y] if y < len(lines) else BLANK
