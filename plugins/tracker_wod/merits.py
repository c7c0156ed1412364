"""Merits that this chapter uses, written on the sheet as one line of text."""

from tracker.api import Character

MERITS = (
    "ambidextrous", "brawling-dodge", "fighting-finesse", "fresh-start", "gunslinger", "iron-stomach", "quick-draw",
    "weaponry-dodge",
)  # fmt: skip


def has_merit(character: Character, merit: str) -> bool:
    """Whether the trait `merits` names a Merit, in small or capital letters, with hyphens or blanks."""
    return merit in character.text("merits").casefold().replace(" ", "-")
