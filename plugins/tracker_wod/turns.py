"""What a fighter may do with a round besides attacking: move, run, drop, stand up (WOD-TURN-03 to -06, -12 to -14)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Chapter,
    ConditionEnded,
    CounterSet,
    Deed,
    Draft,
    Intent,
    OptionSpec,
    Parameter,
    State,
    drafted,
    message,
)
from tracker_wod.cover import LEVELS, leave
from tracker_wod.economy import (
    FREE,
    MAY_NOT_MOVE,
    MOVED,
    leave_melee,
    moves,
    no_action,
    spend_action,
    why_no_move,
)
from tracker_wod.hits import fall_prone
from tracker_wod.refusing import barred, require
from tracker_wod.sheet import run_of, speed_of
from tracker_wod.shooting import throwing_ranges
from tracker_wod.states import turns_of

OF_FIGHTS = frozenset({
    "aiming", "dodging", "held", "holding", "no-defence", "pinned", "prone", "saving-defence", "surprised", "unaware",
    *(f"cover-{level}" for level in LEVELS),
})  # fmt: skip
"""Conditions that last no longer than the scene in which the fight was."""

# ---------------------------------------------------------------------- moving


def walk(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Move up to Speed, before the action or after it (WOD-TURN-03)."""
    view = draft.state
    who = intent.actor
    moves(draft, who, free=intent.flag("free"))
    speed = speed_of(view, view.characters[who]).value
    draft.say(message("wod.walks", who=view.characters[who].name, yards=speed))


def run(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Spend the action on covering twice one's Speed (WOD-TURN-05)."""
    view = draft.state
    who = intent.actor
    require(view, who, why_no_move(view, who), free=intent.flag("free"))
    spend_action(draft, who, "run", free=intent.flag("free"))
    if view.round:
        draft.add(CounterSet(who, MOVED, MAY_NOT_MOVE, "round"))
    leave_melee(draft, who)
    leave(draft, who)
    yards = run_of(view, view.characters[who]).value
    draft.say(message("wod.runs", who=view.characters[who].name, yards=yards))


def throw_range(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Tell how far a thing of some Size can be thrown; the roll is only for accuracy (WOD-ATK-27)."""
    view = draft.state
    character = view.characters[intent.actor]
    ranges = throwing_ranges(character, intent.integer("size"), aerodynamic=intent.flag("aerodynamic"))
    line = message("wod.throw_range", who=character.name, short=ranges.short, medium=ranges.medium, long=ranges.long)
    draft.say(line)


# ---------------------------------------------------------------------- down and up


def drop(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Throw oneself down with the action, at any point of the round; before one's turn it costs the move as well."""
    view = draft.state
    who = intent.actor
    character = view.characters[who]
    if character.has_condition("prone"):
        raise barred(view, who, "wod.reason.prone", "")
    spend_action(draft, who, "drop", free=intent.flag("free"))
    fall_prone(draft, who, "WOD-TURN-12")
    place = view.place_of(who)
    if view.round and view.current != who and place is not None and not place.acted:
        draft.add(CounterSet(who, MOVED, MAY_NOT_MOVE, "round"))
        draft.say(message("wod.drops_early", who=character.name))


def _why_no_stand(view: State, who: str) -> str:
    character = view.characters[who]
    if not character.has_condition("prone"):
        return "wod.reason.standing"
    if character.has_condition("held") or character.has_condition("holding"):
        return "wod.reason.grapple"
    this_round, acts_now, _ = turns_of(view, who)
    if this_round and not acts_now:
        return "wod.reason.own_turn"
    return no_action(view, who, "stand")


def stand(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Get up, with the action of the turn (WOD-TURN-14)."""
    view = draft.state
    who = intent.actor
    reason = _why_no_stand(view, who)
    lies = view.characters[who].has_condition("prone")
    if reason and not (intent.flag("free") and lies):
        raise barred(view, who, reason, "free" if lies else "")
    spend_action(draft, who, "stand", free=intent.flag("free"))
    prone = view.characters[who].conditions_of_kind("prone")
    ended = (ConditionEnded(who, condition.id, "stood up", "WOD-TURN-14") for condition in prone)
    draft.tell(message("wod.stands", who=view.characters[who].name), *ended)


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why not to move, run, drop, get up."""
    reasons = {verb: reason for verb in ("run", "drop") if (reason := no_action(view, who, verb))}
    if view.characters[who].has_condition("prone"):
        reasons.setdefault("drop", "wod.reason.prone")
    if reason := why_no_move(view, who):
        reasons["walk"] = reason
        reasons.setdefault("run", reason)
    if reason := _why_no_stand(view, who):
        reasons["stand"] = reason
    return reasons


def turn_action(
    name: str, *parameters: Parameter, rules: tuple[str, ...], example: str = "", asks: bool = False
) -> Action:
    """An action of this chapter."""
    examples = (example or f"{name} by=David",)
    return Action(name, "act", parameters, rules=rules, examples=examples, group="turn", asks=asks)


def end_fight(draft: Draft, intent: Intent, chance: Chance) -> None:
    """With the scene ends what belongs to its fights, though the game master has set it without an end."""
    for who, character in list(draft.state.characters.items()):
        over = (one.id for one in character.conditions.values() if one.kind in OF_FIGHTS)
        draft.add(*(ConditionEnded(who, condition_id, "scene") for condition_id in over))


def remind_scene(draft: Draft, intent: Intent, chance: Chance) -> None:
    """At the end of a round, if the table wants it: what has changed around (WOD-TURN-02)."""
    if draft.state.option("remind-scene", False) is True:
        draft.say(message("wod.remind.scene"), working=True)


CHAPTER = Chapter(
    deeds=(
        Deed(turn_action("walk", FREE, rules=("WOD-TURN-03", "WOD-TURN-04")), drafted(walk)),
        Deed(turn_action("run", FREE, rules=("WOD-TURN-05", "WOD-TURN-06")), drafted(run)),
        Deed(turn_action("drop", FREE, rules=("WOD-TURN-12", "WOD-TURN-13")), drafted(drop)),
        Deed(turn_action("stand", FREE, rules=("WOD-TURN-14",)), drafted(stand)),
        Deed(turn_action(
            "throw-range", Parameter("size", "integer", required=True, minimum=0, maximum=50),
            Parameter("aerodynamic", "switch"), rules=("WOD-ATK-27",), example="throw-range 1 aerodynamic by=David",
            asks=True,
        ), drafted(throw_range)),
    ),
    moments={"end_of_round": remind_scene, "begin_scene": end_fight},
    options=(OptionSpec("remind-scene", False, rule="WOD-TURN-02"),),
    unavailable=unavailable,
)  # fmt: skip
