"""Which parameters of attacks, tests and powers make sense for these people and what is chosen already."""

from collections.abc import Mapping

from tracker.api import Intent, State
from tracker_ukraine_by_night.gear import WEAPONS, is_vampire

FROM_AFAR = ("firearm", "fire", "power")
"""The groups of weapons for which distance and cover count (UBN-ATK-03, UBN-ATK-04)."""


def those_that_apply(view: State, intent: Intent) -> Mapping[str, bool]:
    """What a form of an act with a draw leaves out."""
    return {**_of_draw(view, intent), **_of_weapon(view, intent)}


def _of_draw(view: State, intent: Intent) -> Mapping[str, bool]:
    """A ready Ability has no traits; only vampires boost with vitae; one target is on one side."""
    actor = view.characters.get(intent.actor)
    is_ready = "ability" in intent.values
    return {
        **dict.fromkeys(("attribute", "skill"), not is_ready),
        "boost": actor is None or (is_vampire(actor) and not is_ready),
        "from_side": not intent.flag("area") and not intent.flag("harmless"),
        "also": bool(intent.targets),
    }


def _of_weapon(view: State, intent: Intent) -> Mapping[str, bool]:
    actor = view.characters.get(intent.actor)
    weapon = WEAPONS.get(intent.text("weapon") or (actor.text("weapon", "fists") if actor else ""))
    if intent.verb != "attack" or weapon is None:
        return {}
    from_afar = weapon.group in FROM_AFAR
    return {**dict.fromkeys(("range", "cover"), from_afar), "area": from_afar or weapon.group == "sunlight"}
