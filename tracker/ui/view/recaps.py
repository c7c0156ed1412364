"""Pages about a session as a whole: what it comes to, and how two of its moments differ."""

from collections.abc import Collection, Iterator, Sequence

from tracker.core.state import State
from tracker.opening import Session
from tracker.recap.differences import differences
from tracker.recap.figures import (
    BLOCKS,
    NOTHING,
    PLAIN,
    gauge_rows,
    harm_rows,
    length_rows,
    luck_line,
    luck_rows,
    person_rows,
    round_line,
)
from tracker.recap.telling import Manner, Telling
from tracker.text import literal
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Tone, width_of
from tracker.ui.view.pages import paragraph


def totals_page(session: Session, filter_text: str, width: int, look: Look) -> list[Line]:
    """What the entries that a filter finds come to: people, harm, luck, gauges over the rounds, their length."""
    telling = Telling(session, Manner(filter_text=filter_text))
    lines: list[Line] = []
    for rows in (list(person_rows(telling)), list(harm_rows(telling))):
        if len(rows) > 1:
            lines += [*_table(rows, width, look), BLANK]
    signs = BLOCKS if look.glyphs.shown(BLOCKS.all) == BLOCKS.all else PLAIN
    luck = list(luck_rows(telling, signs))
    if len(luck) > 1:
        lines += [*_plots(luck, width, look), BLANK]
    if gauges := list(gauge_rows(telling, signs)):
        lines.append(look.pen(width).gap().write(telling.term("recap.by-round"), "title").line())
        lines += [*_plots(gauges, width, look), BLANK]
    if lengths := list(length_rows(telling, signs)):
        lines += [*_plots(lengths, width, look), BLANK]
    lines += paragraph(luck_line(telling, telling.totals.luck), width, look)
    lines += paragraph(round_line(telling), width, look)
    return lines


def _plots(rows: Sequence[Sequence[str]], width: int, look: Look) -> Iterator[Line]:
    """Rows with plots in their columns, cut where the window is too narrow, for a plot cannot be broken."""
    cells = _columns(rows)
    return (_row(row, cells, "text", width, look) for row in rows)


def _columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """The cells that each column needs."""
    return [max(map(width_of, column)) for column in zip(*rows, strict=True)]


def _row(row: Sequence[str], cells: Sequence[int], tone: Tone, width: int, look: Look) -> Line:
    pen = look.pen(width).gap()
    for text, room in zip(row, cells, strict=True):
        pen.column(text, room, tone).gap(2)
    return pen.line()


def _table(rows: Sequence[Sequence[str]], width: int, look: Look) -> list[Line]:
    """Rows with their columns under each other where they fit, else each as words and values, one after the other."""
    texts = [[look.glyphs.shown(cell) for cell in row] for row in rows]
    cells = _columns(texts)
    if sum(cells) + 2 * len(cells) <= width:
        return [_row(row, cells, "text" if number else "dim", width, look) for number, row in enumerate(texts)]
    lines = []
    for row in texts[1:]:
        lines.append(look.pen(width).gap().write(row[0], "title").line())
        told = [f"{word}: {cell}" for word, cell in zip(texts[0][1:], row[1:], strict=True) if cell != NOTHING]
        lines += paragraph(f" {look.glyphs.separator} ".join(told), width, look, indent=3)
    return lines


def difference_page(before: State, after: State, memory: Collection[str], width: int, look: Look) -> list[Line]:
    """Who changed between two moments, and how: a heading for each person, a line for each thing."""
    lines: list[Line] = []
    heading: str | None = None
    for one in differences(before, after, memory):
        if one.who != heading:
            heading = one.who
            lines.append(look.pen(width).gap().write(literal(one.who) or look.say("ui.review.session"), "title").line())
        told = look.say("ui.review.difference", what=one.what, before=one.before, after=one.after)
        lines += paragraph(told, width, look, indent=3)
    return lines or list(paragraph(look.say("ui.review.no_difference"), width, look))
