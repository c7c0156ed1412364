"""The initiative panel: one widget for all rows, however many there are."""

from collections.abc import Sequence

from textual import events
from textual.message import Message

from tracker.core.state import State
from tracker.rules.facade import Rules
from tracker.ui.look import Look
from tracker.ui.paint import Line, rule_line
from tracker.ui.view.rows import Roster, RowKey
from tracker.ui.widgets.lines import LinesWidget


class OrderList(LinesWidget):
    """Shows the turn order and those without a place; one row is selected, several may be marked.

    The selection and the marks are people, not rows: they stay with them when the order changes.
    """

    class Pressed(Message):
        """A row was clicked that had been selected already: open what can be done with it."""

    def __init__(self, rules: Rules | None, look: Look, *, id: str | None = None) -> None:
        super().__init__(look, id=id)
        self._roster = Roster(rules, look)
        self._selected: RowKey | None = None
        self._marked: frozenset[str] = frozenset()
        self._top = 0
        self._round = 0

    # ------------------------------------------------------------------ what is shown

    def show_state(self, state: State) -> None:
        """Show a state; whose turn it is becomes visible when it changes."""
        before = self._roster.current
        old_position = self._position()
        self._roster.update(state)
        self._round = state.round
        if self._selected not in self._roster.keys:
            keys = self._roster.keys
            same_person = [key for key in keys if self._selected and key[0] == self._selected[0]]
            fallback = keys[min(old_position, len(keys) - 1)] if keys else None
            self._selected = same_person[0] if same_person else fallback
        self._marked &= frozenset(state.characters)
        if self._roster.current != before and self._roster.current in self._roster.keys:
            self._bring_into_view(self._roster.keys.index(self._roster.current))
        self.draw()

    def forget(self) -> None:
        """Work every row out anew, after a change of words or glyphs."""
        self._roster.forget()

    @property
    def wanted_height(self) -> int:
        """The height that shows all rows and the heading."""
        return 1 + max(len(self._roster.keys), 1)

    def draw(self) -> None:
        """Show the rows that are in view."""
        width, height = self.outer_size
        if not width or not height:
            return
        self._clamp()
        keys = self._roster.keys
        rows = keys[self._top : self._top + self._room]
        lines: list[Line] = [self._heading(width, len(rows))]
        for key in rows:
            lines.append(
                self._roster.line(
                    key, width, is_selected=key == self._selected, is_marked=key[0] in self._marked and key[1] == 0
                )
            )
        if not keys:
            lines.append(self.look.pen(width).gap(2).write(self.look.say("ui.order.empty"), "dim").line())
        self.show(lines)

    def _heading(self, width: int, shown: int) -> Line:
        look, total = self.look, len(self._roster.keys)
        after = ""
        if shown < total:
            after = look.say("ui.order.part", first=self._top + 1, last=self._top + shown, total=total)
        if self._marked:
            marked = look.say("ui.order.marked", count=len(self._marked))
            after = f"{marked} {look.glyphs.separator} {after}" if after else marked
        return rule_line(look.say("ui.order.title"), width, look.glyphs, after)

    # ------------------------------------------------------------------ who is selected and marked

    @property
    def people(self) -> Sequence[RowKey]:
        """All rows in order."""
        return self._roster.keys

    @property
    def selected(self) -> str:
        """The selected character's id, "" where there is nobody."""
        return self._selected[0] if self._selected else ""

    @property
    def marked(self) -> tuple[str, ...]:
        """The marked characters' ids in the order of the rows."""
        return tuple(dict.fromkeys(who for who, _ in self._roster.keys if who in self._marked))

    def select(self, who: str) -> None:
        """Select a character's first row."""
        for number, key in enumerate(self._roster.keys):
            if key[0] == who:
                self._select_row(number)
                return

    def move(self, rows: int) -> None:
        """Move the selection down, or up where `rows` is negative."""
        if self._roster.keys:
            self._select_row(min(max(self._position() + rows, 0), len(self._roster.keys) - 1))

    def move_page(self, pages: int) -> None:
        """Move the selection by so many screens of rows."""
        self.move(pages * max(self._room - 1, 1))

    def toggle_mark(self) -> None:
        """Mark the selected character, or unmark it, and go on to the next row."""
        if self._selected:
            self._marked ^= {self._selected[0]}
            self.move(1)
            self.draw()

    def clear_marks(self) -> None:
        """Unmark everybody."""
        if self._marked:
            self._marked = frozenset()
            self.draw()

    # ------------------------------------------------------------------ scrolling

    @property
    def _room(self) -> int:
        return max(self.outer_size.height - 1, 1)

    def _position(self) -> int:
        return self._roster.keys.index(self._selected) if self._selected in self._roster.keys else 0

    def _select_row(self, number: int) -> None:
        self._selected = self._roster.keys[number]
        self._bring_into_view(number)
        self.draw()

    def _bring_into_view(self, number: int) -> None:
        if number < self._top:
            self._top = number
        elif number >= self._top + self._room:
            self._top = number - self._room + 1

    def _clamp(self) -> None:
        self._top = max(0, min(self._top, len(self._roster.keys) - self._room))

    def on_resize(self) -> None:
        """Lay the rows out for another size."""
        self._bring_into_view(self._position())
        self.draw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll the rows without moving the selection."""
        event.stop()
        self._top += 3
        self.draw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll the rows back."""
        event.stop()
        self._top -= 3
        self.draw()

    def on_click(self, event: events.Click) -> None:
        """Select a row; a second click opens what can be done."""
        event.stop()
        number = self._top + event.y - 1
        if event.y < 1 or number >= len(self._roster.keys):
            return
        if self._roster.keys[number] == self._selected:
            self.post_message(self.Pressed())
        else:
            self._select_row(number)
