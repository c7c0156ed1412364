"""The log: the last lines of the story, wrapped to the width; only what is in view is ever laid out."""

from collections.abc import Callable, Iterator, Sequence

from textual import events
from textual.message import Message

from tracker.core.history import Entry
from tracker.table import story
from tracker.ui.look import Look
from tracker.ui.paint import Line, rule_line
from tracker.ui.view.story import Filter, entry_lines
from tracker.ui.widgets.lines import LinesWidget

MOST_KEPT_ENTRIES = 2000


class LogPane(LinesWidget):
    """Shows entries. The view hangs on the entry at its bottom (None: the last one, also when more come)."""

    class Pressed(Message):
        """An entry was clicked: its number is the pane's `selected`."""

    def __init__(self, look: Look, taken_back: Callable[[int], bool], *, id: str | None = None) -> None:
        super().__init__(look, id=id)
        self._taken_back = taken_back
        self._entries: Sequence[Entry] = ()
        self._matching: Sequence[Entry] = ()
        self._filter = Filter(lambda entry: " ".join(story(entry, self.look.words)))
        self._filter_text = ""
        self._checked = 0
        self._bottom: int | None = None
        self._selected: int | None = None
        self._kept: dict[tuple[int, bool], Sequence[Line]] = {}
        self._kept_width = 0
        self._owners: list[int] = []
        self.title = ""

    # ------------------------------------------------------------------ what is shown

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show these entries, which only grow."""
        if len(entries) < self._checked or entries is not self._entries:
            self._checked = 0
            self._matching = ()
        self._entries = entries
        self._match()
        self.draw()

    def filter(self, text: str) -> None:
        """Show only the entries that hold every word of a text."""
        self._filter_text = text
        self._filter.set(text)
        self._checked = 0
        self._matching = ()
        self._match()
        self._bottom = None
        if self._selected is not None:
            self.select_last()
        self.draw()

    @property
    def filter_text(self) -> str:
        """The filter as it was typed."""
        return self._filter_text

    def _match(self) -> None:
        if not self._filter.is_active:
            self._matching = self._entries
            return
        found = [entry for entry in self._entries[self._checked :] if self._filter.takes(entry)]
        self._matching = [*self._matching, *found] if self._checked else found
        self._checked = len(self._entries)

    def forget(self) -> None:
        """Lay everything out anew, after a change of words or glyphs."""
        self._kept.clear()

    def draw(self) -> None:
        """Show the lines in view."""
        width, height = self.outer_size
        if not width or not height:
            return
        if width != self._kept_width or len(self._kept) > MOST_KEPT_ENTRIES:
            self._kept.clear()
            self._kept_width = width
        self.show([self._heading(width), *self._visible(height - 1)])

    def _heading(self, width: int) -> Line:
        look = self.look
        after = ""
        if self._filter.is_active:
            after = look.say("ui.log.filtered", text=self._filter_text, count=len(self._matching))
        elif self._bottom is not None and self._bottom < len(self._matching) - 1:
            after = look.say("ui.log.below", count=len(self._matching) - 1 - self._bottom)
        title = self.title or look.say("ui.log.title")
        return rule_line(title, width, look.glyphs, after, tone="accent" if self._selected is not None else "title")

    def _visible(self, height: int) -> list[Line]:
        last = len(self._matching) - 1
        bottom = last if self._bottom is None else min(self._bottom, last)
        lines: list[Line] = []
        owners: list[int] = []
        for position in range(bottom, -1, -1):
            entry = self._matching[position]
            made = self._lines_of(entry)
            lines[:0] = made
            owners[:0] = [entry.number] * len(made)
            if len(lines) >= height:
                lines, owners = lines[-height:], owners[-height:]
                break
        for position in range(bottom + 1, last + 1):
            if len(lines) >= height:
                break
            made = self._lines_of(self._matching[position])[: height - len(lines)]
            lines += made
            owners += [self._matching[position].number] * len(made)
        self._owners = owners
        return lines

    def _lines_of(self, entry: Entry) -> Sequence[Line]:
        taken_back = self._taken_back(entry.number)
        if entry.number == self._selected:
            return entry_lines(entry, self.outer_size.width, self.look, is_taken_back=taken_back, is_selected=True)
        key = (entry.number, taken_back)
        if key not in self._kept:
            self._kept[key] = entry_lines(
                entry, self.outer_size.width, self.look, is_taken_back=taken_back, is_selected=False
            )
        return self._kept[key]

    # ------------------------------------------------------------------ moving

    @property
    def numbers(self) -> list[int]:
        """The numbers of all entries that the filter lets through."""
        return [entry.number for entry in self._matching]

    @property
    def selected(self) -> Entry | None:
        """The selected entry, None where none is."""
        if self._selected is None or not 1 <= self._selected <= len(self._entries):
            return None
        return self._entries[self._selected - 1]

    def select_last(self) -> None:
        """Select the last entry that is shown."""
        self._bottom = None
        self._selected = self._matching[-1].number if self._matching else None
        self.draw()

    def select(self, number: int) -> None:
        """Select an entry by its number (0: none, before the first) and bring it into view."""
        self._selected = number
        position = self._position()
        if position is None:
            self._bottom = -1
        elif number not in self._owners or self._owners.index(number) == 0:
            self._bottom = position
            for _ in self._following(position):
                pass
        self.draw()

    def _following(self, position: int) -> Iterator[int]:
        """Let a selected entry stand inside the view: as many lines as half the pane may follow it."""
        room = max(self.outer_size.height - 1, 1) // 2
        for later in range(position + 1, len(self._matching)):
            room -= len(self._lines_of(self._matching[later]))
            if room < 0:
                return
            self._bottom = later
            yield later

    def deselect(self) -> None:
        """Follow the end again."""
        self._selected = None
        self._bottom = None
        self.draw()

    def _position(self) -> int | None:
        for position in range(len(self._matching) - 1, -1, -1):
            if self._matching[position].number == self._selected:
                return position
        return None

    def move(self, entries: int) -> None:
        """Move the selection down, or up where `entries` is negative."""
        if not self._matching:
            return
        position = self._position()
        if position is None:
            position = len(self._matching) - 1
        else:
            position = min(max(position + entries, 0), len(self._matching) - 1)
        number = self._matching[position].number
        if number not in self._owners:
            self._bottom = None if position == len(self._matching) - 1 else position
            if entries < 0:
                for _ in self._following(position):
                    pass
        self._selected = number
        self.draw()
        self._show_whole(number, position)

    def _show_whole(self, number: int, position: int) -> None:
        """Bring the whole of the selected entry into view."""
        whole = len(self._lines_of(self._matching[position]))
        if self._owners.count(number) < min(whole, self.outer_size.height - 1):
            self._bottom = position
            self.draw()

    def scroll(self, entries: int) -> None:
        """Move the view by entries, without a selection."""
        last = len(self._matching) - 1
        bottom = (last if self._bottom is None else self._bottom) + entries
        self._bottom = None if bottom >= last else max(bottom, 0)
        self.draw()

    def move_page(self, pages: int) -> None:
        """Move by so many panes."""
        step = max(len(set(self._owners)) - 1, 1) * pages
        if self._selected is None:
            self.scroll(step)
        else:
            self.move(step)

    def on_resize(self) -> None:
        """Lay out for another size."""
        self.draw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll towards the end."""
        event.stop()
        self.scroll(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        event.stop()
        self.scroll(-1)

    def on_click(self, event: events.Click) -> None:
        """Select the entry under the mouse."""
        event.stop()
        if 1 <= event.y <= len(self._owners):
            self._selected = self._owners[event.y - 1]
            self.draw()
            self.post_message(self.Pressed())
