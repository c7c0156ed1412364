"""A form: a field a line, edited without moving any focus, with what comes of it shown while one types."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tracker.command.tokens import typed_lines
from tracker.ui.keys import CANCEL_KEYS, SWAP_KEY, Keystroke
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import Line, Pen, Span, width_of, wrap
from tracker.ui.panels.base import panel_heading
from tracker.ui.view.editing import write_edited
from tracker.ui.view.hints import Hint, key_text

FOOTER_LINES, MOST_FOOTER_LINES = 2, 4
"""Kept for what comes of it, so that the list above does not jump while one types; and the most."""
NO_FIT = 3
"""The rank of a field that does not fit what is typed behind "more"."""


@dataclass(slots=True)
class Field:
    """One thing that a form asks for.

    `choices` are what may be typed, first the one that arrow keys begin with; `is_open` takes other words too.
    `kind` "integer" is stepped by the arrow keys between `minimum` and `maximum`; "total" is a number or a die;
    "switch" has no text but `on`.
    `is_rare` fields hide behind "more" until they are asked for; `is_given` ones were chosen before the form opened;
    one that does not apply is neither shown nor read.
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
    applies: bool = True
    detail: str = ""
    between_lines: str = " "
    editor: LineEditor = field(default_factory=LineEditor)
    is_fresh: bool = True
    on: bool = False
    is_picking: bool = False

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

    @property
    def is_about_people(self) -> bool:
        """Whether it names people."""
        return self.kind in ("character", "characters")

    @property
    def names(self) -> list[str]:
        """The names that stand in a field about people."""
        return [name.strip() for name in self.value.split(",") if name.strip()]

    def pick(self, name: str) -> None:
        """Take someone; where several may stand, take them in addition, or out again."""
        names = [] if self.kind == "character" or (self.is_fresh and not self.is_picking) else self.names
        self.editor.set(", ".join([one for one in names if one != name] + ([name] if name not in names else [])))
        self.is_fresh = self.is_picking = True

    def type(self, text: str) -> None:
        """Type into the field: the first sign replaces what stands there as a whole, in fields of short words."""
        if self.kind == "switch":
            if text == " ":
                self.on = not self.on
            return
        if self.is_fresh and (self.choices or self.kind in ("integer", "total")):
            self.editor.set("")
        self.is_fresh = self.is_picking = False
        self.editor.insert(text)


class Form:
    """Fields under a heading; `describe` gives the lines under them, `submit` carries it out or sets `error`.

    `most` fields show at once, the rest hides behind "more", where it is searched by typing. `pick` gives the name of
    whoever a sign stands for that the list shows, "" for none. `swap` puts another in the place of who acts. `heading`
    says more than the title where it is known, `footers` lines at most tell what comes of it.
    """

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        look: Look,
        submit: Callable[["Form"], None],
        describe: Callable[["Form"], Sequence[tuple[Span, ...]]] | None = None,
        changed: Callable[["Form", Field], None] | None = None,
        *,
        most: int | None = None,
        pick: Callable[[str], str] | None = None,
        swap: Callable[["Form"], None] | None = None,
        heading: Callable[["Form"], str] | None = None,
        footers: int = MOST_FOOTER_LINES,
    ) -> None:
        self.is_done = False
        self.title = title
        self.fields = list(fields)
        self.error = ""
        self._look = look
        self._submit = submit
        self._describe = describe
        self._changed = changed
        self._most = most
        self._pick = pick
        self._swap = swap
        self._heading = heading
        self._most_footers = max(footers, MOST_FOOTER_LINES)
        self._shows_rare = False
        self._found: list[str] = []
        self._sought = LineEditor()
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

    def show_applying(self, applies: Callable[[Field], bool]) -> None:
        """Show those fields that apply; the cursor stays on its field."""
        one = self.current
        for candidate in self.fields:
            candidate.applies = applies(candidate)
        rows = self._rows
        self._at = next((number for number, row in enumerate(rows) if row is one), min(self._at, len(rows) - 1))

    def refresh(self) -> None:
        """Work out again what comes of it."""
        self._described = None

    @property
    def current(self) -> Field | None:
        """The field that is being edited, None on the row "more"."""
        return self._rows[self._at]

    @property
    def _rows(self) -> list[Field | None]:
        fitting = [one for one in self.fields if one.applies]
        if self._shows_rare:
            return list(fitting)
        common = [one for one in fitting if not one.is_rare][: self._most]
        found = [one for one in fitting if one.id in self._found and one not in common]
        shown: list[Field | None] = [*common, *found]
        if len(shown) < len(fitting):
            shown.append(None)
        return shown

    @property
    def _hidden(self) -> list[Field]:
        shown = self._rows
        return [one for one in self.fields if one.applies and one not in shown]

    def _matching(self) -> list[Field]:
        """The fields that fit what is typed behind "more", the best first; without a text those that are hidden."""
        typed = self._sought.text.strip().casefold()
        sought = [one for one in self.fields if one.applies] if typed else self._hidden
        ranked = [(_fit(one, typed), one) for one in sought]
        return [one for rank, one in sorted(ranked, key=lambda pair: pair[0]) if rank < NO_FIT]

    # ------------------------------------------------------------------ drawing

    @property
    def _footer(self) -> Sequence[tuple[Span, ...]]:
        if self._described is None:
            self._described = list(self._describe(self))[: self._most_footers] if self._describe else []
        return self._described

    def tells(self, text: str) -> bool:
        """Whether that already stands under the fields."""
        return any(_is(spans, text) for spans in self._footer)

    def height(self, width: int) -> int:
        """All rows, the heading and the lines under them."""
        return 1 + len(self._rows) + max(len(self._footer_lines(width)), FOOTER_LINES if self._describe else 0)

    def _footer_lines(self, width: int) -> list[Line]:
        """What comes of it and what is wrong; sentences too long for a line are wrapped."""
        look = self._look
        told = list(self._footer)
        if self.error:
            told = [spans for spans in told if not _is(spans, self.error)]
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
        title = self._heading(self) if self._heading else self.title
        lines = [panel_heading(title, width, look, self._top, last - self._top, len(rows))]
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
            pen.write(look.say("ui.form.more", count=len(self._hidden)), "key" if is_current else "dim")
            if is_current:
                self._write_search(pen)
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

    def _write_search(self, pen: Pen) -> None:
        """What is typed behind "more", and the fields that it finds."""
        pen.gap()
        write_edited(pen, self._sought, max(width_of(self._sought.text) + 1, 1))
        pen.gap(2)
        for one in self._matching():
            if pen.left < width_of(one.label) + 2:
                break
            pen.write(one.label, "accent" if self._sought.text else "dim").gap(2)

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
        elif one is None and self._search(key):
            pass
        elif key.name == SWAP_KEY and self._swap is not None:
            self._swap(self)
            self.refresh()
        elif key.name in ("down", "tab"):
            self._move(1)
        elif key.name in ("up", "shift+tab"):
            self._move(-1)
        elif one is None:
            return False
        elif key.name == "enter":
            self._submit(self)
            if self.error:
                self._go_to_what_is_missing()
        elif picked := self._picked(one, key):
            one.pick(picked)
            self._note_change(one)
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

    def _picked(self, one: Field, key: Keystroke) -> str:
        """Whom a key picks out of the list: while a field about people is as it was, the signs beside them do."""
        is_sign = bool(key.text) and self.is_picking
        return self._pick(key.text) if is_sign and self._pick is not None else ""

    @property
    def is_picking(self) -> bool:
        """Whether people are picked out of the list, by the signs beside them."""
        one = self.current
        return self._pick is not None and one is not None and one.is_about_people and one.is_fresh

    def _search(self, key: Keystroke) -> bool:
        """Take a key behind "more": what is typed finds a field, Enter goes there, without a text it shows them all."""
        if key.name in ("enter", "right", "space", "left") and not self._sought.text:
            self._shows_rare = True
        elif key.name in ("enter", "down", "tab") and self._sought.text:
            if found := self._matching():
                self._found.append(found[0].id)
                self._at = next(number for number, one in enumerate(self._rows) if one is found[0])
                found[0].is_fresh = True
            self._sought.set("")
        elif key.text:
            self._sought.insert(key.text)
        else:
            return bool(self._sought.text) and key.name not in ("up", "shift+tab") and self._sought.take(key.name)
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
        self._sought.set("")
        self._at = (self._at + step) % len(self._rows)
        if (one := self.current) is not None:
            one.is_fresh = True

    def click(self, y: int) -> None:
        """Go to the field in a line."""
        number = self._top + y - 1
        if y >= 1 and number < len(self._rows):
            self._at = number

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
        if self.is_picking:
            hints.insert(1, (say("ui.keys.digits"), say("ui.hint.pick")))
        if self._swap is not None:
            hints.append((key_text(SWAP_KEY, self._look), say("ui.hint.swap")))
        return hints


def _is(spans: tuple[Span, ...], text: str) -> bool:
    return len(spans) == 1 and spans[0].text == text


def _fit(one: Field, typed: str) -> int:
    """How well a field fits what is typed: 0 the best."""
    label = one.label.casefold()
    if label.startswith(typed) or one.id.startswith(typed):
        return 0
    return 1 if f" {typed}" in label or f"-{typed}" in label else 2 if typed in label else NO_FIT
