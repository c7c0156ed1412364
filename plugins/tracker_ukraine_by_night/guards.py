"""Bodyguards: the sides they close, and when those open again (UBN-ATK-12 to UBN-ATK-15)."""

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
    Deed,
    Draft,
    Intent,
    Message,
    Parameter,
    Refusal,
    State,
    Term,
    Value,
    drafted,
    message,
)
from tracker_ukraine_by_night.actions import OVERRULE, insist
from tracker_ukraine_by_night.health import is_down
from tracker_ukraine_by_night.last_draw import harm_done

SIDES = ("front", "back", "left", "right")
SIDE_CHOICES = tuple(map(Choice, SIDES))
GUARDED = {side: f"guarded_{side}" for side in SIDES}
"""The condition that a closed side is. Its source is the guard; without one the Storyteller keeps it closed."""


def guard_of(view: State, target: Character, side: str) -> str | None:
    """Who closes a side of the target: a character id, "" for the Storyteller's word, None where the side is open.

    A guard who is down, gone, or in another fight stands in no one's way (UBN-ATK-14).
    """
    for running in target.conditions_of_kind(GUARDED[side]):
        if not running.source:
            return ""
        if _stands_by(view, running.source, target):
            return running.source
    return None


def _stands_by(view: State, guard: str, target: Character) -> bool:
    """Whether a guard is there: on their feet, and in the same fight."""
    if guard not in view.characters or is_down(view.characters[guard]):
        return False
    return view.fight_of(guard) == view.fight_of(target.id)


def elsewhere_objection(view: State, who: str, target: Character) -> Message | None:
    """Why someone in one fight neither attacks nor guards someone in another."""
    if view.fight_of(who) == view.fight_of(target.id):
        return None
    return message("ubn.refused.elsewhere", who=view.characters[who].name, target=target.name)


def closed_sides(view: State, target: Character) -> tuple[str, ...]:
    """The sides from which no one gets at the target."""
    return tuple(side for side in SIDES if guard_of(view, target, side) is not None)


def guards_of(view: State, target: Character) -> tuple[str, ...]:
    """The ids of those who guard the target."""
    guards = (guard_of(view, target, side) for side in SIDES)
    return tuple(dict.fromkeys(guard for guard in guards if guard))


def is_walled_in(view: State, character: Character) -> bool:
    """Whether guards stand on all four sides (UBN-ATK-15)."""
    return len(closed_sides(view, character)) == len(SIDES)


@drafted
def guard(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Close a side of the target. Who guarded something before leaves it: no one stands in two places."""
    who, side = intent.actor, intent.text("from_side")
    target, bodyguard = draft.character(intent.target), draft.character(who)
    if target.id == who:
        raise Refusal(message("ubn.refused.guards_self", who=target.name))
    for objection in (_down_objection(bodyguard), elsewhere_objection(draft.state, who, target)):
        insist(draft, objection, overruled=intent.flag("overrule"))
    standing = guard_of(draft.state, target, side)
    if standing is not None and standing != who:
        raise Refusal(message("ubn.refused.side_taken", target=target.name, side=Term(side)))
    _leave_sides(draft, who)
    line = message("ubn.guard", guard=bodyguard.name, target=target.name, side=Term(side))
    draft.tell(line, ConditionSet(target.id, Condition(GUARDED[side], GUARDED[side], source=who), "UBN-ATK-13"))


def _down_objection(bodyguard: Character) -> Message | None:
    return message("ubn.refused.out", who=bodyguard.name) if is_down(bodyguard) else None


@drafted
def step_aside(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Stop guarding: the side opens."""
    if not _leave_sides(draft, intent.actor):
        raise Refusal(message("ubn.refused.guards_nobody", who=draft.character(intent.actor).name))


def is_guarding(view: State, who: str) -> bool:
    """Whether someone is guarded by `who`."""
    return any(_sides_by(character, who) for character in view.characters.values())


def _sides_by(character: Character, who: str) -> list[Condition]:
    kinds = GUARDED.values()
    return [kept for kept in character.conditions.values() if kept.kind in kinds and kept.source == who]


def _leave_sides(draft: Draft, who: str) -> list[Value]:
    """Open the sides that `who` closes; return target, condition and guard of each."""
    opened: list[Value] = []
    for character in draft.state.characters.values():
        for running in _sides_by(character, who):
            line = message("ubn.side_open", target=character.name, side=Term(running.kind))
            draft.tell(line, ConditionEnded(character.id, running.id, "guard gone", "UBN-ATK-14"))
            opened.append((character.id, running.id, who))
    return opened


@drafted
def open_sides(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Open the sides of guards who stand there no more; the last draw remembers them, for when it is called over."""
    opened = [side for who in _missing_guards(draft.state) for side in _leave_sides(draft, who)]
    if intent.flag("from_draw"):
        harm_done(draft, intent.targets, tuple(opened))


def sweep(draft: Draft, intent: Intent, chance: Chance) -> None:
    """As a round or a turn begins, open the sides of guards who stand there no more."""
    for who in _missing_guards(draft.state):
        _leave_sides(draft, who)


def _missing_guards(view: State) -> list[str]:
    kinds = GUARDED.values()
    missing = {
        kept.source
        for character in view.characters.values()
        for kept in character.conditions.values()
        if kept.kind in kinds and kept.source and not _stands_by(view, kept.source, character)
    }
    return sorted(missing)


GUARD = Action(
    "guard",
    "act",
    (Parameter("from_side", "choice", required=True, choices=SIDE_CHOICES), OVERRULE),
    targets="one",
    key="G",
    rules=("UBN-ATK-13", "UBN-ATK-14"),
    examples=("guard Anna front", "guard Anna left by=Boris"),
    group="attack",
)
STEP_ASIDE = Action("step_aside", "act", rules=("UBN-ATK-14",), examples=("step_aside by=Boris",), group="attack")
CHAPTER = Chapter(
    deeds=(Deed(GUARD, guard), Deed(STEP_ASIDE, step_aside)),
    inner={"open_sides": open_sides},
    conditions=tuple(ConditionKind(kind, tone="good", rule="UBN-ATK-13", bound=True) for kind in GUARDED.values()),
    moments={"start_of_round": sweep, "start_of_turn": sweep},
)
