"""Which actions someone cannot take now, and why: for the screen, before anything is spent."""

from collections.abc import Mapping

from tracker.api import Chapter, State
from tracker_ukraine_by_night.actions import has_acted
from tracker_ukraine_by_night.gear import is_vampire
from tracker_ukraine_by_night.guards import is_guarding
from tracker_ukraine_by_night.health import is_down, state_of
from tracker_ukraine_by_night.kinds import VITAE
from tracker_ukraine_by_night.last_draw import LAST_DRAW
from tracker_ukraine_by_night.places import standing
from tracker_ukraine_by_night.vitae import SPENT, per_turn

SPENDS_ACTION = ("attack", "power", "total_defence")
NEEDS_SENSES = (*SPENDS_ACTION, "test", "guard", "declare")


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Action id to the id of the reason."""
    character = view.characters[who]
    reasons: dict[str, str] = {}
    if has_acted(view, who):
        reasons.update(dict.fromkeys(SPENDS_ACTION, "ubn.unavailable.acted"))
    if is_down(character):
        reasons.update(dict.fromkeys(NEEDS_SENSES, "ubn.unavailable.out"))
    if not is_vampire(character):
        reasons["spend"] = "ubn.unavailable.no_vitae"
    elif VITAE not in character.pools or character.pools[VITAE].value == 0:
        reasons["spend"] = "ubn.unavailable.empty"
    elif view.option("vitae_limits") is not False and character.count(SPENT) >= per_turn(character):
        reasons["spend"] = "ubn.unavailable.vitae_limit"
    if state_of(character) != "failing":
        reasons["stay_conscious"] = "ubn.unavailable.not_failing"
    if not is_guarding(view, who):
        reasons["step_aside"] = "ubn.unavailable.guards_nobody"
    if LAST_DRAW not in view.scene:
        reasons["call_over"] = "ubn.unavailable.no_draw"
    if "attack" not in reasons and _everywhere_over_limit(view, who):
        reasons["attack"] = "ubn.unavailable.no_place"
    return reasons


def _everywhere_over_limit(view: State, who: str) -> bool:
    """Whether no one is left whom `who` could still attack in this round."""
    fight, side = view.fight_of(who), view.characters[who].side
    others = [other for other in view.characters.values() if other.id != who and view.fight_of(other.id) == fight]
    foes = [other for other in others if not is_down(other) and (not side or other.side != side)]
    return bool(foes) and all(who not in standing(view, foe, asking=who).may for foe in foes)


CHAPTER = Chapter(unavailable=unavailable)
