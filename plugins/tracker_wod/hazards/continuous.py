"""Continuous damage: a fixed number of points at each round start, armour or not (WOD-EFF-03)."""

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_wod import track
from tracker_wod.damage import LARGEST_DAMAGE
from tracker_wod.hazards.harm import harm
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.periodic import ROUND_SECONDS, Elapsed, Periodic, new_id, rounds_gone, words
from tracker_wod.states import DEAD, state_of, state_with

CONTINUOUS = "continuous"
"""`amount` points of `data.type` at each round start."""


def begin(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let something eat on: from the next round start on, for so many rounds or until it is ended."""
    points, damage_type = intent.integer("points"), intent.text("type")
    rounds = intent.integer("rounds") or None
    for who in intent.targets:
        character = draft.character(who)
        condition = Condition(
            new_id(character, CONTINUOUS),
            CONTINUOUS,
            amount=points,
            note=intent.text("text"),
            data=frozen({"type": damage_type}),
            left=rounds,
            unit="round" if rounds else "",
        )
        cause = condition.note or Term(CONTINUOUS)
        line = message("wod.continuous.acts", who=character.name, points=points, type=Term(damage_type), cause=cause)
        draft.tell(line, ConditionSet(who, condition, "WOD-EFF-03"))


def _due(view: State, who: str) -> int | None:
    """The seconds until something comes of it: of several each round, of a single one when Health brings a new state.

    So a long time under one of them is told in a few lines.
    """
    character = view.characters[who]
    running = character.conditions_of_kind(CONTINUOUS)
    if not running or state_of(character) == DEAD:
        return None
    (one, *others) = running
    return ROUND_SECONDS if others or one.amount <= 0 else ROUND_SECONDS * _rounds_until_change(character, one)


def _rounds_until_change(character: Character, one: Condition) -> int:
    """How many rounds of damage bring another state or the end of the rounds, at least 1."""
    rounds, now, health = 0, state_of(character), character.tracks[track.HEALTH]
    while rounds != one.left or one.unit != "round":
        health = track.damaged(health, words(one, "type", "lethal"), one.amount).track
        rounds += 1
        if state_with(character, health) != now:
            break
    return max(1, rounds)


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    rounds = elapsed.seconds // ROUND_SECONDS
    if not rounds:
        return
    for condition in draft.character(who).conditions_of_kind(CONTINUOUS):
        part = Part(condition.note or Term(CONTINUOUS), rounds * max(0, condition.amount), "WOD-EFF-03")
        rounds_gone(draft, who, condition.id, elapsed)
        harm(draft, who, words(condition, "type", "lethal"), (part,), "WOD-EFF-03")


PERIODIC = Periodic(_due, _advance, in_rounds=True)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            CONTINUOUS, "act",
            (
                Parameter("points", "integer", required=True, minimum=1, maximum=LARGEST_DAMAGE),
                Parameter("type", "choice", default="lethal", choices=DAMAGE_TYPES),
                Parameter("rounds", "integer", minimum=1, maximum=10_000),
                Parameter("text", "text", common=False),
            ),
            acts=False, targets="many", rules=("WOD-EFF-03",), examples=("continuous David 3 lethal rounds=2",),
            group="hazards",
        ), drafted(begin)),
    ),
    conditions=(ConditionKind(CONTINUOUS, amount=True, tone="bad", rule="WOD-EFF-03"),),
)  # fmt: skip
