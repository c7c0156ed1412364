"""How a hazard hands over its harm, and marks that may not heal while it lasts."""

from tracker.api import Condition, ConditionSet, Draft, Part
from tracker_wod.damage import LARGEST_DAMAGE, damage_intent
from tracker_wod.periodic import HELD_BACK, changed


def total_of(parts: tuple[Part, ...]) -> int:
    """What the parts of a damage come to: not below 0, and no more than can be marked at once."""
    return max(0, min(LARGEST_DAMAGE, sum(part.value for part in parts)))


def harm(draft: Draft, who: str, damage_type: str, parts: tuple[Part, ...], rule: str, actor: str = "") -> int:
    """Ask for the damage that the parts come to, and return it; nothing is asked for where it comes to nothing."""
    points = total_of(parts)
    if points:
        draft.follow(damage_intent(actor, who, points, damage_type, parts, rule=rule))
    return points


def hold_back(draft: Draft, who: str, points: int, cause: str) -> None:
    """Keep so many more marks from healing until the condition `cause` is over, WOD-HEAL-07."""
    if not points:
        return
    held_id = f"{HELD_BACK}:{cause}"
    running = draft.character(who).conditions.get(held_id)
    if running is None:
        draft.add(ConditionSet(who, Condition(held_id, HELD_BACK, amount=points, source=cause), "WOD-HEAL-07"))
    else:
        changed(draft, who, running, "WOD-HEAL-07", amount=running.amount + points)
