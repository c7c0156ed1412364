"""What a hit brings besides its marks: knockout, stun, knockdown, a thing struck from the hand, the heart (WOD-EFF)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Condition,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    TraitSet,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear
from tracker_wod.damage import damage_intent
from tracker_wod.dice import Pool
from tracker_wod.economy import ACTED, MAY_NOT_MOVE, MOVED
from tracker_wod.periodic import new_id
from tracker_wod.rolls import DIE_PARAMETERS, ROLL_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.states import DEAD, UNCONSCIOUS, is_helpless, state_of
from tracker_wod.waiting import answered, due_id, wait, waits

HEART_DAMAGE = 3
"""WOD-ATK-23."""


def aftermath(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Follow a hit up on its target: `spot`, `stuns`, `knockdown` and `struck` say what kind of hit it was."""
    view = draft.state
    target = intent.target
    character = view.characters[target]
    amount, size = intent.integer("amount"), character.integer("size")
    if intent.text("spot") == "heart":
        if amount >= HEART_DAMAGE:
            staked = Condition("staked", "staked", data=frozen({"rule": "WOD-ATK-23"}))
            draft.tell(message("wod.heart", who=character.name), ConditionSet(target, staked, "WOD-ATK-23"))
        else:
            draft.say(message("wod.heart.missed", who=character.name))
    if amount and amount >= size and not is_helpless(character):
        if intent.text("spot") == "head":
            wait(draft, target, "knockout", amount)
        if intent.flag("stuns"):
            stun(draft, target)
    if intent.flag("knockdown"):
        draft.follow(Intent("knockdown", targets=(target,)))
    if struck := intent.integer("struck"):
        _struck_thing(draft, target, struck)


def stun(draft: Draft, who: str) -> None:
    """Take the next action away (WOD-EFF-04): it is over when the next turn of the stunned one ends."""
    stunned = Condition("stunned", "stunned", data=frozen({"rule": "WOD-EFF-04"}), left=1, unit="turn")
    draft.tell(message("wod.stunned", who=draft.character(who).name), ConditionSet(who, stunned, "WOD-EFF-04"))


# ---------------------------------------------------------------------- knockout


def _knockout_pool(view: State, intent: Intent) -> Pool:
    """Stamina; a roll to stay conscious, so without the wound penalty (WOD-STATE-02)."""
    return pool_of(view, intent, intent.target, ("stamina",), wounds=False)


def knockout(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll Stamina after a blow to the head; a failure is as many rounds unconscious as points were dealt."""
    view = draft.state
    target = intent.target
    rounds = intent.integer("rounds")
    thrown = throw_for(draft, intent, chance, target, _knockout_pool(view, intent), "knockout", rule="WOD-EFF-05")
    answered(draft, target, "knockout", rounds)
    name = view.characters[target].name
    if thrown.successes:
        draft.say(message("wod.conscious", who=name))
        return
    data = frozen({"rule": "WOD-EFF-05"})
    out_id = new_id(draft.character(target), UNCONSCIOUS)
    out = Condition(out_id, UNCONSCIOUS, rounds, data=data, left=rounds, unit="round")
    draft.tell(message("wod.knocked_out", who=name, rounds=rounds), ConditionSet(target, out, "WOD-EFF-05"))


def knockout_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of keeping one's senses."""
    return chances_of(view, _knockout_pool(view, intent)) if intent.targets else None


# ---------------------------------------------------------------------- knockdown


def _knockdown_pool(view: State, intent: Intent) -> Pool:
    return pool_of(view, intent, intent.target, ("dexterity", "athletics"))


def knockdown(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll Dexterity + Athletics to stay on one's feet, after the damage, so that fresh wounds count (WOD-EFF-06)."""
    for target in intent.targets:
        _keep_feet(draft, intent, chance, target)


def _keep_feet(draft: Draft, intent: Intent, chance: Chance, target: str) -> None:
    if state_of(draft.character(target)) == DEAD:
        fall_prone(draft, target, "WOD-EFF-06")
        return
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
        if gear.armour_of(character).general:
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
        prone = Condition("prone", "prone", data=frozen({"rule": rule}), unit="scene")
        draft.tell(message("wod.falls_prone", who=draft.character(who).name), ConditionSet(who, prone, rule))


# ---------------------------------------------------------------------- a thing in the hand


def _struck_thing(draft: Draft, who: str, struck: int) -> None:
    held = draft.character(who).text("weapon")
    if not held:
        return
    if bonus := gear.table("melee").get(held, {}).get("durability_bonus"):
        draft.say(message("wod.remind.durability", weapon=Term(held), bonus=bonus), working=True)
    wait(draft, who, "keep-hold", struck)


def _keep_hold_pool(view: State, intent: Intent) -> Pool:
    """Strength + Athletics − the damage done to the thing."""
    struck = Part(Term("damage"), -intent.integer("damage"), "WOD-ATK-20")
    return pool_of(view, intent, intent.actor, ("strength", "athletics"), (struck,))


def keep_hold(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll to keep hold of a struck thing; else it flies as many yards as the damage was (WOD-ATK-20)."""
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    thrown = throw_for(draft, intent, chance, who, _keep_hold_pool(view, intent), "keep-hold", rule="WOD-ATK-20")
    answered(draft, who, "keep-hold")
    held = character.text("weapon")
    if thrown.successes:
        draft.say(message("wod.keeps_hold", who=character.name))
        return
    line = message("wod.drops", who=character.name, weapon=Term(held or "weapon"), yards=intent.integer("damage"))
    draft.tell(line, *((TraitSet(who, "weapon", held, ""),) if held else ()))


def keep_hold_odds(view: State, intent: Intent) -> Chances:
    """The odds of keeping hold."""
    return chances_of(view, _keep_hold_pool(view, intent))


# ---------------------------------------------------------------------- what a hit leaves to be rolled


def due(view: State, who: str) -> Iterator[DueItem]:
    """The rolls after a blow to the head and for a struck thing that is still held."""
    character = view.characters[who]
    for one in waits(view, who, "knockout"):
        line = message("wod.prompt.knockout", who=character.name, rounds=one.amount)
        intent = Intent("knockout", targets=(who,), values=frozen({"rounds": one.amount}))
        yield DueItem(due_id(who, one), who, line, intent, "WOD-EFF-05")
    held = character.text("weapon")
    for one in waits(view, who, "keep-hold") if held else ():
        line = message("wod.prompt.keep_hold", who=character.name, weapon=Term(held))
        intent = Intent("keep-hold", who, values=frozen({"damage": one.amount}))
        yield DueItem(due_id(who, one), who, line, intent, "WOD-ATK-20")


def settled(draft: Draft, who: str) -> None:
    """Someone who is out already need not roll against a knockout."""
    if is_helpless(draft.character(who)):
        while waits(draft.state, who, "knockout"):
            answered(draft, who, "knockout")


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "keep-hold", "roll",
            (Parameter("damage", "integer", required=True, minimum=0, maximum=200), *ROLL_PARAMETERS),
            rules=("WOD-ATK-20",), examples=("keep-hold 4 by=Killer",), group="attack",
        ), drafted(keep_hold), keep_hold_odds),
        Deed(Action(
            "knockout", "roll",
            (Parameter("rounds", "integer", required=True, minimum=1, maximum=200), *DIE_PARAMETERS), acts=False,
            targets="one", rules=("WOD-EFF-05",), examples=("knockout Killer 5",), group="states",
        ), drafted(knockout), knockout_odds),
        Deed(Action(
            "knockdown", "roll", ROLL_PARAMETERS, acts=False, targets="many", rules=("WOD-EFF-06", "WOD-EFF-07"),
            examples=("knockdown David", "knockdown David,Killer modifier=-1"), group="states",
        ), drafted(knockdown), knockdown_odds),
    ),
    inner={"aftermath": drafted(aftermath)},
    conditions=(
        ConditionKind("stunned", tone="bad", rule="WOD-EFF-04", weight=badges.BARRED),
        ConditionKind("prone", tone="warning", rule="WOD-STATE-12"),
        ConditionKind("staked", tone="bad", rule="WOD-ATK-23", weight=badges.BARRED + 5),
    ),
    due=due,
)  # fmt: skip
