"""Healing: a vampire turns blood into health in a full turn; for others the game master decides."""

from collections.abc import Iterator
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    ConditionKind,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    PoolSet,
    Refusal,
    State,
    Term,
    Told,
    drafted,
    frozen,
    message,
)
from tracker_night_wanderers.actions import FREE, LARGEST_AMOUNT, actions_in_turn
from tracker_night_wanderers.blood import reserve, settle_blood, spend_blood
from tracker_night_wanderers.health import points_per_level
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_gone, is_helpless, is_unconscious, is_vampire, missing
from tracker_night_wanderers.states import begin, let_go, require_able, require_present, require_vampire, settle_mortal


def missing_levels(view: State, character: Character) -> int:
    """How many levels someone with health lacks to the maximum."""
    return -(-missing(character.pools["health"]) // points_per_level(view, character))


def useful_levels(view: State, character: Character) -> int:
    """The most useful amount of healing: all that is missing, as far as it leaves a drop of blood (NW-HEAL-03)."""
    return max(1, min(missing_levels(view, character), reserve(character).value - 1))


def heal(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give health back: to vampires for blood, to everyone else on the GM's call (NW-HEAL-05)."""
    for who in intent.targets:
        character = draft.character(who)
        require_present(character)
        if "health" not in character.pools:
            raise Refusal(message("nw.no_health", who=character.name))
        if missing_levels(draft.state, character) == 0:
            raise Refusal(message("nw.unhurt", who=character.name))
        if intent.flag("with_blood"):
            require_vampire(character)
        if is_vampire(character):
            _heal_with_blood(draft, character, intent)
        elif "amount" not in intent.values:
            raise Refusal(message("nw.how_many_levels", who=character.name))
        else:
            _recover(draft, character, intent.integer("amount"))


def _heal_with_blood(draft: Draft, character: Character, intent: Intent) -> None:
    """A blood point a level, and the whole turn, beside which nothing else fits (NW-HEAL-01 to 04)."""
    view, who = draft.state, character.id
    require_able(character)
    in_turns = view.round and not intent.flag("free")
    if in_turns and character.count("acted"):
        raise Refusal(message("nw.healing_whole_turn", who=character.name))
    let_go(draft, who)
    levels = min(intent.integer("amount", useful_levels(view, character)), missing_levels(view, character))
    one_a_turn = is_set(view, "heal_per_turn", "one")
    waiting = levels - 1 if one_a_turn and in_turns else 0
    levels -= waiting
    spend_blood(draft, who, levels, "healing", "NW-HEAL-01")
    if in_turns:
        draft.add(CounterSet(who, "acted", actions_in_turn(view, who), "round"))
    told = _give_health(draft, character, levels, "NW-HEAL-01")
    turns = levels if one_a_turn else 1
    before, after = told("before.value"), told("after.value")
    draft.say(message("nw.healed", who=character.name, amount=told("change"), before=before, after=after, turns=turns))
    if waiting != character.count("healing_left"):
        draft.add(CounterSet(who, "healing_left", waiting, "scene"))
    settle_blood(draft, who)


def _give_health(draft: Draft, character: Character, levels: int, rule: str) -> Told:
    health = character.pools["health"]
    after = health.value + levels * points_per_level(draft.state, character)
    changed = replace(health, value=after if health.maximum is None else min(health.maximum, after))
    parts = (Part(Term("healing"), changed.value - health.value, rule),)
    return draft.record(PoolSet(character.id, "health", health, changed, parts, rule, vital=True))


def _recover(draft: Draft, character: Character, levels: int) -> None:
    was_unconscious = is_unconscious(character)
    told = _give_health(draft, character, levels, "NW-HEAL-05")
    before, after = told("before.value"), told("after.value")
    draft.say(message("nw.recovers", who=character.name, amount=told("change"), before=before, after=after))
    settle_mortal(draft, character.id, was_unconscious=was_unconscious, wakes=True)


def healing_left(view: State, who: str) -> Iterator[DueItem]:
    """By a table option healing goes on for several turns; offered once a whole turn is free for it (NW-OPT-11)."""
    character = view.characters[who]
    left = character.count("healing_left")
    has_acted = character.count("acted") and view.round_of(who)
    if left and not is_helpless(character) and not has_acted and (levels := min(left, missing_levels(view, character))):
        say = message("nw.healing_goes_on", who=character.name, levels=levels)
        intent = Intent("heal", targets=(who,), values=frozen({"amount": levels}))
        yield DueItem(f"heal:{who}", who, say, intent, "NW-OPT-11", "offer")


def stabilise(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Stop the turn-by-turn loss of someone unconscious (NW-STATE-16)."""
    for who in intent.targets:
        character = draft.character(who)
        if is_vampire(character) or is_gone(character) or not is_unconscious(character):
            raise Refusal(message("nw.nothing_to_stop", who=character.name))
        begin(draft, who, "stable", "NW-STATE-16", message("nw.stable", who=character.name))


HEAL = Action(
    "heal",
    "heal",
    (
        Parameter("amount", "integer", minimum=1, maximum=LARGEST_AMOUNT),
        Parameter("with_blood", "switch", common=False),
        FREE,
    ),
    acts=False,
    targets="many",
    key="h",
    rules=("NW-HEAL-01", "NW-HEAL-02", "NW-HEAL-03", "NW-HEAL-04", "NW-HEAL-05"),
    examples=("heal Viktor 4", "heal Viktor"),
    group="health",
)
STABILISE = Action(
    "stabilise",
    "act",
    acts=False,
    targets="many",
    rules=("NW-STATE-16",),
    examples=("stabilise Thief",),
    group="health",
)
CHAPTER = Chapter(
    deeds=(Deed(HEAL, drafted(heal)), Deed(STABILISE, drafted(stabilise))),
    conditions=(ConditionKind("stable", tone="good", rule="NW-STATE-16"),),
    due=healing_left,
)
