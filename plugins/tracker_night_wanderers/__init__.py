"""The Night Wanderers ruleset: a light game of six-sided dice about vampires, mortals and werewolves."""

from collections.abc import Sequence

from tracker.api import Chapter, CharacterKind, Ruleset, RulesetCard

CARD = RulesetCard(
    "night-wanderers",
    version="1.0",
    halves="half_rounding",
    round_seconds=3,
)


def kinds() -> Sequence[CharacterKind]:
    """The kinds of character."""
    from tracker_night_wanderers.sheet import KINDS

    return KINDS


def chapters() -> Sequence[Chapter]:
    """The chapters of the rules, in the order in which help lists their actions."""
    from tracker_night_wanderers import (
        beast,
        blood,
        contests,
        creation,
        damage,
        hazards,
        healing,
        initiative,
        knowledge,
        melee,
        missiles,
        rolls,
        turns,
    )

    modules = (
        *(creation, melee, missiles, damage, healing, blood, beast, hazards, rolls, contests),
        *(initiative, turns, knowledge),
    )
    return tuple(module.CHAPTER for module in modules)


RULESET = Ruleset(__name__, CARD, kinds, chapters)
