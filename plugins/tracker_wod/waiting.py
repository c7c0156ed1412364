"""Rolls and decisions that an act leaves behind, until they are made or the scene is over.

Each is a condition of a kind of its own that no one sees: `note` says what is to be done, `amount` and `data` with
which numbers, `source` is who brought it about.
"""

from tracker.api import (
    Chance,
    Chapter,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    State,
    Value,
    frozen,
)
from tracker_wod.periodic import new_id
from tracker_wod.states import DEAD, state_of

WAITING = "waiting"


def wait(draft: Draft, who: str, what: str, amount: int = 0, source: str = "", **data: Value) -> None:
    """Leave something to be done about someone."""
    waiting_id = new_id(draft.character(who), WAITING)
    draft.add(ConditionSet(who, Condition(waiting_id, WAITING, amount, what, source, frozen(data))))


def waits(view: State, who: str, what: str) -> tuple[Condition, ...]:
    """What is to be done about someone, oldest first; nothing is asked of the dead."""
    character = view.characters[who]
    if state_of(character) == DEAD:
        return ()
    return tuple(one for one in character.conditions_of_kind(WAITING) if one.note == what)


def due_id(who: str, one: Condition) -> str:
    """The id of what is due for it: what is to be done, about whom, and the number where there are several."""
    return f"{one.note}:{who}{one.id.removeprefix(WAITING)}"


def answered(draft: Draft, who: str, what: str, amount: int | None = None) -> None:
    """Take one away: the oldest with that number, else the oldest. Where there is none, someone made it unasked."""
    for one in sorted(waits(draft.state, who, what), key=lambda one: one.amount != amount)[:1]:
        draft.add(ConditionEnded(who, one.id, "done"))


def forget(draft: Draft, intent: Intent, chance: Chance) -> None:
    """With the scene goes what no one has answered."""
    for who, character in list(draft.state.characters.items()):
        draft.add(*(ConditionEnded(who, one.id, "scene") for one in character.conditions_of_kind(WAITING)))


CHAPTER = Chapter(
    conditions=(ConditionKind(WAITING, amount=True, by_hand=False, memory=True),),
    moments={"begin_scene": forget},
)
