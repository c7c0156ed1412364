"""Getting weapons ready: drawing, loading, clearing jams, aiming (WOD-TURN-07 to -11, WOD-ATK-31)."""

from collections.abc import Mapping

from tracker.api import (
    Chance,
    Chapter,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Pool,
    PoolSet,
    Refusal,
    State,
    Term,
    TraitSet,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear
from tracker_wod.attack_pool import LARGEST_AIM
from tracker_wod.economy import (
    FREE,
    MAY_NOT_MOVE,
    MOVED,
    lose_defence,
    may_pay_with_defence,
    no_action,
    pay_with_defence,
    spend_action,
)
from tracker_wod.gear import Weapon
from tracker_wod.magazine import full_magazine, magazine_id, magazine_of
from tracker_wod.merits import has_merit
from tracker_wod.refusing import require
from tracker_wod.turns import turn_action

LARGEST_HIDDEN = 2
"""The largest Size that goes under a coat, WOD-EQ-05."""

WEAPON = Parameter("weapon", "choice", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON))))


def draw(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take a weapon in hand; a hidden one costs Defence, Quick Draw saves the action (WOD-TURN-07, WOD-TURN-08)."""
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    weapon = intent.text("weapon") or gear.OWN_WEAPON
    quick = has_merit(character, "quick-draw")
    spend_action(draft, who, "draw", free=intent.flag("free") or quick)
    if intent.flag("hidden-weapon"):
        pay_with_defence(draft, who, "draw", "WOD-TURN-08", free=intent.flag("free"))
        drawn = gear.weapon_of(character, weapon)
        if drawn and drawn.size > LARGEST_HIDDEN:
            draft.say(message("wod.remind.too_large", weapon=Term(weapon), size=drawn.size), working=True)
    drawn_fact = TraitSet(who, "weapon", character.traits.get("weapon"), weapon)
    draft.tell(message("wod.draws", who=character.name, weapon=Term(weapon)), drawn_fact)
    magazine = full_magazine(draft.character(who), weapon)
    if magazine and magazine_id(weapon) not in character.pools:
        draft.add(PoolSet(who, magazine_id(weapon), magazine, magazine, rule="WOD-RES-05"))
    if not view.round:
        draft.say(message("wod.remind.armed"), working=True)


def _gun(view: State, intent: Intent) -> tuple[Weapon, Pool]:
    """The gun that is to be loaded, with the rounds in it."""
    character = view.characters[intent.actor]
    weapon = gear.weapon_of(character, intent.text("weapon"))
    rounds = magazine_of(character, weapon) if weapon else None
    if weapon is None or rounds is None:
        raise Refusal(message("wod.refused.no_gun", who=character.name))
    return weapon, rounds


def reload(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Load the gun: an action; round by round it costs Defence, a crossbow takes several actions (WOD-TURN-09, -10).

    A round left in the chamber stays on top of the full magazine (WOD-RES-05).
    """
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    weapon, before = _gun(view, intent)
    spend_action(draft, who, "reload", free=intent.flag("free"))
    if intent.flag("singly"):
        pay_with_defence(draft, who, "reload", "WOD-TURN-09", free=intent.flag("free"))
    if weapon.reload_rounds > 1 and not _last_reload_round(draft, who, weapon):
        return
    chambered = 1 if weapon.chamber and (before.value or intent.flag("chamber")) else 0
    loaded = Pool(max(before.value, weapon.clip + chambered), weapon.clip + weapon.chamber)
    told = draft.record(PoolSet(who, magazine_id(weapon.id), before, loaded, rule="WOD-RES-05"))
    draft.say(message("wod.reloads", who=character.name, weapon=Term(weapon.id), count=told("after.value")))


def _last_reload_round(draft: Draft, who: str, weapon: Weapon) -> bool:
    """Count one round of a long reload; True when it was the last."""
    name = draft.character(who).name
    running = draft.character(who).conditions.get("reloading")
    left = (running.amount if running and running.note == weapon.id else weapon.reload_rounds) - 1
    if left > 0:
        reloading = Condition("reloading", "reloading", left, weapon.id, data=frozen({"rule": "WOD-TURN-10"}))
        line = message("wod.reloading", who=name, weapon=Term(weapon.id), count=left)
        draft.tell(line, ConditionSet(who, reloading, "WOD-TURN-10"))
        return False
    if running:
        draft.add(ConditionEnded(who, running.id, "done"))
    return True


def clear_jam(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Clear a jammed gun with the action (WOD-TURN-11)."""
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    jams = character.conditions_of_kind("jammed")
    if not jams:
        raise Refusal(message("wod.refused.no_jam", who=character.name))
    spend_action(draft, who, "clear-jam", free=intent.flag("free"))
    cleared = (ConditionEnded(who, jam.id, "cleared", "WOD-TURN-11") for jam in jams)
    draft.tell(message("wod.jam.cleared", who=character.name), *cleared)


def _why_no_aim(view: State, who: str) -> str:
    """Why no one aims now: Defence paid for something else, or a move; "" outside the rounds (WOD-ATK-31)."""
    if not view.round:
        return ""
    moved = "wod.reason.aim_moved" if view.characters[who].count(MOVED) else ""
    return may_pay_with_defence(view, who, "aim") or moved


def aim(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Spend a round on nothing but aiming, not even a move: one die more for the shot, at most three (WOD-ATK-31).

    Who aims has no Defence.
    """
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    if character.has_condition("blind"):
        raise Refusal(message("wod.refused.blind_aim", who=character.name))
    free = intent.flag("free")
    require(view, who, _why_no_aim(view, who), free=free)
    spend_action(draft, who, "aim", free=free, keep_aim=True)
    if view.round and not free:
        draft.add(CounterSet(who, MOVED, MAY_NOT_MOVE, "round"))
    aimed = sum(condition.amount for condition in character.conditions_of_kind("aiming"))
    amount = min(LARGEST_AIM, aimed + 1)
    aiming = Condition("aiming", "aiming", amount, data=frozen({"rule": "WOD-ATK-31"}), unit="scene")
    told = draft.record(ConditionSet(who, aiming, "WOD-ATK-31"))
    draft.say(message("wod.aims", who=character.name, amount=told("condition.amount")))
    lose_defence(draft, who, "aim", "WOD-ATK-31")


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to draw, reload, clear a jam, aim."""
    character = view.characters[who]
    verbs = ("draw", "reload", "clear-jam", "aim")
    reasons = {verb: reason for verb in verbs if (reason := no_action(view, who, verb))}
    weapon = gear.weapon_of(character)
    if weapon is None or not weapon.clip:
        reasons["reload"] = "wod.reason.no_gun"
    if not character.has_condition("jammed"):
        reasons["clear-jam"] = "wod.reason.no_jam"
    if reason := may_pay_with_defence(view, who, "aim"):
        reasons.setdefault("aim", reason)
    if view.round and character.count(MOVED):
        reasons.setdefault("aim", "wod.reason.aim_moved")
    return reasons


CHAPTER = Chapter(
    deeds=(
        Deed(turn_action(
            "draw", WEAPON, Parameter("hidden-weapon", "switch"), FREE, rules=("WOD-TURN-07", "WOD-TURN-08"),
            example="draw knife by=Killer",
        ), drafted(draw)),
        Deed(turn_action(
            "reload", Parameter("singly", "switch"), WEAPON, Parameter("chamber", "switch", common=False), FREE,
            rules=("WOD-TURN-09", "WOD-TURN-10"), example="reload singly by=Gunman",
        ), drafted(reload)),
        Deed(turn_action("clear-jam", FREE, rules=("WOD-TURN-11",)), drafted(clear_jam)),
        Deed(turn_action("aim", FREE, rules=("WOD-ATK-31", "WOD-ATK-32")), drafted(aim)),
    ),
    conditions=(
        ConditionKind("aiming", amount=True, tone="good", rule="WOD-ATK-31"),
        ConditionKind("reloading", amount=True, rule="WOD-TURN-10"),
        ConditionKind("jammed", tone="warning", rule="WOD-TURN-11"),
    ),
    unavailable=unavailable,
)  # fmt: skip
