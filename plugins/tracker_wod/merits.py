"""Merits that this chapter uses, written on the sheet as one line of text."""

from tracker.api import Character
from tracker_wod.spellings import plain, ways

MERITS = (
    "ambidextrous", "brawling-dodge", "fighting-finesse", "fresh-start", "gunslinger", "iron-stomach", "quick-draw",
    "weaponry-dodge",
)  # fmt: skip


def has_merit(character: Character, merit: str) -> bool:
    """Whether the trait `merits` names a Merit, in either language."""
    written = plain(character.text("merits"))
    return any(way in written for way in ways(merit))
