"""The World of Darkness ruleset: the combat chapter of the core rules of 2004.

`RULESET` is the plugin. The chapters stand in `chapters`; they are imported when the first act needs them.
"""

from collections.abc import Sequence

from tracker.api import Chapter, Ruleset, RulesetCard
from tracker_wod.kinds import KINDS

CARD = RulesetCard(
    "world-of-darkness",
    {"en": "World of Darkness", "ru": "Мир Тьмы"},
    "1.1",
    {
        "en": "Modern horror: pools of ten-sided dice, one roll that hits and harms, marks on a Health track.",
        "ru": "Современный ужас: запасы десятигранников, один бросок и на попадание, и на урон, пометки Здоровья.",
    },
    round_seconds=3,
)


def _chapters() -> Sequence[Chapter]:
    from tracker_wod.chapters import CHAPTERS

    return CHAPTERS


RULESET = Ruleset(__name__, CARD, KINDS, _chapters)
