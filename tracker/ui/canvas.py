"""The one widget of every screen: it shows lines, and tells Textual which of them have changed.

Textual lays widgets out and moves a focus between them, which repaints many. Here is neither: what is opened or closed
over a screen changes lines. What a line costs on its way to the terminal is the business of `tracker.ui.output`.
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
        changed = [y for y in range(min(height, max(len(before), len(lines)))) if _at(before, y) != _at(lines, y)]
        if changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw some lines. Textual's own way looks for borders, tints and links around each: here are none."""
        strips = [self._look.palette.strip(_at(self._lines, y), self.outer_size.width) for y in crop.line_range]
        _, ground = self.background_colors
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, ground) for strip in strips]
        left, right = crop.column_span
        return strips if crop.size.width == self.outer_size.width else [strip.crop(left, right) for strip in strips]


def _at(lines: Sequence[Line], y: int) -> Line:
    return lines[y] if y < len(lines) else BLANK
