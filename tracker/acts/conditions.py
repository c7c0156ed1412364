"""Conditions set and ended by hand, and their running out."""

from collections.abc import Callable
from dataclasses import replace

from tracker.acts.changes import something
from tracker.core.facts import ConditionEnded, ConditionSet
from tracker.core.intents import Draft, Intent, Outcome
from tracker.core.messages import Term, message
from tracker.core.state import ClockUnit, Condition, State


def condition(state: State, intent: Intent) -> Outcome:
    """Set a condition by hand: its kind, an amount, how long it lasts (`rounds`, `turns`, `minutes`)."""
    draft = Draft(state)
    kind = intent.text("kind")
    left, unit = _length(intent)
    for who in intent.targets:
        character = draft.character(who)
        draft.add(
            ConditionSet(
                who,
                Condition(
                    id=kind,
                    kind=kind,
                    amount=intent.integer("amount"),
                    note=intent.text("text"),
                    left=left,
                    unit=unit,
                    clock=intent.text("clock"),
                ),
            )
        )
        draft.say(message("condition.begun", who=character.name, condition=Term(kind)))
    return draft.outcome()


def _length(intent: Intent) -> tuple[int | None, ClockUnit]:
    if rounds := intent.integer("rounds"):
        return rounds, "round"
    if turns := intent.integer("turns"):
        return turns, "turn"
    if minutes := intent.integer("minutes"):
        return minutes * 60, "second"
    return (None, "scene") if intent.flag("scene") else (None, "")


def end(state: State, intent: Intent) -> Outcome:
    """End the conditions of a kind, or all of them."""
    draft = Draft(state)
    kind = intent.text("kind")
    for who in intent.targets:
        character = draft.character(who)
        for running in character.conditions.values():
            if not kind or kind in (running.kind, running.id):
                draft.add(ConditionEnded(who, running.id, "hand"))
                draft.say(message("condition.ended", who=character.name, condition=Term(running.kind)))
    return something(draft)


def tick_rounds(state: State) -> Outcome:
    """Count down what lasts for rounds."""
    return _tick(state, 1, lambda who, running: running.unit == "round")


def tick_turn(state: State, turn_of: str, moment: str) -> Outcome:
    """Count down what lasts for turns of a character; a clock whose owner is gone follows the bearer."""

    def is_due(who: str, running: Condition) -> bool:
        clock = running.clock if running.clock in state.characters else who
        return running.unit == "turn" and clock == turn_of and running.moment == moment

    return _tick(state, 1, is_due)


def tick_seconds(state: State, seconds: int) -> Outcome:
    """Count down what lasts for a stretch of time."""
    return _tick(state, seconds, lambda who, running: running.unit == "second")


def _tick(state: State, steps: int, is_due: Callable[[str, Condition], bool]) -> Outcome:
    draft = Draft(state)
    for who, character in state.characters.items():
        for running in character.conditions.values():
            if running.left is None or not is_due(who, running):
                continue
            if running.left > steps:
                draft.add(ConditionSet(who, replace(running, left=running.left - steps)))
            else:
                draft.add(ConditionEnded(who, running.id, "time"))
                draft.say(message("condition.ended", who=character.name, condition=Term(running.kind)))
    return draft.outcome()
