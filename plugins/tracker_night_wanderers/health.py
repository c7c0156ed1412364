"""Health in five bands and the pain that a band brings."""

from tracker.api import Character, Part, State, Term
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import THRESHOLDS

_PAIN = {"optimal": 0, "normal": 1, "average": 2, "dangerous": 2, "critical": 2}
_GROWING_PAIN = {**_PAIN, "dangerous": 3, "critical": 4}
_PAIN_RULE = {"normal": "NW-EFF-01", "average": "NW-EFF-02"}


def band(character: Character) -> str:
    """The band that the present points lie in; "" without health or at zero and below (NW-STATE-01, 04)."""
    health = character.pools.get("health")
    if health is None or health.value <= 0:
        return ""
    maximum = health.maximum or health.value
    for number, name in enumerate(THRESHOLDS, 1):
        upper_edge = character.integer(f"threshold_{name}") or number * maximum // 5
        if health.value <= upper_edge:
            return name
    return "optimal"


def pain(view: State, character: Character) -> int:
    """Dice that pain takes off a pool now (NW-EFF-01 to 03); none in frenzy (NW-EFF-06)."""
    health = character.pools.get("health")
    if health is None or character.has_condition("frenzy"):
        return 0
    losses = _GROWING_PAIN if is_set(view, "pain_low_bands", "growing") else _PAIN
    return losses[band(character) or "critical"]


def pain_part(view: State, character: Character, purpose: str) -> tuple[Part, ...]:
    """The part of a pool that pain takes, empty where it does not reach this roll.

    `purpose` is "action", "soak" or "frenzy"; a table option leaves the last two alone (NW-EFF-05).
    """
    loss = pain(view, character)
    if not loss or (purpose != "action" and is_set(view, "pain_scope", "actions_only")):
        return ()
    return (Part(Term("pain"), -loss, pain_rule(character)),)


def pain_rule(character: Character) -> str:
    """The rule behind the pain of the band that the character is in (NW-EFF-01 to 03)."""
    return _PAIN_RULE.get(band(character), "NW-EFF-03")


def points_per_level(view: State, character: Character) -> int:
    """How many points one level of damage or healing is (NW-DMG-07)."""
    health = character.pools.get("health")
    if health is None or health.maximum is None or not is_set(view, "health_level", "band"):
        return 1
    return max(1, health.maximum // 5)
