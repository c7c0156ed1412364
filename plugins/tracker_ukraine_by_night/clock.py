"""Time: a round is three seconds, always (UBN-TURN-03)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    ConditionEnded,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    TimePassed,
    drafted,
    message,
)

ROUND_SECONDS = 3
MINUTE, DAY = 60, 86400
"""In seconds."""
ROUNDS_PER_MINUTE = MINUTE // ROUND_SECONDS
LONGEST = 1_000_000


@drafted
def reckon(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Tell when a round begins, or how many rounds some minutes are; without a number the running round."""
    if "minutes" in intent.values:
        minutes = intent.integer("minutes")
        draft.say(message("ubn.clock.minutes", minutes=minutes, rounds=ROUNDS_PER_MINUTE * minutes))
    else:
        number = intent.integer("round", max(1, draft.state.round))
        draft.say(message("ubn.clock.round", round=number, seconds=ROUND_SECONDS * (number - 1)))


def start_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The three seconds of the round that is over go by, for the clock and for what lasts so many seconds.

    Of several fights the one that is furthest moves the clock.
    """
    view = draft.state
    if view.round <= 1:
        return
    if all(other.round < view.round for other in view.fights.values()):
        draft.add(TimePassed(ROUND_SECONDS))
    for character in view.fighters:
        for running in character.conditions.values():
            if running.unit != "second" or running.left is None:
                continue
            if running.left > ROUND_SECONDS:
                draft.add(ConditionSet(character.id, replace(running, left=running.left - ROUND_SECONDS)))
            else:
                draft.add(ConditionEnded(character.id, running.id, "time", "UBN-TURN-03"))


RECKON = Action(
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
    asks=True,
)
CHAPTER = Chapter(deeds=(Deed(RECKON, reckon),), moments={"start_of_round": start_of_round})
