"""Which parameters of an attack make sense for its weapon and way, its target, and what is chosen already."""

from collections.abc import Mapping

from tracker.api import Character, Intent, State
from tracker_wod import gear
from tracker_wod.attack_pool import BLOWS, RANGED, kind_of
from tracker_wod.defence import may_dodge, why_no_defence
from tracker_wod.economy import may_pay_with_defence, why_no_move
from tracker_wod.gear import Weapon


def useful(intent: Intent, kind: str, weapon: Weapon) -> Mapping[str, bool]:
    """Whether an attack of this kind has any use for each of those parameters that not every attack has."""
    is_burst = intent.text("burst", "single") != "single"
    return {
        **dict.fromkeys(("distance", "band", "scope", "close"), kind in RANGED),
        **dict.fromkeys(("same-burst", "only"), is_burst),
        "finesse": kind == "weaponry",
        "one-hand": weapon.two_handed,
        "aerodynamic": kind == "thrown",
        "skin": kind == "touch",
        "bare": bool(intent.text("spot")),
        "in-grapple": bool(intent.names("spare") or intent.integer("others")),
    }


def attack_applies(view: State, intent: Intent) -> Mapping[str, bool]:
    """Whether what not every attack has makes sense for this one."""
    attacker = view.characters.get(intent.actor)
    weapon = gear.weapon_of(attacker, intent.text("weapon")) if attacker else None
    if attacker is None or weapon is None:
        return {}
    kind = kind_of(intent, weapon)
    shown = dict(useful(intent, kind, weapon))
    is_automatic = kind == "firearms" and weapon.auto
    shown |= dict.fromkeys(("burst", "bystanders", "nameless"), is_automatic)
    shown |= dict.fromkeys(("spare", "others"), kind in RANGED)
    shown |= dict.fromkeys(("stuns", "knockdown", "object-only"), kind != "touch")
    can_pay = {one: kind in BLOWS and not may_pay_with_defence(view, attacker.id, one) for one in ("charge", "all-out")}
    shown |= {"all-out": can_pay["all-out"], "charge": can_pay["charge"] and not why_no_move(view, attacker.id)}
    return {**shown, **_of_defence(view, intent, kind)}


def _of_defence(view: State, intent: Intent, kind: str) -> Mapping[str, bool]:
    """How the targets may meet the attack: with their Defence, unless it does not count (WOD-DEF-02, -03)."""
    targets = [view.characters[who] for who in intent.targets if who in view.characters]
    counts = kind != "firearms" or intent.flag("close")
    defended = [one for one in targets if counts and not why_no_defence(one)]
    return {
        "dodges": any(may_dodge(view, one.id) for one in defended),
        "resist": any(map(_has_willpower, defended)),
        "waive": bool(defended),
    }


def _has_willpower(character: Character) -> bool:
    return bool(character.pools["willpower"].value)
