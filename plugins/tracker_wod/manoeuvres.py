"""Overpowering in a grapple and what a success allows: the manoeuvres (WOD-ATK-51 to -62)."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    OptionSpec,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    TraitSet,
    frozen,
    message,
)
from tracker_wod import gear, track
from tracker_wod.cover import LEVELS, enter
from tracker_wod.damage import damage_intent
from tracker_wod.dice import Pool
from tracker_wod.economy import no_action, spend_action
from tracker_wod.effects import trait_value
from tracker_wod.feature import Feature
from tracker_wod.gear import Weapon
from tracker_wod.grapple import FREE, TRAITS, end_conditions, holders_of, in_grapple_with
from tracker_wod.hits import fall_prone
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for

SMALL = 1
"""The largest Size of a weapon that can be got out inside a grapple, WOD-ATK-58."""


def _drawn_weapon(view: State, intent: Intent) -> Weapon | None:
    """The weapon that the manoeuvre `weapon` is made with: one's own in hand, or the opponent's under control."""
    who, target = view.characters[intent.actor], view.characters[intent.target]
    control = who.conditions.get(f"controls:{intent.target}")
    holder = target if control is not None else who
    return gear.weapon_of(holder, intent.text("weapon")) if holder.text("weapon") or intent.text("weapon") else None


def _hold_pool(view: State, intent: Intent) -> Pool:
    """Strength + Brawl, a drawn weapon's rating with it, − the opponent's Strength (WOD-ATK-51, WOD-ATK-59)."""
    target = view.characters[intent.target]
    further: list[Part] = []
    manoeuvre = intent.text("manoeuvre")
    if manoeuvre == "weapon" and (weapon := _drawn_weapon(view, intent)):
        further.append(Part(Term(weapon.id), weapon.rating, "WOD-ATK-59"))
    if manoeuvre == "damage" and "rating" in intent.values:
        further.append(Part(Term("bite"), intent.integer("rating"), "WOD-ATK-15"))
    further.append(Part(message("wod.strength_of", who=target.name), -trait_value(target, "strength"), "WOD-ATK-51"))
    if manoeuvre == "damage" and view.option("grapple-armour", False) is True:
        armour = gear.armour_of(target)
        further.append(Part(Term(armour.id or "armour"), -armour.general, "WOD-ATK-49"))
    return pool_of(view, intent, intent.actor, TRAITS, [part for part in further if part.value])


def hold(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Overpower the other in a grapple; one success allows the manoeuvre (WOD-ATK-50, WOD-ATK-51)."""
    draft = Draft(view)
    who, target = intent.actor, intent.target
    manoeuvre = intent.text("manoeuvre", "damage")
    if manoeuvre not in MANOEUVRES:
        raise Refusal(message("wod.refused.manoeuvre", known=tuple(map(Term, MANOEUVRES))))
    if not in_grapple_with(view, who, target):
        raise Refusal(message("wod.refused.no_grapple", who=view.characters[who].name))
    if reason := _why_not(view, intent, manoeuvre):
        raise Refusal(message(reason))
    spend_action(draft, who, "hold", free=intent.flag("free"))
    named = intent.with_values(manoeuvre=manoeuvre)
    pool = _hold_pool(draft.state, named)
    thrown = throw_for(
        draft, named, chance, who, pool, manoeuvre_term(manoeuvre), against=target, rule="WOD-ATK-51",
        manoeuvre=manoeuvre, type=_damage_type(view, named),
    )  # fmt: skip
    if thrown.successes:
        MANOEUVRES[manoeuvre](draft, named, thrown.successes)
    return draft.outcome()


def manoeuvre_term(manoeuvre: str) -> str:
    """The term of a manoeuvre."""
    return f"grapple-{manoeuvre}"


def _why_not(view: State, intent: Intent, manoeuvre: str) -> str:
    """Why a manoeuvre is not possible now."""
    who, target = view.characters[intent.actor], view.characters[intent.target]
    match manoeuvre:
        case "weapon":
            control = who.conditions.get(f"controls:{target.id}")
            if control is not None and view.round and control.data.get("round") == view.round:
                return "wod.reason.next_round"
            if control is None and f"controls:{who.id}" in target.conditions:
                return "wod.reason.no_control"
            if _drawn_weapon(view, intent) is None:
                return "wod.reason.no_weapon"
        case "turn" | "disarm" if not target.text("weapon"):
            return "wod.reason.no_weapon"
        case "control" if f"controls:{who.id}" not in target.conditions:
            return "wod.reason.no_control_lost"
        case "draw":
            weapon = gear.weapon_of(who, intent.text("weapon") or gear.OWN_WEAPON)
            if weapon is None or weapon.size > SMALL:
                return "wod.reason.not_small"
    return ""


def _hurt(draft: Draft, intent: Intent, successes: int) -> None:
    parts = (Part(Term("success"), successes, "WOD-ATK-54"),)
    draft.follow(damage_intent(intent.actor, intent.target, successes, intent.text("type", "bashing"), parts))


def _damage_type(view: State, intent: Intent) -> str:
    """What the manoeuvre does: bashing, or the type of the weapon used (WOD-ATK-54, WOD-ATK-59)."""
    weapon = _drawn_weapon(view, intent) if intent.text("manoeuvre") == "weapon" else None
    damage_type = intent.text("type", weapon.type if weapon else "bashing")
    if weapon and weapon.skill == "firearms" and damage_type == "lethal":
        return view.characters[intent.target].text("guns", damage_type)
    return damage_type


def _use_weapon(draft: Draft, intent: Intent, successes: int) -> None:
    parts = (Part(Term("success"), successes, "WOD-ATK-59"),)
    damage_type = _damage_type(draft.state, intent)
    draft.follow(damage_intent(intent.actor, intent.target, successes, damage_type, parts))


def _pin(draft: Draft, intent: Intent, successes: int) -> None:
    who, target = intent.actor, intent.target
    pin = Condition(f"pinned:{who}", "pinned", successes, source=who, data=frozen({"rule": "WOD-ATK-55"}), unit="scene")
    draft.add(ConditionSet(target, pin, "WOD-ATK-55"))
    draft.say(message("wod.pins", who=draft.character(who).name, target=draft.character(target).name, count=successes))


def _draw(draft: Draft, intent: Intent, successes: int) -> None:
    who = draft.character(intent.actor)
    weapon = intent.text("weapon") or gear.OWN_WEAPON
    draft.add(TraitSet(who.id, "weapon", who.traits.get("weapon"), weapon))
    draft.say(message("wod.draws", who=who.name, weapon=Term(weapon)))


def _turn(draft: Draft, intent: Intent, successes: int) -> None:
    who, target = draft.character(intent.actor), draft.character(intent.target)
    control = Condition(
        f"controls:{target.id}", "controls-weapon", source=target.id, note=target.text("weapon"),
        data=frozen({"round": draft.state.round, "rule": "WOD-ATK-60"}), unit="scene",
    )  # fmt: skip
    draft.add(ConditionSet(who.id, control, "WOD-ATK-60"))
    draft.say(message("wod.turns_weapon", who=who.name, target=target.name, weapon=Term(target.text("weapon"))))


def _control(draft: Draft, intent: Intent, successes: int) -> None:
    who, target = draft.character(intent.actor), draft.character(intent.target)
    draft.add(ConditionEnded(target.id, f"controls:{who.id}", "won back", "WOD-ATK-60"))
    draft.say(message("wod.wins_control", who=who.name, target=target.name))


def _disarm(draft: Draft, intent: Intent, successes: int) -> None:
    target = draft.character(intent.target)
    weapon = target.text("weapon")
    draft.add(TraitSet(target.id, "weapon", weapon, ""))
    end_conditions(draft, intent.actor, lambda condition: condition.id == f"controls:{target.id}")
    draft.say(message("wod.disarmed", who=target.name, weapon=Term(weapon)))


def _shield(draft: Draft, intent: Intent, successes: int) -> None:
    enter(draft, intent.actor, intent.text("level", "good"))
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


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to overpower anybody."""
    if reason := no_action(view, who, "hold"):
        return {"hold": reason}
    held = bool(holders_of(view.characters[who])) or any(who in holders_of(other) for other in view.characters.values())
    return {} if held else {"hold": "wod.reason.no_grapple"}


FEATURE = Feature(
    actions=(
        Action(
            "hold",
            "roll",
            (
                Parameter("manoeuvre", "choice", default="damage", choices=tuple(map(Choice, MANOEUVRES))),
                *DIE_PARAMETERS,
                Parameter(
                    "weapon", "choice", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON))), common=False
                ),
                Parameter("type", "choice", choices=tuple(map(Choice, track.MARKS)), common=False),
                Parameter("rating", "integer", minimum=0, maximum=20, common=False),
                Parameter("level", "choice", choices=tuple(map(Choice, LEVELS[:-1])), common=False),
                FREE,
            ),
            targets="one",
            rules=("WOD-ATK-51", "WOD-ATK-52", "WOD-ATK-54", "WOD-ATK-55"),
            examples=("hold Anderson damage by=Drew", "hold Sloan pin by=Greer", "hold Killer draw weapon=knife"),
            group="grapple",
        ),
    ),
    verbs={"hold": hold},
    odds={"hold": hold_odds},
    conditions=(ConditionKind("controls-weapon", rule="WOD-ATK-60"),),
    options=(OptionSpec("grapple-armour", False, rule="WOD-ATK-49"),),
    unavailable=unavailable,
)
