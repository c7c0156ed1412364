"""What a fighter may do with a round besides attacking: move, run, draw, reload, drop, stand up, aim (WOD-TURN)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Draft,
    Intent,
    OptionSpec,
    Outcome,
    Parameter,
    Pool,
    PoolSet,
    Refusal,
    State,
    Term,
    TraitSet,
    frozen,
    message,
)
from tracker_wod import gear
from tracker_wod.attack_pool import LARGEST_AIM
from tracker_wod.cover import leave
from tracker_wod.economy import (
    MAY_NOT_MOVE,
    MOVED,
    lose_defence,
    may_pay_with_defence,
    moves,
    no_action,
    pay_with_defence,
    spend_action,
    why_no_move,
)
from tracker_wod.feature import Feature
from tracker_wod.gear import Weapon
from tracker_wod.hits import fall_prone
from tracker_wod.magazine import full_magazine, magazine_id, magazine_of
from tracker_wod.merits import has_merit
from tracker_wod.sheet import run_of, speed_of
from tracker_wod.shooting import throwing_ranges

LARGEST_HIDDEN = 2
"""The largest Size that goes under a coat, WOD-EQ-05."""

FREE = Parameter("free", "switch", common=False)
"""The game master grants the act without spending the round's action."""


# ---------------------------------------------------------------------- moving


def walk(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Move up to Speed, before the action or after it (WOD-TURN-03)."""
    draft = Draft(view)
    who = intent.actor
    moves(draft, who)
    speed = speed_of(view, view.characters[who]).value
    draft.say(message("wod.walks", who=view.characters[who].name, yards=speed))
    return draft.outcome()


def run(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Spend the action on covering twice one's Speed (WOD-TURN-05)."""
    draft = Draft(view)
    who = intent.actor
    if reason := why_no_move(view, who):
        raise Refusal(message(reason))
    spend_action(draft, who, "run", free=intent.flag("free"))
    if view.round:
        draft.add(CounterSet(who, MOVED, MAY_NOT_MOVE, "round"))
    leave(draft, who)
    yards = run_of(view, view.characters[who]).value
    draft.say(message("wod.runs", who=view.characters[who].name, yards=yards))
    return draft.outcome()


# ---------------------------------------------------------------------- weapons


def draw(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Take a weapon in hand; a hidden one costs Defence, Quick Draw saves the action (WOD-TURN-07, WOD-TURN-08)."""
    draft = Draft(view)
    who = intent.actor
    character = view.characters[who]
    weapon = intent.text("weapon") or gear.OWN_WEAPON
    if gear.weapon_of(character, weapon) is None:
        raise Refusal(message("wod.refused.weapon", weapon=weapon))
    quick = has_merit(character, "quick-draw")
    if reason := no_action(view, who, "draw"):
        raise Refusal(message(reason))
    spend_action(draft, who, "draw", free=intent.flag("free") or quick)
    if intent.flag("hidden-weapon"):
        pay_with_defence(draft, who, "draw", "WOD-TURN-08")
        drawn = gear.weapon_of(character, weapon)
        if drawn and drawn.size > LARGEST_HIDDEN:
            draft.say(message("wod.remind.too_large", weapon=Term(weapon), size=drawn.size))
    if character.text("weapon") != weapon:
        draft.add(TraitSet(who, "weapon", character.traits.get("weapon"), weapon))
    magazine = full_magazine(draft.character(who), weapon)
    if magazine and magazine_id(weapon) not in character.pools:
        draft.add(PoolSet(who, magazine_id(weapon), magazine, magazine, rule="WOD-RES-05"))
    draft.say(message("wod.draws", who=character.name, weapon=Term(weapon)))
    if not view.round:
        draft.say(message("wod.remind.armed"))
    return draft.outcome()


def _gun(view: State, intent: Intent) -> Weapon:
    character = view.characters[intent.actor]
    weapon = gear.weapon_of(character, intent.text("weapon"))
    if weapon is None or not weapon.clip:
        raise Refusal(message("wod.refused.no_gun", who=character.name))
    return weapon


def reload(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Load the gun: an action; round by round it costs Defence, a crossbow takes several actions (WOD-TURN-09, -10).

    A round left in the chamber stays on top of the full magazine (WOD-RES-05).
    """
    draft = Draft(view)
    who = intent.actor
    character = view.characters[who]
    weapon = _gun(view, intent)
    before = magazine_of(character, weapon) or Pool(0, weapon.clip)
    spend_action(draft, who, "reload", free=intent.flag("free"))
    if intent.flag("single"):
        pay_with_defence(draft, who, "reload", "WOD-TURN-09")
    if weapon.reload_rounds > 1 and not _last_reload_round(draft, who, weapon):
        return draft.outcome()
    chambered = 1 if weapon.chamber and (before.value or intent.flag("chamber")) else 0
    loaded = Pool(max(before.value, weapon.clip + chambered), weapon.clip + weapon.chamber)
    draft.add(PoolSet(who, magazine_id(weapon.id), before, loaded, rule="WOD-RES-05"))
    draft.say(message("wod.reloads", who=character.name, weapon=Term(weapon.id), count=loaded.value))
    return draft.outcome()


def _last_reload_round(draft: Draft, who: str, weapon: Weapon) -> bool:
    """Count one round of a long reload; True when it was the last."""
    name = draft.character(who).name
    running = draft.character(who).conditions.get("reloading")
    left = (running.amount if running and running.note == weapon.id else weapon.reload_rounds) - 1
    if left > 0:
        reloading = Condition("reloading", "reloading", left, weapon.id, data=frozen({"rule": "WOD-TURN-10"}))
        draft.add(ConditionSet(who, reloading, "WOD-TURN-10"))
        draft.say(message("wod.reloading", who=name, weapon=Term(weapon.id), count=left))
        return False
    if running:
        draft.add(ConditionEnded(who, running.id, "done"))
    return True


def clear_jam(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Clear a jammed gun with the action (WOD-TURN-11)."""
    draft = Draft(view)
    who = intent.actor
    character = view.characters[who]
    jams = character.conditions_of_kind("jammed")
    if not jams:
        raise Refusal(message("wod.refused.no_jam", who=character.name))
    spend_action(draft, who, "clear-jam", free=intent.flag("free"))
    for jam in jams:
        draft.add(ConditionEnded(who, jam.id, "cleared", "WOD-TURN-11"))
    draft.say(message("wod.jam.cleared", who=character.name))
    return draft.outcome()


def aim(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Spend a round on nothing but aiming: one die more for the shot, at most three; no Defence (WOD-ATK-31)."""
    draft = Draft(view)
    who = intent.actor
    character = view.characters[who]
    if character.has_condition("blind"):
        raise Refusal(message("wod.refused.blind_aim"))
    if reason := may_pay_with_defence(view, who, "aim"):
        raise Refusal(message(reason))
    spend_action(draft, who, "aim", free=intent.flag("free"), keep_aim=True)
    aimed = sum(condition.amount for condition in character.conditions_of_kind("aiming"))
    amount = min(LARGEST_AIM, aimed + 1)
    aiming = Condition("aiming", "aiming", amount, data=frozen({"rule": "WOD-ATK-31"}), unit="scene")
    draft.add(ConditionSet(who, aiming, "WOD-ATK-31"))
    lose_defence(draft, who, "aim", "WOD-ATK-31")
    draft.say(message("wod.aims", who=character.name, amount=amount))
    return draft.outcome()


def throw_range(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Tell how far a thing of some Size can be thrown; the roll is only for accuracy (WOD-ATK-27)."""
    draft = Draft(view)
    character = view.characters[intent.actor]
    ranges = throwing_ranges(character, intent.integer("size"), aerodynamic=intent.flag("aerodynamic"))
    line = message("wod.throw_range", who=character.name, short=ranges.short, medium=ranges.medium, long=ranges.long)
    draft.say(line)
    return draft.outcome()


# ---------------------------------------------------------------------- down and up


def drop(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Throw oneself down with the action, at any point of the round; before one's turn it costs the move as well."""
    draft = Draft(view)
    who = intent.actor
    character = view.characters[who]
    spend_action(draft, who, "drop", free=intent.flag("free"))
    fall_prone(draft, who, "WOD-TURN-12")
    place = view.place_of(who)
    if view.round and view.current != who and place is not None and not place.acted:
        draft.add(CounterSet(who, MOVED, MAY_NOT_MOVE, "round"))
        draft.say(message("wod.drops_early", who=character.name))
    return draft.outcome()


def _why_no_stand(view: State, who: str) -> str:
    character = view.characters[who]
    if not character.has_condition("prone"):
        return "wod.reason.standing"
    if character.has_condition("held") or character.has_condition("holding"):
        return "wod.reason.grapple"
    if view.round and view.current != who:
        return "wod.reason.own_turn"
    return no_action(view, who, "stand")


def stand(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Get up with the action of one's own turn (WOD-TURN-14)."""
    draft = Draft(view)
    who = intent.actor
    reason = _why_no_stand(view, who)
    if reason and not (intent.flag("free") and view.characters[who].has_condition("prone")):
        raise Refusal(message(reason))
    spend_action(draft, who, "stand", free=intent.flag("free"))
    for condition in view.characters[who].conditions_of_kind("prone"):
        draft.add(ConditionEnded(who, condition.id, "stood up", "WOD-TURN-14"))
    draft.say(message("wod.stands", who=view.characters[who].name))
    return draft.outcome()


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to move, run, get up and so on."""
    reasons: dict[str, str] = {}
    for verb in ("run", "draw", "reload", "clear-jam", "aim", "drop"):
        if reason := no_action(view, who, verb):
            reasons[verb] = reason
    character = view.characters[who]
    if reason := why_no_move(view, who):
        reasons["walk"] = reason
        reasons.setdefault("run", reason)
    if reason := _why_no_stand(view, who):
        reasons["stand"] = reason
    weapon = gear.weapon_of(character)
    if weapon is None or not weapon.clip:
        reasons["reload"] = "wod.reason.no_gun"
    if not character.has_condition("jammed"):
        reasons["clear-jam"] = "wod.reason.no_jam"
    if reason := may_pay_with_defence(view, who, "aim"):
        reasons.setdefault("aim", reason)
    return reasons


def _action(name: str, *parameters: Parameter, rules: tuple[str, ...], spends: bool = True, key: str = "") -> Action:
    examples = {
        "throw-range": "throw-range 1 aerodynamic by=David",
        "draw": "draw knife by=Killer",
        "reload": "reload single by=Gunman",
    }
    return Action(
        name,
        "act",
        (*parameters, *((FREE,) if spends else ())),
        key=key,
        rules=rules,
        examples=(examples.get(name, f"{name} by=David"),),
        group="turn",
        spends_turn=spends,
    )


WEAPON = Parameter("weapon", "choice", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON))))


def remind_scene(draft: Draft, intent: Intent, chance: Chance) -> None:
    """At the end of a round, if the table wants it: what has changed around (WOD-TURN-02)."""
    if draft.state.option("remind-scene", False) is True:
        draft.say(message("wod.remind.scene"))


FEATURE = Feature(
    actions=(
        _action("walk", rules=("WOD-TURN-03", "WOD-TURN-04"), spends=False),
        _action("run", rules=("WOD-TURN-05", "WOD-TURN-06")),
        _action("draw", WEAPON, Parameter("hidden-weapon", "switch"), rules=("WOD-TURN-07", "WOD-TURN-08")),
        _action(
            "reload",
            Parameter("single", "switch"),
            WEAPON,
            Parameter("chamber", "switch", common=False),
            rules=("WOD-TURN-09", "WOD-TURN-10"),
        ),
        _action("clear-jam", rules=("WOD-TURN-11",)),
        _action("aim", rules=("WOD-ATK-31", "WOD-ATK-32")),
        _action("drop", rules=("WOD-TURN-12", "WOD-TURN-13")),
        _action("stand", rules=("WOD-TURN-14",)),
        _action(
            "throw-range",
            Parameter("size", "integer", required=True, minimum=0, maximum=50),
            Parameter("aerodynamic", "switch"),
            rules=("WOD-ATK-27",),
            spends=False,
        ),
    ),
    verbs={
        "walk": walk,
        "run": run,
        "draw": draw,
        "reload": reload,
        "clear-jam": clear_jam,
        "aim": aim,
        "drop": drop,
        "stand": stand,
        "throw-range": throw_range,
    },
    conditions=(
        ConditionKind("aiming", amount=True, tone="good", rule="WOD-ATK-31"),
        ConditionKind("reloading", amount=True, rule="WOD-TURN-10"),
        ConditionKind("jammed", tone="warning", rule="WOD-TURN-11"),
    ),
    options=(OptionSpec("remind-scene", False, rule="WOD-TURN-02"),),
    end_of_round=(remind_scene,),
    unavailable=unavailable,
)
