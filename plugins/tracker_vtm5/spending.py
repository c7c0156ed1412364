"""Spending Willpower: a point is one whole slash, never halved (V5-RES-04)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    TrackSet,
    drafted,
    message,
)
from tracker_vtm5 import marks, options, people
from tracker_vtm5.kinds import choices

PURPOSES = ("resist", "reroll", "control", "stunned", "twitch", "other")


def left(view: State, character: Character) -> int:
    """How many points can still be spent (V5-RES-04)."""
    only_free = options.is_set(view, "willpower_when_full", "refuse")
    return marks.capacity(character.tracks["willpower"].marks, only_free=only_free)


def spend(draft: Draft, who: str, points: int, purpose: str) -> None:
    """Mark so many points. Raises Refusal where the track cannot bear them all."""
    character = draft.character(who)
    people.require_senses(character)
    if purpose not in ("twitch", "resist", "other"):
        people.require_free(character)
    before = character.tracks["willpower"]
    possible = left(draft.state, character)
    if points > possible:
        people.refuse("no_willpower_left", character, points=points, possible=possible)
    placed = marks.place(before.marks, 0, points)
    after = replace(before, marks=placed.marks)
    parts = (Part(Term(purpose), points, "V5-RES-04"),)
    told = draft.record(
        TrackSet(who, "willpower", before, after, "superficial", points, "", placed.converted, parts, "V5-RES-04")
    )
    draft.say(
        message(
            "vtm5.spent_freely" if purpose == "other" else "vtm5.spent",
            who=character.name,
            points=told("amount"),
            purpose=Term(purpose),
            before=told("before.marks"),
            after=told("after.marks"),
        ),
        working=True,
    )
    if placed.converted:
        draft.say(message("vtm5.converted", who=character.name, count=told("upgraded")), working=True)


def _spend(draft: Draft, intent: Intent, chance: Chance) -> None:
    who, purpose = people.subject(intent), intent.text("purpose", "other")
    character = draft.character(who)
    if purpose == "other" and people.first_of(character, people.BOUND):
        purpose = "twitch"
    if purpose == "control" and not people.is_frenzied(character):
        people.refuse("no_frenzy", character)
    if purpose == "stunned" and not character.has_condition("stunned"):
        people.refuse("not_stunned", character)
    spend(draft, who, intent.integer("points"), purpose)
    if purpose == "control":
        draft.add(ConditionSet(who, Condition("controlled", "controlled", left=1, unit="turn"), "V5-EFF-03"))
    if purpose == "stunned":
        draft.add(*people.ends_of(character, "stunned", cause="willpower", rule="V5-DMG-19"))


DEEDS = (
    Deed(
        Action(
            "spend", "act",
            (
                Parameter("points", "integer", default=1, minimum=1, maximum=30),
                Parameter("purpose", "choice", default="other", choices=choices(PURPOSES)),
            ),
            acts=False, targets="one", key="v", rules=("V5-RES-04", "V5-DMG-14"),
            examples=("spend Vera", "spend Vera 1 purpose=control"), group="will",
        ),
        drafted(_spend),
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS)
