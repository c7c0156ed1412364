"""The list of sessions: what each is, when it last changed, and what is wrong with a broken one."""

from collections.abc import Iterable, Sequence

from tracker.core.messages import Message
from tracker.journal.sessions import Save, read_save
from tracker.ui.look import Look
from tracker.ui.paint import Line, rule_line, width_of

WHEN_CELLS = len("2026-12-31 23:59")


class SavesPane:
    """Shows saves, the one that changed last first; one is selected. Those in view are read, the others by and by."""

    def __init__(self, look: Look, folder: str) -> None:
        self._look = look
        self._folder = folder
        self._room = 1
        self._saves: list[Save] = []
        self._at = 0
        self._top = 0

    def take_over(self, saves: Sequence[Save]) -> None:
        """Show other saves; the selected file stays selected."""
        selected = self.selected
        self._saves = list(saves)
        if selected is not None:
            paths = [save.path for save in saves]
            self._at = paths.index(selected.path) if selected.path in paths else 0

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

    def read_more(self, count: int) -> bool:
        """Read so many of those that have not been read; tell whether some are left."""
        unread = [number for number, save in enumerate(self._saves) if not save.is_read]
        self._read(unread[:count])
        return len(unread) > count

    def _read(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if not self._saves[number].is_read:
                self._saves[number] = read_save(self._saves[number])

    @property
    def page(self) -> int:
        """The rows of a screen."""
        return max(self._room - 1, 1)

    def lines(self, width: int, height: int) -> list[Line]:
        """The heading and the rows in view."""
        self._room = max(height - 1, 1)
        self._top = max(min(self._top, self._at), self._at - self._room + 1, 0)
        look = self._look
        lines = [rule_line(look.say("ui.sessions.title"), width, look.glyphs, self._folder)]
        self._read(range(self._top, min(self._top + self._room, len(self._saves))))
        shown = self._saves[self._top : self._top + self._room]
        columns = self._columns(width)
        for number, save in enumerate(shown, self._top):
            lines.append(self._row(save, width, columns, is_selected=number == self._at))
        if not self._saves:
            lines.append(look.pen(width).gap(2).write(look.say("ui.sessions.empty"), "dim").line())
        return lines

    def _columns(self, width: int) -> tuple[int, int]:
        """The cells of titles and of rulesets: titles take what is left, but no more than the longest needs."""
        headers = [save.header for save in self._saves if save.header is not None]
        rulesets = max((width_of(header.ruleset) for header in headers), default=0)
        longest = max((width_of(self._look.glyphs.shown(header.title)) for header in headers), default=0)
        left = width - 2 - (1 + WHEN_CELLS + 2) - rulesets
        return min(longest, max(left, width // 3)), rulesets

    def _row(self, save: Save, width: int, columns: tuple[int, int], *, is_selected: bool) -> Line:
        look = self._look
        pen = look.pen(width).write(look.glyphs.cursor if is_selected else " ", "accent").gap()
        name, when = save.path.name, f"{save.modified.astimezone():%Y-%m-%d %H:%M}"
        if save.header is None:
            pen.column(name, max(columns[0], width // 3)).gap().column(when, WHEN_CELLS, "dim").gap(2)
            pen.write(look.sentence(_without_path(save.problem)) if save.problem else "", "bad")
        else:
            pen.column(save.header.title, columns[0], "title").gap().column(when, WHEN_CELLS, "dim").gap(2)
            pen.column(save.header.ruleset, columns[1])
            count = "" if save.entries is None else look.say("ui.sessions.entries", count=save.entries)
            for told in (count, name):
                # A piece of these would say less than nothing.
                if told and width_of(told) + 2 <= pen.left:
                    pen.gap(2).write(told, "dim")
        return pen.line("cursor" if is_selected else "")

    def click(self, y: int) -> bool:
        """Select the save at line `y` of the pane; tell whether it had been selected already."""
        number = self._top + y - 1
        if y < 1 or number >= len(self._saves):
            return False
        was_selected, self._at = number == self._at, number
        return was_selected


def _without_path(problem: Message) -> Message:
    """What is wrong with a file, without its path where the sentence is about nothing else: the row names it."""
    inner = problem.values.get("problem") if problem.id == "journal.in_file" else None
    return inner if isinstance(inner, Message) else problem
