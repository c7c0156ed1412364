"""A list of things to choose one from, by arrow keys, by their own key, or by typing."""

from collections.abc import Callable, Sequence

from tracker.core.record import record
from tracker.ui.keys import CANCEL_KEYS, Keystroke, command_key
from tracker.ui.look import Look
from tracker.ui.paint import Line, width_of
from tracker.ui.panels.base import panel_heading, step_of
from tracker.ui.view.hints import Hint, choosing_hints

PAGE_ITEMS = 10


@record
class Item:
    """One thing to choose: `key` chooses it at once; `problem` says why it is not possible now ("" where it is)."""

    label: str
    choose: Callable[[], None]
    key: str = ""
    detail: str = ""
    problem: str = ""


class Menu:
    """Shows items; choosing one closes the menu and then does what the item says."""

    def __init__(self, title: str, items: Sequence[Item], look: Look) -> None:
        self.is_done = False
        self._title = title
        self._items = items
        self._look = look
        self._at = next((number for number, item in enumerate(items) if not item.problem), 0)
        self._top = 0
        self._cut_detail = ""

    def height(self, width: int) -> int:
        """All items and the heading."""
        return 1 + len(self._items)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The heading and the items in view."""
        look, room = self._look, max(height - 1, 1)
        self._top = max(min(self._top, self._at), self._at - room + 1, 0)
        label_cells = min(max((len(item.label) for item in self._items), default=0) + 2, width // 2)
        last = min(self._top + room, len(self._items))
        lines = [panel_heading(self._title, width, look, self._top, last - self._top, len(self._items))]
        for number in range(self._top, last):
            item, is_chosen = self._items[number], number == self._at
            pen = look.pen(width).write(look.glyphs.cursor if is_chosen else " ", "accent")
            pen.column(item.key, 2, "key").gap()
            pen.column(item.label, label_cells, "dim" if item.problem else "text").gap()
            told = item.problem or item.detail
            if is_chosen:
                self._cut_detail = told if width_of(told) > pen.left else ""
            pen.write(told, "warning" if item.problem else "dim")
            lines.append(pen.line("cursor" if is_chosen else ""))
        return lines

    def take(self, key: Keystroke) -> bool:
        """Move, choose or close."""
        name = command_key(key.name)
        direct = next((item for item in self._items if item.key and item.key in (key.name, name)), None)
        step = step_of(name, PAGE_ITEMS, len(self._items))
        if name in CANCEL_KEYS:
            self.is_done = True
        elif direct is not None:
            self._choose(direct)
        elif step is not None and self._items:
            self._at = max(0, min(self._at + step, len(self._items) - 1))
        elif name == "enter" and self._items:
            self._choose(self._items[self._at])
        elif name == "q":
            self.is_done = True
        return True

    def _choose(self, item: Item) -> None:
        if not item.problem:
            self.is_done = True
            item.choose()

    def paste(self, text: str) -> None:
        """Nothing can be typed here."""

    def click(self, y: int) -> None:
        """Go to a line; a second click chooses it."""
        number = self._top + y - 1
        if y >= 1 and number < len(self._items):
            if number == self._at:
                self._choose(self._items[number])
            self._at = number

    def detail(self) -> str:
        """The whole sentence about the chosen item, where its row has room for a part of it only."""
        return self._cut_detail

    def hints(self) -> Sequence[Hint]:
        """Choosing and closing."""
        return choosing_hints(self._look)
