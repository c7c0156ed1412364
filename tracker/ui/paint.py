"""Lines of toned text, and the only place that turns them into what Textual draws. Text is never read as markup."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tracker.ui.glyphs import Glyphs

Tone = Literal[
    "text", "dim", "empty", "title", "accent", "key", "good", "warning", "bad", "grave", "struck", "changed",
    "ally", "foe", "hit", "hunger", "light", "heavy", "worst", "input",
]  # fmt: skip
"""What a piece of text is, which the theme gives a colour: never the only sign of anything.

`empty` is the part of a gauge that is not filled, `changed` what the last act changed, `grave` a verdict that no one
may overlook; `ally` and `foe` are names; `hit` is a die that counted, `hunger` one that may turn on its owner; `light`,
`heavy` and `worst` are marks of damage.
"""

Ground = Literal["", "cursor", "panel"]
"""What lies under a whole line."""

TONES: tuple[Tone, ...] = get_args(Tone)
VISIBLE_BLANKS: frozenset[Tone] = frozenset(("struck", "grave", "changed"))
"""The tones in which a blank can be told from a blank of another tone."""

GROUNDS: tuple[Ground, ...] = ("", "cursor", "panel")


class Span(NamedTuple):
    """A piece of a line in one tone; `ground` None: what lies under the whole line."""

    text: str
    tone: Tone = "text"
    ground: Ground | None = None


class Line(NamedTuple):
    """A line of the screen: its pieces from the left; the rest is blank. `caret` is the column where one types."""

    spans: tuple[Span, ...] = ()
    ground: Ground = ""
    caret: int | None = None

    @property
    def text(self) -> str:
        """The line without its tones."""
        return "".join(span.text for span in self.spans)

    def beside(self, column: int, spans: tuple[Span, ...]) -> "Line":
        """The line with other pieces from a column on, each on its own ground, else on plain; it must end before."""
        blank = column - cell_len(self.text)
        ground = self.spans[-1].ground if self.spans else None
        gap = (Span(" " * blank, "text", ground),) if blank > 0 else ()
        beside = (Span(span.text, span.tone, span.ground or "") for span in spans)
        return self._replace(spans=(*self.spans, *gap, *beside))


BLANK = Line()


def caret_in(lines: Sequence[Line]) -> tuple[int, int] | None:
    """The column and the line where something is typed, None if nothing is. The lowest counts."""
    return next(((line.caret, y) for y, line in reversed(list(enumerate(lines))) if line.caret is not None), None)


def width_of(text: str) -> int:
    """The number of cells that a text takes."""
    return cell_len(text)


def cut(text: str, cells: int, ellipsis: str = "") -> str:
    """The beginning of a text that fits into `cells`, ended by the ellipsis where something is left out."""
    if cells <= 0:
        return ""
    if cell_len(text) <= cells:
        return text
    room = cells - cell_len(ellipsis)
    if room < 0:
        return cut(text, cells)
    kept: list[str] = []
    for sign in text:
        room -= cell_len(sign)
        if room < 0:
            break
        kept.append(sign)
    return "".join(kept) + ellipsis


def wrap(text: str, cells: int) -> list[str]:
    """Break a text into lines of at most `cells`, between words where that is possible."""
    cells = max(cells, 1)
    if cell_len(text) <= cells:
        return [text]
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        candidate = f"{current} {word}" if current else word
        if cell_len(candidate) <= cells:
            current = candidate
            continue
        if current:
            lines.append(current)
        pieces = chop_cells(word, cells) if cell_len(word) > cells else [word]
        lines.extend(pieces[:-1])
        current = pieces[-1] if pieces else ""
    lines.append(current)
    return lines


def wrap_spans(spans: Sequence[Span], cells: int) -> list[tuple[Span, ...]]:
    """Break what has several looks into lines of at most `cells`, between words where that is possible."""
    text = "".join(span.text for span in spans)
    pieces = wrap(text, cells)
    if pieces == [text]:
        return [tuple(spans)]
    lines, at = [], 0
    for piece in pieces:
        at = text.index(piece, at)
        lines.append(tuple(_stretch(spans, at, at + len(piece))))
        at += len(piece)
    return lines


def _stretch(spans: Sequence[Span], start: int, end: int) -> Iterator[Span]:
    """What stands between two places of a line."""
    for span in spans:
        length = len(span.text)
        if start < length and end > 0:
            yield span._replace(text=span.text[max(start, 0) : end])
        start, end = start - length, end - length


def wrap_at_most(text: str, cells: int, most: int, ellipsis: str) -> list[str]:
    """Break a text into at most `most` lines; where something is left out, the last one ends with a sign for it."""
    lines = wrap(text, cells)
    if len(lines) <= most:
        return lines
    last = cut(lines[most - 1], max(cells - cell_len(ellipsis) - 1, 0)).rstrip()
    return [*lines[: most - 1], f"{last} {ellipsis}".strip()]


class Pen:
    """Writes one line from the left, never beyond its width."""

    def __init__(self, width: int, glyphs: Glyphs) -> None:
        self.width = width
        self.at = 0
        self._glyphs = glyphs
        self._spans: list[Span] = []
        self._caret: int | None = None

    @property
    def left(self) -> int:
        """The cells that are still free."""
        return self.width - self.at

    def write(self, text: str, tone: Tone = "text", *, cells: int | None = None) -> "Pen":
        """Write a text, cut to `cells` or to what is left."""
        room = self.left if cells is None else min(cells, self.left)
        shown = cut(self._glyphs.shown(text), room, self._glyphs.ellipsis)
        if shown:
            self._append(shown, tone)
        return self

    def column(self, text: str, cells: int, tone: Tone = "text", *, right: bool = False) -> "Pen":
        """Write a text into a column of exactly `cells`."""
        shown = cut(self._glyphs.shown(text), min(cells, self.left), self._glyphs.ellipsis)
        blank = " " * max(min(cells, self.left) - cell_len(shown), 0)
        return self._append(blank + shown if right else shown + blank, tone)

    def spans(self, spans: Iterable[Span]) -> "Pen":
        """Write several pieces."""
        for span in spans:
            self.write(span.text, span.tone)
        return self

    def to(self, column: int) -> "Pen":
        """Move right to a column, if the line is not there yet."""
        return self._append(" " * (min(column, self.width) - self.at), "text") if column > self.at else self

    def gap(self, cells: int = 1) -> "Pen":
        """Leave cells blank."""
        return self.to(self.at + cells)

    def put_caret(self) -> "Pen":
        """Say that one types here."""
        self._caret = min(self.at, self.width - 1)
        return self

    def _append(self, text: str, tone: Tone) -> "Pen":
        if text:
            self.at += cell_len(text)
            last = self._spans[-1] if self._spans else None
            # Blanks look alike in most tones: one piece less is some thirty bytes less on the line.
            if last and (last.tone == tone or (not text.strip() and not {last.tone, tone} & VISIBLE_BLANKS)):
                self._spans[-1] = Span(last.text + text, last.tone)
            else:
                self._spans.append(Span(text, tone))
        return self

    def line(self, ground: Ground = "") -> Line:
        """What has been written."""
        return Line(tuple(self._spans), ground, self._caret)


NEW_LINE = Span("\n")
"""Stands between spans that belong to different lines."""


def lines_of(spans: Sequence[Span]) -> list[tuple[Span, ...]]:
    """The lines that NEW_LINE parts."""
    lines: list[tuple[Span, ...]] = [()]
    for span in spans:
        if span is NEW_LINE:
            lines.append(())
        else:
            lines[-1] = (*lines[-1], span)
    return [line for line in lines if line]


@lru_cache(maxsize=64)
def rule_line(title: str, width: int, glyphs: Glyphs, after: str = "", *, tone: Tone = "title") -> Line:
    """A heading drawn into a horizontal rule, with a text at its right end."""
    pen = Pen(width, glyphs)
    if title:
        pen.write(glyphs.rule, "dim").write(f" {title} ", tone, cells=width - 2)
    tail = f" {glyphs.shown(after)} " if after else ""
    room = pen.left - cell_len(tail) - 1
    if tail and room > 1:
        pen.write(glyphs.rule * room, "dim").write(tail, "dim").write(glyphs.rule, "dim")
    else:
        pen.write(glyphs.rule * pen.left, "dim")
    return pen.line()


class Palette:
    """The styles of a theme: one for each tone on each ground."""

    def __init__(self, styles: Mapping[tuple[Tone, Ground], Style]) -> None:
        self._styles = styles
        self._drawn = lru_cache(maxsize=512)(self._draw)

    def strip(self, line: Line, width: int) -> Strip:
        """Draw a line to a strip of exactly `width` cells, in as few pieces as it has tones.

        Lines that have been drawn lately are the very same strips.
        """
        return self._drawn(line, width)

    def _draw(self, line: Line, width: int) -> Strip:
        segments: list[Segment] = []
        used = 0
        for text, tone, ground in line.spans:
            segments.append(Segment(text, self._styles[tone, line.ground if ground is None else ground]))
            used += cell_len(text)
        if used < width:
            blank = " " * (width - used)
            if line.spans and line.spans[-1].tone not in VISIBLE_BLANKS:
                last = segments.pop()
                segments.append(Segment(last.text + blank, last.style))
            else:
                segments.append(Segment(blank, self._styles["text", line.ground]))
        strip = Strip(segments, max(used, width))
        return strip if used <= width else strip.crop(0, width)


def text_of(lines: Sequence[Line]) -> str:
    """Lines as plain text, for the clipboard and for tests."""
    return "\n".join(line.text.rstrip() for line in lines)
