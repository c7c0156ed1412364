"""The Ukraine by Night ruleset: live action, whose chance is a deck of forty cards."""

from collections.abc import Sequence
from importlib import import_module

from tracker.api import Chapter, CharacterKind, Ruleset, RulesetCard

CARD = RulesetCard(
    "ukraine-by-night",
    version="1.1",
    api=1,
    round_seconds=3,
)
_CHAPTERS = (
    "attack",
    "health",
    "healing",
    "checks",
    "last_draw",
    "powers",
    "attackers",
    "guards",
    "defence",
    "vitae",
    "bleeding",
    "initiative",
    "clock",
    "row",
    "warnings",
    "planes",
    "sheet",
    "options",
    "availability",
)


def _kinds() -> Sequence[CharacterKind]:
    from tracker_ukraine_by_night.kinds import KINDS

    return KINDS


def _chapters() -> Sequence[Chapter]:
    return [import_module(f"{__name__}.{name}").CHAPTER for name in _CHAPTERS]


RULESET = Ruleset(__name__, CARD, _kinds, _chapters)
