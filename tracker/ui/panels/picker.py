"""Picking someone from the books: search, how many, and the sheet of the one under the cursor."""

from collections.abc import Callable, Sequence

from tracker.ui.keys import Keystroke
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, rule_line, wrap
from tracker.ui.panels.search import Choice, Search
from tracker.ui.view.hints import Hint

MOST = 200
"""How many of one kind may come at once."""
_PREVIEW_LINES = 8


class Picker(Search):
    """A search with a number and a preview.

    `preview` gives the lines about a choice, made when it is first under the cursor.
    """

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        nothing: str,
        look: Look,
        preview: Callable[[Choice], Sequence[str]],
    ) -> None:
        super().__init__(title, choices, nothing, look)
        self.count = 1
        self._look = look
        self._preview = preview
        self._previews: dict[Choice, Sequence[str]] = {}

    def height(self, width: int) -> int:
        """As much as there is: the list, and the sheet under it."""
        return super().height(width) + _PREVIEW_LINES

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The list, then who is under the cursor."""
        below = min(_PREVIEW_LINES, height // 2)
        above = super().lines(width, height - below)
        chosen = self.chosen
        if chosen is None:
            return [*above, *([BLANK] * below)]
        if chosen not in self._previews:
            self._previews[chosen] = self._preview(chosen)
        title = self._look.say("ui.books.count", count=self.count, name=chosen.label)
        told = [piece for line in self._previews[chosen] for piece in wrap(line, width - 2)][: below - 1]
        sheet = [self._look.pen(width).gap().write(piece, "dim").line() for piece in told]
        blank = [BLANK] * (below - 1 - len(sheet))
        return [*above, rule_line(title, width, self._look.glyphs), *sheet, *blank]

    def take(self, key: Keystroke) -> bool:
        """Change how many; anything else is the search's."""
        step = {"right": 1, "left": -1}.get(key.name)
        if step is None:
            return super().take(key)
        self.count = max(1, min(self.count + step, MOST))
        return True

    def hints(self) -> Sequence[Hint]:
        """Choosing, how many, and closing."""
        choose, *others = super().hints()
        return [choose, (self._look.say("ui.keys.left_right"), self._look.say("ui.hint.how_many")), *others]
