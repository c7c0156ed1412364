"""Filling and emptying a track, box by box: one piece of code for Health and Willpower (V5-DMG-17)."""

from dataclasses import replace

from tracker.api import EMPTY_BOX, Draft, Part, Term, Told, Track, TrackSet, record

CROSS = "X"
SLASH = "/"


@record
class Placed:
    """A track after new marks: `lost` are those that left no trace, `converted` how many slashes became crosses."""

    marks: str
    lost: str = ""
    converted: int = 0


def sorted_marks(crosses: int, slashes: int, free: int) -> str:
    """The boxes from the left: crosses, slashes, free ones."""
    return CROSS * crosses + SLASH * slashes + EMPTY_BOX * free


def is_full(track: Track) -> bool:
    """No free box: the track impairs its bearer (V5-STA-01)."""
    return bool(track.marks) and EMPTY_BOX not in track.marks


def is_crossed_out(track: Track) -> bool:
    """Nothing but crosses (V5-STA-04)."""
    return set(track.marks) == {CROSS}


def place(marks: str, crosses: int, slashes: int, *, over_slash: bool = False, lose_rest: bool = False) -> Placed:
    """Place new marks one by one, the crosses first (V5-DMG-04 to V5-DMG-09).

    `over_slash`: a cross is drawn over a slash before it takes a free box. `lose_rest`: what is left of the marks that
    fill the last free box leaves no trace.
    """
    has_crosses, has_slashes = marks.count(CROSS), marks.count(SLASH)
    free = len(marks) - has_crosses - has_slashes
    had_free_box = bool(free)
    converted = 0
    lost: list[str] = []
    for mark in CROSS * crosses + SLASH * slashes:
        if lose_rest and had_free_box and not free:
            lost.append(mark)
        elif has_slashes and (not free or (over_slash and mark == CROSS)):
            has_slashes, has_crosses, converted = has_slashes - 1, has_crosses + 1, converted + 1
        elif free and mark == CROSS:
            free, has_crosses = free - 1, has_crosses + 1
        elif free:
            free, has_slashes = free - 1, has_slashes + 1
        else:
            lost.append(mark)
    return Placed(sorted_marks(has_crosses, has_slashes, free), "".join(lost), converted)


def without(marks: str, crosses: int, slashes: int) -> str:
    """Take at most so many marks away; their boxes become free."""
    left_crosses = max(marks.count(CROSS) - crosses, 0)
    left_slashes = max(marks.count(SLASH) - slashes, 0)
    return sorted_marks(left_crosses, left_slashes, len(marks) - left_crosses - left_slashes)


def crosses_to_slashes(marks: str, count: int) -> str:
    """Turn at most `count` crosses into slashes (V5-HEAL-09)."""
    turned = min(count, marks.count(CROSS))
    slashes = marks.count(SLASH) + turned
    return sorted_marks(marks.count(CROSS) - turned, slashes, marks.count(EMPTY_BOX))


def resized(marks: str, size: int, *, convert: bool = False) -> Placed:
    """Give a track another length: free boxes go first, then slashes, then crosses (V5-RES-13).

    `convert`: each slash that loses its box turns another slash into a cross.
    """
    kept, dropped = marks[:size].ljust(size, EMPTY_BOX), marks[size:].replace(EMPTY_BOX, "")
    if not convert:
        return Placed(kept, dropped)
    placed = place(kept, 0, dropped.count(SLASH))
    return Placed(placed.marks, placed.lost + dropped.replace(SLASH, ""), placed.converted)


def capacity(marks: str, *, only_free: bool = False) -> int:
    """How many single marks leave a trace before nothing but crosses is left, or until no box is free."""
    free = marks.count(EMPTY_BOX)
    return free if only_free else 2 * free + marks.count(SLASH)


def clear_marks(draft: Draft, who: str, track: str, *, crosses: int = 0, slashes: int = 0, rule: str) -> Told | None:
    """Take marks away from a track; return what lines may tell of it, None where there was nothing to take."""
    before = draft.character(who).tracks[track]
    after = replace(before, marks=without(before.marks, crosses, slashes))
    if after == before:
        return None
    parts = tuple(
        Part(Term(mark), gone, rule)
        for mark, sign in (("cross", CROSS), ("slash", SLASH))
        if (gone := after.marks.count(sign) - before.marks.count(sign))
    )
    return draft.record(TrackSet(who, track, before, after, parts=parts, rule=rule))
