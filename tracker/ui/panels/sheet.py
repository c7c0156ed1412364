"""A sheet in which one chooses a line, sees why it is so, and changes it where it stands."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tracker.ui.keys import CANCEL_KEYS, Keystroke, command_key
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import Ground, Line, Span, width_of, wrap_spans
from tracker.ui.panels.base import panel_heading, step_of
from tracker.ui.view.editing import write_edited
from tracker.ui.view.hints import Hint
from tracker.ui.view.sheet import SheetLine

LEAST_VALUE_CELLS = 12


class Doing(NamedTuple):
    """What a sheet can do beside being read: carry a typed line out, True where that is possible, and ask why."""

    carry_out: Callable[[str], bool]
    why: Callable[[str], None]


class SheetPanel:
    """Shows the lines that `make` makes, under a heading; `doing` None: they can only be read."""

    def __init__(
        self,
        head: Callable[[], tuple[Span, ...]],
        make: Callable[[], Sequence[SheetLine]],
        look: Look,
        doing: Doing | None,
    ) -> None:
        self.is_done = False
        self._head = head
        self._make = make
        self._look = look
        self._doing = doing
        self._at = 0
        self._top = 0
        self._room = 1
        self._editor: LineEditor | None = None
        self._is_fresh = False
        self._lines: Sequence[SheetLine] = ()
        self._shown: list[int] = []

    # ------------------------------------------------------------------ drawing

    def height(self, width: int) -> int:
        """The heading, who it is, and every line; long ones take several."""
        self._lines = self._make()
        labels = self._label_cells(width)
        return 2 + sum(len(self._parts(one, width, labels)) for one in self._lines)

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """The heading and the lines around the cursor."""
        look = self._look
        self._lines = self._make()
        self._room = max(height - 2, 1)
        self._at = max(min(self._at, len(self._lines) - 1), 0)
        labels = self._label_cells(width)
        rows = [
            (number, part, spans)
            for number in range(len(self._lines))
            for part, spans in enumerate(self._parts_shown(number, width, labels))
        ]
        current = [at for at, (number, _, _) in enumerate(rows) if number == self._at] or [0]
        first, last = current[0], current[-1]
        top = min(self._top, len(rows) - self._room)
        self._top = max(min(max(top, last - self._room + 1), first), 0)
        shown = rows[self._top : self._top + self._room]
        self._shown = [number for number, _, _ in shown]
        heading = panel_heading(look.words.term("sheet"), width, look, self._top, len(shown), len(rows))
        drawn = (self._row(*row, width, labels) for row in shown)
        return [heading, look.pen(width).gap().spans(self._head()).line(), *drawn]

    def _label_cells(self, width: int) -> int:
        labels = max((width_of(one.label) for one in self._lines if not one.is_heading), default=0)
        return min(labels, max(width - LEAST_VALUE_CELLS, 4))

    @staticmethod
    def _parts(one: SheetLine, width: int, labels: int) -> list[tuple[Span, ...]]:
        """How a line stands, in as many lines as it needs."""
        return wrap_spans(one.spans, width - 1 - (labels + 1 if one.label else 0))

    def _parts_shown(self, number: int, width: int, labels: int) -> Sequence[tuple[Span, ...]]:
        one = self._lines[number]
        is_edited = number == self._at and self._editor is not None
        return [()] if one.is_heading or is_edited else self._parts(one, width, labels)

    def _row(self, number: int, part: int, spans: tuple[Span, ...], width: int, labels: int) -> Line:
        """A part of a line, counted from 0."""
        one, is_current = self._lines[number], number == self._at
        ground: Ground = "cursor" if is_current else ""
        pen = self._look.pen(width).write(self._look.glyphs.cursor if is_current and not part else " ", "accent")
        if one.is_heading:
            pen.write(one.label, "key")
        elif one.label:
            pen.column("" if part else one.label, labels, "dim").gap()
        if is_current and self._editor is not None:
            write_edited(pen, self._editor, max(pen.left - 1, 1))
        return pen.spans(spans).line(ground)

    # ------------------------------------------------------------------ keys

    @property
    def _current(self) -> SheetLine | None:
        return self._lines[self._at] if self._at < len(self._lines) else None

    def take(self, key: Keystroke) -> bool:
        """Edit, move, step, end, ask why, or close."""
        if self._editor is not None:
            self._edit(key, self._editor)
            return True
        name, one = command_key(key.name), self._current
        step = step_of(name, self._room, len(self._lines))
        if name in CANCEL_KEYS or name in ("q", "s", "o"):
            self.is_done = True
        elif step is not None:
            self._at = max(min(self._at + step, len(self._lines) - 1), 0)
        elif one is not None and self._doing is not None:
            self._change(one, name, key, self._doing)
        return True

    def _change(self, one: SheetLine, name: str, key: Keystroke, doing: Doing) -> None:
        if name == "w" and one.asked:
            doing.why(one.asked)
        elif name in ("x", "delete") and one.end:
            doing.carry_out(one.end)
        elif one.write is None:
            return
        elif name in ("left", "right") and one.stepped is not None:
            text = one.stepped(1 if name == "right" else -1)
            if text != one.text:
                doing.carry_out(one.write(text))
        elif name in ("enter", "e"):
            self._editor, self._is_fresh = LineEditor(one.text), one.is_number
        elif key.text.isdecimal() and one.is_number:
            self._editor, self._is_fresh = LineEditor(key.text), False

    def _edit(self, key: Keystroke, editor: LineEditor) -> None:
        one = self._current
        if key.name in CANCEL_KEYS or one is None or one.write is None or self._doing is None:
            self._editor = None
        elif key.name == "enter":
            text = editor.text.strip()
            if text == one.text or self._doing.carry_out(one.write(text)):
                self._editor = None
        elif key.text:
            if self._is_fresh:
                editor.set("")  # the first sign stands in for the whole number
            editor.insert(key.text)
            self._is_fresh = False
        else:
            editor.take(key.name)
            self._is_fresh = False

    def paste(self, text: str) -> None:
        """Type a whole text where a line is edited."""
        if self._editor is not None:
            self._editor.insert(" ".join(text.split()))

    def click(self, y: int) -> None:
        """Choose the line under the mouse."""
        if 2 <= y < 2 + len(self._shown):
            self._at, self._editor = self._shown[y - 2], None

    def detail(self) -> str:
        """A sheet says it all."""
        return ""

    def hints(self) -> Sequence[Hint]:
        """What can be done with the line under the cursor."""
        say, one = self._look.say, self._current
        if self._editor is not None:
            return [(say("ui.key.enter"), say("ui.hint.do")), (say("ui.key.escape"), say("ui.hint.cancel"))]
        hints = [(say("ui.keys.up_down"), say("ui.hint.choose"))]
        if one is not None and self._doing is not None:
            if one.write is not None:
                hints.append((say("ui.key.enter"), say("ui.hint.edit")))
            if one.write is not None and one.stepped is not None:
                hints.append((say("ui.keys.left_right"), say("ui.hint.value")))
            if one.end:
                hints.append(("x", say("ui.hint.end_it")))
            if one.asked:
                hints.append(("w", say("ui.hint.why")))
        return [*hints, ("q", say("ui.hint.close"))]
