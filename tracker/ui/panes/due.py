"""The to-do list: what is due, with the number that does it."""

from collections.abc import Callable

from tracker.core.state import State
from tracker.ui.look import Look
from tracker.ui.paint import Line, cut, rule_line
from tracker.ui.view.due import DueRow, due_rows, due_texts, is_held


class DuePane:
    """Shows what is due in a state; nothing if nothing is. `spoken` says a line in the reader's words."""

    def __init__(self, look: Look, spoken: Callable[[str, State], str] = lambda line, state: line) -> None:
        self._look = look
        self._spoken = spoken
        self._made_from: tuple[object, object, int, str] = (None, None, 0, "")
        self._rows: list[DueRow] = []
        self._state: State | None = None
        self._shown = 0
        self._has_heading = True

    def take_over(self, state: State, width: int) -> None:
        """Take over a state; the lines are made again only where the list, a name or the language has changed."""
        self._state = state
        made_from = (state.due, state.characters, width, self._look.words.language)
        if any(new is not old for new, old in zip(made_from, self._made_from, strict=True)):
            self._made_from = made_from
            self._rows = due_rows(list(due_texts(state, self._look, self._spoken)), width, self._look)

    @property
    def wanted_height(self) -> int:
        """The height that shows all items and the heading; 0 where there are none."""
        return 1 + len(self._rows) if self._rows else 0

    def lines(self, width: int, height: int) -> list[Line]:
        """The heading and as many lines as there is room for; in one line only the first."""
        self._has_heading = height > 1
        self._shown = height - self._has_heading
        if not self._rows or not height:
            return []
        shown = [row.line for row in self._rows[: self._shown]]
        return [self._heading(width), *shown] if self._has_heading else shown

    def _heading(self, width: int) -> Line:
        look = self._look
        notes = []
        held = self._state is not None and is_held(self._state)
        if held:
            notes.append(look.say("ui.due.holds"))
        hidden = _numbers(self._rows[self._shown :]) - _numbers(self._rows[: self._shown])
        if hidden:
            notes.append(look.say("ui.due.more", count=len(hidden)))
        after = f" {look.glyphs.separator} ".join(notes)
        return rule_line(look.say("ui.due.title"), width, look.glyphs, after, tone="accent" if held else "title")

    def number_at(self, x: int, y: int) -> int:
        """The number of the item at a cell of the pane, 0 where there is none."""
        y += not self._has_heading
        if not 1 <= y <= min(len(self._rows), self._shown):
            return 0
        return next((number for start, number in reversed(self._rows[y - 1].starts) if start <= x), 0)


class TableDuePane(DuePane):
    """What is due as those read it who cannot do it by its number: a sentence a line."""

    def take_over(self, state: State, width: int) -> None:
        """Take over a state."""
        self._state, look = state, self._look
        pieces = [cut(item.sentence, width - 3) for item in due_texts(state, look, self._spoken)]
        self._rows = [DueRow(look.pen(width).gap(2).write(piece, "warning").line(), ()) for piece in pieces]


def _numbers(rows: list[DueRow]) -> set[int]:
    return {number for row in rows for _, number in row.starts}
