"""Healing: a vampire turns blood into health in a full turn; for others the game master decides."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Character,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Pool,
    PoolSet,
    Prompted,
    Refusal,
    State,
    Term,
    message,
)
from tracker_night_wanderers.actions import FREE, LARGEST_AMOUNT, actions_in_turn
from tracker_night_wanderers.blood import settle_blood, spend_blood
from tracker_night_wanderers.commands import command_on
from tracker_night_wanderers.health import points_per_level
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_gone, is_unconscious, is_vampire
from tracker_night_wanderers.states import (
    begin,
    let_go,
    require_able,
    require_present,
    require_vampire,
    settle_prompts,
    stop,
)

ACTIONS: tuple[Action, ...] = (
    Action(
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
    ),
    Action(
        "stabilise",
        "act",
        acts=False,
        targets="many",
        rules=("NW-STATE-16",),
        examples=("stabilise Thief",),
        group="health",
    ),
)


def missing_levels(view: State, character: Character) -> int:
    """How many levels are missing to the maximum."""
    health = character.pools.get("health")
    if health is None or health.maximum is None:
        return 0
    return -(-(health.maximum - health.value) // points_per_level(view, character))


def useful_levels(view: State, character: Character) -> int:
    """The most useful amount of healing: all that is missing, as far as it leaves a drop of blood (NW-HEAL-03)."""
    blood = character.pools.get("blood")
    return max(1, min(missing_levels(view, character), blood.value - 1 if blood else 0))


def heal(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Give health back: for blood to vampires, by the game master's word to everybody else (NW-HEAL-05)."""
    draft = Draft(view)
    for who in intent.targets:
        character = draft.character(who)
        require_present(character)
        if "health" not in character.pools:
            raise Refusal(message("nw.no_health", who=character.name))
        if missing_levels(view, character) == 0:
            raise Refusal(message("nw.unhurt", who=character.name))
        if intent.flag("with_blood"):
            require_vampire(character)
        if is_vampire(character):
            _heal_with_blood(draft, character, intent)
        else:
            if "amount" not in intent.values:
                raise Refusal(message("nw.how_many_levels", who=character.name))
            _recover(draft, character, intent.integer("amount"))
    return draft.outcome()


def _heal_with_blood(draft: Draft, character: Character, intent: Intent) -> None:
    require_able(character)
    let_go(draft, character.id)
    levels = min(
        intent.integer("amount", useful_levels(draft.state, character)), missing_levels(draft.state, character)
    )
    waiting = 0
    one_a_turn = is_set(draft.state, "heal_per_turn", "one")
    if one_a_turn and draft.state.round and not intent.flag("free"):
        levels, waiting = 1, levels - 1
    parts = (Part(Term("healing"), -levels, "NW-HEAL-01"),)
    spend_blood(draft, character.id, levels, parts, "NW-HEAL-01")
    _spend_whole_turn(draft, character, intent)
    _give_health(draft, character.id, levels * points_per_level(draft.state, character), "NW-HEAL-01")
    turns = levels if one_a_turn else 1
    draft.say(message("nw.healing_takes", who=character.name, turns=turns))
    settle_prompts(draft, f"heal:{character.id}")
    if waiting:
        line = message("nw.healing_goes_on", who=character.name, levels=waiting)
        command = command_on("heal", character.id, str(waiting))
        draft.add(Prompted(f"heal:{character.id}", character.id, line, command, "NW-OPT-11", "scene"))
    settle_blood(draft, character.id)


def _spend_whole_turn(draft: Draft, character: Character, intent: Intent) -> None:
    """Healing is the whole turn: nothing fits beside it (NW-HEAL-02)."""
    if intent.flag("free") or draft.state.round == 0:
        return
    if character.count("acted"):
        raise Refusal(message("nw.healing_whole_turn", who=character.name))
    draft.add(CounterSet(character.id, "acted", actions_in_turn(draft.state, character.id), "round"))


def _give_health(draft: Draft, who: str, points: int, rule: str) -> None:
    character = draft.character(who)
    health = character.pools["health"]
    after = min(health.maximum if health.maximum is not None else health.value + points, health.value + points)
    changed: Pool = replace(health, value=after)
    draft.add(PoolSet(who, "health", health, changed, (Part(Term("healing"), after - health.value, rule),), rule))
    draft.say(message("nw.health", who=character.name, before=health.value, after=after, maximum=health.maximum or 0))


def _recover(draft: Draft, character: Character, levels: int) -> None:
    was_unconscious = is_unconscious(character)
    _give_health(draft, character.id, levels * points_per_level(draft.state, character), "NW-HEAL-05")
    draft.say(message("nw.no_healing_rule", who=character.name))
    if draft.character(character.id).pools["health"].value <= 0:
        return
    stop(draft, character.id, "unconscious", "stable")
    if was_unconscious:
        draft.say(message("nw.comes_round", who=character.name))


def stabilise(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Stop the turn-by-turn loss of somebody unconscious (NW-STATE-16)."""
    draft = Draft(view)
    for who in intent.targets:
        character = draft.character(who)
        if is_vampire(character) or is_gone(character) or not is_unconscious(character):
            raise Refusal(message("nw.nothing_to_stop", who=character.name))
        begin(draft, who, "stable", "NW-STATE-16")
        draft.say(message("nw.stable", who=character.name))
    return draft.outcome()


PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {"stabilise": stabilise}
