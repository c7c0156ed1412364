"""Grapples: taking hold, overpowering and its manoeuvres, pins, breaking free (WOD-ATK-49 to -65)."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Character,
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
from tracker_wod.attack import engage
from tracker_wod.attack_pool import plan_attack
from tracker_wod.cover import LEVELS, enter
from tracker_wod.damage import damage_intent
from tracker_wod.defence import meet_attack
from tracker_wod.dice import Pool
from tracker_wod.economy import no_action, spend_action
from tracker_wod.effects import trait_value
from tracker_wod.feature import Feature
from tracker_wod.gear import Weapon
from tracker_wod.hits import fall_prone
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for

SMALL = 1
"""The largest Size of a weapon that can be got out inside a grapple, WOD-ATK-58."""

TRAITS = ("strength", "brawl")


def holders_of(character: Character) -> tuple[str, ...]:
    """Who holds or pins a character."""
    grips = (*character.conditions_of_kind("held"), *character.conditions_of_kind("pinned"))
    return tuple(dict.fromkeys(condition.source for condition in grips))


def in_grapple_with(view: State, who: str, other: str) -> bool:
    """Whether one of the two holds the other."""
    return other in holders_of(view.characters[who]) or who in holders_of(view.characters[other])


def pin_strength(character: Character) -> int:
    """The successes that a pin was made with, to be beaten; 0 for a plain hold (WOD-ATK-57)."""
    return max((condition.amount for condition in character.conditions_of_kind("pinned")), default=0)


# ---------------------------------------------------------------------- taking hold


def grapple(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Take hold of the target: one success, no damage (WOD-ATK-49)."""
    draft = Draft(view)
    who, target = intent.actor, intent.target
    if in_grapple_with(view, who, target):
        raise Refusal(message("wod.refused.in_grapple", who=view.characters[who].name))
    spend_action(draft, who, "grapple", free=intent.flag("free"))
    plan = plan_attack(draft.state, _as_attack(intent), target)
    thrown = throw_for(
        draft, intent, chance, who, plan.pool, "grapple", against=target, rule="WOD-ATK-49", defence=plan.defence
    )
    meet_attack(draft, target, applied=plan.applied, resisted=plan.resisted, waived=plan.waived)
    engage(draft, who, target)
    if thrown.successes:
        take_hold(draft, who, target)
    return draft.outcome()


def _as_attack(intent: Intent) -> Intent:
    return intent.with_values(kind="grapple", weapon=gear.UNARMED)


def take_hold(draft: Draft, holder: str, held: str) -> None:
    """Let one hold the other."""
    rule = frozen({"rule": "WOD-ATK-49"})
    grip = Condition(f"held:{holder}", "held", source=holder, data=rule, unit="scene")
    grasp = Condition(f"holding:{held}", "holding", source=held, data=rule, unit="scene")
    draft.add(ConditionSet(held, grip, "WOD-ATK-49"), ConditionSet(holder, grasp, "WOD-ATK-49"))
    draft.say(message("wod.holds", who=draft.character(holder).name, target=draft.character(held).name))


def grapple_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of getting a hold."""
    return chances_of(view, plan_attack(view, _as_attack(intent), intent.target).pool) if intent.targets else None


# ---------------------------------------------------------------------- overpowering and its manoeuvres


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
    _end(draft, intent.actor, lambda condition: condition.id == f"controls:{target.id}")
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


# ---------------------------------------------------------------------- keeping and ending it


def keep_pin(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Do nothing but keep a pin: no roll (WOD-ATK-56)."""
    draft = Draft(view)
    who = intent.actor
    if not _pins(view, who):
        raise Refusal(message("wod.reason.no_pin"))
    spend_action(draft, who, "keep-pin")
    draft.say(message("wod.keeps_pin", who=view.characters[who].name))
    return draft.outcome()


def _pins(view: State, who: str) -> bool:
    return any(
        condition.source == who
        for character in view.characters.values()
        for condition in character.conditions_of_kind("pinned")
    )


def _free_pool(view: State, intent: Intent) -> Pool:
    """Strength + Brawl − the strongest holder's Strength − 1 for each holder after the first (WOD-ATK-63)."""
    holders = [view.characters[who] for who in holders_of(view.characters[intent.actor]) if who in view.characters]
    further: list[Part] = []
    if holders:
        strongest = max(holders, key=lambda holder: trait_value(holder, "strength"))
        label = message("wod.strength_of", who=strongest.name)
        further.append(Part(label, -trait_value(strongest, "strength"), "WOD-ATK-50"))
    if len(holders) > 1:
        further.append(Part(message("wod.more_holders", count=len(holders) - 1), 1 - len(holders), "WOD-ATK-63"))
    return pool_of(view, intent, intent.actor, TRAITS, further)


def break_free(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Break free of everybody who holds on: one success, out of a pin more than it was made with (WOD-ATK-57)."""
    draft = Draft(view)
    who = intent.actor
    character = view.characters[who]
    if not holders_of(character):
        raise Refusal(message("wod.reason.not_held"))
    pin = pin_strength(character)
    spend_action(draft, who, "break-free", free=intent.flag("free"))
    thrown = throw_for(
        draft, intent, chance, who, _free_pool(draft.state, intent), "break-free", rule="WOD-ATK-50", needed=pin + 1
    )
    if thrown.successes > pin:
        release(draft, who)
        draft.say(message("wod.free", who=character.name))
    else:
        draft.say(message("wod.not_free", who=character.name, count=pin + 1))
    return draft.outcome()


def release(draft: Draft, who: str, holders: tuple[str, ...] | None = None) -> None:
    """End the hold on someone: that of these holders, or of all."""
    freed_from = holders_of(draft.character(who)) if holders is None else holders
    _end(draft, who, lambda condition: condition.kind in ("held", "pinned") and condition.source in freed_from)
    _end(draft, who, lambda condition: condition.kind == "controls-weapon" and condition.source in freed_from)
    for holder in freed_from:
        if holder in draft.state.characters:
            _end(draft, holder, lambda condition: condition.id in (f"holding:{who}", f"controls:{who}"))


def _end(draft: Draft, who: str, ends: Callable[[Condition], bool]) -> None:
    for condition in list(draft.character(who).conditions.values()):
        if ends(condition):
            draft.add(ConditionEnded(who, condition.id, "released"))


def release_all(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Let go of whom one holds; that costs no action."""
    draft = Draft(view)
    who = intent.actor
    held = [other for other, character in view.characters.items() if who in holders_of(character)]
    if not held:
        raise Refusal(message("wod.reason.holds_nobody"))
    for other in held:
        release(draft, other, (who,))
        draft.say(message("wod.lets_go", who=view.characters[who].name, target=view.characters[other].name))
    return draft.outcome()


def break_free_odds(view: State, intent: Intent) -> Chances:
    """The odds of getting free."""
    pin = pin_strength(view.characters[intent.actor])
    return chances_of(view, _free_pool(view, intent), must_exceed=pin)


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to grapple, to hold, to break free."""
    character = view.characters[who]
    verbs = ("grapple", "hold", "keep-pin", "break-free")
    reasons = {verb: reason for verb in verbs if (reason := no_action(view, who, verb))}
    if not holders_of(character):
        reasons.setdefault("break-free", "wod.reason.not_held")
    holds = any(who in holders_of(other) for other in view.characters.values())
    if not holds:
        reasons.setdefault("release", "wod.reason.holds_nobody")
        if not holders_of(character):
            reasons.setdefault("hold", "wod.reason.no_grapple")
    if not _pins(view, who):
        reasons.setdefault("keep-pin", "wod.reason.no_pin")
    return reasons


def loosen(draft: Draft, intent: Intent, chance: Chance) -> None:
    """When the game master ends one side of a hold, the other side ends with it."""
    side, _, other = intent.text("id").partition(":")
    if other not in draft.state.characters:
        return
    if side == "held":
        _end(draft, intent.target, lambda condition: condition.kind == "pinned" and condition.source == other)
        _end(draft, other, lambda condition: condition.id == f"holding:{intent.target}")
    elif side == "holding":
        release(draft, other, (intent.target,))


FREE = Parameter("free", "switch", common=False)

FEATURE = Feature(
    actions=(
        Action(
            "grapple",
            "roll",
            (
                *DIE_PARAMETERS,
                Parameter("waive", "switch"),
                Parameter("resist", "switch"),
                FREE,
            ),
            targets="one",
            rules=("WOD-ATK-49",),
            examples=("grapple Anderson by=Drew",),
            group="grapple",
            spends_turn=True,
        ),
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
            spends_turn=True,
        ),
        Action(
            "break-free",
            "roll",
            (*DIE_PARAMETERS, FREE),
            rules=("WOD-ATK-50", "WOD-ATK-57", "WOD-ATK-63"),
            examples=("break-free by=Sloan",),
            group="grapple",
            spends_turn=True,
        ),
        Action(
            "keep-pin",
            "act",
            rules=("WOD-ATK-56",),
            examples=("keep-pin by=Greer",),
            group="grapple",
            spends_turn=True,
        ),
        Action("release", "act", rules=("WOD-ATK-49",), examples=("release by=Drew",), group="grapple"),
    ),
    verbs={"grapple": grapple, "hold": hold, "break-free": break_free, "keep-pin": keep_pin, "release": release_all},
    odds={"grapple": grapple_odds, "hold": hold_odds, "break-free": break_free_odds},
    conditions=(
        ConditionKind("held", tone="warning", rule="WOD-ATK-49"),
        ConditionKind("holding", rule="WOD-ATK-64"),
        ConditionKind("pinned", amount=True, tone="bad", rule="WOD-ATK-55"),
        ConditionKind("controls-weapon", rule="WOD-ATK-60"),
    ),
    condition_ended=(loosen,),
    options=(OptionSpec("grapple-armour", False, rule="WOD-ATK-49"),),
    unavailable=unavailable,
)
