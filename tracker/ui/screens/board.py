"""What all screens of a session share: the title, the order, what is due, the log, and the sheet beside them."""

from typing import NamedTuple

from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.commands import CommandTable, Situation
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Span
from tracker.ui.panes.log import LogPane
from tracker.ui.panes.order import OrderPane
from tracker.ui.panes.prompt import Question
from tracker.ui.screens.base import CommandScreen
from tracker.ui.view.due import due_lines
from tracker.ui.view.title import title_line

WIDE = 110
SHEET_SHARE = 0.335
LEAST_LOG_LINES = 6
WHEEL_ROWS = 3


class Areas(NamedTuple):
    """How the screen is divided: `left` cells for the list and the log, the rest for the sheet; heights in lines."""

    left: int
    order: int
    due: int
    log: int


class ShownSheet(NamedTuple):
    """The sheet beside the list, and what it was made from."""

    state: State
    who: str
    width: int
    lines: list[Line]


class Board(CommandScreen):
    """The base of the fight, the review and the watch screen."""

    def __init__(self, session: Session, look: Look, commands: CommandTable) -> None:
        super().__init__(look, commands)
        self.session = session
        self.order = OrderPane(session.table.rules, look)
        self.log_pane = LogPane(look, lambda number: self.session.table.history.taken_back(number))
        self._areas = Areas(0, 0, 0, 0)
        self._sheet: ShownSheet | None = None

    # ------------------------------------------------------------------ what is shown

    @property
    def shown_state(self) -> State:
        """The state that the screen shows."""
        return self.session.table.state

    @property
    def status_word(self) -> str:
        """What is at the right end of the title."""
        return self.look.say("ui.title.saved")

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        state = self.shown_state
        return Situation(place=self.place, writable=False, people=len(state.characters), due=len(state.prompts))

    def content(self, width: int, height: int) -> list[Line]:
        """The title, and under it the list, what is due and the log, beside the sheet where there is room."""
        state = self.shown_state
        self.order.take_over(state)
        self.log_pane.take_over(self.session.table.history.entries)
        areas = self._areas = self._divided(state, width, height - 1)
        left = _padded(self.order.lines(areas.left, areas.order), areas.order)
        left += _padded(due_lines(state, areas.left, areas.due, self.look), areas.due)
        left += _padded(self.log_pane.lines(areas.left, areas.log), areas.log)
        if areas.left < width:
            left = self._beside(left, areas.left, width)
        return [title_line(self.session, state, self.status_word, width, self.look), *left]

    def _divided(self, state: State, width: int, height: int) -> Areas:
        left = width - int(width * SHEET_SHARE) if width >= WIDE else width
        due = min(1 + len(state.prompts), max(height // 4, 4)) if state.prompts else 0
        order = min(self.order.wanted_height, max(height - due - LEAST_LOG_LINES - 1, height // 2 - due, 3))
        return Areas(left, order, due, height - order - due)

    def _beside(self, lines: list[Line], left: int, width: int) -> list[Line]:
        state, who = self.shown_state, self.order.selected
        if self._sheet is None or self._sheet.state is not state or self._sheet[1:3] != (who, width):
            from tracker.ui.view.pages import sheet_page

            shown = sheet_page(self.session, state, who, width - left - 2, self.look)
            self._sheet = ShownSheet(state, who, width, shown)
        upright = Span(f"{self.look.glyphs.upright} ", "dim")
        sheet = _padded(self._sheet.lines, len(lines))
        return [line.beside(left, (upright, *other.spans)) for line, other in zip(lines, sheet, strict=True)]

    # ------------------------------------------------------------------ the mouse

    def click_content(self, x: int, y: int) -> None:
        """Select what is under the mouse; a second click on a row opens what can be done with it."""
        areas = self._areas
        if x >= areas.left:
            return
        if 1 <= y <= areas.order:
            if self.order.click(y - 1):
                self.row_chosen()
        elif 1 + areas.order <= y < 1 + areas.order + areas.due:
            self.due_chosen(y - areas.order - 1)
        elif self.log_pane.click(y - 1 - areas.order - areas.due):
            self.entry_chosen()

    def scroll_content(self, x: int, y: int, lines: int) -> None:
        """Scroll the list or the log."""
        if y <= self._areas.order:
            self.order.scroll(lines * WHEEL_ROWS)
        else:
            self.log_pane.scroll(lines)

    def row_chosen(self) -> None:
        """The selected row was clicked again."""

    def due_chosen(self, number: int) -> None:
        """Something due was clicked, its number counted from 1."""

    def entry_chosen(self) -> None:
        """A log entry was clicked."""

    # ------------------------------------------------------------------ commands of every board

    def do_sheet(self) -> None:
        """Show the selected character's sheet."""
        who = self.order.selected
        if who:
            from tracker.ui.view.pages import sheet_page

            session, state, look = self.session, self.shown_state, self.look
            self.read(look.words.term("sheet"), lambda width: sheet_page(session, state, who, width, look))

    def do_filter(self) -> None:
        """Filter the log while a text is typed."""
        before = self.log_pane.filter_text

        def show(text: str) -> None:
            self.log_pane.filter(text.strip(), [one.name for one in self.session.table.state.characters.values()])

        def submit(text: str) -> bool:
            show(text)
            return True

        self.ask(
            Question(
                self.look.say("ui.filter.label"),
                submit,
                cancelled=lambda: show(before),
                typed=show,
                text=before,
                preview=lambda text: (Span(self.look.say("ui.filter.hint"), "dim"),),
            )
        )

    # ------------------------------------------------------------------ moving in the list

    def do_down(self) -> None:
        """Select the next row."""
        self.order.move(1)

    def do_up(self) -> None:
        """Select the row before."""
        self.order.move(-1)

    def do_page_down(self) -> None:
        """Select a screen of rows further down."""
        self.order.move_page(1)

    def do_page_up(self) -> None:
        """Select a screen of rows further up."""
        self.order.move_page(-1)

    def do_first(self) -> None:
        """Select the first row."""
        self.order.move(-len(self.order.people))

    def do_last(self) -> None:
        """Select the last row."""
        self.order.move(len(self.order.people))

    def do_scroll_up(self) -> None:
        """Scroll the log back."""
        self.log_pane.scroll(-1)

    def do_scroll_down(self) -> None:
        """Scroll the log towards its end."""
        self.log_pane.scroll(1)


def _padded(lines: list[Line], height: int) -> list[Line]:
    return [*lines[:height], *([BLANK] * (height - len(lines)))]
