"""Which parameters of rolls and attacks make sense for these people, with this weapon and what is chosen already."""

from collections.abc import Mapping

from tracker.api import Intent, State
from tracker_vtm5 import arms, people
from tracker_vtm5.pool import MODIFIERS

_OF_ONES_OWN_TRAITS = ("attribute", "skill", "specialty", "discipline", "category")
_OF_THE_BLOOD = ("surge", "hunger_dice")
_OF_A_DEFENCE = ("defence", "defence_pool", "defence_bonus", "defence_penalty", "defence_surge")


def of_attack(view: State, intent: Intent) -> Mapping[str, bool]:
    """What a form of an attack or an argument leaves out."""
    shown = {**_of_pool(view, intent, intent.actor), **_of_defence(view, intent)}
    attacker = view.characters.get(intent.actor)
    if intent.verb == "attack" and attacker is not None:
        arm = arms.arm_of(attacker, intent)
        shown |= {
            "no_cover": arm.ranged or arm.thrown,
            "fire": arm.nature != "gun",
            "beheads": not arm.beheads and not arm.ranged,
            "weapon_damage": not arm.hand_stake,
        }
    return shown


def of_roll(view: State, intent: Intent) -> Mapping[str, bool]:
    """What a form of a roll leaves out."""
    return _of_pool(view, intent, intent.actor or next(iter(intent.targets), ""))


def _of_pool(view: State, intent: Intent, who: str) -> Mapping[str, bool]:
    """A pool that is given has no traits, counted successes no pool, and only Kindred surge."""
    roller = view.characters.get(who)
    is_kindred = roller is None or people.is_vampire(roller)
    is_counted = any(name in intent.values for name in ("successes", "defence_successes"))
    has_pool = "pool" in intent.values
    changes = [parameter.id for parameter in MODIFIERS]
    return {
        **dict.fromkeys(("pool", *changes), not is_counted),
        **dict.fromkeys(_OF_ONES_OWN_TRAITS, not has_pool and not is_counted),
        **dict.fromkeys(_OF_THE_BLOOD, is_kindred and not is_counted),
    }


def _of_defence(view: State, intent: Intent) -> Mapping[str, bool]:
    """Who is surprised does not defend, who doesn't strike back needs no weapon, one target no split."""
    targets = [view.characters[who] for who in intent.targets if who in view.characters]
    defends = not intent.flag("surprised") and "defence_successes" not in intent.values
    strikes_back = intent.flag("strikes_back")
    return {
        **dict.fromkeys(_OF_A_DEFENCE, defends),
        "defence_surge": defends and any(map(people.is_vampire, targets)),
        "strikes_back": not intent.flag("surprised"),
        "surprised": not strikes_back,
        **dict.fromkeys(("defender_weapon", "defender_weapon_damage"), strikes_back),
        "split": len(targets) > 1,
        "successes": len(targets) < 2,
        "defence_successes": len(targets) < 2,
    }
