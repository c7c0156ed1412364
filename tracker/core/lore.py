"""What the public view has to know of a ruleset, and the option that says how exactly foes are shown."""

from typing import Literal

from tracker.core.record import record

FOES_NUMBERS = "foes_numbers"
"""The table option that says how exactly the players see the numbers of foes."""
Roughness = Literal["exact", "described", "nothing"]
"""How exactly: as they are, as one word for how someone stands, or not at all."""
ROUGHNESSES: tuple[Roughness, ...] = ("exact", "described", "nothing")


@record
class Lore:
    """What the public view has to know of a ruleset.

    `memory` are the kinds of condition in which it only remembers something, which are not shown. `vital` are the
    gauges that say how hurt someone is.
    """

    memory: frozenset[str] = frozenset()
    vital: frozenset[str] = frozenset()


NO_LORE = Lore()
"""Nothing is known: the ruleset is not there."""
