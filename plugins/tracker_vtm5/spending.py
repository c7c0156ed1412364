"""Spending Willpower: a point is one whole slash, never halved (V5-RES-04)."""

from tracker.api import (
    Action,
    Chance,
    Choice,
    Condition,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Term,
    Track,
    TrackSet,
    message,
)
from tracker_vtm5 import marks, options, people, states
from tracker_vtm5.feature import Feature

PURPOSES = ("resist", "reroll", "control", "stunned", "twitch", "other")


def spend(draft: Draft, who: str, points: int, purpose: str) -> None:
    """Mark so many points. Raises Refusal where the track cannot bear them all."""
    character = draft.character(who)
    people.require_senses(character)
    if people.first_of(character, people.BOUND) and purpose not in ("twitch", "resist", "other"):
        people.refuse("bound", character, state=Term(people.first_of(character, people.BOUND)))
    before = character.tracks["willpower"]
    only_free = options.is_set(draft.state, "willpower_when_full", "refuse")
    possible = marks.capacity(before.marks, only_free=only_free)
    if points > possible:
        people.refuse("no_willpower_left", character, points=points, possible=possible)
    placed = marks.place(before.marks, 0, points)
    after = Track(placed.marks, before.bonus)
    parts = (Part(Term(purpose), points, "V5-RES-04"),)
    draft.add(
        TrackSet(who, "willpower", before, after, "superficial", points, "", placed.converted, parts, "V5-RES-04")
    )
    draft.say(
        message(
            "vtm5.spent",
            who=character.name,
            points=points,
            purpose=Term(purpose),
            before=before.marks,
            after=after.marks,
        )
    )


def _spend(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    purpose = intent.text("purpose", "other")
    if people.first_of(draft.character(who), people.BOUND):
        purpose = "twitch"
    if purpose == "control" and not people.is_frenzied(draft.character(who)):
        people.refuse("no_frenzy", draft.character(who))
    spend(draft, who, intent.integer("points", 1), purpose)
    if purpose == "control":
        draft.add(ConditionSet(who, Condition("controlled", "controlled", left=1, unit="turn"), "V5-EFF-03"))
    if purpose == "stunned":
        people.end_conditions(draft, who, ("stunned",), "willpower", "V5-DMG-19")
        states.settle_prompt(draft, f"stunned:{who}")


ACTIONS = (
    Action(
        "spend",
        "act",
        (
            Parameter("points", "integer", default=1, minimum=1, maximum=30),
            Parameter("purpose", "choice", default="other", choices=tuple(Choice(name) for name in PURPOSES)),
        ),
        acts=False,
        targets="one",
        key="v",
        rules=("V5-RES-04", "V5-DMG-14"),
        examples=("spend Vera", "spend Vera 1 purpose=control"),
        group="will",
    ),
)

FEATURE = Feature(actions=ACTIONS, verbs={"spend": _spend})
