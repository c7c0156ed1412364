"""Vampire: The Masquerade, fifth edition: Health, Willpower, Hunger and what threatens the Blood.

`RULESET` is the plugin. A chapter of the rules is a module that offers one `CHAPTER`; card, kinds of character and
words load without any of them.
"""

from collections.abc import Sequence

from tracker.api import Chapter, CharacterKind, Ruleset, RulesetCard

CARD = RulesetCard(
    id="vtm5",
    version="1.1.0",
    halves="up",
)


def kinds() -> Sequence[CharacterKind]:
    """The kinds of character."""
    from tracker_vtm5.kinds import KINDS

    return KINDS


def chapters() -> Sequence[Chapter]:
    """Import the chapters, in the order in which their actions are listed and their moments come."""
    from tracker_vtm5 import (
        attack,
        availability,
        awakening,
        cold,
        damage,
        exposure,
        faith,
        frenzy,
        hits,
        hunger,
        initiative,
        injuries,
        opposed,
        owed,
        recovery,
        rolls,
        sheet,
        spending,
        states,
    )

    modules = (
        attack, hits, damage, injuries, rolls, opposed, spending, hunger, frenzy, recovery, exposure, cold, sheet,
        states, awakening, faith, initiative, owed, availability,
    )  # fmt: skip
    return [module.CHAPTER for module in modules]


RULESET = Ruleset(__name__, CARD, kinds, chapters)
