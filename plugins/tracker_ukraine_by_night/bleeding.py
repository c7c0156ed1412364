"""Bleeding out: one more level each minute until someone helps (UBN-STA-03)."""

from collections.abc import Iterator
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Refusal,
    State,
    Term,
    badges,
    drafted,
    message,
)
from tracker_ukraine_by_night.clock import ROUND_SECONDS, ROUNDS_PER_MINUTE
from tracker_ukraine_by_night.gear import LETHAL
from tracker_ukraine_by_night.health import BLEEDING, LARGEST_DAMAGE, STABILISED, state_of

BLEEDS_ON = "bleeds_on"
"""The counter of someone whose timer a scene has ended: it begins again in the next one."""


def due(view: State, who: str) -> Iterator[DueItem]:
    """Offer the timer of someone who is dying and neither bleeds nor was helped."""
    character = view.characters[who]
    is_offered = state_of(character) == "dying" and not character.has_condition(STABILISED)
    if is_offered and not character.has_condition(BLEEDING):
        line = message("ubn.due.bleeding", who=character.name)
        yield DueItem(f"bleeding:{who}", who, line, Intent("bleed", targets=(who,)), "UBN-STA-03", "offer")


@drafted
def bleed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Start the timer of someone who is dying."""
    for who in intent.targets:
        character = draft.character(who)
        if state_of(character) != "dying" or character.has_condition(BLEEDING):
            raise Refusal(message("ubn.refused.not_dying", who=character.name))
        _start(draft, who)


def _start(draft: Draft, who: str) -> None:
    timer = Condition(BLEEDING, BLEEDING, left=ROUNDS_PER_MINUTE, unit="round")
    line = message("ubn.bleeding", who=draft.character(who).name, rounds=ROUNDS_PER_MINUTE)
    draft.tell(line, ConditionSet(who, timer, "UBN-STA-03"))


@drafted
def stabilise(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Help has come: the bleeding stops, the marks stay."""
    for who in intent.targets:
        character = draft.character(who)
        if state_of(character) != "dying" or character.has_condition(STABILISED):
            raise Refusal(message("ubn.refused.not_bleeding", who=character.name))
        ended = (ConditionEnded(who, kept.id, "help") for kept in character.conditions_of_kind(BLEEDING))
        helped = ConditionSet(who, Condition(STABILISED, STABILISED), "UBN-STA-03")
        draft.tell(message("ubn.stabilised", who=character.name), *ended, helped)


def _lose_levels(draft: Draft, who: str, running: Condition, left: int, levels: int) -> None:
    """Set the timer; the levels that it cost follow."""
    timer = ConditionSet(who, replace(running, left=left, unit="round"), "UBN-STA-03")
    if not levels:
        draft.add(timer)
        return
    draft.tell(message("ubn.bleeds", who=draft.character(who).name, rounds=left), timer)
    harm = Intent("damage", targets=(who,))
    draft.follow(harm.with_values(amount=min(levels, LARGEST_DAMAGE), type=LETHAL, cause=Term(BLEEDING)))


def start_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Before the round is counted off: a minute that runs out costs a level and begins again."""
    for character in draft.state.fighters:
        for running in character.conditions_of_kind(BLEEDING):
            if running.left is None:
                _lose_levels(draft, character.id, running, ROUNDS_PER_MINUTE, 0)
            elif running.left <= 1 and draft.state.round > 1:
                _lose_levels(draft, character.id, running, ROUNDS_PER_MINUTE, 1)


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Outside the rounds: one level for each minute that is full."""
    for who, character in draft.state.characters.items():
        for running in character.conditions_of_kind(BLEEDING):
            if running.unit in ("round", ""):
                elapsed = intent.integer("seconds") // ROUND_SECONDS
                elapsed += ROUNDS_PER_MINUTE - (running.left or ROUNDS_PER_MINUTE)
                levels, into_minute = divmod(elapsed, ROUNDS_PER_MINUTE)
                _lose_levels(draft, who, running, ROUNDS_PER_MINUTE - into_minute, levels)


def condition_ended(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A new scene ends the rounds that were counted, not the bleeding."""
    if (intent.text("kind"), intent.text("cause")) == (BLEEDING, "scene"):
        draft.add(CounterSet(intent.target, BLEEDS_ON, 1))


def begin_scene(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Those who bled go on bleeding."""
    for who, character in draft.state.characters.items():
        if character.count(BLEEDS_ON):
            draft.add(CounterSet(who, BLEEDS_ON, 0))
            _start(draft, who)


CHAPTER = Chapter(
    deeds=(
        Deed(
            Action(
                "bleed",
                "act",
                acts=False,
                targets="many",
                rules=("UBN-STA-03",),
                examples=("bleed Boris",),
                group="health",
            ),
            bleed,
        ),
        Deed(
            Action(
                "stabilise",
                "act",
                acts=False,
                targets="many",
                rules=("UBN-STA-03",),
                examples=("stabilise Boris",),
                group="health",
            ),
            stabilise,
        ),
    ),
    conditions=(
        ConditionKind(BLEEDING, tone="bad", rule="UBN-STA-03", weight=badges.DYING - 1),
        ConditionKind(STABILISED, tone="good", rule="UBN-STA-03"),
    ),
    moments={
        "start_of_round": start_of_round,
        "pass_time": pass_time,
        "condition_ended": condition_ended,
        "begin_scene": begin_scene,
    },
    due=due,
)
