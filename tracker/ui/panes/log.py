"""The log: the last lines of the story, wrapped to the width; only what is in view is ever laid out."""

from bisect import bisect_right
from collections.abc import Callable, Sequence

from tracker.core.history import Entry
from tracker.ui.look import Look
from tracker.ui.paint import Line, Tone, rule_line
from tracker.ui.view.story import entry_lines, short_entry_lines

MOST_KEPT_ENTRIES = 2000


class LogPane:
    """Shows entries, each sentence in one line where `is_short`.

    The view hangs on the entry at its bottom (None: the last one, also when more come).
    """

    def __init__(self, look: Look, taken_back: Callable[[int], bool], *, is_short: bool = False) -> None:
        self._look = look
        self._is_short = is_short
        self._taken_back = taken_back
        self._entries: Sequence[Entry] = ()
        self._matching: Sequence[int] = ()
        self._takes: Callable[[int], bool] | None = None
        self._filter_text = ""
        self._checked = 0
        self._bottom: int | None = None
        self._selected: int | None = None
        self._kept: dict[tuple[int, bool], Sequence[Line]] = {}
        self._width = 0
        self._language = look.words.language
        self._room = 1
        self._owners: list[int] = []

    # ------------------------------------------------------------------ what is shown

    def take_over(self, entries: Sequence[Entry]) -> None:
        """Show these entries, which only grow."""
        if len(entries) < self._checked or entries is not self._entries:
            self._checked = 0
            self._matching = ()
            self._kept.clear()
        self._entries = entries
        self._match()

    def filter(self, text: str, takes: Callable[[int], bool] | None) -> None:
        """Show only the entries that `takes` lets through (None: all); `text` is how that was typed.

        The reading place stays: the view hangs on the last entry shown that is not behind the one it hung on.
        """
        reading = self._selected if self._selected is not None else self._bottom_number()
        self._filter_text = text
        self._takes = takes
        self._checked = 0
        self._matching = ()
        self._match()
        if reading is None:
            self._bottom = None
        else:
            self._hang_around(max(self._place_of(reading), 0))

    def _bottom_number(self) -> int | None:
        """The number of the entry that the view hangs on, None where it follows the end."""
        if self._bottom is None or not self._matching:
            return None
        return self._matching[min(self._bottom, len(self._matching) - 1)]

    def _place_of(self, number: int) -> int:
        """The position of the last entry shown up to a number, -1 where all are behind it."""
        return bisect_right(self._matching, number) - 1

    @property
    def filter_text(self) -> str:
        """The filter as it was typed."""
        return self._filter_text

    def _match(self) -> None:
        takes = self._takes
        if takes is None:
            self._matching = range(1, len(self._entries) + 1)
            return
        found = [number for number in range(self._checked + 1, len(self._entries) + 1) if takes(number)]
        self._matching = [*self._matching, *found] if self._checked else found
        self._checked = len(self._entries)

    def lines(self, width: int, height: int) -> list[Line]:
        """The heading and the lines in view."""
        language = self._look.words.language
        if width != self._width or language != self._language or len(self._kept) > MOST_KEPT_ENTRIES:
            self._kept.clear()
            self._width, self._language = width, language
        self._room = max(height - 1, 1)
        return [self._heading(width), *self._visible()]

    def _heading(self, width: int) -> Line:
        look = self._look
        after = ""
        if self._takes is not None:
            after = look.say("ui.log.filtered", text=self._filter_text, count=len(self._matching))
        elif self._bottom is not None and self._bottom < len(self._matching) - 1:
            after = look.say("ui.log.below", count=len(self._matching) - 1 - self._bottom)
        tone: Tone = "title" if self._selected is None else "accent"
        return rule_line(look.say("ui.log.title"), width, look.glyphs, after, tone=tone)

    def _visible(self) -> list[Line]:
        last = len(self._matching) - 1
        bottom = last if self._bottom is None else min(self._bottom, last)
        lines: list[Line] = []
        owners: list[int] = []
        for position in range(bottom, -1, -1):
            number = self._matching[position]
            made = self._lines_of(number)
            lines[:0] = made
            owners[:0] = [number] * len(made)
            if len(lines) >= self._room:
                lines, owners = lines[-self._room :], owners[-self._room :]
                break
        for position in range(bottom + 1, last + 1):
            if len(lines) >= self._room:
                break
            made = self._lines_of(self._matching[position])[: self._room - len(lines)]
            lines += made
            owners += [self._matching[position]] * len(made)
        self._owners = owners
        return lines

    def _laid_out(self, entry: Entry, is_taken_back: bool, *, is_selected: bool) -> Sequence[Line]:
        draw = short_entry_lines if self._is_short else entry_lines
        return draw(entry, self._width, self._look, is_taken_back=is_taken_back, is_selected=is_selected)

    def _lines_of(self, number: int) -> Sequence[Line]:
        taken_back = self._taken_back(number)
        if number == self._selected:
            return self._laid_out(self._entries[number - 1], taken_back, is_selected=True)
        key = (number, taken_back)
        if key not in self._kept:
            self._kept[key] = self._laid_out(self._entries[number - 1], taken_back, is_selected=False)
        return self._kept[key]

    # ------------------------------------------------------------------ the selected entry

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of all entries that the filter lets through."""
        return self._matching

    @property
    def selected(self) -> Entry | None:
        """The selected entry, None where none is."""
        if self._selected is None or not 1 <= self._selected <= len(self._entries):
            return None
        return self._entries[self._selected - 1]

    def select_last(self) -> None:
        """Select the last entry that is shown."""
        self._bottom = None
        self._selected = self._matching[-1] if self._matching else None

    def select(self, number: int) -> None:
        """Select an entry by its number (0: none, before the first) and bring it into view."""
        self._selected = number
        position = self._position()
        if position is None:
            self._bottom = 0
        elif number not in self._owners[1:]:
            self._hang_around(position)
        else:
            self._show_whole(position)

    def deselect(self) -> None:
        """Follow the end again."""
        self._selected = None
        self._bottom = None

    def move(self, entries: int) -> None:
        """Move the selection down, or up where `entries` is negative."""
        if self._matching:
            last = len(self._matching) - 1
            position = self._position()
            position = last if position is None else min(max(position + entries, 0), last)
            self.select(self._matching[position])

    def move_page(self, pages: int) -> None:
        """Move by so many panes."""
        step = max(len(set(self._owners)) - 1, 1) * pages
        if self._selected is None:
            self.scroll(step)
        else:
            self.move(step)

    def click(self, y: int) -> bool:
        """Select the entry at line `y` of the pane; tell whether there is one."""
        if not 1 <= y <= len(self._owners):
            return False
        self._selected = self._owners[y - 1]
        return True

    def _position(self) -> int | None:
        if self._selected is None:
            return None
        position = self._place_of(self._selected)
        return position if position >= 0 and self._matching[position] == self._selected else None

    # ------------------------------------------------------------------ scrolling

    def scroll(self, entries: int) -> None:
        """Move the view by entries, without a selection."""
        last = len(self._matching) - 1
        bottom = (last if self._bottom is None else self._bottom) + entries
        self._bottom = None if bottom >= last else max(bottom, 0)

    def _hang_around(self, position: int) -> None:
        """Let the entry stand inside the view: as many lines as half the pane may follow it."""
        room = self._room // 2
        self._bottom = position
        for later in range(position + 1, len(self._matching)):
            room -= len(self._lines_of(self._matching[later]))
            if room < 0:
                return
            self._bottom = later

    def _show_whole(self, position: int) -> None:
        """Bring the whole of an entry into view that is cut off at the bottom."""
        last = len(self._matching) - 1
        bottom = last if self._bottom is None else min(self._bottom, last)
        if position > bottom:
            self._bottom = position
