"""Temporary Health: boxes at the right end for a time, and what becomes of the marks in them (WOD-DMG-10, -11)."""

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    TrackSet,
    drafted,
    message,
)
from tracker_wod import track
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, ended, new_id, rounds_gone
from tracker_wod.states import tell_marks
from tracker_wod.track import HEALTH

TEMPORARY = "temporary-health"
"""`amount` boxes for as long as the condition runs."""

LARGEST_BONUS = 50


def gain(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Add boxes, for so many rounds, for a stretch of time, or until they are taken away."""
    boxes = intent.integer("boxes")
    rounds = intent.integer("rounds") or -(-intent.integer("duration") // ROUND_SECONDS)
    for who in intent.targets:
        character = draft.character(who)
        before = character.tracks[HEALTH]
        part = Part(Term(TEMPORARY), boxes, "WOD-DMG-10")
        told = draft.record(
            TrackSet(who, HEALTH, before, track.lengthened(before, boxes), parts=(part,), rule="WOD-DMG-10")
        )
        values = {"before": told("before.marks"), "after": told("after.marks")}
        draft.tell(
            message("wod.temporary.gained", who=character.name, count=boxes, **values),
            ConditionSet(
                who,
                Condition(
                    new_id(character, TEMPORARY), TEMPORARY, boxes, left=rounds or None, unit="round" if rounds else ""
                ),
                "WOD-DMG-10",
            ),
        )
        draft.follow(Intent("settle", targets=(who,)))


def lose(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take temporary boxes away, all of them where no number is given."""
    for who in intent.targets:
        character = draft.character(who)
        bonus = character.tracks[HEALTH].bonus
        if not bonus:
            raise Refusal(message("wod.refused.no_bonus", who=character.name))
        left = boxes = min(intent.integer("boxes", bonus), bonus)
        for condition in reversed(character.conditions_of_kind(TEMPORARY)):
            taken = min(left, condition.amount)
            left -= taken
            if taken == condition.amount:
                ended(draft, who, condition.id, "by hand", "WOD-DMG-11")
            elif taken:
                from_condition = Condition(
                    condition.id, TEMPORARY, condition.amount - taken, left=condition.left, unit=condition.unit
                )
                draft.add(ConditionSet(who, from_condition, "WOD-DMG-11"))
        shorten(draft, who, boxes)


def shorten(draft: Draft, who: str, boxes: int) -> None:
    """Take boxes off the track; each mark that stood in them deepens one that remains."""
    character = draft.character(who)
    before = character.tracks[HEALTH]
    marked = track.shortened(before, boxes)
    part = Part(Term(TEMPORARY), -boxes, "WOD-DMG-11")
    told = draft.record(
        TrackSet(
            who, HEALTH, before, marked.track, lost=marked.lost, upgraded=marked.upgraded, parts=(part,),
            rule="WOD-DMG-11",
        )
    )  # fmt: skip
    values = {"before": told("before.marks"), "after": told("after.marks")}
    draft.say(message("wod.temporary.lost", who=character.name, count=boxes, **values))
    tell_marks(draft, who, before, marked, told)
    draft.follow(Intent("settle", targets=(who,)))


def _surplus(view: State, who: str) -> int:
    """Temporary boxes whose condition has been ended by hand or with its scene."""
    character = view.characters[who]
    bonus = character.tracks[HEALTH].bonus
    return bonus - sum(condition.amount for condition in character.conditions_of_kind(TEMPORARY))


def _due(view: State, who: str) -> int | None:
    times = [
        condition.left * ROUND_SECONDS
        for condition in view.characters[who].conditions_of_kind(TEMPORARY)
        if condition.left is not None and condition.unit == "round"
    ]
    return min(times, default=None)


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    for condition in draft.character(who).conditions_of_kind(TEMPORARY):
        # The core ends it right after the start of this round; its boxes go with it.
        if elapsed.in_round and condition.unit == "round" and condition.left == 1:
            ended(draft, who, condition.id, "time", "WOD-DMG-11")
        rounds_gone(draft, who, condition.id, elapsed)
    if (surplus := _surplus(draft.state, who)) > 0:
        shorten(draft, who, surplus)


def _over(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The boxes go with the condition, whoever ends it."""
    if intent.text("kind") == TEMPORARY and (surplus := _surplus(draft.state, intent.target)) > 0:
        shorten(draft, intent.target, surplus)


PERIODIC = Periodic(_due, _advance, in_rounds=True)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            TEMPORARY, "act",
            (
                Parameter("boxes", "integer", default=1, minimum=1, maximum=LARGEST_BONUS),
                Parameter("rounds", "integer", minimum=1, maximum=100_000),
                Parameter("duration", "duration", common=False),
            ),
            acts=False, targets="many", rules=("WOD-DMG-10",), examples=("temporary-health David 2 rounds=10",),
            group="health",
        ), drafted(gain)),
        Deed(Action(
            "lose-temporary", "act", (Parameter("boxes", "integer", minimum=1, maximum=LARGEST_BONUS),), acts=False,
            targets="many", rules=("WOD-DMG-11",), examples=("lose-temporary David",), group="health",
        ), drafted(lose)),
    ),
    conditions=(ConditionKind(TEMPORARY, amount=True, tone="good", rule="WOD-DMG-10", by_hand=False),),
    moments={"condition_ended": _over},
)  # fmt: skip
