"""How Health comes back: which mark heals next, and how long it takes. Pure, on strings of marks (WOD-HEAL-01, -02)."""

from collections.abc import Mapping

from tracker.api import EMPTY_BOX, record
from tracker_wod.track import TYPES

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY

SECONDS: Mapping[str, int] = {"bashing": 15 * MINUTE, "lethal": 2 * DAY, "aggravated": WEEK}
"""Seconds in which one point of a damage type heals, WOD-HEAL-01."""


@record
class Mended:
    """A stretch of healing: the marks after it, the marks that healed in order, and the time still counted per type."""

    marks: str
    healed: str
    spent: Mapping[str, int]


def next_to_heal(marks: str, held: int) -> str:
    """The mark that heals next: the rightmost one that is not held back, "" for none.

    Of the marks the `held` lightest may not heal yet, WOD-HEAL-07: what heals next stands before them.
    """
    return _open(marks, held)[-1:]


def _open(marks: str, held: int) -> str:
    filled = marks.rstrip(EMPTY_BOX)
    return filled[: max(0, len(filled) - held)]


def without_next(marks: str, held: int) -> str:
    """The marks after the next one has healed; those behind it move up, so that the row stays sorted."""
    count = len(_open(marks, held))
    if not count:
        return marks
    return marks[: count - 1] + marks[count:] + EMPTY_BOX


def over_time(marks: str, seconds: int, spent: Mapping[str, int], held: int = 0) -> Mended:
    """Let time heal. `spent` are the seconds already counted towards a point, by damage type.

    One mark heals at a time, each in its own time; time counted towards a heavier mark waits while a newer, lighter
    one heals, WOD-HEAL-02.
    """
    counted = dict(spent)
    healed = ""
    while seconds and (mark := next_to_heal(marks, held)):
        damage = TYPES[mark]
        wanting = SECONDS[damage] - counted.get(damage, 0)
        if seconds < wanting:
            counted[damage] = counted.get(damage, 0) + seconds
            break
        seconds -= max(0, wanting)
        counted[damage] = 0
        marks = without_next(marks, held)
        healed += mark
    present = {TYPES[mark] for mark in marks if mark != EMPTY_BOX}
    return Mended(marks, healed, {damage: time for damage, time in counted.items() if time and damage in present})


def by_points(marks: str, points: int, held: int = 0) -> tuple[str, str]:
    """Take away so many points, lightest first: the marks left and the marks healed, WOD-HEAL-06."""
    healed = ""
    for _ in range(points):
        mark = next_to_heal(marks, held)
        if not mark:
            break
        marks = without_next(marks, held)
        healed += mark
    return marks, healed


def marks_until(marks: str, held: int, boxes_clear: int) -> str | None:
    """The marks that must heal, in order, until so many boxes at the right end are empty; None where that cannot be."""
    healing = ""
    while len(marks) - len(marks.rstrip(EMPTY_BOX)) < min(boxes_clear, len(marks)):
        mark = next_to_heal(marks, held)
        if not mark:
            return None
        healing += mark
        marks = without_next(marks, held)
    return healing


def seconds_for(healing: str, spent: Mapping[str, int]) -> int:
    """How long marks take to heal one after another, less the time already counted towards the first of each kind."""
    counted = sum(min(spent.get(TYPES[mark], 0), SECONDS[TYPES[mark]]) for mark in set(healing))
    return sum(SECONDS[TYPES[mark]] for mark in healing) - counted
