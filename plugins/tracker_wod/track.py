"""The Health track point by point: marks from the left, heaviest first (WOD-DMG-04 to WOD-DMG-12)."""

from tracker.api import EMPTY_BOX, Track, record

MARKS = {"bashing": "/", "lethal": "X", "aggravated": "*"}
TYPES = {mark: damage_type for damage_type, mark in MARKS.items()}
WEIGHT = {mark: weight for weight, mark in enumerate((EMPTY_BOX, *MARKS.values()))}
HEAVIER = {"/": "X", "X": "*"}
HEALTH = "health"


@record
class Marked:
    """A track after damage: `lost` marks pushed off the end, lightest last; how many marks grew one step heavier."""

    track: Track
    lost: str
    upgraded: int


def sorted_marks(marks: str) -> str:
    """The same marks as they stand on a track: heaviest first, empty boxes last."""
    return "".join(sorted(marks, key=lambda mark: -WEIGHT[mark]))


def damaged(track: Track, damage_type: str, points: int) -> Marked:
    """Mark damage point after point: fill, then push off what is lighter, then deepen.

    A point on a track with room goes behind its like and before lighter marks (WOD-DMG-05). On a full track it pushes
    the lightest mark off the end as long as that one is lighter (WOD-DMG-06); else it deepens the leftmost of the
    lightest marks (WOD-DMG-07). A track full of aggravated marks takes nothing more (WOD-STATE-09).
    """
    marks, lost, upgraded = track.marks, "", 0
    new = MARKS[damage_type]
    for _ in range(points):
        lightest = marks[-1:]
        if not lightest or lightest == "*":
            break
        if WEIGHT[lightest] < WEIGHT[new]:
            lost += lightest.replace(EMPTY_BOX, "")
            marks = sorted_marks(marks[:-1] + new)
        else:
            marks = deepened(marks)
            upgraded += 1
    return Marked(Track(marks, track.bonus), lost, upgraded)


def deepened(marks: str) -> str:
    """Make the leftmost of the lightest marks one step heavier; aggravated and empty boxes stay as they are."""
    lightest = marks.rstrip(EMPTY_BOX)[-1:]
    return marks.replace(lightest, HEAVIER[lightest], 1) if lightest in HEAVIER else marks


def lengthened(track: Track, boxes: int) -> Track:
    """Add temporary boxes at the right end (WOD-DMG-10)."""
    return Track(track.marks + EMPTY_BOX * boxes, track.bonus + boxes)


def shortened(track: Track, boxes: int | None = None) -> Marked:
    """Take temporary boxes away, all of them where no number is given.

    Each mark in a lost box deepens the leftmost of the lightest marks that remain (WOD-DMG-11).
    """
    gone = track.bonus if boxes is None else min(boxes, track.bonus)
    return _cut(track, track.size - gone, track.bonus - gone)


def resized(track: Track, size: int) -> Marked:
    """Give the track another number of own boxes; marks of lost ones deepen others, temporary boxes stay."""
    boxes = max(1, size) + track.bonus
    return _cut(Track((track.marks + EMPTY_BOX * boxes)[: max(boxes, track.size)]), boxes, track.bonus)


def _cut(track: Track, size: int, bonus: int) -> Marked:
    """The first `size` boxes; a mark behind them that finds nothing to deepen is lost."""
    kept, lost, upgraded = track.marks[:size], "", 0
    for mark in track.marks[size:].rstrip(EMPTY_BOX):
        heavier = deepened(kept)
        lost += mark if heavier == kept else ""
        upgraded += heavier != kept
        kept = heavier
    return Marked(Track(kept, bonus), lost, upgraded)


def wound_penalty(track: Track) -> int:
    """0 to −3 by the last three boxes; only the furthest mark counts (WOD-STATE-01)."""
    empty = track.size - track.filled
    return -max(0, 3 - empty) if track.filled else 0


def is_spent(track: Track) -> bool:
    """Whether every box holds an aggravated mark (WOD-STATE-09)."""
    return is_full(track) and track.marks[-1] == "*"


def is_full(track: Track) -> bool:
    """Whether the last box is marked."""
    return EMPTY_BOX not in track.marks and bool(track.marks)
