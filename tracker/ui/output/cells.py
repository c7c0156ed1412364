"""What is drawn, as rows of cells: a sign and its look each. Two cells are equal if no one can tell them apart."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.cells import split_graphemes
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style


class Look(NamedTuple):
    """How a cell is drawn, in codes of SGR ("select graphic rendition"): "" is the terminal's own colour."""

    marks: frozenset[str] = frozenset()
    ink: str = ""
    ground: str = ""


PLAIN = Look()

Cell: TypeAlias = tuple[str, Look]
"""A sign, and how it is drawn. The second cell of a sign that takes two has the sign ""."""

BLANK: Cell = (" ", PLAIN)

_VISIBLE_ON_BLANKS = frozenset(("4", "21", "7", "9", "51", "52", "53"))
"""The marks that show where nothing is written: lines, frames, and colours that have changed places."""

_COLOUR_ARGUMENTS = {"5": 1, "2": 3}
"""How many numbers follow 38 or 48 and this."""


class Row:
    """A line of the screen. `is_even`: each sign is one letter in one cell, so that no one disagrees where it is."""

    __slots__ = ("cells", "is_even", "pieces", "text")

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
        self.text = "".join([sign for sign, _ in cells])
        self.pieces: list[tuple[int, str]] | None = None  # by which scrolling finds it again, once they are known
        self.is_even = all(len(sign) == 1 for sign, _ in cells)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Row) and self.cells == other.cells)

    __hash__ = None  # type: ignore[assignment]


def blank_row(width: int) -> Row:
    """A line on which nothing is written."""
    return Row((BLANK,) * width)


def row_of(segments: Iterable[Segment], width: int, colors: ColorSystem | None) -> Row:
    """The line of exactly `width` cells that these pieces make from the left; what is left over is blank.

    Lines that have been made lately are the very same ones.
    """
    return _row_of(tuple(segments), width, colors)


@lru_cache(maxsize=1024)
def _row_of(segments: tuple[Segment, ...], width: int, colors: ColorSystem | None) -> Row:
    cells: list[Cell] = []
    for text, style, control in segments:
        if control:
            continue
        look = look_of(style, colors)
        blank = (" ", look_of_blank(look))
        for sign, cells_taken in signs_of(text):
            if len(cells) + cells_taken > width:
                break
            cells.append(blank if sign == " " else (sign, look))
            if cells_taken == 2:
                cells.append(("", look))
    cells.extend([BLANK] * (width - len(cells)))
    return Row(tuple(cells))


@lru_cache(maxsize=2048)
def signs_of(text: str) -> tuple[tuple[str, int], ...]:
    """The signs of a text with the cells that each takes, 1 or 2; what would command the terminal is left out."""
    if not text.isprintable():
        text = "".join([letter for letter in text if letter >= " " and not "\x7f" <= letter <= "\x9f"])
    if text.isascii():
        return tuple([(letter, 1) for letter in text])
    spans, _ = split_graphemes(text)
    return tuple([(text[start:end], cells) for start, end, cells in spans if cells])


@lru_cache(maxsize=2048)
def look_of(style: Style | None, colors: ColorSystem | None) -> Look:
    """The look of a style on a terminal with these colours (None: without any look at all)."""
    if style is None or colors is None:
        return PLAIN
    codes = iter(style._make_ansi_codes(colors).split(";"))  # Rich has no public name for it
    marks: set[str] = set()
    ink = ground = ""
    for code in codes:
        if code in ("38", "48"):
            kind = next(codes)
            colour = ";".join([code, kind, *(next(codes) for _ in range(_COLOUR_ARGUMENTS[kind]))])
            ink, ground = (colour, ground) if code == "38" else (ink, colour)
        elif code in ("39", "49", ""):
            pass  # the terminal's own colour
        elif code[:-1] in ("3", "9"):
            ink = code
        elif code[:-1] in ("4", "10") and len(code) > 1:
            ground = code
        else:
            marks.add(code)
    return Look(frozenset(marks), ink, ground)


@lru_cache(maxsize=2048)
def look_of_blank(look: Look) -> Look:
    """The look of a blank, without what cannot be seen of it."""
    return look if look.marks & _VISIBLE_ON_BLANKS else Look(ground=look.ground)


@lru_cache(maxsize=4096)
def change_of_look(old: Look | None, new: Look) -> str:
    """What turns one look into another, in as few bytes as possible; None: whatever it was."""
    if old == new:
        return ""
    from_nothing = ["", *sorted(new.marks), new.ink, new.ground]
    whole = ";".join(["0", *filter(None, from_nothing)]) if any(from_nothing) else ""
    if old is None:
        return f"\x1b[{whole}m"
    codes: list[str] = []
    kept = set(old.marks)
    for mark in sorted(old.marks - new.marks):
        codes.append(_ENDS[mark])
        kept -= {other for other, end in _ENDS.items() if end == _ENDS[mark]}
    codes += sorted(new.marks - kept)
    if old.ink != new.ink:
        codes.append(new.ink or "39")
    if old.ground != new.ground:
        codes.append(new.ground or "49")
    part = ";".join(dict.fromkeys(codes))
    return f"\x1b[{min(part, whole, key=len)}m"


_ENDS = {
    "1": "22", "2": "22", "3": "23", "4": "24", "21": "24", "5": "25", "6": "25", "7": "27", "8": "28", "9": "29",
    "51": "54", "52": "54", "53": "55",
}  # fmt: skip
"""What ends a mark; bold and dim end together, as do the kinds of lines, of blinking and of frames."""
