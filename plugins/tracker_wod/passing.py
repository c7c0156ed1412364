"""Time at work on running effects: round by round at each round start, or any stretch of it outside the rounds.

Outside the rounds each character's time goes by from one due moment to the next (`elapse` follows itself), so that what
heals, what harms and what is rolled for come in their true order. Every stretch first heals, then harms.
"""

from tracker.api import Chance, Chapter, Draft, Intent, Outcome, Refusal, State, drafted, message
from tracker_wod import bleeding, extended, healing, temporary
from tracker_wod.hazards import (
    continuous,
    deprivation,
    drugs,
    electricity,
    fatigue,
    fire,
    temperature,
    toxins,
)
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, clear_away
from tracker_wod.track import HEALTH

PERIODICS: tuple[Periodic, ...] = (
    temporary.PERIODIC,
    fire.PERIODIC,
    continuous.PERIODIC,
    electricity.PERIODIC,
    toxins.PERIODIC,
    bleeding.PERIODIC,
    deprivation.PERIODIC,
    temperature.PERIODIC,
    drugs.PERIODIC,
    fatigue.PERIODIC,
    healing.LOSSES,
    extended.PERIODIC,
)

MOST_STEPS = 200
"""Due moments of one character in one act; for more, let shorter stretches go by."""

CLOCKED = (bleeding.PERIODIC, toxins.PERIODIC, temporary.PERIODIC)
"""What counts time in rounds and not round starts: nothing has gone by when the first round begins."""


def round_begins(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let what burns, bleeds and eats on act at the start of a round."""
    for who in [character.id for character in draft.state.fighters]:
        for periodic in PERIODICS:
            if not periodic.in_rounds or periodic.due(draft.state, who) is None:
                continue
            if draft.state.round > 1 or periodic not in CLOCKED:
                periodic.advance(draft, who, Elapsed(ROUND_SECONDS, in_round=True), chance)


def time_passes(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let time go by for everyone to whom it does something."""
    seconds = intent.integer("seconds")
    for who in draft.state.characters:
        if _is_concerned(draft.state, who):
            draft.follow(Intent("elapse", targets=(who,), values={"seconds": seconds}))


def _is_concerned(view: State, who: str) -> bool:
    health = view.characters[who].tracks.get(HEALTH)
    return bool(health and health.filled) or _next_due(view, who) is not None


def _next_due(view: State, who: str) -> int | None:
    moments = [due for periodic in PERIODICS if (due := periodic.due(view, who)) is not None]
    return min(moments, default=None)


def elapse(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Let time go by for one character up to the next due moment, then the rest of it."""
    who, seconds, step = intent.target, intent.integer("seconds"), intent.integer("step")
    if step >= MOST_STEPS:
        raise Refusal(message("wod.refused.too_much_time", who=view.characters[who].name))
    due = _next_due(view, who)
    stretch = seconds if due is None else min(seconds, due)
    health = view.characters[who].tracks.get(HEALTH)
    then: list[Intent] = []
    if health and health.filled:
        then.append(Intent("heal", targets=(who,), values={"seconds": stretch}))
    if due is not None:
        then.append(Intent("act-in-time", targets=(who,), values={"seconds": stretch}))
    if seconds > stretch:
        then.append(Intent("elapse", targets=(who,), values={"seconds": seconds - stretch, "step": step + 1}))
    return Outcome(then=tuple(then))


def act_in_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let the running effects of one character go through a stretch, at the end of which something may be due."""
    for periodic in PERIODICS:
        if periodic.due(draft.state, intent.target) is not None:
            periodic.advance(draft, intent.target, Elapsed(intent.integer("seconds")), chance)


def over(draft: Draft, intent: Intent, chance: Chance) -> None:
    """What hangs on a condition goes with it, whoever ends it."""
    clear_away(draft, intent.target, intent.text("id"))


CHAPTER = Chapter(
    inner={"elapse": elapse, "act-in-time": drafted(act_in_time)},
    moments={"start_of_round": round_begins, "pass_time": time_passes, "condition_ended": over},
)  # fmt: skip
