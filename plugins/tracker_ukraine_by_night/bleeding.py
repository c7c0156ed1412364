"""Bleeding out: one more level each minute until somebody helps (UBN-STA-03)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
    PromptSettled,
    Refusal,
    State,
    Value,
    frozen,
    message,
)
from tracker_ukraine_by_night.clock import ROUND_SECONDS, ROUNDS_PER_MINUTE
from tracker_ukraine_by_night.gear import LETHAL
from tracker_ukraine_by_night.health import LARGEST_DAMAGE, end_condition, state_of

BLEEDING = "bleeding"


def bleed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Start the timer of somebody who is dying."""
    draft = Draft(view)
    for who in intent.targets:
        character = draft.character(who)
        if state_of(character) != "dying" or character.has_condition(BLEEDING):
            raise Refusal(message("ubn.refused.not_dying", who=character.name))
        draft.add(ConditionSet(who, Condition(BLEEDING, BLEEDING, left=ROUNDS_PER_MINUTE, unit="round"), "UBN-STA-03"))
        _settle(draft, f"bleeding:{who}")
        draft.say(message("ubn.bleeding", who=character.name, rounds=ROUNDS_PER_MINUTE))
    return draft.outcome()


def stabilise(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Help has come: the bleeding stops, the marks stay."""
    draft = Draft(view)
    for who in intent.targets:
        character = draft.character(who)
        due = any(prompt.id == f"bleeding:{who}" for prompt in view.prompts)
        if not due and not character.has_condition(BLEEDING):
            raise Refusal(message("ubn.refused.not_bleeding", who=character.name))
        end_condition(draft, who, BLEEDING)
        _settle(draft, f"bleeding:{who}")
        draft.say(message("ubn.stabilised", who=character.name))
    return draft.outcome()


def _settle(draft: Draft, prompt: str) -> None:
    if any(due.id == prompt for due in draft.state.prompts):
        draft.add(PromptSettled(prompt))


def _lose_levels(draft: Draft, who: str, running: Condition, left: int, levels: int) -> None:
    draft.add(ConditionSet(who, replace(running, left=left), "UBN-STA-03"))
    if levels:
        draft.say(message("ubn.bleeds", who=draft.character(who).name))
        values: dict[str, Value] = {"amount": min(levels, LARGEST_DAMAGE), "type": LETHAL}
        draft.follow(Intent("damage", targets=(who,), values=frozen(values)))


def at_round(draft: Draft) -> None:
    """Before the round is counted off: a minute that runs out costs a level and begins anew."""
    for who, character in list(draft.state.characters.items()):
        for running in character.conditions_of_kind(BLEEDING):
            if running.left is not None and running.left <= 1:
                _lose_levels(draft, who, running, ROUNDS_PER_MINUTE + 1, 1)


def over_time(draft: Draft, seconds: int) -> None:
    """Outside the rounds: one level for each minute that is full."""
    for who, character in list(draft.state.characters.items()):
        for running in character.conditions_of_kind(BLEEDING):
            if running.left is not None and running.unit == "round":
                elapsed = ROUNDS_PER_MINUTE - running.left + seconds // ROUND_SECONDS
                levels, into_minute = divmod(elapsed, ROUNDS_PER_MINUTE)
                _lose_levels(draft, who, running, ROUNDS_PER_MINUTE - into_minute, levels)


CONDITIONS = (ConditionKind(BLEEDING, tone="bad", rule="UBN-STA-03"),)
ACTIONS = (
    Action(
        "bleed", "act", acts=False, targets="many", rules=("UBN-STA-03",), examples=("bleed Boris",), group="health"
    ),
    Action(
        "stabilise",
        "act",
        acts=False,
        targets="many",
        rules=("UBN-STA-03",),
        examples=("stabilise Boris",),
        group="health",
    ),
)
ACTS = {"bleed": bleed, "stabilise": stabilise}
