"""The World of Darkness ruleset: the combat chapter of the core rules of 2004.

`RULESET` is the plugin. The chapters stand in `chapters`; they are imported when the first act needs them.
"""

from collections.abc import Sequence

from tracker.api import Chapter, CharacterKind, Ruleset, RulesetCard

CARD = RulesetCard(
    "world-of-darkness",
    version="1.1",
    round_seconds=3,
)


def _kinds() -> Sequence[CharacterKind]:
    from tracker_wod.kinds import KINDS

    return KINDS


def _chapters() -> Sequence[Chapter]:
    from tracker_wod.chapters import CHAPTERS

    return CHAPTERS


RULESET = Ruleset(__name__, CARD, _kinds, _chapters)
