"""What all screens of a session share: the title, the order, what is due, the log, and the sheet beside them."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.commands import CommandTable, Situation
from tracker.ui.look import Look
from tracker.ui.paint import Line, Span, rule_line, width_of
from tracker.ui.panels.page import Page
from tracker.ui.screens.base import CommandScreen
from tracker.ui.view.pages import sheet_page
from tracker.ui.widgets.lines import LinesWidget
from tracker.ui.widgets.log_pane import LogPane
from tracker.ui.widgets.order_list import OrderList
from tracker.ui.widgets.prompt_line import Question

WIDE = 100
SHEET_SHARE = 0.38
LEAST_LOG_LINES = 6
MOST_DUE_LINES = 4


class Board(CommandScreen):
    """The base of the fight, the review and the watch screen."""

    def __init__(self, session: Session, look: Look, commands: CommandTable) -> None:
        super().__init__(look, commands)
        self.session = session
        self._sheet_width = 0
        rules = session.table.rules
        self.order = OrderList(rules, look, id="order")
        self.due = LinesWidget(look, id="due")
        self.log_pane = LogPane(look, lambda number: self.session.table.history.taken_back(number), id="log")
        self.sheet = LinesWidget(look, id="sheet")

    def compose(self) -> ComposeResult:
        """Arrange the widgets."""
        yield self.title_line
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield self.order
                yield self.due
                yield self.log_pane
            yield self.sheet
        yield self.message_line
        yield self.prompt
        yield self.hint_line
        yield self.panel_widget
        yield self.tiny

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

    def show_content(self) -> None:
        """Show the state and the log."""
        state = self.shown_state
        self.order.show_state(state)
        self.fit()
        self._show_due(state)
        self.log_pane.show_entries(self.session.table.history.entries)
        self._show_title(state)
        self.show_sheet()

    def _show_title(self, state: State) -> None:
        look, width = self.look, self.app.size.width
        separator = f" {look.glyphs.separator} "
        status = f"{look.glyphs.state} {look.glyphs.shown(self.status_word)} "
        pen = look.pen(max(width - width_of(status), 8))
        pen.gap().write(self.session.header.title, "title", cells=max(width // 2, 10))
        rules = self.session.table.rules
        card_title = ""
        if rules is not None:
            card_title = rules.card.titles.get(look.words.language) or rules.card.titles.get("en", "")
        pen.write(separator, "dim").write(card_title or self.session.header.ruleset, "dim")
        if state.round:
            pen.write(separator, "dim").write(look.say("ui.title.round", round=state.round), "accent")
        line = pen.to(width - width_of(status)).line()
        self.title_line.show([Line((*line.spans, Span(status, "good")))])

    def _show_due(self, state: State) -> None:
        look, width = self.look, self.left_width
        lines: list[Line] = []
        for number, prompt in enumerate(state.prompts, 1):
            pen = look.pen(width).gap().column(str(number), 2, "key" if number < 10 else "dim")
            name = state.characters[prompt.who].name if prompt.who in state.characters else ""
            sentence = look.sentence(prompt.line)
            if name and name not in sentence:
                pen.write(f"{name}: ", "text")
            pen.write(sentence, "warning")
            if prompt.command:
                pen.gap(2).write(prompt.command, "dim")
            lines.append(pen.line())
        if lines:
            room = self._due_height(len(lines)) - 1
            after = look.say("ui.due.more", count=len(lines) - room) if len(lines) > room else ""
            lines.insert(0, rule_line(look.say("ui.due.title"), width, look.glyphs, after))
        self.due.show(lines)

    def show_sheet(self) -> None:
        """Show the selected character beside the list, where there is room."""
        if not self._sheet_width:
            return
        upright = Span(f"{self.look.glyphs.upright} ", "dim")
        height = self.sheet.outer_size.height or self.app.size.height
        lines = sheet_page(self.session, self.shown_state, self.order.selected, self._sheet_width - 2, self.look)
        padded = [*lines[:height], *([Line()] * (height - len(lines)))]
        self.sheet.show([Line((upright, *line.spans)) for line in padded])

    # ------------------------------------------------------------------ arranging

    @property
    def left_width(self) -> int:
        """The width of the list and the log."""
        return self.app.size.width - self._sheet_width

    def _due_height(self, count: int) -> int:
        most = MOST_DUE_LINES if self.app.size.height < 36 else 9
        return 1 + min(count, most) if count else 0

    def fit(self) -> None:
        """Give each widget its height; only what changes is laid out anew."""
        width, height = self.app.size
        left = height - 4
        due = self._due_height(len(self.shown_state.prompts))
        order = min(self.order.wanted_height, max(left - due - LEAST_LOG_LINES - 1, left // 2 - due, 3))
        sheet = int(width * SHEET_SHARE) if width >= WIDE else 0
        if sheet != self._sheet_width:
            self._sheet_width = sheet
            self.sheet.styles.width = sheet
            self.sheet.display = bool(sheet)
        if self.order.styles.height is None or self.order.styles.height.value != order:
            self.order.styles.height = order
        if bool(due) != self.due.display:
            self.due.display = bool(due)
        if self.due.styles.height is None or self.due.styles.height.value != due:
            self.due.styles.height = due

    # ------------------------------------------------------------------ commands of every board

    def do_sheet(self) -> None:
        """Show the selected character's sheet."""
        who = self.order.selected
        if who:
            session, state, look = self.session, self.shown_state, self.look
            self.open_panel(
                Page(look.words.term("sheet"), lambda width: sheet_page(session, state, who, width, look), look)
            )

    def do_filter(self) -> None:
        """Filter the log while a text is typed."""
        before = self.log_pane.filter_text

        def submit(text: str) -> bool:
            self.log_pane.filter(text.strip())
            return True

        self.ask(
            Question(
                self.look.say("ui.filter.label"),
                submit,
                cancelled=lambda: self.log_pane.filter(before) if before != self.log_pane.filter_text else None,
                typed=lambda text: self.log_pane.filter(text.strip()),
                text=before,
                preview=lambda text: (Span(self.look.say("ui.filter.hint"), "dim"),),
            )
        )

    # ------------------------------------------------------------------ moving in the list

    def do_review_down(self) -> None:
        """Select the next row."""
        self.do_down()

    def do_review_up(self) -> None:
        """Select the row before."""
        self.do_up()

    def do_review_sheet(self) -> None:
        """Show the selected character's sheet."""
        self.do_sheet()

    def do_down(self) -> None:
        """Select the next row."""
        self._moved(lambda: self.order.move(1))

    def do_up(self) -> None:
        """Select the row before."""
        self._moved(lambda: self.order.move(-1))

    def do_page_down(self) -> None:
        """Select a screen of rows further down."""
        self._moved(lambda: self.order.move_page(1))

    def do_page_up(self) -> None:
        """Select a screen of rows further up."""
        self._moved(lambda: self.order.move_page(-1))

    def do_first(self) -> None:
        """Select the first row."""
        self._moved(lambda: self.order.move(-len(self.order.people)))

    def do_last(self) -> None:
        """Select the last row."""
        self._moved(lambda: self.order.move(len(self.order.people)))

    def _moved(self, move: Callable[[], None]) -> None:
        move()
        self.show_sheet()

    def do_scroll_up(self) -> None:
        """Scroll the log back."""
        self.log_pane.scroll(-1)

    def do_scroll_down(self) -> None:
        """Scroll the log towards its end."""
        self.log_pane.scroll(1)
