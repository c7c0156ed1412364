"""What a hit brings besides its marks: knockout, stun, knockdown, a thing struck from the hand, the heart (WOD-EFF)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Condition,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Prompted,
    PromptSettled,
    State,
    Term,
    TraitSet,
    frozen,
    message,
)
from tracker_wod import gear
from tracker_wod.damage import damage_intent
from tracker_wod.dice import Pool
from tracker_wod.economy import ACTED, MAY_NOT_MOVE, MOVED
from tracker_wod.feature import Feature
from tracker_wod.prompts import named
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.states import DEAD, DYING, UNCONSCIOUS, state_of

HEART_DAMAGE = 3
"""WOD-ATK-23."""


def aftermath(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Follow a hit up on its target: `spot`, `stuns`, `knockdown` and `struck` say what kind of hit it was."""
    draft = Draft(view)
    target = intent.target
    character = view.characters[target]
    amount, size = intent.integer("amount"), character.integer("size")
    if intent.text("spot") == "heart":
        reached = amount >= HEART_DAMAGE
        draft.say(message("wod.heart" if reached else "wod.heart.missed", who=character.name))
        if reached:
            staked = Condition("staked", "staked", data=frozen({"rule": "WOD-ATK-23"}))
            draft.add(ConditionSet(target, staked, "WOD-ATK-23"))
    if amount and amount >= size and state_of(character) not in (UNCONSCIOUS, DYING, DEAD):
        if intent.text("spot") == "head":
            _prompt_knockout(draft, target, amount)
        if intent.flag("stuns"):
            stun(draft, target)
    if intent.flag("knockdown"):
        draft.follow(Intent("knockdown", targets=(target,)))
    if struck := intent.integer("struck"):
        _prompt_keep_hold(draft, target, struck)
    return draft.outcome()


def stun(draft: Draft, who: str) -> None:
    """Take the next action away (WOD-EFF-04): it is over when the next turn of the stunned one ends."""
    draft.add(
        ConditionSet(
            who, Condition("stunned", "stunned", data=frozen({"rule": "WOD-EFF-04"}), left=1, unit="turn"), "WOD-EFF-04"
        )
    )
    draft.say(message("wod.stunned", who=draft.character(who).name))


# ---------------------------------------------------------------------- knockout


def _prompt_knockout(draft: Draft, who: str, amount: int) -> None:
    name = draft.character(who).name
    line = message("wod.prompt.knockout", who=name, rounds=amount)
    draft.add(Prompted(f"knockout:{who}", who, line, f"knockout {named(draft.state, who)} {amount}", "WOD-EFF-05"))


def _knockout_pool(view: State, intent: Intent) -> Pool:
    """Stamina; a roll to stay conscious, so without the wound penalty (WOD-STATE-02)."""
    return pool_of(view, intent, intent.target, ("stamina",), wounds=False)


def knockout(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll Stamina after a blow to the head; a failure is as many rounds unconscious as points were dealt."""
    draft = Draft(view)
    target = intent.target
    rounds = intent.integer("rounds", 1)
    thrown = throw_for(draft, intent, chance, target, _knockout_pool(view, intent), "knockout", rule="WOD-EFF-05")
    draft.add(PromptSettled(f"knockout:{target}"))
    name = view.characters[target].name
    if thrown.successes:
        draft.say(message("wod.conscious", who=name))
        return draft.outcome()
    out = Condition(UNCONSCIOUS, UNCONSCIOUS, rounds, data=frozen({"rule": "WOD-EFF-05"}), left=rounds, unit="round")
    draft.add(ConditionSet(target, out, "WOD-EFF-05"))
    draft.say(message("wod.knocked_out", who=name, rounds=rounds))
    return draft.outcome()


def knockout_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of keeping one's senses."""
    return chances_of(view, _knockout_pool(view, intent)) if intent.targets else None


# ---------------------------------------------------------------------- knockdown


def _knockdown_pool(view: State, intent: Intent) -> Pool:
    return pool_of(view, intent, intent.target, ("dexterity", "athletics"))


def knockdown(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll Dexterity + Athletics to stay on one's feet, after the damage, so that fresh wounds count (WOD-EFF-06)."""
    draft = Draft(view)
    for target in intent.targets:
        _keep_feet(draft, intent, chance, target)
    return draft.outcome()


def _keep_feet(draft: Draft, intent: Intent, chance: Chance, target: str) -> None:
    one = Intent(intent.verb, intent.actor, (target,), intent.values)
    pool = _knockdown_pool(draft.state, one)
    thrown = throw_for(draft, intent, chance, target, pool, "knockdown", rule="WOD-EFF-06")
    character = draft.character(target)
    if thrown.successes:
        draft.say(message("wod.keeps_feet", who=character.name))
        return
    fall_prone(draft, target, "WOD-EFF-06")
    if draft.state.round and not character.count(ACTED):
        draft.add(CounterSet(target, ACTED, 1, "round"), CounterSet(target, MOVED, MAY_NOT_MOVE, "round"))
        draft.say(message("wod.loses_round", who=character.name))
    if thrown.result == "dramatic_failure":
        if gear.armour_of(character).general > 0:
            draft.say(message("wod.fall.absorbed", who=character.name))
        else:
            parts = (Part(Term("knockdown"), 1, "WOD-EFF-07"),)
            draft.follow(damage_intent(intent.actor, target, 1, "bashing", parts))


def knockdown_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of staying on one's feet."""
    return chances_of(view, _knockdown_pool(view, intent)) if intent.targets else None


def fall_prone(draft: Draft, who: str, rule: str) -> None:
    """Lay someone on the ground (WOD-STATE-12)."""
    if not draft.character(who).has_condition("prone"):
        draft.add(ConditionSet(who, Condition("prone", "prone", data=frozen({"rule": rule}), unit="scene"), rule))
        draft.say(message("wod.falls_prone", who=draft.character(who).name))


# ---------------------------------------------------------------------- a thing in the hand


def _prompt_keep_hold(draft: Draft, who: str, struck: int) -> None:
    character = draft.character(who)
    if not character.text("weapon"):
        return
    if row := gear.table("melee").get(character.text("weapon"), {}).get("durability_bonus"):
        draft.say(message("wod.remind.durability", weapon=Term(character.text("weapon")), bonus=row))
    line = message("wod.prompt.keep_hold", who=character.name, weapon=Term(character.text("weapon")))
    command = f"keep-hold {struck} by={named(draft.state, who)}"
    draft.add(Prompted(f"keep-hold:{who}", who, line, command, "WOD-ATK-20"))


def _keep_hold_pool(view: State, intent: Intent) -> Pool:
    """Strength + Athletics − the damage done to the thing."""
    struck = Part(Term("damage"), -intent.integer("damage"), "WOD-ATK-20")
    return pool_of(view, intent, intent.actor, ("strength", "athletics"), (struck,))


def keep_hold(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll to keep hold of a struck thing; else it flies as many yards as the damage was (WOD-ATK-20)."""
    draft = Draft(view)
    who = intent.actor
    character = view.characters[who]
    thrown = throw_for(draft, intent, chance, who, _keep_hold_pool(view, intent), "keep-hold", rule="WOD-ATK-20")
    draft.add(PromptSettled(f"keep-hold:{who}"))
    held = character.text("weapon")
    if thrown.successes:
        draft.say(message("wod.keeps_hold", who=character.name))
        return draft.outcome()
    if held:
        draft.add(TraitSet(who, "weapon", held, ""))
    thing = Term(held or "weapon")
    draft.say(message("wod.drops", who=character.name, weapon=thing, yards=intent.integer("damage")))
    return draft.outcome()


def keep_hold_odds(view: State, intent: Intent) -> Chances:
    """The odds of keeping hold."""
    return chances_of(view, _keep_hold_pool(view, intent))


FEATURE = Feature(
    actions=(
        Action(
            "keep-hold",
            "roll",
            (Parameter("damage", "integer", required=True, minimum=0, maximum=200), *DIE_PARAMETERS),
            rules=("WOD-ATK-20",),
            examples=("keep-hold 4 by=Killer",),
            group="attack",
        ),
        Action(
            "knockout",
            "roll",
            (Parameter("rounds", "integer", required=True, minimum=1, maximum=200), *DIE_PARAMETERS),
            acts=False,
            targets="one",
            rules=("WOD-EFF-05",),
            examples=("knockout Killer 5",),
            group="states",
        ),
        Action(
            "knockdown",
            "roll",
            DIE_PARAMETERS,
            acts=False,
            targets="many",
            rules=("WOD-EFF-06", "WOD-EFF-07"),
            examples=("knockdown David", "knockdown David,Killer modifier=-1"),
            group="states",
        ),
    ),
    verbs={"aftermath": aftermath, "knockout": knockout, "knockdown": knockdown, "keep-hold": keep_hold},
    odds={"knockout": knockout_odds, "knockdown": knockdown_odds, "keep-hold": keep_hold_odds},
    conditions=(
        ConditionKind("stunned", tone="bad", rule="WOD-EFF-04"),
        ConditionKind("prone", tone="warning", rule="WOD-STATE-12"),
        ConditionKind("staked", tone="bad", rule="WOD-ATK-23"),
    ),
)
