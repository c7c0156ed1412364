"""What is due when a round or a turn begins and when time passes."""

from tracker.api import (
    Chance,
    ConditionEnded,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Prompted,
    PromptSettled,
    State,
    Term,
    message,
    quoted,
)
from tracker_ukraine_by_night import bleeding, clock
from tracker_ukraine_by_night.attackers import begin_first_round, forget_attacks, remind_of_limits
from tracker_ukraine_by_night.checks import MUST_WAIT, seconds_left
from tracker_ukraine_by_night.guards import sweep
from tracker_ukraine_by_night.healing import heal_with_time
from tracker_ukraine_by_night.health import state_of
from tracker_ukraine_by_night.vitae import SPENT


def start_of_round(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Three seconds are over: timers run, the bleeding lose blood, sides without their guards are open."""
    draft = Draft(view)
    sweep(draft)
    if draft.state.round == 1:
        begin_first_round(draft)
    clock.at_round(draft)
    _end_waits(draft, 0)
    bleeding.at_round(draft)
    return draft.outcome()


def start_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A mortal with a full track is asked to test for consciousness."""
    draft = Draft(view)
    sweep(draft)
    remind_of_limits(draft)
    character = draft.character(intent.actor)
    if state_of(character) == "failing" and not character.has_condition("unconscious"):
        draft.add(
            Prompted(
                f"stay_conscious:{character.id}",
                character.id,
                message("ubn.due.stay_conscious", who=character.name),
                f"stay_conscious by={quoted(character.name)}",
                "UBN-STA-02",
                "turn",
            )
        )
    return draft.outcome()


def pass_time(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Time heals everybody but vampires, lets the dying bleed, frees places, and gives Vitae its flow back."""
    draft = Draft(view)
    seconds = intent.integer("seconds")
    for who, character in view.characters.items():
        heal_with_time(draft, who, seconds)
        if character.count(SPENT):
            draft.add(CounterSet(who, SPENT, 0))
    forget_attacks(draft)
    bleeding.over_time(draft, seconds)
    _end_waits(draft, seconds)
    return draft.outcome()


def _end_waits(draft: Draft, seconds: int) -> None:
    """End the waits that are over once so many seconds more have gone by."""
    for who, character in list(draft.state.characters.items()):
        for running in character.conditions_of_kind(MUST_WAIT):
            if "until" in running.data and seconds_left(draft.state, running) <= seconds:
                draft.add(ConditionEnded(who, running.id, "time", "UBN-SOC-01"))
                draft.say(message("ubn.condition.ended", who=character.name, condition=Term(MUST_WAIT)))


def settle_prompt(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Take a reminder off that has been answered."""
    wanted = intent.text("prompt")
    return Outcome(tuple(PromptSettled(due.id) for due in view.prompts if due.id == wanted))


ACTS = {"settle_prompt": settle_prompt}
