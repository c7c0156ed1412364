"""Dying: a point a minute until someone helps, then coma until the last box is clear (WOD-STATE-07 to -11)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_wod.hazards.harm import harm
from tracker_wod.periodic import Elapsed, Periodic, ended
from tracker_wod.recovery import MINUTE
from tracker_wod.states import DYING, STABILISED, TORPID_KINDS, state_of
from tracker_wod.track import HEALTH

BLEEDING = "bleeding"
"""The counter of seconds since the last point."""


def bleeds(character: Character) -> bool:
    """Whether someone loses a point each minute: a mortal, dying, and no one has helped."""
    return (
        state_of(character) == DYING and character.kind not in TORPID_KINDS and not character.has_condition(STABILISED)
    )


def stabilise(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Help the dying: the bleeding stops, the coma stays until the last box is clear."""
    for who in intent.targets:
        name = draft.character(who).name
        if state_of(draft.character(who)) != DYING:
            raise Refusal(message("wod.refused.not_dying", who=name))
        condition = Condition(STABILISED, STABILISED, data=frozen({"rule": "WOD-STATE-10"}))
        draft.tell(message("wod.stabilised", who=name), ConditionSet(who, condition, "WOD-STATE-10"))
        _stop_clock(draft, who)


def _stop_clock(draft: Draft, who: str) -> None:
    if draft.character(who).count(BLEEDING):
        draft.add(CounterSet(who, BLEEDING, 0))


def bleed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let minutes go by for the dying, by hand."""
    for who in intent.targets:
        if not bleeds(draft.character(who)):
            raise Refusal(message("wod.refused.not_bleeding", who=draft.character(who).name))
        _lose(draft, who, intent.integer("minutes"))


def _lose(draft: Draft, who: str, points: int) -> None:
    """A point deepens the leftmost lethal mark; the track can take no more points than it has boxes."""
    health = draft.character(who).tracks[HEALTH]
    points = min(points, health.marks.count("X"))
    harm(draft, who, "lethal", (Part(Term(BLEEDING), points, "WOD-STATE-08"),), "WOD-STATE-08")


def _due(view: State, who: str) -> int | None:
    """The seconds until death: nothing else comes of the minutes before."""
    character = view.characters[who]
    minutes = character.tracks[HEALTH].marks.count("X")
    return minutes * MINUTE - character.count(BLEEDING) if bleeds(character) else None


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    if not bleeds(draft.character(who)):
        return
    points, seconds = divmod(draft.character(who).count(BLEEDING) + elapsed.seconds, MINUTE)
    draft.add(CounterSet(who, BLEEDING, seconds))
    if points:
        _lose(draft, who, points)


def due(view: State, who: str) -> Iterator[DueItem]:
    """Help for the dying, with the minutes that are left."""
    character = view.characters[who]
    if bleeds(character):
        line = message("wod.prompt.bleeding", who=character.name, count=character.tracks[HEALTH].marks.count("X"))
        help_them = Intent("stabilise", targets=(who,))
        yield DueItem(f"{BLEEDING}:{who}", who, line, help_them, "WOD-STATE-08", "offer")


def settled(draft: Draft, who: str) -> None:
    """Let go of the clock and the mark of help when dying is over."""
    character = draft.character(who)
    if not bleeds(character):
        _stop_clock(draft, who)
        if state_of(character) != DYING:
            ended(draft, who, STABILISED, "WOD-STATE-11", "WOD-STATE-11")


PERIODIC = Periodic(_due, _advance, in_rounds=True)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "stabilise", "act", acts=False, targets="many", rules=("WOD-STATE-10", "WOD-HEAL-03"),
            examples=("stabilise David",), group="health",
        ), drafted(stabilise)),
        Deed(Action(
            "bleed", "act", (Parameter("minutes", "integer", default=1, minimum=1, maximum=1000),), acts=False,
            targets="many", rules=("WOD-STATE-08", "WOD-STATE-09"), examples=("bleed David 3",), group="health",
        ), drafted(bleed)),
    ),
    conditions=(ConditionKind(STABILISED, tone="warning", rule="WOD-STATE-10"),),
    due=due,
)  # fmt: skip
