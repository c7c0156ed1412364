"""The list of sessions: what each is, when it last changed, and what is wrong with a broken one."""

from collections.abc import Sequence

from textual import events
from textual.message import Message

from tracker.journal.sessions import Save
from tracker.ui.look import Look
from tracker.ui.paint import Line, rule_line
from tracker.ui.widgets.lines import LinesWidget


class SavesList(LinesWidget):
    """Shows saves, the one that changed last first; one is selected."""

    class Pressed(Message):
        """The selected save was clicked again."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:
        super().__init__(look, id=id)
        self._saves: Sequence[Save] = ()
        self._at = 0
        self._top = 0
        self.folder = ""

    def show_saves(self, saves: Sequence[Save]) -> None:
        """Show other saves; the selected file stays selected."""
        selected = self.selected
        self._saves = saves
        if selected is not None:
            paths = [save.path for save in saves]
            self._at = paths.index(selected.path) if selected.path in paths else 0
        self.draw()

    @property
    def saves(self) -> Sequence[Save]:
        """What is shown."""
        return self._saves

    @property
    def selected(self) -> Save | None:
        """The selected save, None where there is none."""
        return self._saves[self._at] if self._at < len(self._saves) else None

    def move(self, rows: int) -> None:
        """Move the selection."""
        self._at = max(0, min(self._at + rows, len(self._saves) - 1))
        self.draw()

    @property
    def page(self) -> int:
        """The rows of a screen."""
        return max(self.outer_size.height - 2, 1)

    def draw(self) -> None:
        """Show the rows in view."""
        width, height = self.outer_size
        if not width or not height:
            return
        room = max(height - 1, 1)
        self._top = max(min(self._top, self._at), self._at - room + 1, 0)
        look = self.look
        lines = [rule_line(look.say("ui.sessions.title"), width, look.glyphs, self.folder)]
        shown = self._saves[self._top : self._top + room]
        lines += [self._row(save, width, number == self._at) for number, save in enumerate(shown, self._top)]
        if not self._saves:
            lines.append(look.pen(width).gap(2).write(look.say("ui.sessions.empty"), "dim").line())
        self.show(lines)

    def _row(self, save: Save, width: int, is_selected: bool) -> Line:
        look = self.look
        pen = look.pen(width).write(look.glyphs.cursor if is_selected else " ", "accent").gap()
        name, when = save.path.name, f"{save.modified.astimezone():%Y-%m-%d %H:%M}"
        if save.header is None:
            pen.column(name, min(30, width // 3)).gap().column(when, 16, "dim").gap(2)
            pen.write(look.sentence(save.problem) if save.problem else "", "bad")
        else:
            pen.column(save.header.title, min(30, width // 3), "title").gap().column(when, 16, "dim").gap(2)
            pen.write(save.header.ruleset)
            if save.entries is not None:
                pen.gap(2).write(look.say("ui.sessions.entries", count=save.entries), "dim")
            pen.gap(2).write(name, "dim")
        return pen.line("cursor" if is_selected else "")

    def on_resize(self) -> None:
        """Draw for another size."""
        self.draw()

    def on_click(self, event: events.Click) -> None:
        """Select a save; a second click opens it."""
        event.stop()
        number = self._top + event.y - 1
        if event.y < 1 or number >= len(self._saves):
            return
        if number == self._at:
            self.post_message(self.Pressed())
        else:
            self._at = number
            self.draw()
