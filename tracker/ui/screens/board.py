"""What all screens of a session share: the title, the order, the log, the prompt line, the hints, and panels over them.

Keys go to one place after the other: the prompt line while it asks something, the panel on top, the screen's commands.
No widget ever has the focus, so a key repaints only the lines that it changes.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen

from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.commands import CommandTable, Place, ScreenCommand, Situation
from tracker.ui.keys import Keystroke, command_key, keystroke
from tracker.ui.look import Look
from tracker.ui.paint import Line, Span, rule_line, width_of
from tracker.ui.panels.base import Panel
from tracker.ui.panels.page import Page
from tracker.ui.view.hints import Hint, hint_line, situation_hints
from tracker.ui.view.pages import help_page, sheet_page
from tracker.ui.widgets.lines import LinesWidget
from tracker.ui.widgets.log_pane import LogPane
from tracker.ui.widgets.order_list import OrderList
from tracker.ui.widgets.prompt_line import PromptLine, Question

if TYPE_CHECKING:
    from tracker.ui.app import CoterieApp

LEAST_WIDTH, LEAST_HEIGHT = 40, 10
WIDE = 100
SHEET_SHARE = 0.38
LEAST_LOG_LINES = 6
MOST_DUE_LINES = 4


class Board(Screen[None]):
    """The base of the fight, the review and the watch screen. `place` tells which keys hold now."""

    AUTO_FOCUS = ""
    place: Place = "fight"

    def __init__(self, session: Session, look: Look, commands: CommandTable) -> None:
        super().__init__()
        self.session = session
        self.look = look
        self.commands = commands
        self.panels: list[Panel] = []
        self._message: tuple[Span, ...] = ()
        self._is_tiny = False
        self._sheet_width = 0
        rules = session.table.rules
        self.title_line = LinesWidget(look, id="title")
        self.order = OrderList(rules, look, id="order")
        self.due = LinesWidget(look, id="due")
        self.log_pane = LogPane(look, session.table.history.taken_back, id="log")
        self.sheet = LinesWidget(look, id="sheet")
        self.message_line = LinesWidget(look, id="message")
        self.prompt = PromptLine(look, id="prompt")
        self.hint_line = LinesWidget(look, id="hints")
        self.panel_widget = LinesWidget(look, id="panel", ground="panel")
        self.tiny = LinesWidget(look, id="tiny")

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
    def coterie(self) -> "CoterieApp":
        """The app, as what it is."""
        return cast("CoterieApp", self.app)

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

    def show_all(self) -> None:
        """Show the state as it now is; only lines that differ are repainted."""
        if not self.is_mounted or self._is_tiny:
            return
        state = self.shown_state
        self.order.show_state(state)
        self._show_due(state)
        self.fit()
        self.log_pane.show_entries(self.session.table.history.entries)
        self._show_title(state)
        self.show_sheet()
        self.show_bottom()
        self._show_panel()

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

    def show_bottom(self) -> None:
        """Show the message or preview, and the hints."""
        width = self.app.size.width
        spans = self.prompt.preview() if self.prompt.question else ()
        pen = self.look.pen(width).gap().spans(spans or self._message)
        self.message_line.show([pen.line()])
        self.hint_line.show([hint_line(self.hints(), width, self.look, right=self.hint_note())])

    def hints(self) -> Sequence[Hint]:
        """Which keys to press next."""
        say = self.look.say
        if self.prompt.question is not None:
            hints = [(say("ui.key.enter"), say("ui.hint.do"))]
            if self.prompt.question.complete is not None:
                hints.append((say("ui.key.tab"), say("ui.hint.complete")))
            return [*hints, (say("ui.key.escape"), say("ui.hint.cancel"))]
        if self.panels:
            return self.panels[-1].hints()
        return situation_hints(self.commands, self.situation(), self.look)

    def hint_note(self) -> str:
        """A word at the right end of the hints."""
        return ""

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

    def on_mount(self) -> None:
        """Begin."""
        self._resized()

    def on_resize(self) -> None:
        """Arrange everything for another size."""
        self._resized()

    def _resized(self) -> None:
        width, height = self.app.size
        self._is_tiny = width < LEAST_WIDTH or height < LEAST_HEIGHT
        self.set_class(self._is_tiny, "-tiny")
        if self._is_tiny:
            text = self.look.say("ui.too_small", width=LEAST_WIDTH, height=LEAST_HEIGHT)
            self.tiny.show([self.look.pen(width).write(text, "warning").line()])
            return
        self.show_all()

    # ------------------------------------------------------------------ messages, questions, panels

    def say(self, text: str, *, is_wrong: bool = False) -> None:
        """Show one line above the prompt; "" clears it."""
        self._message = (Span(text, "bad" if is_wrong else "text"),) if text else ()
        if self.is_mounted and self.is_current:
            self.show_bottom()

    def ask(self, question: Question) -> None:
        """Ask for typed text in the prompt line."""
        self._message = ()
        self.prompt.ask(question)
        self.show_bottom()

    def open_panel(self, panel: Panel) -> None:
        """Open a panel over the screen."""
        self._message = ()
        self.panels.append(panel)
        self._show_panel()
        self.show_bottom()

    def close_panels(self) -> None:
        """Close every panel that is done."""
        if any(panel.is_done for panel in self.panels):
            self.panels = [panel for panel in self.panels if not panel.is_done]
        self._show_panel()
        self.show_bottom()

    def _show_panel(self) -> None:
        widget = self.panel_widget
        if not self.panels:
            widget.display = False
            return
        panel, width = self.panels[-1], self.app.size.width
        height = min(max(panel.height(width), 2), self.app.size.height - 4)
        top = self.app.size.height - 3 - height
        if widget.styles.height is None or widget.styles.height.value != height or not widget.display:
            widget.styles.height = height
            widget.styles.offset = (0, top)
            widget.display = True
        widget.show(panel.lines(width, height))

    # ------------------------------------------------------------------ keys

    def on_key(self, event: events.Key) -> None:
        """Take a key without any focus."""
        key = keystroke(event.key, event.character, printable=event.is_printable)
        if self.take(key):
            event.stop()
            event.prevent_default()

    def take(self, key: Keystroke) -> bool:
        """Give a key to whom it belongs now."""
        if self._is_tiny:
            if command_key(key.name) == "q":
                self.leave()
            return True
        if self.prompt.question is not None:
            changed = self.prompt.take(key)
            if changed:
                self._message = ()
            self.close_panels()
            return True
        if self.panels:
            taken = self.panels[-1].take(key)
            self.close_panels()
            return taken
        if key.name == "ctrl+c":
            self.say(self.look.say("ui.quit_hint"))
            return True
        name = key.name if self.commands.at(self.place, key.name) else command_key(key.name)
        command = self.commands.at(self.place, name)
        if command is None:
            return False
        if command.when(self.situation()):
            self.run_command(command, name)
        else:
            self.say(self.look.say("ui.not_now", what=self.look.say("ui.key_of", key=name)), is_wrong=False)
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text where something is typed."""
        event.stop()
        if self.prompt.question is not None:
            self.prompt.paste(event.text)
            self.show_bottom()
        elif self.panels:
            self.panels[-1].paste(event.text)
            self.close_panels()

    def run_command(self, command: ScreenCommand, key: str = "") -> None:
        """Do what a command says: the method `do_ID`."""
        method: Any = getattr(self, f"do_{command.id}", None)
        if method is not None:
            method()

    def possible_commands(self) -> Iterator[ScreenCommand]:
        """The commands that make sense now, for the palette."""
        yield from self.commands.possible(self.situation())

    # ------------------------------------------------------------------ commands of every board

    def do_help(self) -> None:
        """Explain the keys of this place."""
        title = self.look.say(f"ui.help.{self.place}")
        self.open_panel(Page(title, lambda width: help_page(self.commands, self.place, width, self.look), self.look))

    def do_sheet(self) -> None:
        """Show the selected character's sheet."""
        who = self.order.selected
        if who:
            state = self.shown_state
            title = self.look.words.term("sheet")
            self.open_panel(
                Page(title, lambda width: sheet_page(self.session, state, who, width, self.look), self.look)
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

    def do_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()

    def do_quit(self) -> None:
        """Leave."""
        self.leave()

    def leave(self) -> None:
        """Go back to where the screen was opened from, or end the program."""
        self.coterie.leave_session()

    # ------------------------------------------------------------------ moving in the list

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
