"""Overpowering in a grapple and what a success allows: the manoeuvres (WOD-ATK-51 to -62)."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    OptionSpec,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    TraitSet,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear, track
from tracker_wod.attack_pool import Softened, by_nature, tell_softened
from tracker_wod.cover import LEVELS, enter
from tracker_wod.damage import damage_intent
from tracker_wod.dice import Pool
from tracker_wod.economy import FREE, no_action, spend_action
from tracker_wod.effects import trait_value
from tracker_wod.gear import Weapon
from tracker_wod.grapple import TRAITS, holders_of, in_grapple_with
from tracker_wod.hits import fall_prone
from tracker_wod.refusing import barred
from tracker_wod.rolls import ACT_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.shooting import use_rounds

SMALL = 1
"""The largest Size of a weapon that can be got out inside a grapple, WOD-ATK-58."""


def _who_has(view: State, intent: Intent) -> Character:
    """Whose weapon is used: the opponent's under control, else that of the one who acts."""
    who = view.characters[intent.actor]
    return view.characters[intent.target] if f"controls:{intent.target}" in who.conditions else who


def _drawn_weapon(view: State, intent: Intent) -> Weapon | None:
    """The weapon that the manoeuvre `weapon` is made with: the one in hand, or the opponent's under control."""
    holder = _who_has(view, intent)
    return gear.weapon_of(holder, intent.text("weapon")) if holder.text("weapon") or intent.text("weapon") else None


def _hold_pool(view: State, intent: Intent) -> Pool:
    """Strength + Brawl, a drawn weapon's rating with it, − the opponent's Strength (WOD-ATK-51, WOD-ATK-59)."""
    target = view.characters[intent.target]
    further: list[Part] = []
    manoeuvre = intent.text("manoeuvre")
    if manoeuvre == "weapon":
        weapon = _drawn_weapon(view, intent)
        rating = intent.integer("rating", weapon.rating) if weapon else intent.integer("rating")
        further.append(Part(Term(weapon.id if weapon else "weapon"), rating, "WOD-ATK-59"))
    if manoeuvre == "damage" and "rating" in intent.values:
        further.append(Part(Term("bite"), intent.integer("rating"), "WOD-ATK-15"))
    further.append(Part(message("wod.strength_of", who=target.name), -trait_value(target, "strength"), "WOD-ATK-51"))
    if manoeuvre == "damage" and view.option("grapple-armour", False) is True:
        armour = gear.armour_of(target)
        further.append(Part(Term(armour.id or "armour"), -armour.general, "WOD-ATK-49"))
    return pool_of(view, intent, intent.actor, TRAITS, [part for part in further if part.value])


def hold(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Overpower the other in a grapple; one success allows the manoeuvre (WOD-ATK-50, WOD-ATK-51)."""
    view = draft.state
    who, target = intent.actor, intent.target
    manoeuvre = intent.text("manoeuvre")
    if not in_grapple_with(view, who, target):
        raise Refusal(message("wod.refused.no_grapple", who=view.characters[who].name))
    if reason := _why_not(view, intent, manoeuvre):
        raise barred(view, *reason)
    spend_action(draft, who, "hold", free=intent.flag("free"))
    weapon = _drawn_weapon(view, intent) if manoeuvre == "weapon" else None
    if weapon and weapon.skill == "firearms":
        use_rounds(draft, _who_has(view, intent).id, weapon, gear.table("burst")["single"])
    pool = _hold_pool(draft.state, intent)
    thrown = throw_for(
        draft, intent, chance, who, pool, manoeuvre_term(manoeuvre), against=target, rule="WOD-ATK-51",
        manoeuvre=manoeuvre, type=_damage_of(view, intent).type,
    )  # fmt: skip
    if thrown.successes:
        MANOEUVRES[manoeuvre](draft, intent, thrown.successes)


def manoeuvre_term(manoeuvre: str) -> str:
    """The term of a manoeuvre."""
    return f"grapple-{manoeuvre}"


def _why_not(view: State, intent: Intent, manoeuvre: str) -> tuple[str, str, str] | None:
    """Who cannot use a manoeuvre now, why, and the word that does it anyway; None where it is possible."""
    who, target = view.characters[intent.actor], view.characters[intent.target]
    match manoeuvre:
        case "weapon":
            return _why_no_weapon(view, intent)
        case "turn" | "disarm" if not target.text("weapon"):
            return target.id, "wod.reason.no_weapon", ""
        case "control" if f"controls:{who.id}" not in target.conditions:
            return who.id, "wod.reason.no_control_lost", ""
        case "draw" if not intent.flag("free"):
            weapon = gear.weapon_of(who, intent.text("weapon") or gear.OWN_WEAPON)
            if weapon is None or weapon.size > SMALL:
                return who.id, "wod.reason.not_small", "free"
    return None


def _why_no_weapon(view: State, intent: Intent) -> tuple[str, str, str] | None:
    """Who cannot attack with a weapon in the grapple, and why (WOD-ATK-58 to -60).

    It is in hand and small, or the opponent's own, turned on him in an earlier round.
    """
    who, target = view.characters[intent.actor], view.characters[intent.target]
    control = who.conditions.get(f"controls:{target.id}")
    if control is not None and view.round and control.data.get("round") == view.round:
        return who.id, "wod.reason.next_round", ""
    if control is None and f"controls:{who.id}" in target.conditions:
        return who.id, "wod.reason.no_control", ""
    weapon, holder = _drawn_weapon(view, intent), _who_has(view, intent)
    if weapon is None:
        return None if "rating" in intent.values else (who.id, "wod.reason.no_weapon", "")
    if weapon.id != holder.text("weapon"):
        return who.id, "wod.reason.draw_first", ""
    if control is None and weapon.size > SMALL and not intent.flag("free"):
        return who.id, "wod.reason.too_large", "free"
    return None


def _hurt(draft: Draft, intent: Intent, successes: int) -> None:
    parts = (Part(Term("success"), successes, "WOD-ATK-54"),)
    draft.follow(damage_intent(intent.actor, intent.target, successes, intent.text("type", "bashing"), parts))


def _damage_of(view: State, intent: Intent) -> Softened:
    """What the manoeuvre does: bashing, or the type of the weapon used (WOD-ATK-54, WOD-ATK-59)."""
    weapon = _drawn_weapon(view, intent) if intent.text("manoeuvre") == "weapon" else None
    damage_type = intent.text("type", weapon.type if weapon else "bashing")
    if weapon and weapon.skill == "firearms":
        return by_nature(view.characters[intent.target], "guns", damage_type)
    return Softened(damage_type, damage_type)


def _use_weapon(draft: Draft, intent: Intent, successes: int) -> None:
    parts = (Part(Term("success"), successes, "WOD-ATK-59"),)
    softened = _damage_of(draft.state, intent)
    tell_softened(draft, intent.target, softened)
    draft.follow(damage_intent(intent.actor, intent.target, successes, softened.type, parts, rule=softened.rule))


def _pin(draft: Draft, intent: Intent, successes: int) -> None:
    who, target = intent.actor, intent.target
    pin = Condition(f"pinned:{who}", "pinned", successes, source=who, data=frozen({"rule": "WOD-ATK-55"}), unit="scene")
    told = draft.record(ConditionSet(target, pin, "WOD-ATK-55"))
    values = {"who": draft.character(who).name, "target": draft.character(target).name}
    draft.say(message("wod.pins", count=told("condition.amount"), **values))


def _draw(draft: Draft, intent: Intent, successes: int) -> None:
    who = draft.character(intent.actor)
    weapon = intent.text("weapon") or gear.OWN_WEAPON
    drawn = TraitSet(who.id, "weapon", who.traits.get("weapon"), weapon)
    draft.tell(message("wod.draws", who=who.name, weapon=Term(weapon)), drawn)


def _turn(draft: Draft, intent: Intent, successes: int) -> None:
    who, target = draft.character(intent.actor), draft.character(intent.target)
    control = Condition(
        f"controls:{target.id}", "controls-weapon", source=target.id, note=target.text("weapon"),
        data=frozen({"round": draft.state.round, "rule": "WOD-ATK-60"}), unit="scene",
    )  # fmt: skip
    line = message("wod.turns_weapon", who=who.name, target=target.name, weapon=Term(target.text("weapon")))
    draft.tell(line, ConditionSet(who.id, control, "WOD-ATK-60"))


def _control(draft: Draft, intent: Intent, successes: int) -> None:
    who, target = draft.character(intent.actor), draft.character(intent.target)
    ended = ConditionEnded(target.id, f"controls:{who.id}", "won back", "WOD-ATK-60")
    draft.tell(message("wod.wins_control", who=who.name, target=target.name), ended)


def _disarm(draft: Draft, intent: Intent, successes: int) -> None:
    target = draft.character(intent.target)
    weapon = target.text("weapon")
    line = message("wod.disarmed", who=target.name, weapon=Term(weapon))
    draft.tell(line, TraitSet(target.id, "weapon", weapon, ""))
    if (control := f"controls:{target.id}") in draft.character(intent.actor).conditions:
        draft.add(ConditionEnded(intent.actor, control, "disarmed", "WOD-ATK-61"))


def _shield(draft: Draft, intent: Intent, successes: int) -> None:
    enter(draft, intent.actor, intent.text("level", "good"), behind=intent.target)
    draft.say(message("wod.shield", who=draft.character(intent.actor).name, target=draft.character(intent.target).name))


def _throw_down(draft: Draft, intent: Intent, successes: int) -> None:
    for who in (intent.target, intent.actor):
        fall_prone(draft, who, "WOD-ATK-53")


MANOEUVRES: Mapping[str, Callable[[Draft, Intent, int], None]] = {
    "damage": _hurt,
    "pin": _pin,
    "throw-down": _throw_down,
    "draw": _draw,
    "weapon": _use_weapon,
    "turn": _turn,
    "control": _control,
    "disarm": _disarm,
    "shield": _shield,
}
"""What one success in a grapple allows, WOD-ATK-53 to -62."""


def hold_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of a manoeuvre."""
    return chances_of(view, _hold_pool(view, intent)) if intent.targets else None


def applies(view: State, intent: Intent) -> Mapping[str, bool]:
    """What the manoeuvre has a use for: a weapon to draw or to use, a type of harm, the cover that someone gives."""
    manoeuvre = intent.text("manoeuvre", "damage")
    harms = manoeuvre in ("damage", "weapon")
    return {"weapon": manoeuvre in ("draw", "weapon"), "type": harms, "rating": harms, "level": manoeuvre == "shield"}


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to overpower anyone."""
    if reason := no_action(view, who, "hold"):
        return {"hold": reason}
    held = bool(holders_of(view.characters[who])) or any(who in holders_of(other) for other in view.characters.values())
    return {} if held else {"hold": "wod.reason.no_grapple"}


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "hold", "roll",
            (
                Parameter("manoeuvre", "choice", default="damage", choices=tuple(map(Choice, MANOEUVRES)), kept=True),
                *ACT_PARAMETERS,
                Parameter(
                    "weapon", "choice", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON))), common=False
                ),
                Parameter("type", "choice", choices=tuple(map(Choice, track.MARKS)), common=False),
                Parameter("rating", "integer", minimum=0, maximum=20, common=False),
                Parameter("level", "choice", choices=tuple(map(Choice, LEVELS[:-1])), common=False),
                FREE,
            ),
            targets="one", rules=("WOD-ATK-51", "WOD-ATK-52", "WOD-ATK-54", "WOD-ATK-55"),
            examples=("hold Anderson damage by=Drew", "hold Sloan pin by=Greer", "hold Killer draw weapon=knife"),
            group="grapple",
        ), drafted(hold), hold_odds, applies=applies),
    ),
    conditions=(ConditionKind("controls-weapon", rule="WOD-ATK-60", bound=True),),
    options=(OptionSpec("grapple-armour", False, rule="WOD-ATK-49"),),
    unavailable=unavailable,
)  # fmt: skip
