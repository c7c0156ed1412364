"""Everything that one can choose from, searched by typing."""

from collections.abc import Callable, Sequence

from tracker.core.record import record
from tracker.ui.keys import CANCEL_KEYS, Keystroke
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, rule_line
from tracker.ui.view.editing import write_edited
from tracker.ui.view.hints import Hint, choosing_hints

_ROWS_BEFORE = 2
"""The heading and what is typed."""


@record
class Choice:
    """One thing to choose: what it is called, the key that does the same, what it does in a sentence."""

    label: str
    key: str
    told: str
    choose: Callable[[], None]


class Search:
    """Shows the choices that hold every typed word; the one under the cursor is chosen by Enter."""

    def __init__(self, title: str, choices: Sequence[Choice], nothing: str, look: Look) -> None:
        self.is_done = False
        self._title = title
        self._choices = choices
        self._nothing = nothing
        self._look = look
        self._editor = LineEditor()
        self._found = choices
        self._at = 0
        self._top = 0
        self._room = 1

    def height(self, width: int) -> int:
        """Room for all: what lies under it comes into view when it closes, not at each letter."""
        return _ROWS_BEFORE + len(self._choices)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The heading, what is typed, and the choices in view."""
        look, room = self._look, max(height - _ROWS_BEFORE, 1)
        self._room = room
        self._top = max(min(self._top, self._at), self._at - room + 1, 0)
        last = min(self._top + room, len(self._found))
        after = ""
        if len(self._found) > room:
            after = look.say("ui.page.part", first=self._top + 1, last=last, total=len(self._found))
        typed = look.pen(width).write(look.glyphs.cursor, "accent").gap()
        write_edited(typed, self._editor, typed.left)
        lines = [rule_line(self._title, width, look.glyphs, after, tone="accent"), typed.line()]
        if not self._found:
            lines.append(look.pen(width).gap(2).write(self._nothing, "dim").line())
        lines += [self._row(number, width) for number in range(self._top, last)]
        return [*lines, *([BLANK] * (height - len(lines)))]

    def _row(self, number: int, width: int) -> Line:
        choice, is_chosen = self._found[number], number == self._at
        pen = self._look.pen(width).write(self._look.glyphs.cursor if is_chosen else " ", "accent").gap()
        pen.column(choice.label, width // 3).gap().column(choice.key, 7, "key").gap().write(choice.told, "dim")
        return pen.line("cursor" if is_chosen else "")

    def take(self, key: Keystroke) -> bool:
        """Type, move, choose or close."""
        steps = {"down": 1, "up": -1, "pagedown": self._room, "pageup": -self._room}
        if key.name in CANCEL_KEYS:
            self.is_done = True
        elif key.name == "enter":
            self._choose()
        elif key.name in steps:
            self._at = max(0, min(self._at + steps[key.name], len(self._found) - 1))
        elif key.text:
            self._editor.insert(key.text)
            self._find()
        elif self._editor.take(key.name):
            self._find()
        return True

    @property
    def chosen(self) -> Choice | None:
        """The choice under the cursor, None where nothing fits."""
        return self._found[self._at] if self._found else None

    def _choose(self) -> None:
        if self._found:
            self.is_done = True
            self._found[self._at].choose()

    def paste(self, text: str) -> None:
        """Search for pasted text."""
        self._editor.insert(text)
        self._find()

    def _find(self) -> None:
        words = self._editor.text.casefold().split()
        ranked = [(_rank(choice, words), choice) for choice in self._choices]
        self._found = [choice for rank, choice in sorted(ranked, key=lambda pair: pair[0]) if rank < _NOT_AT_ALL]
        self._at = self._top = 0

    def detail(self) -> str:
        """A row says it all."""
        return ""

    def hints(self) -> Sequence[Hint]:
        """Choosing and closing."""
        return choosing_hints(self._look)


_NOT_AT_ALL = 4


def _rank(choice: Choice, words: Sequence[str]) -> int:
    """How well a choice fits, by the word that fits worst: 0 the best."""
    label, told = choice.label.casefold(), choice.told.casefold()
    ranks = [
        0 if label.startswith(word)
        else 1 if f" {word}" in label
        else 2 if word in label
        else 3 if word in told
        else _NOT_AT_ALL
        for word in words
    ]  # fmt: skip
    return max(ranks, default=0)
