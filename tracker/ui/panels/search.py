"""Everything that one can choose from, under headings, searched by typing."""

from collections.abc import Callable, Iterable, Sequence

from tracker.core.record import record
from tracker.names import folded
from tracker.ui.keys import CANCEL_KEYS, Keystroke
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Tone, rule_line, width_of
from tracker.ui.view.editing import write_edited
from tracker.ui.view.hints import Hint, choosing_hints

_ROWS_BEFORE = 2
"""The heading and what is typed."""
MOST_KEY_CELLS = 12
MOST_ROWS = 24
"""So many rows at once: what is searched by typing need not cover the whole of a large screen."""


@record
class Choice:
    """One thing to choose: what it is called, the key that does the same, what it does in a sentence.

    `choose` does it, None where there is only something to read. `group` is the heading it stands under. `problem` says
    why it is not possible now, "" where it is. `also` are further words that find it.
    """

    label: str
    key: str
    told: str
    choose: Callable[[], None] | None
    group: str = ""
    problem: str = ""
    also: str = ""


Finding = Callable[[str], Iterable[Choice]]
"""What else there is for a text that is typed."""


class Search:
    """Shows choices under their headings; typing leaves those that hold every typed word, the best first.

    The one under the cursor is chosen by Enter. `more` finds what is not shown before something is typed. `keys_first`:
    their keys stand at the left. `closing` is a key that closes it while nothing is typed, and so does Enter before
    anything was pressed: it is there to be read.
    """

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        nothing: str,
        look: Look,
        *,
        more: Finding | None = None,
        keys_first: bool = False,
        closing: str = "",
    ) -> None:
        self.is_done = False
        self._title = title
        self._choices = choices
        self._nothing = nothing
        self._look = look
        self._more = more
        self._keys_first = keys_first
        self._closing = closing
        self._editor = LineEditor()
        self._top = 0
        self._room = 1
        self._cut_detail = ""
        self._show(choices, under_headings=True)

    def _show(self, found: Sequence[Choice], *, under_headings: bool) -> None:
        """Show these; the cursor goes to the first."""
        self._found = found
        self._rows: list[int | str] = []
        """What stands in each row: the number of a choice, or a heading."""
        for number, choice in enumerate(found):
            if under_headings and choice.group and (not number or found[number - 1].group != choice.group):
                self._rows.append(choice.group)
            self._rows.append(number)
        self._at = self._top = 0

    def height(self, width: int) -> int:
        """The same room whatever is typed: what lies under it comes into view when it closes, not at each letter."""
        headings = len({choice.group for choice in self._choices if choice.group})
        return _ROWS_BEFORE + min(len(self._choices) + headings, MOST_ROWS)

    # ------------------------------------------------------------------ drawing

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The heading, what is typed, and the choices in view."""
        look, room = self._look, max(height - _ROWS_BEFORE, 1)
        self._room = room
        row = self._rows.index(self._at) if self._found else 0
        first = row - 1 if row == 1 else row  # the heading above the first choice comes into view with it
        self._top = max(min(self._top, first), row - room + 1, 0)
        shown = self._rows[self._top : self._top + room]
        after = ""
        if len(self._rows) > room:
            after = look.say("ui.search.part", at=self._at + 1, total=len(self._found))
        typed = look.pen(width).write(look.glyphs.cursor, "accent").gap()
        write_edited(typed, self._editor, typed.left)
        lines = [rule_line(self._title, width, look.glyphs, after, tone="accent"), typed.line()]
        if not self._found:
            lines.append(look.pen(width).gap(2).write(self._nothing, "dim").line())
        labels, keys = self._columns(width)
        for one in shown:
            if isinstance(one, str):
                lines.append(look.pen(width).gap().write(one, "key").line())
            else:
                lines.append(self._row(one, width, labels, keys))
        return [*lines, *([BLANK] * (height - len(lines)))]

    def _columns(self, width: int) -> tuple[int, int]:
        """The cells of words and of keys: as many as the longest of all needs, so that they stay while one types."""
        keys = min(max((width_of(choice.key) for choice in self._choices), default=0), MOST_KEY_CELLS)
        longest = max((width_of(choice.label) for choice in self._choices), default=0)
        return min(longest, width // (4 if self._keys_first else 3)), keys

    def _row(self, number: int, width: int, labels: int, keys: int) -> Line:
        choice, is_chosen = self._found[number], number == self._at
        pen = self._look.pen(width).write(self._look.glyphs.cursor if is_chosen else " ", "accent").gap()
        tone: Tone = "dim" if choice.problem else "text"
        if self._keys_first:
            pen.column(choice.key, keys, "key").gap(2).column(choice.label, labels, tone).gap(2)
        else:
            pen.column(choice.label, labels, tone).gap(2).column(choice.key, keys, "key").gap(2)
        told = choice.problem or choice.told
        if is_chosen:
            is_cut = width_of(told) > pen.left or width_of(choice.label) > labels
            self._cut_detail = f"{choice.label}: {told}" if is_cut else ""
        pen.write(told, "warning" if choice.problem else "dim")
        return pen.line("cursor" if is_chosen else "")

    # ------------------------------------------------------------------ keys

    def take(self, key: Keystroke) -> bool:
        """Type, move, choose or close."""
        steps = {"down": 1, "up": -1, "pagedown": self._room, "pageup": -self._room}
        if not self._editor.text:
            steps |= {"home": -len(self._found), "end": len(self._found)}
        is_untouched = not self._editor.text and not self._at
        if key.name in CANCEL_KEYS or (key.name == self._closing and not self._editor.text):
            self.is_done = True
        elif key.name == "enter" and self._closing and is_untouched:
            self.is_done = True  # whoever only reads wants to go on, not to do the first thing told
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
        """The choice under the cursor, None if nothing fits."""
        return self._found[self._at] if self._found else None

    def _choose(self) -> None:
        choice = self.chosen
        if choice is not None and choice.choose is not None and not choice.problem:
            self.is_done = True
            choice.choose()

    def paste(self, text: str) -> None:
        """Search for pasted text."""
        self._editor.insert(text)
        self._find()

    def _find(self) -> None:
        text = self._editor.text.strip()
        if not text:
            self._show(self._choices, under_headings=True)
            return
        found = self._fitting(text)
        for keys in () if found else self._look.words.on_other_keyboards(text):
            found = found or self._fitting(keys)
        self._show(found, under_headings=False)

    def _fitting(self, text: str) -> list[Choice]:
        """The choices that hold every word of a text, the best first; among equals what stood first before."""
        words = folded(text).split("-")
        choices = [*self._choices, *(self._more(text) if self._more is not None else ())]
        ranked = [(_rank(choice, words), choice) for choice in choices]
        ranked = [pair for pair in ranked if pair[0] < _NOT_AT_ALL]
        return [choice for _, choice in sorted(ranked, key=lambda pair: (bool(pair[1].problem), pair[0]))]

    def click(self, y: int) -> None:
        """Go to a line; a second click chooses it."""
        row = self._top + y - _ROWS_BEFORE
        if y < _ROWS_BEFORE or row >= len(self._rows):
            return
        number = self._rows[row]
        if number == self._at:
            self._choose()
        elif isinstance(number, int):
            self._at = number

    def detail(self) -> str:
        """The whole of what the row under the cursor has room for a part of only."""
        return self._cut_detail if self._found else ""

    def hints(self) -> Sequence[Hint]:
        """Choosing and closing."""
        return choosing_hints(self._look)


_NOT_AT_ALL = 8


def _rank(choice: Choice, words: Sequence[str]) -> int:
    """How well a choice fits, by the word that fits worst: 0 the best. Whole words come first, then beginnings."""
    label = folded(choice.label)
    if label == "-".join(words):
        return 0
    told, within = folded(f"{choice.told} {choice.also}"), f"-{label}-"
    ranks = [
        1 if f"-{word}-" in within
        else 2 if label.startswith(word)
        else 3 if f"-{word}" in within
        else 4 if f"-{word}-" in f"-{told}-"
        else 5 if word in label
        else 6 if f"-{word}" in f"-{told}"
        else 7 if len(word) > 1 and word in told
        else _NOT_AT_ALL
        for word in words
    ]  # fmt: skip
    return max(ranks, default=0)
