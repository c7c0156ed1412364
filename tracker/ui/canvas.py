"""The one widget of every screen: it shows lines, and repaints only those that differ from what it showed before.

Textual repaints whole widgets, and a layout or a focus that moves repaints many. Here is neither: a key costs the
bytes of the lines that it changes, whatever is opened or closed over the screen.
"""

from collections.abc import Sequence

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line


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
            if _at(before, y) != _at(lines, y):
                self.refresh(Region(0, y, width, 1))

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        return self._look.palette.strip(_at(self._lines, y), self.outer_size.width)


def _at(lines: Sequence[Line], y: int) -> Line:
    return lines[y] if y < len(lines) else BLANK
