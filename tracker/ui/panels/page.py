"""A page of text to read: help, a sheet, the reasons behind a number."""

from collections.abc import Callable, Sequence

from tracker.ui.keys import CANCEL_KEYS, Keystroke, command_key
from tracker.ui.look import Look
from tracker.ui.paint import Line
from tracker.ui.panels.base import panel_heading, step_of
from tracker.ui.view.hints import Hint


class Page:
    """Shows lines that `write` makes for a width; scrolls where they are too many."""

    def __init__(self, title: str, write: Callable[[int], Sequence[Line]], look: Look) -> None:
        self.is_done = False
        self._title = title
        self._write = write
        self._look = look
        self._top = 0
        self._room = 1
        self._total = 0

    def height(self, width: int) -> int:
        """All lines and the heading."""
        return 1 + len(self._write(width))

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The heading and the lines in view."""
        content = self._write(width)
        self._room, self._total = max(height - 1, 1), len(content)
        self._top = max(0, min(self._top, self._total - self._room))
        shown = content[self._top : self._top + self._room]
        return [panel_heading(self._title, width, self._look, self._top, len(shown), self._total), *shown]

    def take(self, key: Keystroke) -> bool:
        """Scroll or close."""
        name = command_key(key.name)
        step = step_of("pagedown" if name == "space" else name, self._room, self._total)
        if step is not None:
            self._top += step
        elif name in CANCEL_KEYS or name in ("q", "enter", "?", "w", "s", "o"):
            self.is_done = True
        return True

    def paste(self, text: str) -> None:
        """Nothing can be typed here."""

    def click(self, y: int) -> None:
        """Nothing can be chosen here."""

    def detail(self) -> str:
        """A page says it all."""
        return ""

    def hints(self) -> Sequence[Hint]:
        """Scrolling, where it is needed, and closing."""
        say = self._look.say
        scrolling = [(say("ui.keys.up_down"), say("ui.hint.scroll"))] if self._total > self._room else []
        return [*scrolling, ("q", say("ui.hint.close"))]
