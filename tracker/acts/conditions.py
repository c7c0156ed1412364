"""Conditions set and ended by hand, and their running out."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from tracker.acts.changes import something
from tracker.api.descriptions import ConditionKind
from tracker.core.facts import ConditionEnded, ConditionSet
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Term, message
from tracker.core.record import replace
from tracker.core.sentences import condition_line
from tracker.core.state import Character, ClockUnit, Condition, State


def condition(state: State, intent: Intent, kinds: Mapping[str, ConditionKind]) -> Outcome:
    """Set a condition by hand: its kind, an amount, a remark, and how long it lasts.

    The same kind with the same remark again is an edit; any other stands beside it. A kind that no rule of the
    ruleset reads is a label, and the line says so. Raises Refusal for an amount that a kind does not have.
    """
    draft = Draft(state)
    kind = intent.text("kind")
    amount, note = intent.integer("amount"), intent.text("text")
    if amount and kind in kinds and not kinds[kind].amount:
        raise Refusal(message("refused.no_amount", condition=Term(kind)))
    if kind in kinds and kinds[kind].memory:
        raise Refusal(message("refused.only_by_rules", condition=Term(kind)))
    left, unit, moment = _length(intent)
    for who in intent.targets:
        character = draft.character(who)
        running = _same(character, kind, note)
        wanted = Condition(
            id=running.id if running else _free_id(character, kind),
            kind=kind,
            amount=amount,
            note=note,
            left=left,
            unit=unit,
            clock=intent.text("clock"),
            moment=moment,
        )
        if running:
            wanted = replace(wanted, source=running.source, data=running.data)
        line = condition_line(character.name, wanted, running, partial(_name, state), by_hand=True)
        if line is None:
            continue
        draft.tell(line, ConditionSet(who, wanted))
    if kind not in kinds:
        draft.say(message("condition.label", condition=Term(kind)))
    return something(draft)


def _name(state: State, who: str) -> str:
    character = state.characters.get(who)
    return character.name if character else ""


def _same(character: Character, kind: str, note: str) -> Condition | None:
    """The running condition that setting this one again would edit: what the game master sets has no source."""
    fitting = (one for one in character.conditions_of_kind(kind) if one.note == note and not one.source)
    return next(fitting, None)


def _free_id(character: Character, kind: str) -> str:
    """The kind itself, or with the next number behind it."""
    if kind not in character.conditions:
        return kind
    number = 2
    while f"{kind}:{number}" in character.conditions:
        number += 1
    return f"{kind}:{number}"


def _length(intent: Intent) -> tuple[int | None, ClockUnit, Literal["start", "end"]]:
    """How long it lasts: how many of which unit, and at which moment of a turn. Raises Refusal for two lengths."""
    given = [name for name in ("rounds", "turns", "minutes", "until", "clock", "scene") if intent.values.get(name)]
    # `until` and `clock` say at which turns, and so belong to a number of turns.
    if len(given) > 1 and not {"turns", "until", "clock"}.issuperset(given):
        raise Refusal(message("refused.one_length", list=tuple(map(Term, given))))
    moment: Literal["start", "end"] = "start" if intent.text("until") == "start" else "end"
    if rounds := intent.integer("rounds"):
        return rounds, "round", "end"
    if minutes := intent.integer("minutes"):
        return minutes * 60, "second", "end"
    if intent.flag("scene"):
        return None, "scene", "end"
    turns = intent.integer("turns", 1 if intent.text("until") or intent.text("clock") else 0)
    return (turns, "turn", moment) if turns else (None, "", "end")


def end(state: State, intent: Intent, kinds: Mapping[str, ConditionKind]) -> Outcome:
    """End the conditions of a kind, those with a remark, or all that people see."""
    draft = Draft(state)
    kind, note = intent.text("kind"), intent.text("text")
    for who in intent.targets:
        character = draft.character(who)
        for running in character.conditions.values() if kind else shown_conditions(character, kinds):
            if (not kind or kind in (running.kind, running.id)) and (not note or note == running.note):
                draft.add(ConditionEnded(who, running.id, "hand"))
    if draft.state == state:
        raise _nothing_of_it(state, intent.targets, kind, kinds)
    return something(draft)


def _nothing_of_it(state: State, targets: Sequence[str], kind: str, kinds: Mapping[str, ConditionKind]) -> Refusal:
    """Why there is nothing to end: no one bears it; with what they do bear."""
    people = [state.characters[who] for who in targets]
    running = dict.fromkeys(one.kind for person in people for one in shown_conditions(person, kinds))
    names = tuple(person.name for person in people)
    if not running:
        return Refusal(message("refused.no_conditions", list=names))
    if not kind:
        return Refusal(message("refused.nothing_to_do"))
    return Refusal(message("refused.no_such_condition", list=names, kind=Term(kind), there=tuple(map(Term, running))))


def end_what_lasts(state: State, units: tuple[ClockUnit, ...], cause: str) -> Outcome:
    """End everything that lasts no longer than what is over now, such as the scene."""
    draft = Draft(state)
    for who, character in state.characters.items():
        for running in character.conditions.values():
            if running.unit in units:
                draft.add(ConditionEnded(who, running.id, cause))
    return draft.outcome()


def tick_rounds(state: State, before: State) -> Outcome:
    """Count down what lasts for rounds, on those who are in this fight.

    What has begun, or was made longer, since `before` (as the round began) counts from the next round on.
    """
    here = {character.id for character in state.fighters}

    def is_older(who: str, running: Condition) -> bool:
        character = before.characters.get(who)
        older = character.conditions.get(running.id) if character else None
        return older is not None and older.unit == running.unit and (older.left or 0) >= (running.left or 0)

    return _tick(state, 1, lambda who, running: running.unit == "round" and who in here and is_older(who, running))


def tick_turn(state: State, turn_of: str, moment: str) -> Outcome:
    """Count down what lasts for turns of a character; a clock whose owner is gone follows the bearer."""

    def is_due(who: str, running: Condition) -> bool:
        return running.unit == "turn" and _clock(state, who, running) == turn_of and running.moment == moment

    return _tick(state, 1, is_due)


def whose_turns_count(state: State) -> frozenset[str]:
    """The people by whose turns something counts down."""
    return frozenset(_clock(state, who, running) for who, running in _running(state) if running.unit == "turn")


def _clock(state: State, who: str, running: Condition) -> str:
    return running.clock if running.clock in state.characters else who


def tick_seconds(state: State, seconds: int) -> Outcome:
    """Count down what lasts for a stretch of time."""
    return _tick(state, seconds, lambda who, running: running.unit == "second")


def tick_rounds_outside(state: State, rounds: int, counted: Container[tuple[str, str]]) -> Outcome:
    """Count down what lasts for rounds or turns by those that would have been in time that passed.

    `counted`: whose conditions the ruleset has counted down itself, with their ids.
    """

    def is_due(who: str, running: Condition) -> bool:
        return running.unit in ("round", "turn") and (who, running.id) not in counted

    return _tick(state, rounds, is_due) if rounds else Draft(state).outcome()


def _tick(state: State, steps: int, is_due: Callable[[str, Condition], bool]) -> Outcome:
    draft = Draft(state)
    for who, running in _running(state):
        if running.left is None or not is_due(who, running):
            continue
        if running.left > steps:
            draft.add(ConditionSet(who, replace(running, left=running.left - steps)))
        else:
            draft.add(ConditionEnded(who, running.id, "time"))
    return draft.outcome()


def _running(state: State) -> Iterator[tuple[str, Condition]]:
    return ((who, running) for who, person in state.characters.items() for running in person.conditions.values())


def shown_conditions(character: Character, kinds: Mapping[str, ConditionKind]) -> tuple[Condition, ...]:
    """The conditions that people see: not those with which the ruleset only remembers something."""
    running = character.conditions.values()
    return tuple(one for one in running if one.kind not in kinds or not kinds[one.kind].memory)
