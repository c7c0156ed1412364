"""The widget under all others: it shows lines, and repaints only those that differ from what it showed before."""

from collections.abc import Sequence

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Ground, Line


class LinesWidget(Widget, can_focus=False):
    """Shows lines from the top. It never takes the focus: keys go to the screen, and nothing else is repainted."""

    ALLOW_SELECT = False

    def __init__(self, look: Look, *, id: str | None = None, ground: Ground = "") -> None:
        super().__init__(id=id)
        self.look = look
        self._ground = ground
        self._lines: Sequence[Line] = ()

    @property
    def lines(self) -> Sequence[Line]:
        """What is shown."""
        return self._lines

    def show(self, lines: Sequence[Line]) -> None:
        """Show other lines; the height of the widget stays."""
        before, self._lines = self._lines, lines
        width, height = self.outer_size
        for y in range(min(height, max(len(before), len(lines)))):
            old = before[y] if y < len(before) else None
            new = lines[y] if y < len(lines) else None
            if old != new:
                self.refresh(Region(0, y, width, 1))

    def render_line(self, y: int) -> Strip:
        """Draw one line of the widget."""
        line = self._lines[y] if y < len(self._lines) else BLANK
        if self._ground and not line.ground:
            line = Line(line.spans, self._ground)
        return self.look.palette.strip(line, self.outer_size.width)
