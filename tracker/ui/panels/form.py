"""A form: a field a line, edited without moving any focus, with what comes of it shown while one types."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tracker.command.tokens import typed_lines
from tracker.ui.keys import CANCEL_KEYS, Keystroke
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import Line, Pen, Span, rule_line, width_of, wrap
from tracker.ui.view.editing import write_edited
from tracker.ui.view.hints import Hint

MOST_FOOTER_LINES = 4


@dataclass(slots=True)
class Field:
    """One thing that a form asks for.

    `choices` are what may be typed, first the one that arrow keys begin with; `is_open` takes other words too.
    `kind` "integer" is stepped by the arrow keys between `minimum` and `maximum`; "switch" has no text but `on`.
    `is_rare` fields hide behind "more" until they are asked for; `is_given` ones were chosen before the form opened.
    `between_lines` stands between lines that are pasted.
    """

    id: str
    label: str
    kind: str = "text"
    text: str = ""
    choices: Sequence[str] = ()
    is_open: bool = True
    minimum: int | None = None
    maximum: int | None = None
    is_rare: bool = False
    is_required: bool = False
    is_given: bool = False
    detail: str = ""
    between_lines: str = " "
    editor: LineEditor = field(default_factory=LineEditor)
    is_fresh: bool = True
    on: bool = False

    def __post_init__(self) -> None:
        self.editor.set(self.text)

    @property
    def value(self) -> str:
        """The text as it is typed; of a switch "yes" or ""."""
        if self.kind == "switch":
            return "yes" if self.on else ""
        return self.editor.text.strip()

    def step(self, direction: int) -> bool:
        """Take the next or previous value; tell whether the field has such."""
        if self.kind == "switch":
            self.on = not self.on
        elif self.choices and not (self.kind == "characters" and "," in self.value):
            self.editor.set(self._neighbour(direction))
        elif self.kind == "integer":
            self._step_number(direction)
        else:
            return False
        self.is_fresh = True
        return True

    def _neighbour(self, direction: int) -> str:
        folded = [choice.casefold() for choice in self.choices]
        typed = self.value.casefold()
        options = self.choices if self.is_required else ("", *self.choices)
        if typed in folded:
            position = options.index(self.choices[folded.index(typed)])
        elif not typed and not self.is_required:
            position = 0
        else:
            begun = [number for number, choice in enumerate(folded) if typed and choice.startswith(typed)]
            position = options.index(self.choices[begun[0]]) - direction if begun else -1 if direction > 0 else 0
        return options[(position + direction) % len(options)]

    def _step_number(self, direction: int) -> None:
        try:
            number = int(self.value.replace("−", "-") or 0) + direction
        except ValueError:
            return
        if self.minimum is not None:
            number = max(number, self.minimum)
        if self.maximum is not None:
            number = min(number, self.maximum)
        self.editor.set(str(number))

    def type(self, text: str) -> None:
        """Type into the field: the first sign replaces what stands there as a whole, in fields of short words."""
        if self.kind == "switch":
            if text == " ":
                self.on = not self.on
            return
        if self.is_fresh and (self.choices or self.kind == "integer"):
            self.editor.set("")
        self.is_fresh = False
        self.editor.insert(text)


class Form:
    """Fields under a heading; `describe` gives the lines under them, `submit` carries it out or sets `error`."""

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        look: Look,
        submit: Callable[["Form"], None],
        describe: Callable[["Form"], Sequence[tuple[Span, ...]]] | None = None,
        changed: Callable[["Form", Field], None] | None = None,
    ) -> None:
        self.is_done = False
        self.title = title
        self.fields = list(fields)
        self.error = ""
        self._look = look
        self._submit = submit
        self._describe = describe
        self._changed = changed
        self._shows_rare = False
        self._at = 0
        self._at = self._first_to_fill()
        self._top = 0
        self._described: Sequence[tuple[Span, ...]] | None = None

    def _first_to_fill(self) -> int:
        """The first field that needs a value, else the first that is not about whom the form is."""
        rows = self._rows
        empty = [number for number, one in enumerate(rows) if one is not None and one.is_required and not one.value]
        open_ones = [number for number, one in enumerate(rows) if one is not None and not one.is_given]
        return (empty or open_ones or [0])[0]

    # ------------------------------------------------------------------ values

    def field(self, field_id: str) -> Field | None:
        """A field by its id."""
        return next((one for one in self.fields if one.id == field_id), None)

    def value(self, field_id: str) -> str:
        """What stands in a field, "" where there is none such."""
        found = self.field(field_id)
        return found.value if found else ""

    def set_fields(self, fields: Sequence[Field]) -> None:
        """Replace the fields; the place of the cursor stays."""
        self.fields = list(fields)
        self._at = min(self._at, len(self._rows) - 1)
        self.refresh()

    def refresh(self) -> None:
        """Work out anew what comes of it."""
        self._described = None

    @property
    def current(self) -> Field | None:
        """The field that is being edited, None on the row "more"."""
        return self._rows[self._at]

    @property
    def _rows(self) -> list[Field | None]:
        shown: list[Field | None] = [one for one in self.fields if self._shows_rare or not one.is_rare]
        if len(shown) < len(self.fields):
            shown.append(None)
        return shown

    # ------------------------------------------------------------------ drawing

    @property
    def _footer(self) -> Sequence[tuple[Span, ...]]:
        if self._described is None:
            described = list(self._describe(self)) if self._describe else []
            self._described = described[:MOST_FOOTER_LINES]
        return self._described

    def height(self, width: int) -> int:
        """All rows, the heading and the lines under them."""
        return 1 + len(self._rows) + max(len(self._footer_lines(width)), 1 if self._describe else 0)

    def _footer_lines(self, width: int) -> list[Line]:
        """What comes of it and what is wrong; sentences too long for a line are wrapped."""
        look = self._look
        told = list(self._footer)
        if self.error and (Span(self.error, "dim"),) not in told:
            told.append((Span(self.error, "bad"),))
        lines: list[Line] = []
        for spans in told:
            if len(spans) == 1:
                pieces = wrap(look.glyphs.shown(spans[0].text), max(width - 4, 8))
                lines += [look.pen(width).gap(3).write(piece, spans[0].tone).line() for piece in pieces]
            else:
                lines.append(look.pen(width).gap(3).spans(spans).line())
        return lines

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Draw the rows around the cursor and what comes of it under them."""
        look = self._look
        # In a low window the fields come first: whom an act is on must be seen.
        footer = self._footer_lines(width)[: max((height - 1) // 2, 1)]
        rows = self._rows
        room = max(height - 1 - len(footer), 1)
        self._top = max(min(self._top, self._at), self._at - room + 1, 0)
        labels = min(max(width_of(one.label) for one in self.fields) + 2, max(width - self._value_cells(width), 8))
        last = min(self._top + room, len(rows))
        after = ""
        if last - self._top < len(rows):
            after = look.say("ui.page.part", first=self._top + 1, last=last, total=len(rows))
        lines = [rule_line(self.title, width, look.glyphs, after, tone="accent")]
        for number in range(self._top, last):
            lines.append(self._row(rows[number], width, labels, is_current=number == self._at))
        return [*lines, *footer][:height]

    def _value_cells(self, width: int) -> int:
        """What a row keeps for values: enough for each that stands there, and for a few to choose from."""
        longest = max((width_of(one.editor.text) for one in self.fields), default=0)
        return min(max(width // 2, longest + 4), width * 2 // 3)

    def _row(self, one: Field | None, width: int, labels: int, *, is_current: bool) -> Line:
        look = self._look
        pen = look.pen(width).write(look.glyphs.cursor if is_current else " ", "accent").gap()
        if one is None:
            hidden = sum(1 for candidate in self.fields if candidate.is_rare)
            pen.write(look.say("ui.form.more", count=hidden), "key" if is_current else "dim")
            return pen.line("cursor" if is_current else "")
        pen.column(one.label, labels, "title" if is_current else "text").gap()
        if one.kind == "switch":
            pen.write(look.glyphs.on if one.on else look.glyphs.off, "input")
        elif is_current:
            write_edited(pen, one.editor, max(pen.left - 1, 1))
        else:
            pen.write(one.editor.text, "input")
        if is_current:
            pen.gap(2)
            self._write_choices(pen, one)
        return pen.line("cursor" if is_current else "")

    def _write_choices(self, pen: Pen, one: Field) -> None:
        typed = one.value.casefold()
        fitting = [choice for choice in one.choices if typed and choice.casefold().startswith(typed)]
        first = one.choices.index(fitting[0]) if fitting else 0
        for choice in one.choices[max(first - 1, 0) :]:
            if pen.left < width_of(choice) + 2:
                break
            pen.write(choice, "accent" if choice in fitting else "dim").gap(2)

    # ------------------------------------------------------------------ keys

    def take(self, key: Keystroke) -> bool:
        """Edit, move, carry out or close."""
        self.error = ""
        one = self.current
        if key.name in CANCEL_KEYS:
            self.is_done = True
        elif key.name in ("down", "tab"):
            self._move(1)
        elif key.name in ("up", "shift+tab"):
            self._move(-1)
        elif one is None:
            if key.name in ("enter", "right", "space", "left"):
                self._shows_rare = True
        elif key.name == "enter":
            self._submit(self)
            if self.error:
                self._go_to_what_is_missing()
        elif not (key.name in ("left", "right") and one.step(1 if key.name == "right" else -1)):
            if key.text:
                one.type(key.text)
            elif one.kind != "switch" and one.editor.take(key.name):
                one.is_fresh = False
            else:
                return False
            self._note_change(one)
        else:
            self._note_change(one)
        return True

    def paste(self, text: str) -> None:
        """Type a whole text."""
        if self.current is not None:
            self.current.type(self.current.between_lines.join(typed_lines(text)))
            self._note_change(self.current)

    def _note_change(self, one: Field) -> None:
        self.refresh()
        if self._changed:
            self._changed(self, one)

    def _move(self, step: int) -> None:
        self._at = (self._at + step) % len(self._rows)
        if (one := self.current) is not None:
            one.is_fresh = True

    def detail(self) -> str:
        """What the field under the cursor is for."""
        return self.current.detail if self.current is not None else ""

    def _go_to_what_is_missing(self) -> None:
        """Put the cursor on the first field that cannot stay empty."""
        for number, one in enumerate(self._rows):
            if one is not None and one.is_required and not one.value:
                self._at = number
                return

    def hints(self) -> Sequence[Hint]:
        """Which keys to press in the form."""
        say = self._look.say
        hints = [
            (say("ui.key.enter"), say("ui.hint.do")),
            (say("ui.keys.up_down"), say("ui.hint.field")),
            (say("ui.keys.left_right"), say("ui.hint.value")),
            (say("ui.key.escape"), say("ui.hint.cancel")),
        ]
        return hints
