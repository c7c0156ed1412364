"""Attackers of one target: what stands in their way, declarations, the limit (UBN-ATK-06 to UBN-ATK-15)."""

from collections.abc import Iterator
from typing import Literal

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Message,
    Parameter,
    Refusal,
    State,
    Term,
    TraitSet,
    drafted,
    message,
    quoted,
)
from tracker_ukraine_by_night.actions import OVERRULE, insist
from tracker_ukraine_by_night.guards import SIDE_CHOICES, SIDES, elsewhere_objection, guard_of, guards_of, is_walled_in
from tracker_ukraine_by_night.health import is_down
from tracker_ukraine_by_night.places import (
    DECLARED,
    EXEMPT,
    NO_LIMIT,
    STRUCK,
    Standing,
    counted,
    place_parts,
    standing,
)

FROM_SIDE = {side: f"on_{side}:" for side in SIDES}
LARGEST_LIMIT = 100
COUNTERS = (DECLARED, STRUCK, EXEMPT, *FROM_SIDE.values())
"""The prefixes of what a target remembers of its attackers."""


def _names(view: State, people: tuple[str, ...]) -> tuple[str, ...] | Term:
    return tuple(view.characters[who].name for who in people) or Term("nobody")


def limit_objection(view: State, who: str, target: Character) -> Message | None:
    """Why someone finds no place among the attackers of a target; None where there is one."""
    now = standing(view, target, asking=who)
    return None if who in now.may else _no_place("ubn.refused.no_place", view, who, target, now)


def _no_place(sentence: str, view: State, who: str, target: Character, now: Standing) -> Message:
    """A sentence about someone who finds no place with a target, and those who have the places."""
    may, places = _names(view, now.may), now.places or 0
    return message(sentence, who=view.characters[who].name, target=target.name, places=places, may=may)


def side_objection(view: State, who: str, target: Character, side: str) -> Message | None:
    """Why a target cannot be got at from a side: a guard closes it, or another attacker stands there."""
    if not side:
        return message("ubn.refused.no_side", target=target.name) if _is_shut_off(view, who, target) else None
    guard = guard_of(view, target, side)
    if guard is not None and guard != who:
        if not guard:
            return message("ubn.refused.closed", target=target.name, side=Term(side))
        name = view.characters[guard].name
        return message("ubn.refused.guarded", target=target.name, side=Term(side), guard=name, command=quoted(name))
    for other in counted(target, FROM_SIDE[side]):
        if other != who and other in view.characters:
            return message(
                "ubn.refused.side_used", target=target.name, side=Term(side), other=view.characters[other].name
            )
    return None


def _is_shut_off(view: State, who: str, target: Character) -> bool:
    return is_walled_in(view, target) and who not in guards_of(view, target)


def outward_objection(view: State, who: str, target: Character) -> Message | None:
    """Why someone behind four guards cannot get at a target that is none of them (UBN-ATK-15)."""
    attacker = view.characters[who]
    if not is_walled_in(view, attacker) or target.id in guards_of(view, attacker):
        return None
    return message("ubn.refused.walled_in", who=attacker.name, target=target.name)


def objection(view: State, who: str, target: Character, side: str) -> Message | None:
    """The first thing that stands in the way of an ordinary attack on one target."""
    return (
        _earlier_declaration(view, who, target)
        or outward_objection(view, who, target)
        or side_objection(view, who, target, side)
        or limit_objection(view, who, target)
    )


def _count_up(draft: Draft, target: str, counter: str) -> None:
    # Before the first round nothing would end a round's counters in time: they wait for it, or for time to pass.
    until: Literal["round", "scene"] = "round" if draft.state.round else "scene"
    draft.add(CounterSet(target, counter, draft.character(target).count(counter) + 1, until))


def claim(draft: Draft, who: str, target: str, *, exempt: bool, side: str) -> None:
    """Record an attack that is made now. The place of an earlier declaration is used, else a new one is taken."""
    if exempt:
        if not draft.character(target).count(f"{EXEMPT}{who}"):
            _count_up(draft, target, f"{EXEMPT}{who}")
        return
    _release(draft, who, target)
    _count_up(draft, target, f"{STRUCK}{who}")
    character = draft.character(target)
    if character.count(f"{STRUCK}{who}") > character.count(f"{DECLARED}{who}"):
        _count_up(draft, target, f"{DECLARED}{who}")
    if side and not character.count(f"{FROM_SIDE[side]}{who}"):
        _count_up(draft, target, f"{FROM_SIDE[side]}{who}")


@drafted
def declare(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Declare an attack beforehand: places are given out by initiative among all who declared."""
    view, who, target = draft.state, intent.actor, draft.character(intent.target)
    attacker = draft.character(who)
    if who == target.id:
        raise Refusal(message("ubn.refused.self", who=attacker.name))
    overruled = intent.flag("overrule")
    insist(draft, _earlier_declaration(view, who, target), overruled=overruled)
    insist(draft, elsewhere_objection(view, who, target), overruled=overruled)
    exempt = intent.flag("area") or intent.flag("harmless")
    side = intent.text("from_side")
    if not exempt:
        blocked = outward_objection(view, who, target) or side_objection(view, who, target, side)
        insist(draft, blocked, overruled=overruled)
    _release(draft, who, target.id)
    _count_up(draft, target.id, f"{EXEMPT if exempt else DECLARED}{who}")
    if side and not exempt:
        _count_up(draft, target.id, f"{FROM_SIDE[side]}{who}")
    names, now = {"who": attacker.name, "target": target.name}, standing(draft.state, draft.character(target.id))
    if exempt or now.places is None:
        draft.say(message("ubn.declared", **names))
        return
    parts = place_parts(draft.state, target)
    draft.say(message("ubn.declared.places", taken=len(now.may), places=now.places, parts=parts, **names))


def _earlier_declaration(view: State, who: str, target: Character) -> Message | None:
    """Declared is declared (UBN-DICE-15): only who found no place, or whose target is out, picks another."""
    for other in view.fighters:
        waiting = other.count(f"{DECLARED}{who}") > other.count(f"{STRUCK}{who}")
        if other.id != target.id and waiting and who in standing(view, other).may and not is_down(other):
            return message("ubn.refused.declared", who=view.characters[who].name, target=other.name)
    return None


def _release(draft: Draft, who: str, target: str) -> None:
    """Give up what is declared, and not yet done, against others."""
    for other in draft.state.fighters:
        struck = other.count(f"{STRUCK}{who}")
        if other.id != target and other.count(f"{DECLARED}{who}") > struck:
            draft.add(CounterSet(other.id, f"{DECLARED}{who}", struck, other.counters[f"{DECLARED}{who}"].until))
            for prefix in FROM_SIDE.values():
                if not struck and other.count(f"{prefix}{who}"):
                    draft.add(CounterSet(other.id, f"{prefix}{who}", 0))


def start_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """What was declared before the first round holds in it; what was done before it is over."""
    for target in draft.state.fighters:
        waiting = {
            who: count - target.count(f"{STRUCK}{who}")
            for who, count in counted(target, DECLARED).items()
            if count > target.count(f"{STRUCK}{who}")
        }
        kept = {f"{DECLARED}{who}": count for who, count in waiting.items()}
        sides = [f"{prefix}{who}" for who in waiting for prefix in FROM_SIDE.values()]
        kept.update({side: target.count(side) for side in sides if target.count(side)})
        _forget(draft, target)
        draft.add(*(CounterSet(target.id, counter, count, "round") for counter, count in kept.items()))


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Time has passed: what was declared and done against everyone is over."""
    for target in draft.state.characters.values():
        _forget(draft, target)


def _forget(draft: Draft, target: Character) -> None:
    draft.add(*(CounterSet(target.id, counter, 0) for counter in target.counters if counter.startswith(COUNTERS)))


def due(view: State, target: str) -> Iterator[DueItem]:
    """Remind of everyone who found no place with this target, before an action is spent on it."""
    character = view.characters[target]
    if not counted(character, DECLARED):
        return
    now = standing(view, character)
    for who in now.others:
        line = _no_place("ubn.due.over_limit", view, who, character, now)
        yield DueItem(f"over-limit:{target}:{who}", who, line, rule="UBN-ATK-07", weight="reminder")


@drafted
def attackers(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Tell who may attack a target in this round, who must pick another, and who is outside the limit."""
    view, target = draft.state, draft.character(intent.target)
    now = standing(view, target)
    if now.places is None:
        draft.say(message("ubn.attackers.no_limit", target=target.name))
    else:
        draft.say(message("ubn.attackers.places", target=target.name, places=now.places))
    lists = {"may": now.may, "others": now.others, "exempt": now.exempt}
    draft.say(message("ubn.attackers.who", **{name: _names(view, people) for name, people in lists.items()}))


@drafted
def limit(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Switch the limit of a target off for a planned situation, or on again; or set its number (UBN-ATK-06, 11).

    Raises Refusal for what is neither a word nor a number of attackers.
    """
    state = intent.text("state")
    if state not in ("off", "on"):
        return _set_limit(draft, intent.targets, state)
    is_off = state == "off"
    for who in intent.targets:
        name, running = draft.character(who).name, draft.character(who).conditions_of_kind(NO_LIMIT)
        if is_off == bool(running):
            raise Refusal(message("ubn.refused.limit", target=name))
        if is_off:
            unlimited = ConditionSet(who, Condition(NO_LIMIT, NO_LIMIT, unit="scene"), "UBN-ATK-11")
            draft.tell(message("ubn.limit_off", target=name), unlimited)
        else:
            ended = (ConditionEnded(who, kept.id, "hand", "UBN-ATK-11") for kept in running)
            draft.tell(message("ubn.limit_on", target=name), *ended)


def _set_limit(draft: Draft, targets: tuple[str, ...], typed: str) -> None:
    number = int(typed) if typed.isdecimal() and len(typed) <= len(str(LARGEST_LIMIT)) else 0
    if not 1 <= number <= LARGEST_LIMIT:
        raise Refusal(message("refused.number_range", name=Term("limit"), minimum=1, maximum=LARGEST_LIMIT))
    for who in targets:
        character = draft.character(who)
        own = TraitSet(who, "attacker_limit", character.traits.get("attacker_limit"), number)
        draft.tell(message("ubn.limit_set", target=character.name, number=number), own)


ATTACKERS = Action(
    "attackers",
    "act",
    acts=False,
    targets="one",
    key="l",
    rules=("UBN-ATK-06", "UBN-ATK-07", "UBN-ATK-08", "UBN-ATK-09", "UBN-ATK-10"),
    examples=("attackers Boris",),
    group="attack",
    asks=True,
)
DECLARE = Action(
    "declare",
    "act",
    (
        Parameter("from_side", "choice", choices=SIDE_CHOICES),
        Parameter("area", "switch"),
        Parameter("harmless", "switch"),
        OVERRULE,
    ),
    targets="one",
    key="A",
    rules=("UBN-ATK-07", "UBN-ATK-12", "UBN-DICE-15"),
    examples=("declare Boris by=Anna", "declare Boris back by=Anna"),
    group="attack",
    for_all=True,
)
LIMIT = Action(
    "limit",
    "act",
    (Parameter("state", "choice", choices=(Choice("off"), Choice("on")), default="off", open_choice=True),),
    acts=False,
    targets="many",
    rules=("UBN-ATK-06", "UBN-ATK-11"),
    examples=("limit Boris off", "limit Boris on", "limit Boris 2"),
    group="attack",
)
CHAPTER = Chapter(
    deeds=(Deed(ATTACKERS, attackers), Deed(DECLARE, declare), Deed(LIMIT, limit)),
    conditions=(ConditionKind(NO_LIMIT, rule="UBN-ATK-11"),),
    moments={"start_of_round": start_of_round, "pass_time": pass_time},
    due=due,
)
