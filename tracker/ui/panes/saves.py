"""The list of sessions: what each is and came to, when it last changed, and what is wrong with a broken one."""

from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path

from tracker.core.messages import Message
from tracker.journal.sessions import Save
from tracker.recap.saves import arranged, details, local, size_in_words
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, rule_line, width_of, wrap_at_most

WHEN_CELLS = len("2026-12-31 23:59")
DETAIL_LINES = 2
LEAST_HEIGHT_OF_DETAILS = 9


class SavesPane:
    """Shows saves, searched and sorted; one is selected, and told about in full under the list."""

    def __init__(self, look: Look, folder: str) -> None:
        self._look = look
        self._folder = folder
        self._shelf = ""
        self._room = 1
        self._saves: dict[Path, Save] = {}
        self._order: list[Path] = []
        self._unread: deque[Path] = deque()
        self._not_summarized: deque[Path] = deque()
        self._at = 0
        self._top = 0
        self._search = ""
        self._sort = "changed"
        self.is_stale = False
        self.is_complete = False

    # ------------------------------------------------------------------ what there is

    def take_over(self, saves: Iterable[Save]) -> None:
        """Show other saves; the selected file stays selected, and what is known of unchanged files stays known."""
        known = self._saves
        self._saves = {save.path: _still_known(save, known.get(save.path)) for save in saves}
        self._unread = deque(path for path, save in self._saves.items() if not save.is_read)
        self._not_summarized = deque(path for path, save in self._saves.items() if save.summary is None)
        self.is_complete = False
        self._arrange()

    def know(self, save: Save) -> None:
        """Take in what was read of a save; searched and sorted lists are arranged again when they are shown next."""
        self._saves[save.path] = save
        self.is_stale = self.is_stale or bool(self._search) or self._sort != "changed"

    def next_to_read(self) -> Save | None:
        """The save to read next, None where all is known: first what is in view, then headers, then the rest."""
        in_view = self.in_view()
        for save in in_view:
            if not save.is_read:
                return save
        for save in in_view:
            if save.summary is None:
                return save
        while self._unread:
            if not (save := self._saves[self._unread.popleft()]).is_read:
                return save
        while self._not_summarized:
            if (save := self._saves[self._not_summarized.popleft()]).summary is None:
                return save
        return None

    def _arrange(self) -> None:
        selected = self._order[self._at] if self._at < len(self._order) else None
        self._order = [save.path for save in arranged(self._saves.values(), self._sort, self._search)]
        self.is_stale = False
        if selected is not None:
            self.select(selected)

    def show_shelf(self, shelf: str, folder: str) -> None:
        """Tell which folder is shown."""
        self._shelf, self._folder = shelf, folder
        self._at = self._top = 0

    # ------------------------------------------------------------------ what is shown

    def __len__(self) -> int:
        """How many saves are shown."""
        return len(self._order)

    @property
    def saves(self) -> Sequence[Save]:
        """What is shown: the saves that the search finds, in order."""
        return [self._saves[path] for path in self._order]

    @property
    def search(self) -> str:
        """What is searched for; "" shows all."""
        return self._search

    @search.setter
    def search(self, text: str) -> None:
        self._search = text
        self._arrange()

    @property
    def sort(self) -> str:
        """What the list is sorted by."""
        return self._sort

    @sort.setter
    def sort(self, name: str) -> None:
        self._sort = name
        self._arrange()

    @property
    def selected(self) -> Save | None:
        """The selected save, None where there is none."""
        return self._saves[self._order[self._at]] if self._at < len(self._order) else None

    def select(self, path: Path) -> None:
        """Select a file; where it is not shown, what stands in the place of the one selected."""
        self._at = self._order.index(path) if path in self._order else max(0, min(self._at, len(self._order) - 1))

    def move(self, rows: int) -> None:
        """Move the selection."""
        self._at = max(0, min(self._at + rows, len(self._order) - 1))

    @property
    def page(self) -> int:
        """The rows of a screen."""
        return max(self._room - 1, 1)

    def in_view(self, height: int | None = None) -> Sequence[Save]:
        """The saves whose rows are shown, in a pane of so many lines."""
        if height is not None:
            if self.is_stale:
                self._arrange()
            details = DETAIL_LINES if height >= LEAST_HEIGHT_OF_DETAILS else 0
            self._room = max(height - 1 - details, 1)
            self._top = max(min(self._top, self._at, len(self._order) - self._room), self._at - self._room + 1, 0)
        return [self._saves[path] for path in self._order[self._top : self._top + self._room]]

    def lines(self, width: int, height: int) -> list[Line]:
        """The heading, the rows in view, and what is known of the selected one."""
        shown, look = self.in_view(height), self._look
        lines = [rule_line(look.say(self._heading), width, look.glyphs, self._note())]
        columns = self._columns(shown, width)
        for number, save in enumerate(shown, self._top):
            lines.append(self._row(save, width, columns, is_selected=number == self._at))
        if not shown:
            empty = look.say("ui.sessions.no_match", search=self._search) if self._search else look.say(self._empty)
            lines.append(look.pen(width).gap(2).write(empty, "dim").line())
        elif self._room < height - 1:
            lines += [BLANK] * (1 + self._room - len(lines))
            lines += self._details(width)
        return lines

    @property
    def _heading(self) -> str:
        return f"ui.sessions.shelf_{self._shelf}" if self._shelf else "ui.sessions.title"

    @property
    def _empty(self) -> str:
        return f"ui.sessions.empty_{self._shelf}" if self._shelf else "ui.sessions.empty"

    def _note(self) -> str:
        """At the right end of the heading: the folder, or how many of the files the search finds so far."""
        if not self._search:
            return self._folder
        found = self._look.say("ui.sessions.found", found=len(self._order), count=len(self._saves))
        return found if self.is_complete else f"{found} {self._look.say('ui.sessions.reading')}"

    def _details(self, width: int) -> list[Line]:
        save, look = self.selected, self._look
        if save is None or save.header is None:
            return []
        separator = f" {look.glyphs.separator} "
        told = separator.join([*(look.words.say(one) for one in details(save)), save.path.name])
        pieces = wrap_at_most(look.glyphs.shown(told), width - 2, DETAIL_LINES, look.glyphs.ellipsis)
        return [look.pen(width).gap().write(piece, "dim").line() for piece in pieces]

    def _columns(self, shown: Sequence[Save], width: int) -> tuple[int, int]:
        """The cells of titles and of rulesets: titles take what is left, but no more than the longest needs."""
        rulesets = max((width_of(save.header.ruleset) for save in shown if save.header is not None), default=0)
        longest = max((width_of(self._look.glyphs.shown(save.title)) for save in shown), default=0)
        left = width - 2 - (1 + WHEN_CELLS + 2) - rulesets
        return min(longest, max(left, width // 3)), rulesets

    def _row(self, save: Save, width: int, columns: tuple[int, int], *, is_selected: bool) -> Line:
        look = self._look
        pen = look.pen(width).write(look.glyphs.cursor if is_selected else " ", "accent").gap()
        name, when = save.path.name, local(save.modified)
        if save.header is None:
            pen.column(name, max(columns[0], width // 3)).gap().column(when, WHEN_CELLS, "dim").gap(2)
            pen.write(look.sentence(_without_path(save.problem)) if save.problem else "", "bad")
        else:
            pen.column(save.title, columns[0], "title").gap().column(when, WHEN_CELLS, "dim").gap(2)
            pen.column(save.header.ruleset, columns[1])
            count = "" if save.entries is None else look.say("ui.sessions.entries", count=save.entries)
            for told in (count, look.words.say(size_in_words(save.size)), name):
                # A piece of these would say less than nothing.
                if told and width_of(told) + 2 <= pen.left:
                    pen.gap(2).write(told, "dim")
        return pen.line("cursor" if is_selected else "")

    def click(self, y: int) -> bool:
        """Select the save at line `y` of the pane; tell whether it had been selected already."""
        number = self._top + y - 1
        if y < 1 or number >= min(self._top + self._room, len(self._order)):
            return False
        was_selected, self._at = number == self._at, number
        return was_selected


def _still_known(save: Save, known: Save | None) -> Save:
    """What is known of a save, where its file has not changed since."""
    if known is None or (known.modified, known.size) != (save.modified, save.size):
        return save
    return known


def _without_path(problem: Message) -> Message:
    """What is wrong with a file, without its path where the sentence is about nothing else: the row names it."""
    inner = problem.values.get("problem") if problem.id == "journal.in_file" else None
    return inner if isinstance(inner, Message) else problem
