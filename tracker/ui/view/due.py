"""What is due: each item with its number, a sign of its weight, and its sentence; short ones stand side by side."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tracker.core.order import next_place
from tracker.core.state import Due, DueWeight, State
from tracker.ui.look import Look
from tracker.ui.paint import Line, Tone, width_of, wrap

GAP = 3
WEIGHTS: dict[DueWeight, tuple[str, Tone]] = {
    "must": ("!", "warning"),
    "offer": ("?", "text"),
    "reminder": ("·", "dim"),
}
"""The sign and the tone of each weight, the heaviest first."""


class DueText(NamedTuple):
    """An item as it is shown: its number in the list, its weight, its sentence and the line that does it."""

    number: int
    weight: DueWeight
    sentence: str
    command: str


class DueRow(NamedTuple):
    """A line of items; `starts` has the column in which each of them begins or goes on, with its number."""

    line: Line
    starts: tuple[tuple[int, int], ...]


def is_held(state: State) -> bool:
    """Whether a round has begun and its first turn waits for what must be answered before."""
    if not state.round or state.current or all(due.weight != "must" for due in state.open_due):
        return False
    return not any(place.acted for place in state.order) and next_place(state) is not None


def due_texts(state: State, look: Look, spoken: Callable[[str, State], str]) -> Iterator[DueText]:
    """The items, the heaviest first; their numbers are those of the list. `spoken` says their lines to the reader."""
    order = list(WEIGHTS)
    numbered = sorted(enumerate(state.open_due, 1), key=lambda item: order.index(item[1].weight))
    for number, due in numbered:
        yield DueText(number, due.weight, look.glyphs.shown(_sentence(due, state, look)), spoken(due.command, state))


def _sentence(due: Due, state: State, look: Look) -> str:
    name = state.characters[due.who].name if due.who in state.characters else ""
    sentence = look.sentence(due.line)
    return sentence if not name or name in sentence else f"{name}: {sentence}"


def due_rows(items: Sequence[DueText], width: int, look: Look) -> list[DueRow]:
    """The items in as few lines as they need; one that stands alone shows its command where that fits."""
    rows: list[list[DueText]] = []
    left = 0
    for item in items:
        cells = GAP + width_of(f"{item.number} ! {item.sentence}")
        if cells > left:
            rows.append([])
            left = width
        rows[-1].append(item)
        left -= cells
    return [
        line for row in rows for line in (_wrapped(row[0], width, look) if len(row) == 1 else [_row(row, width, look)])
    ]


def _wrapped(item: DueText, width: int, look: Look) -> list[DueRow]:
    """An item that has a line of its own, or several."""
    indent = 1 + width_of(f"{item.number} ! ")
    first, *further = wrap(item.sentence, width - indent - 1)
    rows = [_row([item._replace(sentence=first, command="" if further else item.command)], width, look)]
    tone = WEIGHTS[item.weight][1]
    for piece in further:
        rows.append(DueRow(look.pen(width).gap(indent).write(piece, tone).line(), ((indent, item.number),)))
    return rows


def _row(items: Sequence[DueText], width: int, look: Look) -> DueRow:
    pen = look.pen(width)
    starts: list[tuple[int, int]] = []
    for item in items:
        pen.gap(GAP if starts else 1)
        starts.append((pen.at, item.number))
        sign, tone = WEIGHTS[item.weight]
        pen.write(str(item.number), "key" if item.number < 10 else "dim").write(f" {sign} ", tone)
        pen.write(item.sentence, tone)
    if len(items) == 1 and width_of(items[0].command) + GAP <= pen.left and items[0].command:
        pen.gap(2).write(items[0].command, "dim")
    return DueRow(pen.line(), tuple(starts))
