"""Sends frames when the line can take them. What changes while it cannot is seen in the next one."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tracker.ui.output.cells import Row
from tracker.ui.output.pace import ASK, Pace
from tracker.ui.output.painter import Painter

BEGIN_TOGETHER, END_TOGETHER = "\x1b[?2026h", "\x1b[?2026l"
"""Between these a terminal that knows them shows nothing, and all of it afterwards."""

SHOW_CURSOR, HIDE_CURSOR = "\x1b[?25h", "\x1b[?25l"

_LARGE = 512
"""Frames of fewer characters are not torn anyway."""

_SETTLING = 0.02
"""After another size so many seconds pass until it is painted: a window that is dragged has many sizes."""

_LOOK_AGAIN = 0.03


class Line(Protocol):
    """The line to the terminal."""

    def write(self, data: str) -> None:
        """Send text."""
        ...

    @property
    def is_blocked(self) -> bool:
        """Whether what was written before has not gone out yet."""
        ...

    @property
    def columns_and_lines(self) -> tuple[int, int]:
        """The size that the terminal has now."""
        ...


Later = Callable[[float, Callable[[], None]], object]
"""Calls something after so many seconds."""


class Frames:
    """What the terminal shall show, and what it has been sent of it."""

    def __init__(self, line: Line, later: Later, clock: Callable[[], float]) -> None:
        self.can_show_together = False
        self._line = line
        self._later = later
        self._clock = clock
        self._painter = Painter()
        self._pace = Pace(clock)
        self._rows: Sequence[Row] = ()
        self._dropped: Sequence[Row] = ()
        self._is_due = False
        self._cursor: tuple[int, int] | None = None
        self._is_cursor_seen: bool | None = False
        """Whether the terminal shows its own cursor; None where it may have been hidden since."""
        self._not_before = float("-inf")
        self._looks_again = False

    @property
    def is_answer_due(self) -> bool:
        """Whether the terminal has been asked and has not answered."""
        return self._pace.is_waiting

    def show(self, rows: Sequence[Row], cursor: tuple[int, int] | None = None) -> None:
        """Let the terminal show these lines, as soon as it can take them; its own cursor is seen at `cursor`."""
        self._rows, self._cursor, self._is_due = rows, cursor, True
        self._send()

    def forget(self, *, has_changed_size: bool = False) -> None:
        """Send everything again: something else has drawn on the terminal, or cut what it showed."""
        self._painter.forget()
        self._is_cursor_seen = None if self._is_cursor_seen else False
        self._is_due = bool(self._rows)
        if has_changed_size:
            self._not_before = self._clock() + _SETTLING
            self._look_again(_SETTLING)
        else:
            self._send()

    def drop(self) -> None:
        """Send nothing more of what is due: the terminal is given back."""
        self._dropped, self._rows, self._is_due = self._rows, (), False

    def begin(self) -> None:
        """Send everything that was shown when the terminal was given back: it has been taken again."""
        self._rows = self._rows or self._dropped
        self.forget()

    def answered(self) -> None:
        """Take note of an answer of the terminal."""
        self._pace.answered()
        self._send()

    def _send(self) -> None:
        if not self._is_due:
            return
        wait = max(self._pace.wait(), self._not_before - self._clock(), _LOOK_AGAIN if self._line.is_blocked else 0)
        if wait > 0:
            self._look_again(wait)
            return
        if self._line.columns_and_lines != (len(self._rows[0].cells), len(self._rows)):
            return  # lines for the size that it now has are about to come
        data = self._painter.paint(self._rows, self._cursor)
        if self._is_cursor_seen is not (self._cursor is not None):
            self._is_cursor_seen = self._cursor is not None
            data += SHOW_CURSOR if self._is_cursor_seen else HIDE_CURSOR
        self._is_due = False
        if not data:
            return
        if self.can_show_together and len(data) >= _LARGE:
            data = f"{BEGIN_TOGETHER}{data}{END_TOGETHER}"
        if self._pace.send(len(data)):
            data += ASK
        self._line.write(data)

    def _look_again(self, seconds: float) -> None:
        if not self._looks_again:
            self._looks_again = True
            self._later(seconds, self._look)

    def _look(self) -> None:
        self._looks_again = False
        self._send()
