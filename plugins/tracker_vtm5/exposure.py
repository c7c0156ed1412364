"""Burning in the sun or in flames, turn after turn (V5-HAZ-01 to V5-HAZ-04, V5-TURN-02)."""

from collections.abc import Iterator
from dataclasses import replace

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
    Refusal,
    State,
    Term,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_vtm5 import blood, damage, hunger, options, people
from tracker_vtm5.kinds import choices
from tracker_vtm5.records import number

EXPOSURES = {"sunlight": "in_sunlight", "fire": "burning"}
"""The condition for each cause."""
_RULES = {"sunlight": "V5-HAZ-01", "fire": "V5-HAZ-04"}
BURNT = "burnt"
"""The counter that remembers, for a round, that a turn of exposure has been counted."""


def expose(draft: Draft, who: str, cause: str, every: int, amount: int = 0, source: str = "") -> None:
    """Put an exposure on a character; it hurts in every turn, or every so many turns."""
    character = draft.character(who)
    kind = EXPOSURES[cause]
    data = frozen({"every": every, "turns": 0, "paused": False})
    condition = Condition(kind, kind, amount=amount, source=source, data=data, unit="scene")
    harm, _ = harm_of(draft.state, character, condition)
    line = "vtm5.burns" if every > 1 else "vtm5.burns_every_turn"
    draft.tell(
        message(line, who=character.name, cause=Term(cause), every=every, amount=harm),
        ConditionSet(who, condition, _RULES[cause]),
    )
    knows_it = people.first_of(character, (kind, *people.SENSELESS, *people.FRENZIES))
    if people.is_vampire(character) and not knows_it:
        hunger.offer_frenzy(draft, who, 0, "terror_frenzy", "V5-EFF-02")


def _expose(draft: Draft, intent: Intent, chance: Chance) -> None:
    cause = intent.text("cause")
    if cause == "fire" and "amount" not in intent.values:
        raise Refusal(message("vtm5.refused.fire_amount"))
    if cause == "sunlight" and "amount" in intent.values:
        raise Refusal(message("vtm5.refused.sunlight_amount"))
    for who in intent.targets:
        character = draft.character(who)
        if cause == "sunlight":
            people.require_vampire(character)
        if state := people.first_of(character, people.GONE):
            people.refuse("gone", character, state=Term(state))
        expose(draft, who, cause, intent.integer("every"), intent.integer("amount"))


def _shade(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Pause an exposure, let it go on, or end it."""
    for who in intent.targets:
        character = draft.character(who)
        running = [condition for kind in EXPOSURES.values() for condition in character.conditions_of_kind(kind)]
        if not running:
            people.refuse("not_exposed", character)
        for condition in running:
            cause = Term(condition.kind)
            if not intent.flag("pause"):
                ends = people.ends_of(draft.character(who), condition.kind, cause="hand", rule="V5-HAZ-01")
                draft.tell(message("vtm5.exposure_ends", who=character.name, cause=cause), *ends)
                continue
            paused = condition.data.get("paused") is not True
            line = "vtm5.exposure_paused" if paused else "vtm5.exposure_goes_on"
            changed = replace(condition, data=frozen({**condition.data, "paused": paused}))
            draft.tell(message(line, who=character.name, cause=cause), ConditionSet(who, changed))


def harm_of(view: State, character: Character, condition: Condition) -> tuple[int, tuple[Part, ...]]:
    """What one turn of an exposure deals, with its parts."""
    if condition.kind == EXPOSURES["fire"]:
        points = max(condition.amount, 0)
        return points, (Part(Term("fire"), points, "V5-HAZ-04"),)
    if character.kind == "thin-blood":
        return 1, (Part(Term("sunlight"), 1, "V5-HAZ-03"),)
    severity = blood.bane_severity(view, character)
    return severity, (Part(Term("bane_severity"), severity, "V5-HAZ-01"),)


def _running(character: Character) -> Iterator[tuple[str, Condition]]:
    """The exposures of someone that are not paused, each behind its cause."""
    for cause, kind in EXPOSURES.items():
        yield from ((cause, one) for one in character.conditions_of_kind(kind) if one.data.get("paused") is not True)


def burn(draft: Draft, who: str) -> None:
    """Count one turn of every exposure of a character, once a round, and let it hurt where it is due."""
    character = draft.character(who)
    if character.count(BURNT):
        return
    first = options.is_set(draft.state, "exposure_turn", "first")
    for cause, condition in _running(character):
        draft.add(people.tick(who, BURNT, in_round=True))
        turns = number(condition.data, "turns") + 1
        draft.add(ConditionSet(who, replace(condition, data=frozen({**condition.data, "turns": turns}))))
        every = max(number(condition.data, "every"), 1)
        if (turns - 1 if first else turns) % every == 0:
            amount, parts = harm_of(draft.state, character, condition)
            draft.follow(damage.intent_for(who, amount, parts=parts, source=cause))


def start_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The exposure of one whose turn begins, by the table's option."""
    if options.is_set(draft.state, "exposure_moment", "start_of_turn"):
        burn(draft, intent.actor)


def end_of_turn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The exposure of one whose turn ends."""
    if options.is_set(draft.state, "exposure_moment", "end_of_turn"):
        burn(draft, intent.actor)


def end_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """The exposure of those who had no turn of their own, such as the torpid; by the option of everyone."""
    everybody = options.is_set(draft.state, "exposure_moment", "end_of_round")
    for character in draft.state.fighters:
        if everybody or not character.can_act or draft.state.place_of(character.id) is None:
            burn(draft, character.id)


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Remind of those who burn: turns have no length, so that only the game master knows how many went by."""
    for character in draft.state.characters.values():
        if people.first_of(character, people.GONE):
            continue
        for cause, condition in _running(character):
            amount, _ = harm_of(draft.state, character, condition)
            draft.say(message("vtm5.still_burns", who=character.name, cause=Term(cause), amount=amount))


DEEDS = (
    Deed(
        Action(
            "expose", "act",
            (
                Parameter("cause", "choice", required=True, choices=choices(EXPOSURES)),
                Parameter("amount", "integer", minimum=0, maximum=99),
                Parameter("every", "integer", default=1, minimum=1, maximum=100),
            ),
            acts=False, targets="many", key="y", rules=("V5-HAZ-01", "V5-HAZ-02", "V5-HAZ-03", "V5-HAZ-04"),
            examples=("expose Vera sunlight", "expose Vera sunlight every=2", "expose Boris fire 3"), group="hazards",
        ),
        drafted(_expose),
    ),
    Deed(
        Action(
            "shade", "act", (Parameter("pause", "switch"),), acts=False, targets="many",
            rules=("V5-HAZ-01", "V5-HAZ-04"), examples=("shade Vera", "shade Vera pause"), group="hazards",
        ),
        drafted(_shade),
    ),
)  # fmt: skip
_CONDITIONS = (
    ConditionKind("in_sunlight", tone="bad", rule="V5-HAZ-01", weight=badges.HARMED + 2),
    ConditionKind("burning", amount=True, tone="bad", rule="V5-HAZ-04", weight=badges.HARMED + 1),
)

CHAPTER = Chapter(
    deeds=DEEDS,
    conditions=_CONDITIONS,
    moments={
        "start_of_turn": start_of_turn,
        "end_of_turn": end_of_turn,
        "end_of_round": end_of_round,
        "pass_time": pass_time,
    },
)
