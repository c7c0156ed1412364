"""People in headings and labels: who does something to whom, in as many cells as they take."""

from collections.abc import Sequence

from tracker.core.state import State
from tracker.ui.look import Look

MOST_NAMES = 3


def short_list(names: Sequence[str], look: Look) -> str:
    """Several names; of many of them, how many there are besides."""
    shown = ", ".join(names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return f"{shown} +{more}" if more > 0 else shown


def names_of(people: Sequence[str], state: State, look: Look) -> str:
    """Several characters in a label."""
    return short_list([state.characters[who].name for who in people], look)


def heading(what: str, who: str, on: str, look: Look, *, is_on: bool) -> str:
    """What is done, by whom and to whom; `is_on`: it may be done to someone, also if no one is named yet."""
    if is_on and (who or on):
        arrow = f" {look.glyphs.arrow} "
        who = f"{who}{arrow}{on or look.say('ui.heading.nobody')}" if who else on
    return f"{what}: {who}" if who else what
