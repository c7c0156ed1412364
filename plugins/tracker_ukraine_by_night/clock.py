"""Time: a round is three seconds, always (UBN-TURN-03)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    ConditionEnded,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Refusal,
    State,
    Term,
    TimePassed,
    message,
)

ROUND_SECONDS = 3
ROUNDS_PER_MINUTE = 60 // ROUND_SECONDS
LONGEST = 1_000_000


def round_starts_at(number: int) -> int:
    """The second at which a round begins; the first begins at 0."""
    return ROUND_SECONDS * (number - 1)


def rounds_in(minutes: int) -> int:
    """How many rounds so many minutes hold."""
    return ROUNDS_PER_MINUTE * minutes


def reckon(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Tell when a round begins, or how many rounds some minutes are; without a number the running round."""
    draft = Draft(view)
    if "minutes" in intent.values:
        minutes = intent.integer("minutes")
        if not 0 <= minutes <= LONGEST:
            raise Refusal(message("ubn.refused.amount", minimum=0, maximum=LONGEST))
        draft.say(message("ubn.clock.minutes", minutes=minutes, rounds=rounds_in(minutes)))
    else:
        number = intent.integer("round", max(1, view.round))
        if not 1 <= number <= LONGEST:
            raise Refusal(message("ubn.refused.amount", minimum=1, maximum=LONGEST))
        draft.say(message("ubn.clock.round", round=number, seconds=round_starts_at(number)))
    return draft.outcome()


def at_round(draft: Draft) -> None:
    """The three seconds of the round that is over go by, for the clock and for what lasts so many seconds."""
    if draft.state.round <= 1:
        return
    draft.add(TimePassed(ROUND_SECONDS))
    for who, character in list(draft.state.characters.items()):
        for running in character.conditions.values():
            if running.unit != "second" or running.left is None:
                continue
            if running.left > ROUND_SECONDS:
                draft.add(ConditionSet(who, replace(running, left=running.left - ROUND_SECONDS)))
                continue
            draft.add(ConditionEnded(who, running.id, "time", "UBN-TURN-03"))
            draft.say(message("ubn.condition.ended", who=character.name, condition=Term(running.kind)))


ACTIONS = (
    Action(
        "reckon",
        "act",
        (
            Parameter("round", "integer", minimum=1, maximum=LONGEST),
            Parameter("minutes", "integer", minimum=0, maximum=LONGEST, common=False),
        ),
        acts=False,
        rules=("UBN-TURN-03",),
        examples=("reckon 5", "reckon minutes=10"),
        group="time",
    ),
)
ACTS = {"reckon": reckon}
