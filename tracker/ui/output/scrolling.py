"""What only moves up or down: a terminal does that by itself, for a few bytes."""

from collections import Counter
from collections.abc import Sequence
from operator import ne
from typing import NamedTuple

from tracker.ui.output.cells import Row, blank_row

_PIECE = 20
"""The cells of a piece of a line by which a line is found again. Lines that move have more than one of them."""

_LEAST_DIFFERENT_SIGNS = 4
"""Pieces of rules and gauges are alike everywhere and prove nothing."""

_LINE_COST = 8
_SCROLL_COST = 24
"""About how many bytes it takes to move to a line, and to scroll a part of the screen."""

_MOST_TRIED = 3


class Scroll(NamedTuple):
    """The lines from `top` to before `bottom` move up by `lines`, or down where it is negative."""

    top: int
    bottom: int
    lines: int

    def moved(self, rows: Sequence[Row]) -> list[Row]:
        """The lines after scrolling: blank where others have moved away from."""
        part, count = list(rows[self.top : self.bottom]), min(abs(self.lines), self.bottom - self.top)
        empty = [blank_row(len(rows[0].cells))] * count
        part = [*part[count:], *empty] if self.lines > 0 else [*empty, *part[: len(part) - count]]
        return [*rows[: self.top], *part, *rows[self.bottom :]]


def best_scroll(old: Sequence[Row], new: Sequence[Row]) -> Scroll | None:
    """The scrolling that saves most on the way from the old lines to the new ones; None if none pays."""
    best, most = None, 0
    in_place = [_cost(before, after) for before, after in zip(old, new, strict=True)]
    for lines in _likely(old, new):
        scroll, saved = _best_part(old, new, lines, in_place)
        if saved > most:
            best, most = scroll, saved
    return best


def _likely(old: Sequence[Row], new: Sequence[Row]) -> list[int]:
    """By how many lines something seems to have moved, the likeliest first."""
    places: dict[tuple[int, str], list[int]] = {}
    for y, row in enumerate(old):
        for piece in _pieces(row):
            places.setdefault(piece, []).append(y)
    votes: Counter[int] = Counter()
    for y, row in enumerate(new):
        if row is not old[y]:
            for piece in _pieces(row):
                found = places.get(piece, ())
                if y not in found:
                    votes.update([other - y for other in found])
    return [lines for lines, _ in votes.most_common(_MOST_TRIED)]


def _pieces(row: Row) -> list[tuple[int, str]]:
    if row.pieces is None:
        text = row.text
        pieces = [(x, text[x : x + _PIECE]) for x in range(0, len(text), _PIECE)]
        row.pieces = [piece for piece in pieces if len(set(piece[1])) >= _LEAST_DIFFERENT_SIGNS]
    return row.pieces


def _best_part(old: Sequence[Row], new: Sequence[Row], lines: int, in_place: Sequence[int]) -> tuple[Scroll, int]:
    """The part of the screen where moving by so many lines saves most, and about how many bytes it saves.

    `in_place` is what each line costs if nothing moves.
    """
    height, blank = len(old), blank_row(len(old[0].cells))
    start, end = max(-lines, 0), height - max(lines, 0)
    best, best_from, best_to, running, since = 0, start, start, 0, start
    for y in range(start, end):
        running += in_place[y] - _cost(old[y + lines], new[y])
        if running <= 0:
            running, since = 0, y + 1
        elif running > best:
            best, best_from, best_to = running, since, y + 1
    top, bottom = (best_from, best_to + lines) if lines > 0 else (best_from + lines, best_to)
    emptied = range(best_to, bottom) if lines > 0 else range(top, best_from)
    lost = sum(_cost(blank, new[y]) - in_place[y] for y in emptied)
    return Scroll(top, bottom, lines), best - lost - _SCROLL_COST


def _cost(old: Row, new: Row) -> int:
    """About how many bytes it takes to turn a line into another."""
    if old is new:
        return 0
    differing = sum(map(ne, old.cells, new.cells))
    return differing + _LINE_COST if differing else 0
