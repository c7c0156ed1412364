"""Grapples: taking hold, keeping a pin, breaking free, letting go (WOD-ATK-49 to -65)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Message,
    Parameter,
    Part,
    Refusal,
    State,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear
from tracker_wod.attack import engage, pay_manoeuvres
from tracker_wod.attack_pool import plan_attack
from tracker_wod.defence import meet_attack
from tracker_wod.dice import Pool
from tracker_wod.economy import FREE, no_action, spend_action
from tracker_wod.effects import trait_value
from tracker_wod.refusing import barred, require_same_fight
from tracker_wod.rolls import ACT_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.states import DEAD, state_of

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


def grapple(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take hold of the target, perhaps at the end of a charge: one success, no damage (WOD-ATK-49)."""
    view = draft.state
    who, target = intent.actor, intent.target
    if in_grapple_with(view, who, target):
        raise Refusal(message("wod.refused.in_grapple", who=view.characters[who].name))
    require_same_fight(view, who, (target,), free=intent.flag("free"))
    spend_action(draft, who, "grapple", free=intent.flag("free"))
    pay_manoeuvres(draft, intent)
    plan = plan_attack(draft.state, _as_attack(intent), target)
    thrown = throw_for(
        draft, intent, chance, who, plan.pool, "grapple", against=target, rule="WOD-ATK-49", defence=plan.defence
    )
    meet_attack(draft, target, applied=plan.applied, resisted=plan.resisted, waived=plan.waived)
    engage(draft, who, target)
    if thrown.successes:
        take_hold(draft, who, target)


def _as_attack(intent: Intent) -> Intent:
    return intent.with_values(kind="grapple", weapon=gear.UNARMED)


def take_hold(draft: Draft, holder: str, held: str) -> None:
    """Let one hold the other."""
    rule = frozen({"rule": "WOD-ATK-49"})
    grip = Condition(f"held:{holder}", "held", source=holder, data=rule, unit="scene")
    grasp = Condition(f"holding:{held}", "holding", source=held, data=rule, unit="scene")
    line = message("wod.holds", who=draft.character(holder).name, target=draft.character(held).name)
    draft.tell(line, ConditionSet(held, grip, "WOD-ATK-49"), ConditionSet(holder, grasp, "WOD-ATK-49"))


def grapple_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of getting a hold."""
    return chances_of(view, plan_attack(view, _as_attack(intent), intent.target).pool) if intent.targets else None


# ---------------------------------------------------------------------- keeping and ending it


def keep_pin(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Do nothing but keep a pin: no roll (WOD-ATK-56)."""
    view = draft.state
    who = intent.actor
    if not _pins(view, who):
        raise barred(view, who, "wod.reason.no_pin", "")
    spend_action(draft, who, "keep-pin", free=intent.flag("free"))
    draft.say(message("wod.keeps_pin", who=view.characters[who].name))


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


def break_free(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Break free of everyone who holds on: one success, out of a pin more than it was made with (WOD-ATK-57)."""
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    if not holders_of(character):
        raise barred(view, who, "wod.reason.not_held", "")
    pin = pin_strength(character)
    spend_action(draft, who, "break-free", free=intent.flag("free"))
    thrown = throw_for(
        draft, intent, chance, who, _free_pool(draft.state, intent), "break-free", rule="WOD-ATK-50", needed=pin + 1
    )
    if thrown.successes > pin:
        release(draft, who, line=message("wod.free", who=character.name))
    else:
        draft.say(message("wod.not_free", who=character.name, count=pin + 1))


def release(draft: Draft, who: str, holders: tuple[str, ...] | None = None, line: Message | None = None) -> None:
    """End the hold on someone with all that hangs on it: that of these holders, or of all; `line` tells the hold."""
    freed_from = holders_of(draft.character(who)) if holders is None else holders
    ended = [
        ConditionEnded(who, condition.id, "released")
        for condition in draft.character(who).conditions.values()
        if condition.kind in ("held", "pinned", "controls-weapon") and condition.source in freed_from
    ]
    shields = []
    for holder in freed_from:
        holding = draft.state.characters.get(holder)
        for condition in holding.conditions.values() if holding else ():
            if condition.source == who and condition.kind in ("holding", "controls-weapon"):
                ended.append(ConditionEnded(holder, condition.id, "released"))
            elif condition.source == who and condition.kind.startswith("cover-"):
                shields.append(ConditionEnded(holder, condition.id, "released", "WOD-ATK-62"))
    if line:
        draft.tell(line, *ended)
    else:
        draft.add(*ended)
    draft.add(*shields)


def settled(draft: Draft, who: str) -> None:
    """No one goes on holding the dead, nor is held by them."""
    if state_of(draft.character(who)) == DEAD:
        release(draft, who)
        for other, character in list(draft.state.characters.items()):
            if who in holders_of(character):
                release(draft, other, (who,))


def release_all(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let go of whom one holds; that costs no action."""
    view = draft.state
    who = intent.actor
    held = [other for other, character in view.characters.items() if who in holders_of(character)]
    if not held:
        raise barred(view, who, "wod.reason.holds_nobody", "")
    for other in held:
        line = message("wod.lets_go", who=view.characters[who].name, target=view.characters[other].name)
        release(draft, other, (who,), line)


def break_free_odds(view: State, intent: Intent) -> Chances:
    """The odds of getting free."""
    pin = pin_strength(view.characters[intent.actor])
    return chances_of(view, _free_pool(view, intent), must_exceed=pin)


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to grapple, to keep a pin, to break free, to let go."""
    character = view.characters[who]
    verbs = ("grapple", "keep-pin", "break-free")
    reasons = {verb: reason for verb in verbs if (reason := no_action(view, who, verb))}
    if not holders_of(character):
        reasons.setdefault("break-free", "wod.reason.not_held")
    holds = any(who in holders_of(other) for other in view.characters.values())
    if not holds:
        reasons.setdefault("release", "wod.reason.holds_nobody")
    if not _pins(view, who):
        reasons.setdefault("keep-pin", "wod.reason.no_pin")
    return reasons


def loosen(draft: Draft, intent: Intent, chance: Chance) -> None:
    """When the game master ends one side of a hold, the other side ends with it."""
    side, other = intent.text("kind"), intent.text("source")
    if other not in draft.state.characters:
        return
    if side == "held":
        release(draft, intent.target, (other,))
    elif side == "holding":
        release(draft, other, (intent.target,))


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "grapple", "roll",
            (
                *ACT_PARAMETERS,
                *(Parameter(name, "switch") for name in ("charge", "all-out", "waive", "resist")),
                FREE,
            ),
            targets="one", rules=("WOD-ATK-49",), examples=("grapple Anderson by=Drew",), group="grapple", attack=True,
        ), drafted(grapple), grapple_odds),
        Deed(Action(
            "break-free", "roll", (*ACT_PARAMETERS, FREE), rules=("WOD-ATK-50", "WOD-ATK-57", "WOD-ATK-63"),
            examples=("break-free by=Sloan",), group="grapple",
        ), drafted(break_free), break_free_odds),
        Deed(Action(
            "keep-pin", "act", (FREE,), rules=("WOD-ATK-56",), examples=("keep-pin by=Greer",), group="grapple",
        ), drafted(keep_pin)),
        Deed(Action(
            "release", "act", rules=("WOD-ATK-49",), examples=("release by=Drew",), group="grapple",
        ), drafted(release_all)),
    ),
    moments={"condition_ended": loosen},
    conditions=(
        ConditionKind("held", tone="warning", rule="WOD-ATK-49", bound=True),
        ConditionKind("holding", rule="WOD-ATK-64", bound=True),
        ConditionKind("pinned", amount=True, tone="bad", rule="WOD-ATK-55", bound=True, weight=badges.BARRED),
    ),
    unavailable=unavailable,
)  # fmt: skip
