"""All rolls as a table for a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator

from tracker.core.facts import Face, Rolled
from tracker.recap.steps import Step
from tracker.recap.telling import Telling
from tracker.text import literal

COLUMNS = (
    "entry", "time", "scene", "scene_name", "round", "who", "against", "what", "pool", "parts", "faces", "again",
    "other_dice", "kept", "target", "successes", "total", "expected", "chance", "result", "typed", "hidden",
)  # fmt: skip
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def as_rolls(telling: Telling) -> Iterator[str]:
    """Yield the heading and a row for each roll of the acts that stand. Times are UTC; `chance` is 0 to 1."""
    yield csv_row(COLUMNS)
    for step in telling.standing_steps:
        for fact in step.entry.facts:
            if isinstance(fact, Rolled):
                yield csv_row(_cells(telling, step, fact))


def _cells(telling: Telling, step: Step, roll: Rolled) -> Iterable[object]:
    words = telling.words
    others = "; ".join(f"{words.term(dice.what)} {_faces(dice.faces)}" for dice in roll.others)
    return (
        step.number, step.entry.at.isoformat(), step.moment.scene, step.moment.scene_name, step.entry.round,
        step.name(roll.who), step.name(roll.against) if roll.against else "", words.term(roll.what), roll.pool,
        words.parts(roll.parts), _faces(roll.faces), _faces(roll.again), others, _faces(roll.kept), roll.target,
        roll.successes if roll.total is None else None, roll.total, roll.expected, roll.chance,
        words.term(roll.result) if roll.result else "", int(roll.typed), int(roll.hidden),
    )  # fmt: skip


def _faces(faces: Iterable[Face]) -> str:
    return " ".join(map(str, faces))


def csv_row(cells: Iterable[object]) -> str:
    """A row of a table of commas, without the end of its line."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([safe_cell(cell) for cell in cells])
    return line.getvalue()


def safe_cell(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula and no terminal for an order."""
    if not isinstance(cell, str):
        return cell
    shown = literal(cell)
    return f"'{shown}" if shown.startswith(FORMULA_SIGNS) else shown
