"""The initiative panel: the turn order, however long it is, and those without a place."""

from collections.abc import Mapping, Sequence

from tracker.core.state import State
from tracker.rules.facade import Rules
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, rule_line
from tracker.ui.view.naming import short_list
from tracker.ui.view.rows import Roster, RowKey

PICKING_SIGNS = "1234567890"
"""What picks the rows in view, from above, while a form asks for someone."""

ROWS_BEFORE_TURN = 1
"""Where the view moves to whose turn it is: so many rows stay in view above."""


class OrderPane:
    """Shows rows; one is selected, several may be marked. The one who acts is always among the rows in view.

    The selection and the marks are people, not rows: they stay with them when the order changes. `changed` are those in
    whom the last act changed anything, each with the ids of the gauges that it changed. `empty` is the id of what is
    said if no one is there.
    """

    def __init__(self, rules: Rules | None, look: Look) -> None:
        self._look = look
        has_turns = rules is None or rules.card.turns != "none"
        self._title = "ui.order.title" if has_turns else "ui.order.people"
        self._roster = Roster(rules, look)
        self._selected: RowKey | None = None
        self._marked: frozenset[str] = frozenset()
        self._ordered: tuple[frozenset[str], Sequence[RowKey], tuple[str, ...]] = (frozenset(), (), ())
        self._marked_word = "ui.order.marked"
        self.changed: Mapping[str, frozenset[str]] = {}
        self.empty = "ui.order.nobody"
        self._top = 0
        self._room = 1
        self._aimed: frozenset[str] = frozenset()
        self._is_picking = False
        self._picked: dict[str, str] = {}
        self._shown: Sequence[RowKey] = ()

    # ------------------------------------------------------------------ what is shown

    def take_over(self, state: State) -> None:
        """Take over a state; whose turn it is comes into view when it changes."""
        before = self._roster.current
        old_position = self._position()
        self._roster.update(state)
        keys = self._roster.keys
        if self._selected is None and self._roster.current in keys:
            self._selected = self._roster.current  # at the opening: the one who acts is in view, under the cursor
        if self._selected not in keys:
            same_person = [key for key in keys if self._selected and key[0] == self._selected[0]]
            fallback = keys[min(old_position, len(keys) - 1)] if keys else None
            self._selected = same_person[0] if same_person else fallback
        if not all(who in state.characters for who in self._marked):
            self._marked = frozenset(who for who in self._marked if who in state.characters)
        if self._roster.current != before and self._roster.current in keys:
            self._follow_turn(keys.index(self._roster.current))

    @property
    def wanted_width(self) -> int:
        """The width in which every row shows all of itself."""
        return self._roster.wanted_width

    @property
    def wanted_height(self) -> int:
        """The height that shows all rows and the heading."""
        return 1 + max(len(self._roster.keys), 1)

    def lines(self, width: int, height: int) -> list[Line]:
        """The heading and the rows in view."""
        if self._room != height - 1:
            self._room = max(height - 1, 1)
            self._bring_into_view(self._position())
        keys, look = self._roster.keys, self._look
        self._top = max(0, min(self._top, len(keys) - self._room))
        rows = self._shown = self._with_who_acts(keys[self._top : self._top + self._room])
        lines = [self._heading(width, len(rows))]
        signs = PICKING_SIGNS if self._is_picking else ""
        self._picked = dict(zip(signs, (who for who, _ in rows), strict=False))
        for number, key in enumerate(rows):
            is_lit = self._stands_out(key)
            sign = signs[number] if number < len(signs) else self._sign(key, is_lit=is_lit)
            changed = self.changed.get(key[0])
            lines.append(self._roster.line(key, width, is_selected=is_lit, sign=sign, changed=changed))
        if not keys:
            lines.append(look.pen(width).gap(2).write(look.say(self.empty), "dim").line())
        return lines

    def _with_who_acts(self, rows: Sequence[RowKey]) -> Sequence[RowKey]:
        """The rows in view; that of whoever acts takes the place of the nearest one that does not stand out."""
        current, keys = self._roster.current, self._roster.keys
        if current is None or current in rows or current not in keys:
            return rows
        is_above = keys.index(current) < self._top
        places = range(len(rows)) if is_above else range(len(rows) - 1, -1, -1)
        free = [place for place in places if not self._stands_out(rows[place])]
        place = free[0] if free else None if self._aimed else places[0]
        if place is None:
            return rows
        rest = [key for number, key in enumerate(rows) if number != place]
        return [current, *rest] if is_above else [*rest, current]

    def _stands_out(self, key: RowKey) -> bool:
        return key[0] in self._aimed if self._aimed else key == self._lit

    def _sign(self, key: RowKey, *, is_lit: bool) -> str:
        glyphs = self._look.glyphs
        if key[0] in self._marked and key[1] == 0:
            return glyphs.marked
        return glyphs.cursor if is_lit else glyphs.changed if key[0] in self.changed else " "

    @property
    def _lit(self) -> RowKey | None:
        """The row that stands out."""
        return self._selected

    def aim(self, people: frozenset[str], *, is_picking: bool) -> None:
        """Let these people stand out instead of the selected one, the first of them in view.

        `is_picking`: signs before the rows tell what to press to pick them.
        """
        if people and people != self._aimed:
            first = next((number for number, (who, _) in enumerate(self._roster.keys) if who in people), None)
            if first is not None:
                self._bring_into_view(first)
        self._aimed, self._is_picking = people, is_picking

    def picked(self, sign: str) -> str:
        """Who is picked by a sign before a row, "" for no one."""
        return self._picked.get(sign, "")

    def _heading(self, width: int, shown: int) -> Line:
        look, total = self._look, len(self._roster.keys)
        after = ""
        if shown < total:
            after = look.say("ui.order.part", first=self._top + 1, last=self._top + shown, total=total)
        if self._marked:
            names = short_list([self._roster.row((who, 0)).name for who in self.marked], look)
            marked = look.say(self._marked_word, count=len(self._marked), names=names)
            after = f"{marked} {look.glyphs.separator} {after}" if after else marked
        return rule_line(look.say(self._title), width, look.glyphs, after)

    # ------------------------------------------------------------------ who is selected and marked

    @property
    def people(self) -> Sequence[RowKey]:
        """All rows in order."""
        return self._roster.keys

    @property
    def selected(self) -> str:
        """The selected character's id, "" where there is no one."""
        return self._selected[0] if self._selected else ""

    @property
    def marked(self) -> tuple[str, ...]:
        """The marked characters' ids in the order of the rows."""
        marked, keys = self._marked, self._roster.keys
        if not marked:
            return ()
        if self._ordered[0] is not marked or self._ordered[1] is not keys:
            self._ordered = marked, keys, tuple(dict.fromkeys(who for who, _ in keys if who in marked))
        return self._ordered[2]

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

    def clear_marks(self) -> None:
        """Unmark everyone."""
        self._marked = frozenset()

    def mark_changed(self, people: frozenset[str]) -> None:
        """Mark these people and no one else, as those in whom something changed."""
        self._marked = people
        self._marked_word = "ui.order.changed"

    def click(self, y: int) -> bool:
        """Select the row at line `y` of the pane; tell whether it had been selected already."""
        if not 1 <= y <= len(self._shown):
            return False
        key = self._shown[y - 1]
        if key == self._selected:
            return True
        self._select_row(self._roster.keys.index(key))
        return False

    # ------------------------------------------------------------------ scrolling

    def scroll(self, rows: int) -> None:
        """Move the view without moving the selection."""
        self._top += rows

    def _position(self) -> int:
        return self._roster.keys.index(self._selected) if self._selected in self._roster.keys else 0

    def _select_row(self, number: int) -> None:
        self._selected = self._roster.keys[number]
        self._bring_into_view(number)

    def _follow_turn(self, number: int) -> None:
        """Bring whose turn it is into view with those who come next; the view moves seldom, since that repaints it."""
        last = min(self._top + self._room, len(self._roster.keys)) - 1
        has_more = last < len(self._roster.keys) - 1
        if not self._top <= number <= last - has_more:
            self._top = max(number - min(ROWS_BEFORE_TURN, self._room - 1), 0)

    def _bring_into_view(self, number: int) -> None:
        if number < self._top:
            self._top = number
        elif number >= self._top + self._room:
            self._top = number - self._room + 1


class TableOrderPane(OrderPane):
    """The order on a screen for a whole table: who acts stands out, and rows stand apart where there is room."""

    def __init__(self, rules: Rules | None, look: Look) -> None:
        super().__init__(rules, look)
        self._stands_apart = False

    def spread(self, room: int) -> None:
        """Put a blank line before each row if the whole order then fits in `room` lines."""
        self._stands_apart = 1 + 2 * len(self._roster.keys) <= room

    @property
    def wanted_height(self) -> int:
        """The height that shows all rows and the heading, with a line between them where they stand apart."""
        rows = super().wanted_height - 1
        return 1 + rows * (2 if self._stands_apart else 1)

    def lines(self, width: int, height: int) -> list[Line]:
        """The heading and the rows in view."""
        if not self._stands_apart:
            return super().lines(width, height)
        heading, *rows = super().lines(width, 1 + (height - 1) // 2)
        return [heading, *(line for row in rows for line in (BLANK, row))]

    @property
    def _lit(self) -> RowKey | None:
        return self._roster.current
