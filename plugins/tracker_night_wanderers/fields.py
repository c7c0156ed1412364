"""Which parameters of attacks and rolls make sense for these people and what is chosen already."""

from collections.abc import Mapping

from tracker.api import Character, Intent, State
from tracker_night_wanderers.damage import can_soak
from tracker_night_wanderers.fighting import planned_stance
from tracker_night_wanderers.sheet import is_helpless, is_in_torpor

RUNS = ("running_dodge", "straight_run")


def of_attack(view: State, intent: Intent) -> Mapping[str, bool]:
    """What a form of a strike, a grapple, a throw or a shot leaves out."""
    target = view.characters.get(intent.targets[0]) if intent.targets else None
    return _of_target(target, intent) if target is not None else {}


def of_roll(view: State, intent: Intent) -> Mapping[str, bool]:
    """What a form of a roll leaves out: dice that are given have no rating, and a rating no dice."""
    return {"rating": "dice" not in intent.values, "dice": "rating" not in intent.values}


def _of_target(target: Character, intent: Intent) -> Mapping[str, bool]:
    """Who is helpless neither defends nor runs; only who can soak is asked; only a sleeper's end needs a yes."""
    stance = planned_stance(target, intent)
    return {
        "defending": not is_helpless(target),
        "defence_bonus": stance != "no_defence",
        "running": stance in RUNS,
        "soak": can_soak(target, deep=False),
        "sure": is_in_torpor(target),
    }
