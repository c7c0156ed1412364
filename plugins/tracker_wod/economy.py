"""One action and one move a round (WOD-TURN-03): who may act, and what an action does to aims, pins and waiting."""

from tracker.api import (
    Character,
    Condition,
    ConditionEnded,
    ConditionSet,
    CounterSet,
    Draft,
    Message,
    Parameter,
    State,
    Term,
    frozen,
    message,
)
from tracker_wod.periodic import words
from tracker_wod.refusing import require
from tracker_wod.states import ASLEEP, FIGHTING, is_helpless, state_of

ACTED = "acted"
"""Counter: 1 once the round's action is spent."""

MOVED = "moved"
"""Counter: how the round's move stands, one of the three values below."""
MOVED_BEFORE, MOVED_AFTER, MAY_NOT_MOVE = 1, 2, 3

MELEE = "melee-"
"""Begins the counters of the round in which a character last exchanged blows with another, WOD-ATK-43."""

FREE = Parameter("free", "switch", common=False, overrules=True)
"""The game master grants the act without spending the round's action, or against what bars it."""

PINNED_MAY = frozenset({"break-free", "stay-conscious"})
"""All that a pinned fighter may do with the body, WOD-ATK-55."""


def no_action(view: State, who: str, verb: str) -> str:
    """The id of the message that says why `who` cannot spend an action on `verb` now; "" where that is possible."""
    character = view.characters[who]
    this_round = view.round_of(who)
    if is_helpless(character):
        return "wod.reason.helpless"
    if this_round and character.has_condition("surprised"):
        return "wod.reason.surprised"
    if character.has_condition("immobilised") or character.has_condition(ASLEEP):
        return "wod.reason.immobilised"
    if this_round and character.count(ACTED):
        return "wod.reason.acted"
    if character.has_condition("stunned"):
        return "wod.reason.stunned"
    if this_round and state_of(character) == FIGHTING and not character.count("conscious"):
        return "wod.reason.conscious"
    if character.has_condition("dodging"):
        return "wod.reason.dodging"
    if character.has_condition("pinned") and verb not in PINNED_MAY:
        return "wod.reason.pinned"
    return ""


def spend_action(draft: Draft, who: str, verb: str, *, free: bool = False, keep_aim: bool = False) -> None:
    """Spend the round's action on `verb`. Refuses if none is left; `free`: the game master grants another.

    Whatever else the fighter was busy with ends: an aim, unless this act goes on with it, and keeping a pin.
    """
    require(draft.state, who, no_action(draft.state, who, verb), free=free)
    if draft.state.round and not free:
        draft.add(CounterSet(who, ACTED, 1, "round"))
    if not keep_aim:
        lose_aim(draft, who)
    if verb != "keep-pin":
        drop_pins(draft, who)
    for condition in draft.character(who).conditions_of_kind("delaying"):
        draft.add(ConditionEnded(who, condition.id, "acted"))


def lose_aim(draft: Draft, who: str, line: Message | None = None) -> None:
    """End an aim (WOD-ATK-32), with a line that says how."""
    character = draft.character(who)
    lost = [ConditionEnded(who, one.id, "lost", "WOD-ATK-32") for one in character.conditions_of_kind("aiming")]
    if lost:
        draft.tell(line or message("wod.aim.lost", who=character.name), *lost, working=True)


def drop_pins(draft: Draft, pinner: str) -> None:
    """A pin falls back to a plain hold when the pinner does anything else (WOD-ATK-56)."""
    for who, character in list(draft.state.characters.items()):
        for condition in character.conditions_of_kind("pinned"):
            if condition.source == pinner:
                ended = ConditionEnded(who, condition.id, "pinner", "WOD-ATK-56")
                draft.tell(message("wod.pin.falls", who=character.name), ended)


def for_this_round(kind: str, rule: str, **data: str) -> Condition:
    """A condition that ends when the next round begins."""
    return Condition(kind, kind, data=frozen({"rule": rule, **data}), left=1, unit="round")


def lose_defence(draft: Draft, who: str, reason: str, rule: str) -> None:
    """No Defence until the end of the round (WOD-DEF-14). `reason` is the id of a term."""
    line = message("wod.no_defence", who=draft.character(who).name, reason=Term(reason))
    draft.tell(line, ConditionSet(who, for_this_round("no-defence", rule, manoeuvre=reason), rule), working=True)


def paid_with_defence(character: Character) -> str:
    """The manoeuvre that has cost the Defence of this round, "" for none."""
    condition = character.conditions.get("no-defence")
    return words(condition, "manoeuvre", condition.note) or "no-defence" if condition else ""


def may_pay_with_defence(view: State, who: str, manoeuvre: str) -> str:
    """Why a manoeuvre that costs Defence is barred; "" where it is open.

    No two of them go into one round (WOD-DEF-14); a charge and an all-out attack want a Defence that has not been used
    either (WOD-ATK-11, WOD-ATK-17).
    """
    character = view.characters[who]
    if manoeuvre in ("charge", "all-out") and character.count("defended"):
        return "wod.reason.defended"
    if paid_with_defence(character) not in ("", manoeuvre):
        return "wod.reason.paid"
    return ""


def pay_with_defence(draft: Draft, who: str, manoeuvre: str, rule: str, *, free: bool) -> None:
    """Give up Defence for a manoeuvre. Refuses where that is barred, unless the game master grants it."""
    require(draft.state, who, may_pay_with_defence(draft.state, who, manoeuvre), free=free)
    lose_defence(draft, who, manoeuvre, rule)


def why_no_move(view: State, who: str) -> str:
    """Why a fighter may not move now (WOD-TURN-03): "" where he may."""
    character = view.characters[who]
    if is_helpless(character):
        return "wod.reason.helpless"
    if character.has_condition("immobilised") or character.has_condition(ASLEEP):
        return "wod.reason.immobilised"
    if character.has_condition("pinned"):
        return "wod.reason.pinned"
    if character.has_condition("held") or character.has_condition("holding"):
        return "wod.reason.grapple"
    this_round = view.round_of(who)
    if this_round and character.has_condition("surprised"):
        return "wod.reason.surprised"
    if this_round and character.count(MOVED):
        return "wod.reason.moved"
    return ""


def leave_melee(draft: Draft, who: str) -> None:
    """Someone who moves away is in no melee any more until the next blow."""
    for counter in draft.character(who).counters:
        other = counter.removeprefix(MELEE)
        if counter.startswith(MELEE) and other in draft.state.characters:
            draft.add(CounterSet(who, counter, 0), CounterSet(other, f"{MELEE}{who}", 0))


def moves(draft: Draft, who: str, *, free: bool = False) -> None:
    """Spend the round's move, before or after the action. Refuses where it is spent; `free`: one more is granted."""
    require(draft.state, who, why_no_move(draft.state, who), free=free)
    leave_melee(draft, who)
    if draft.state.round and not free:
        acted = draft.character(who).count(ACTED)
        draft.add(CounterSet(who, MOVED, MOVED_AFTER if acted else MOVED_BEFORE, "round"))
