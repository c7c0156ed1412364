"""The verbs that take something from books or files, and their odds. Loaded when one of them is first wanted."""

from collections.abc import Callable, Mapping

from tracker.api.descriptions import Chances
from tracker.core.intents import Intent
from tracker.core.state import State
from tracker.engine import casting, importing, kept
from tracker.engine.act import Act, OwnVerb

VERBS: Mapping[str, OwnVerb] = {
    "encounter": casting.encounter,
    "deal": casting.deal,
    "dice": casting.dice,
    "equip": casting.equip,
    "keep": kept.keep,
    "bring": kept.bring,
    "copy": kept.copy,
    "import": importing.take_in,
}
ODDS: Mapping[str, Callable[[Act, State, Intent], Chances | None]] = {
    "deal": casting.odds_of_deal,
    "dice": casting.odds_of_dice,
}
