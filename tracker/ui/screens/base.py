"""What all screens share: the message line, the prompt line, the hints, panels over the screen, and how keys go.

Keys go to one place after the other: the prompt line while it asks something, the panel on top, the screen's commands.
No widget ever has the focus, so a key repaints only the lines that it changes.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.screen import Screen

from tracker.ui.commands import CommandTable, Place, ScreenCommand, Situation
from tracker.ui.keys import Keystroke, command_key, keystroke
from tracker.ui.look import Look
from tracker.ui.paint import Span
from tracker.ui.panels.base import Panel
from tracker.ui.panels.page import Page
from tracker.ui.view.hints import Hint, hint_line, situation_hints
from tracker.ui.view.pages import help_page
from tracker.ui.widgets.lines import LinesWidget
from tracker.ui.widgets.prompt_line import PromptLine, Question

if TYPE_CHECKING:
    from tracker.ui.app import CoterieApp

LEAST_WIDTH, LEAST_HEIGHT = 40, 10


class CommandScreen(Screen[None]):
    """The base of every screen. `place` tells which keys hold now."""

    AUTO_FOCUS = ""

    def __init__(self, look: Look, commands: CommandTable) -> None:
        super().__init__()
        self.look = look
        self.commands = commands
        self.panels: list[Panel] = []
        self._message: tuple[Span, ...] = ()
        self._is_tiny = False
        self.title_line = LinesWidget(look, id="title")
        self.message_line = LinesWidget(look, id="message")
        self.prompt = PromptLine(look, id="prompt")
        self.hint_line = LinesWidget(look, id="hints")
        self.panel_widget = LinesWidget(look, id="panel", ground="panel")
        self.tiny = LinesWidget(look, id="tiny")

    @property
    def coterie(self) -> "CoterieApp":
        """The app, as what it is."""
        return cast("CoterieApp", self.app)

    # ------------------------------------------------------------------ what each screen says

    @property
    def place(self) -> Place:
        """Which keys hold now."""
        raise NotImplementedError

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        raise NotImplementedError

    def show_content(self) -> None:
        """Show everything above the message line."""
        raise NotImplementedError

    def hint_note(self) -> str:
        """A word at the right end of the hints."""
        return ""

    # ------------------------------------------------------------------ showing

    def show_all(self) -> None:
        """Show everything as it now is; only lines that differ are repainted."""
        if not self.is_mounted or self._is_tiny:
            return
        self.show_content()
        self._show_panel()
        self.show_bottom()

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
        return situation_hints(self.commands, self.situation(), self.look, self.app.size.width)

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

    # ------------------------------------------------------------------ commands of every screen

    def do_help(self) -> None:
        """Explain the keys of this place."""
        title = self.look.say(f"ui.help.{self.place}")
        self.open_panel(Page(title, lambda width: help_page(self.commands, self.place, width, self.look), self.look))

    def do_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()

    def do_quit(self) -> None:
        """Leave."""
        self.leave()

    def leave(self) -> None:
        """Go back to where the screen was opened from, or end the program."""
        self.coterie.leave_session()
