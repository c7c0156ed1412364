"""How much a badge of a character matters: a row shows the heaviest first, and never cuts it.

Rulesets give these weights to their status words and kinds of condition; numbers between them are as good.
"""

from tracker.core.state import BadgeTone, Status

GONE = 100
"""Out of the game for good."""
DOWN = 90
"""Out of the fight: torpor, coma, unconscious."""
DYING = 80
"""Worse with every minute that no one helps."""
BARRED = 70
"""The next act is lost or not free: staked, stunned, pinned, frenzied."""
HARMED = 60
"""Loses something each round: burning, poison."""
HINDERED = 50
"""Makes the next act harder, or easier to strike: prone, blind, held."""
NUMBER = 40
"""What is asked for all the time: wound penalty, Defence, attackers."""
HELPED = 30
"""Makes the next act better: aiming, cover, temporary points."""
NOTED = 20
"""Anything else that lasts."""
SPENT = 10
"""What is spent of this turn."""
IN_GAUGE = 0
"""Shown by a gauge already, so that the row leaves it out."""


def weight_of(status: Status) -> int:
    """The weight of a status word, whether its ruleset gives one or not."""
    if status.weight is not None:
        return status.weight
    if not status.can_act:
        return DOWN
    return HINDERED if status.value is None else NUMBER


def tone_of(status: Status) -> BadgeTone:
    """The tone of a status word, whether its ruleset gives one or not."""
    if status.tone:
        return status.tone
    if not status.can_act:
        return "bad"
    return "warning" if status.value is None else "plain"
