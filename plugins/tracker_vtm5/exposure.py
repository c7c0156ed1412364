"""Burning in the sun or in flames, turn after turn (V5-HAZ-01 to V5-HAZ-04, V5-TURN-02)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Prompted,
    Refusal,
    State,
    Term,
    frozen,
    message,
    quoted,
)
from tracker_vtm5 import blood, damage, options, people
from tracker_vtm5.feature import Feature
from tracker_vtm5.records import number

EXPOSURES = {"sunlight": "in_sunlight", "fire": "burning"}
"""The condition for each cause."""
BURNT = "burnt"
"""The counter that remembers, for a round, that a turn of exposure has been counted."""


def expose(draft: Draft, who: str, cause: str, every: int, amount: int = 0, source: str = "") -> None:
    """Put an exposure on a character; it hurts in every turn, or every so many turns."""
    character = draft.character(who)
    kind = EXPOSURES[cause]
    condition = Condition(
        kind, kind, amount=amount, source=source, data={"every": every, "turns": 0, "paused": False}, unit="scene"
    )
    rule = "V5-HAZ-01" if cause == "sunlight" else "V5-HAZ-04"
    draft.add(ConditionSet(who, condition, rule))
    line = "vtm5.exposed" if every > 1 else "vtm5.exposed_every_turn"
    draft.say(message(line, who=character.name, cause=Term(cause), every=every))
    if people.is_vampire(character) and not people.first_of(character, (*people.SENSELESS, *people.FRENZIES)):
        due = message("vtm5.due.terror", who=character.name)
        command = f"frenzy {quoted(who)} kind=terror_frenzy"
        draft.add(Prompted(f"terror:{who}", who, due, command, "V5-EFF-02", "round"))


def _expose(draft: Draft, intent: Intent, chance: Chance) -> None:
    cause = intent.text("cause", "sunlight")
    if cause == "fire" and "amount" not in intent.values:
        raise Refusal(message("vtm5.refused.fire_amount"))
    for who in intent.targets:
        character = draft.character(who)
        if cause == "sunlight":
            people.require_vampire(character)
        if people.first_of(character, people.GONE):
            people.refuse("gone", character, state=Term(people.first_of(character, people.GONE)))
        expose(draft, who, cause, max(intent.integer("every", 1), 1), max(intent.integer("amount"), 0))


def _shade(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Pause an exposure, let it go on, or end it."""
    for who in intent.targets:
        character = draft.character(who)
        running = [condition for kind in EXPOSURES.values() for condition in character.conditions_of_kind(kind)]
        if not running:
            people.refuse("not_exposed", character)
        for condition in running:
            if not intent.flag("pause"):
                people.end_conditions(draft, who, (condition.kind,), "hand", "V5-HAZ-01")
                draft.say(message("vtm5.exposure_ends", who=character.name, cause=Term(condition.kind)))
                continue
            paused = condition.data.get("paused") is not True
            draft.add(ConditionSet(who, replace(condition, data=frozen({**condition.data, "paused": paused}))))
            line = "vtm5.exposure_paused" if paused else "vtm5.exposure_goes_on"
            draft.say(message(line, who=character.name, cause=Term(condition.kind)))


def harm_of(view: State, character: Character, condition: Condition) -> tuple[int, tuple[Part, ...]]:
    """What one turn of an exposure deals, with its parts."""
    if condition.kind == EXPOSURES["fire"]:
        return condition.amount, (Part(Term("fire"), condition.amount, "V5-HAZ-04"),)
    if character.kind == "thin-blood":
        return 1, (Part(Term("sunlight"), 1, "V5-HAZ-03"),)
    severity = blood.bane_severity(view, character)
    return severity, (Part(Term("bane_severity"), severity, "V5-HAZ-01"),)


def burn(draft: Draft, who: str) -> None:
    """Count one turn of every exposure of a character, once a round, and let it hurt where it is due."""
    character = draft.character(who)
    if character.count(BURNT):
        return
    for cause, kind in EXPOSURES.items():
        for condition in character.conditions_of_kind(kind):
            if condition.data.get("paused") is True:
                continue
            draft.add(CounterSet(who, BURNT, 1, "round"))
            turns = number(condition.data, "turns") + 1
            draft.add(ConditionSet(who, replace(condition, data=frozen({**condition.data, "turns": turns}))))
            every = max(number(condition.data, "every"), 1)
            first = options.is_set(draft.state, "exposure_turn", "first")
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
    """The exposure of those who had no turn of their own, such as the torpid; by the option of everybody."""
    everybody = options.is_set(draft.state, "exposure_moment", "end_of_round")
    for who, character in draft.state.characters.items():
        if everybody or not character.can_act or draft.state.place_of(who) is None:
            burn(draft, who)


ACTIONS = (
    Action(
        "expose",
        "act",
        (
            Parameter("cause", "choice", required=True, choices=tuple(Choice(cause) for cause in EXPOSURES)),
            Parameter("amount", "integer", minimum=0, maximum=99),
            Parameter("every", "integer", default=1, minimum=1, maximum=100),
        ),
        acts=False,
        targets="many",
        key="y",
        rules=("V5-HAZ-01", "V5-HAZ-02", "V5-HAZ-03", "V5-HAZ-04"),
        examples=("expose Vera sunlight", "expose Vera sunlight every=2", "expose Boris fire 3"),
        group="hazards",
    ),
    Action(
        "shade",
        "act",
        (Parameter("pause", "switch"),),
        acts=False,
        targets="many",
        rules=("V5-HAZ-01", "V5-HAZ-04"),
        examples=("shade Vera", "shade Vera pause"),
        group="hazards",
    ),
)
CONDITIONS = (
    ConditionKind("in_sunlight", tone="bad", rule="V5-HAZ-01"),
    ConditionKind("burning", amount=True, tone="bad", rule="V5-HAZ-04"),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"expose": _expose, "shade": _shade},
    conditions=CONDITIONS,
    moments={"start_of_turn": start_of_turn, "end_of_turn": end_of_turn, "end_of_round": end_of_round},
)
