"""How time reaches the running effects of one character, stretch by stretch, each effect at its due moment.

An effect that does something by itself is a `Periodic`: it says in how many seconds it is due and lets time go by. A
round is three seconds (WOD-TURN-01). In a round only the effects `in_rounds` are asked; while time passes outside the
rounds all are, and Health heals in between.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count
from typing import Any

from tracker.api import (
    Chance,
    Character,
    Condition,
    ConditionEnded,
    ConditionSet,
    Draft,
    Message,
    State,
    Value,
    frozen,
    record,
)

ROUND_SECONDS = 3

HELD_BACK = "held-back"
"""Marks that may not heal yet, WOD-HEAL-07: `amount` of the lightest ones. The conditions of one kind add up; the id
names the condition that holds them back."""


@record
class Elapsed:
    """A stretch of time that goes by for one character; `in_round`: it is one round of a fight, at its start."""

    seconds: int
    in_round: bool = False


@record
class Periodic:
    """An effect with a clock.

    `due` gives the seconds until the effect next does something, None while it does not run. `advance` lets a stretch
    no longer than that go by; it may add facts, tell and follow up.
    """

    due: Callable[[State, str], int | None]
    advance: Callable[[Draft, str, Elapsed, Chance], None]
    in_rounds: bool = False


def number(condition: Condition, key: str, default: int = 0) -> int:
    """A number in a condition's data."""
    value = condition.data.get(key, default)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def words(condition: Condition, key: str, default: str = "") -> str:
    """A text in a condition's data."""
    value = condition.data.get(key, default)
    return value if isinstance(value, str) else default


def flag(condition: Condition, key: str) -> bool:
    """A switch in a condition's data."""
    return condition.data.get(key) is True


def with_data(condition: Condition, **changes: Value) -> Condition:
    """The condition with some of its data changed."""
    return replace(condition, data=frozen({**condition.data, **changes}))


def changed(
    draft: Draft, who: str, condition: Condition, rule: str = "", line: Message | None = None, /, **changes: Any
) -> Condition:
    """Record a changed condition, with the line that tells it; keywords of `Condition` change it, others its data."""
    fields = {name: changes.pop(name) for name in ("amount", "left", "unit", "note") if name in changes}
    after = replace(with_data(condition, **changes), **fields)
    _tell(draft, ConditionSet(who, after, rule), line)
    return after


def ended(
    draft: Draft, who: str, condition_id: str, cause: str = "time", rule: str = "", line: Message | None = None
) -> None:
    """Record that a condition ends, where it still runs, with all that hangs on it and the line that tells it."""
    if condition_id in draft.character(who).conditions:
        _tell(draft, ConditionEnded(who, condition_id, cause, rule), line)
        clear_away(draft, who, condition_id)


def _tell(draft: Draft, fact: ConditionSet | ConditionEnded, line: Message | None) -> None:
    if line is None:
        draft.add(fact)
    else:
        draft.tell(line, fact)


def clear_away(draft: Draft, who: str, condition_id: str) -> None:
    """What hangs on a condition goes with it: its hold on marks, WOD-HEAL-07."""
    ended(draft, who, f"{HELD_BACK}:{condition_id}", "WOD-HEAL-07", "WOD-HEAL-07")


def rounds_gone(draft: Draft, who: str, condition_id: str, elapsed: Elapsed) -> None:
    """Let what lasts for rounds run out while time passes outside the rounds; in a fight the core counts it down."""
    running = draft.character(who).conditions.get(condition_id)
    if elapsed.in_round or running is None or running.unit != "round" or running.left is None:
        return
    left = running.left - elapsed.seconds // ROUND_SECONDS
    if left > 0:
        changed(draft, who, running, left=left)
    else:
        ended(draft, who, condition_id)


def first(character: Character, kind: str) -> Condition | None:
    """The oldest running condition of a kind."""
    return next(iter(character.conditions_of_kind(kind)), None)


def new_id(character: Character, kind: str, name: str = "") -> str:
    """An id for one more condition of a kind, beside all that are running."""
    plain = f"{kind}:{name}" if name else kind
    candidates = chain((plain,), (f"{plain}:{place}" for place in count(2)))
    return next(candidate for candidate in candidates if candidate not in character.conditions)
