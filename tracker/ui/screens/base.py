"""What all screens share: one canvas, the message line, the prompt line, the hints, panels over them, and how keys go.

A screen is painted from what it knows, line by line, after every key; the canvas repaints the lines that differ.
Keys go to one place after the other: the prompt line while it asks something, the panel on top, the screen's commands.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.screen import Screen

from tracker.crashes import write_crash_log
from tracker.failures import failure_message
from tracker.ui.canvas import Canvas
from tracker.ui.commands import CommandTable, Offer, Place, ScreenCommand, Situation
from tracker.ui.host import Host
from tracker.ui.keys import CANCEL_KEYS, COPY_KEY, INSIST_KEY, STOP_KEY, Keystroke, command_key, keystroke
from tracker.ui.line_editor import LONGEST_TEXT
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Span, caret_in, lines_of, width_of, wrap_at_most
from tracker.ui.panes.prompt import PromptPane, Question
from tracker.ui.patience import GivenUp
from tracker.ui.view.hints import Hint, clash_text, hint_at, hint_line, pressed_key, situation_hints

if TYPE_CHECKING:
    from tracker.ui.panels.base import Panel
    from tracker.ui.panels.search import Choice

PROGRAM = "Coterie"
LEAST_WIDTH, LEAST_HEIGHT = 40, 10
BOTTOM_LINES = 3
"""The message, the prompt and the hints."""

MOST_NOTICE_LINES = 3
MOST_COPIED = 1000
"""So many lines of what is open are copied."""
NO_NOTICE = Span("")


class CommandScreen(Screen[None]):
    """The base of every screen."""

    AUTO_FOCUS = ""
    BLANK = True
    """The canvas covers it."""

    def __init__(self, look: Look, commands: CommandTable) -> None:
        super().__init__()
        self.look = look
        self.commands = commands
        self.panels: list[Panel] = []
        self.prompt = PromptPane(look)
        self.canvas = Canvas(look)
        self._notice = NO_NOTICE
        self._panel_top = 0
        self._sharing: Panel | None = None
        self._painted_size: tuple[int, int] | None = None
        self.covered = 0

    def compose(self) -> ComposeResult:
        """One widget is all there is."""
        yield self.canvas

    @property
    def host(self) -> Host:
        """The app, as far as a screen needs to know it."""
        return cast("Host", self.app)

    # ------------------------------------------------------------------ what each screen says

    @property
    def place(self) -> Place:
        """Which keys hold now."""
        raise NotImplementedError

    def situation(self) -> Situation:
        """What decides which commands make sense now."""
        raise NotImplementedError

    def content(self, width: int, height: int) -> list[Line]:
        """Everything above the message line: exactly `height` lines."""
        raise NotImplementedError

    def click_content(self, x: int, y: int) -> None:
        """Take a click above the message line."""

    def scroll_content(self, x: int, y: int, lines: int) -> None:
        """Take a turn of the mouse wheel."""

    @property
    def kept_in_view(self) -> int:
        """The lines above a panel that shares the screen."""
        return 1

    def refuse(self, error: Exception) -> None:
        """Say why something is not possible."""
        self.say(self.look.sentence(failure_message(error)), is_wrong=True)

    def hint_note(self) -> str:
        """A word at the right end of the hints."""
        return ""

    def insist(self) -> None:
        """Do what is typed, or what was just refused, although a rule forbids it."""

    def leave(self) -> None:
        """Go back to where the screen was opened from, or end the program."""
        self.host.leave_session()

    # ------------------------------------------------------------------ painting

    @property
    def is_tiny(self) -> bool:
        """Whether the window is too small for anything."""
        width, height = self.app.size
        return width < LEAST_WIDTH or height < LEAST_HEIGHT

    def paint(self) -> None:
        """Show everything as it now is; where that fails, what failed."""
        self._painted_size = self.app.size
        if not self.survive(self._paint):
            width = self.app.size.width
            leaving = hint_line([("q", self.look.say("ui.hint.quit"))], width, self.look)
            self.canvas.show([*self._wrapped(self._notice, width), leaving])

    def survive(self, work: Callable[[], object]) -> bool:
        """Do something that must not end the evening: what no one foresaw is written down and told, False."""
        try:
            with self.host.patience.watching():
                work()
        except GivenUp as given_up:
            self.say(self.look.say("ui.given_up", plugin=given_up.plugin), is_wrong=True)
            return False
        except Exception as error:
            path = write_crash_log(error)
            self.say(self.look.say("ui.unforeseen", path=str(path) if path else "-"), is_wrong=True)
            return False
        return True

    def _paint(self) -> None:
        width, height = self.app.size
        if self.is_tiny:
            text = self.look.say("ui.too_small", width=LEAST_WIDTH, height=LEAST_HEIGHT)
            self.canvas.show([self.look.pen(width).write(text, "warning").line()])
            return
        panel: list[Line] = []
        if self.panels and not self.stands_beside(self.panels[-1], width):
            is_sharing = self.panels[-1] is self._sharing
            most = height - BOTTOM_LINES - (self.kept_in_view if is_sharing else 1)
            panel = self._panel_lines(self.panels[-1], width, most)
        self.covered = len(panel) if self.panels and self.panels[-1] is self._sharing else 0
        lines = self.content(width, height - BOTTOM_LINES)
        if panel:
            self._panel_top = len(lines) - len(panel)
            lines[self._panel_top :] = panel
        bottom = self._bottom(width)
        shown = [*lines[: height - len(bottom)], *bottom]
        # The terminal's own cursor stands where one types: what reads or magnifies the screen follows it.
        self.app.cursor_position = Offset(*(caret_in(shown) or (0, 0)))
        self.canvas.show(shown)

    def stands_beside(self, panel: "Panel", width: int) -> bool:
        """Whether a panel has a place of its own beside the list, so that it covers nothing."""
        return False

    @staticmethod
    def _panel_lines(panel: "Panel", width: int, most: int) -> list[Line]:
        height = min(max(panel.height(width), 2), most)
        lines = list(panel.lines(width, height))
        lines += [BLANK] * (height - len(lines))
        return [line if line.ground else line._replace(ground="panel") for line in lines]

    def _bottom(self, width: int) -> list[Line]:
        if self.panels and self.prompt.question is None and not self._notice.text:
            return [*self._detail_lines(width), hint_line(self.hints(), width, self.look, right=self.hint_note())]
        # What was refused is told until the next key, whatever the text would come to.
        preview = self.prompt.preview() if self.prompt.question and not self._notice.text else ()
        told = self._preview_lines(preview, width) if preview else self._wrapped(self._notice, width)
        return [*told, self.prompt.line(width), hint_line(self.hints(), width, self.look, right=self.hint_note())]

    def _detail_lines(self, width: int) -> list[Line]:
        """What the thing under a panel's cursor means, where otherwise the message and the prompt stand."""
        glyphs = self.look.glyphs
        pieces = wrap_at_most(glyphs.shown(self.panels[-1].detail()), width - 2, BOTTOM_LINES - 1, glyphs.ellipsis)
        lines = [self.look.pen(width).gap().write(piece, "dim").line() for piece in pieces]
        return [*lines, *([BLANK] * (BOTTOM_LINES - 1 - len(lines)))]

    def _preview_lines(self, preview: Sequence[Span], width: int) -> list[Line]:
        """What would come of the text, a line for each who is concerned; why nothing would, as long as that is.

        Many lines cover the end of what is above them: the log has nothing to tell while one types.
        """
        if len(preview) == 1:
            return self._wrapped(preview[0], width)
        return [self.look.pen(width).gap().spans(line).line() for line in lines_of(preview)]

    def _wrapped(self, told: Span, width: int) -> list[Line]:
        """A sentence; one too long for a line may cover the end of what is above it."""
        glyphs = self.look.glyphs
        pieces = wrap_at_most(glyphs.shown(told.text), width - 2, MOST_NOTICE_LINES, glyphs.ellipsis)
        return [self.look.pen(width).gap().write(piece, told.tone).line() for piece in pieces]

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
        return situation_hints(self.commands, self.situation(), self.look, self._hint_cells)

    @property
    def _hint_cells(self) -> int:
        note = self.hint_note()
        return self.app.size.width - (width_of(note) + 2 if note else 0)

    @property
    def tab_title(self) -> str:
        """What stands in the terminal's tab or window."""
        return PROGRAM

    def on_screen_resume(self) -> None:
        """Say what is shown from now on."""
        self.host.show_title(self.tab_title)

    def on_mount(self) -> None:
        """Paint the first frame before anything is laid out, with what is wrong with the keys that were chosen."""
        if not self._notice.text and (told := clash_text(self.commands, self.look)):
            self.say(told, is_wrong=True)
        self.paint()

    def on_resize(self) -> None:
        """Paint for another size; Textual tells the first one again when all is laid out."""
        if self._painted_size != self.app.size:
            self.paint()

    # ------------------------------------------------------------------ messages, questions, panels

    def say(self, text: str, *, is_wrong: bool = False) -> None:
        """Show one line above the prompt, with the next painting; "" clears it."""
        self._notice = Span(text, "bad" if is_wrong else "text")

    def ask(self, question: Question) -> None:
        """Ask for typed text in the prompt line."""
        self._notice = NO_NOTICE
        self.prompt.ask(question)

    def open_panel(self, panel: "Panel", *, shares: bool = False) -> None:
        """Open a panel over the screen; where it `shares` the screen, the list of people stays in view above it."""
        self._notice = NO_NOTICE
        self.panels.append(panel)
        if shares:
            self._sharing = panel

    def read(self, title: str, write: Callable[[int], Sequence[Line]]) -> None:
        """Open a page to read; `write` makes its lines for a width."""
        from tracker.ui.panels.page import Page

        self.open_panel(Page(title, write, self.look))

    # ------------------------------------------------------------------ keys and the mouse

    def on_key(self, event: events.Key) -> None:
        """Take a key without any focus. One that came while another screen was being opened is for that one."""
        key = keystroke(event.key, event.character, printable=event.is_printable)
        if self._top_screen.take(key):
            event.stop()
            event.prevent_default()

    def take(self, key: Keystroke) -> bool:
        """Give a key to whom it belongs now, and paint what comes of it."""
        taken = True

        def give() -> None:
            nonlocal taken
            taken = self._give(key)

        self.survive(give)
        self.panels = [panel for panel in self.panels if not panel.is_done]
        if taken:
            self.paint()
        return taken

    def _give(self, key: Keystroke) -> bool:
        if key.name == STOP_KEY:
            self.do_stop()
            return True
        if self.is_tiny:
            if command_key(key.name) == "q":
                self.leave()
            return True
        if key.name == INSIST_KEY:
            self.insist()
            return True
        if key.name == COPY_KEY and self.panels:
            self.copy([line.text for line in self.panels[-1].lines(self.app.size.width, MOST_COPIED)])
            return True
        if self.prompt.question is not None:
            if self.prompt.take(key):
                self._notice = NO_NOTICE
            return True
        if self.panels:
            self._notice = NO_NOTICE
            return self.panels[-1].take(key)
        if key.name == "ctrl+c":
            self.say(self.look.say("ui.quit_hint"))
            return True
        name = key.name if self.commands.at(self.place, key.name) else command_key(key.name)
        command = self.commands.at(self.place, name)
        if command is None:
            return False
        if command.when(self.situation()):
            self._notice = NO_NOTICE
            self.run_command(command, name)
        elif name in CANCEL_KEYS:
            self._notice = NO_NOTICE  # nothing is open that could be given up: no reason to say anything
        else:
            self.say(self.look.say("ui.not_now", what=self.look.say("ui.key_of", key=name)))
        return True

    @property
    def _top_screen(self) -> "CommandScreen":
        """The screen on top, which is another one as soon as this one has opened it."""
        screen = self.app.screen
        return screen if isinstance(screen, CommandScreen) else self

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text where something is typed."""
        event.stop()
        self._top_screen.take_paste(event)

    def take_paste(self, event: events.Paste) -> None:
        """Give pasted text to what is typed, and paint what comes of it."""
        if self.prompt.question is not None:
            self.survive(lambda: self._paste(event.text))
        elif self.panels:
            self.survive(lambda: self.panels[-1].paste(event.text))
        self.paint()

    def _paste(self, text: str) -> None:
        if not self.prompt.paste(text):
            self.say(self.look.say("ui.paste.cut", count=LONGEST_TEXT), is_wrong=True)

    def run_command(self, command: ScreenCommand, key: str = "") -> None:
        """Do what a command says: the method `do_ID`."""
        method: Any = getattr(self, f"do_{command.id}")
        method()

    def run_from_palette(self, command: ScreenCommand) -> None:
        """Do what was chosen in the palette."""
        self.survive(lambda: self.run_command(command, command.keys[0] if command.keys else ""))
        self.paint()

    def possible_commands(self) -> Iterator[ScreenCommand]:
        """The commands that make sense now, for the palette."""
        yield from self.commands.possible_anyhow(self.situation())

    def further_offers(self) -> Iterator[Offer]:
        """What else the palette offers."""
        return iter(())

    def likely_acts(self) -> Sequence[str]:
        """The ids of the acts that are the likeliest now, for the palette."""
        return ()

    def found_for(self, text: str) -> "Iterator[Choice]":
        """What else the palette finds for a text that is typed."""
        return iter(())

    def on_click(self, event: events.Click) -> None:
        """Take a click: on a hint it is the key of that hint."""
        if self.is_tiny:
            return
        if event.y == self.app.size.height - 1:
            self._click_hint(event.x)
            return
        if not self.panels or event.y < self._panel_top:
            self.survive(lambda: self.click_content(event.x, event.y))
        elif self.prompt.question is None:
            self.survive(lambda: self.panels[-1].click(event.y - self._panel_top))
            self.panels = [panel for panel in self.panels if not panel.is_done]
        self.paint()

    def _click_hint(self, x: int) -> None:
        """Press the key of the hint in a column of the last line."""
        shown = hint_at(self.hints(), self.app.size.width, self.look, x, right=self.hint_note())
        name = pressed_key(shown, self.look)
        if name:
            self.take(Keystroke(name, name if len(name) == 1 else ""))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll what is under the mouse."""
        self._scroll(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll it back."""
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, direction: int) -> None:
        event.stop()
        if self.panels:
            self.survive(lambda: self.panels[-1].take(Keystroke("down" if direction > 0 else "up")))
        elif not self.is_tiny:
            self.survive(lambda: self.scroll_content(event.x, event.y, direction))
        self.paint()

    def copy(self, lines: Sequence[str]) -> None:
        """Put lines on the clipboard, by way of the terminal: so it works over SSH too."""
        kept = [line.rstrip() for line in lines]
        while kept and not kept[-1]:
            kept.pop()
        self.host.copy_to_clipboard("\n".join(kept))
        self.say(self.look.say("ui.copied_lines", count=len(kept)))

    # ------------------------------------------------------------------ commands of every screen

    def do_help(self) -> None:
        """Explain the keys of this place."""
        from tracker.ui.help import help_of

        self.open_panel(help_of(self))

    def do_palette(self) -> None:
        """Open the command palette."""
        from tracker.ui.palette import palette_of

        self.open_panel(palette_of(self))

    def do_redraw(self) -> None:
        """Draw the whole screen again, whatever has drawn over it."""
        self.host.redraw()

    def do_stop(self) -> None:
        """Stop until the shell lets the program go on, with everything that is open and typed."""
        if not self.host.stop():
            self.say(self.look.say("ui.no_shell", key=STOP_KEY))

    def do_quit(self) -> None:
        """Leave."""
        self.leave()
