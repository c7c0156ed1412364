"""Fire and sunlight: burns at once, and exposures that tick at the end of the turn."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Condition,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    frozen,
    message,
)
from tracker_night_wanderers.actions import SOAK
from tracker_night_wanderers.damage import (
    SETTLED,
    SOAK_DIFFICULTY,
    can_soak,
    cancels_single_points,
    damage_intent,
    soak_pool,
)
from tracker_night_wanderers.dice import throw
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_gone, is_vampire
from tracker_night_wanderers.states import EXPOSURES, require_present, require_vampire, stop
from tracker_night_wanderers.thirst import offer_end_of_danger

BURN_LEVELS = {"small": 1, "big": 2}
_EVERY_TURN = ("direct_sunlight", "big_fire")
_RULE = {
    "direct_sunlight": "NW-HAZ-01",
    "indirect_sunlight": "NW-HAZ-02",
    "small_fire": "NW-HAZ-03",
    "big_fire": "NW-HAZ-05",
}

_SOURCES = tuple(Choice(name) for name in EXPOSURES)

ACTIONS: tuple[Action, ...] = (
    Action(
        "burn",
        "act",
        (Parameter("size", "choice", default="small", choices=tuple(Choice(name) for name in BURN_LEVELS)), SOAK),
        acts=False,
        targets="many",
        rules=("NW-HAZ-04", "NW-HAZ-06", "NW-HAZ-07"),
        examples=("burn Viktor", "burn Viktor,Zoya big"),
        group="hazards",
    ),
    Action(
        "expose",
        "act",
        (Parameter("source", "choice", required=True, choices=_SOURCES),),
        acts=False,
        targets="many",
        key="E",
        rules=("NW-HAZ-01", "NW-HAZ-02", "NW-HAZ-03", "NW-HAZ-05", "NW-HAZ-08", "NW-HAZ-09"),
        examples=("expose Zoya big_fire", "expose Viktor direct_sunlight"),
        group="hazards",
    ),
    Action(
        "shelter",
        "act",
        (Parameter("source", "choice", choices=_SOURCES),),
        acts=False,
        targets="many",
        rules=("NW-HAZ-02",),
        examples=("shelter Zoya", "shelter Zoya big_fire"),
        group="hazards",
    ),
)


def burn(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A sudden burn: one level from a small fire, two from a big one, without a roll (NW-HAZ-04, 06)."""
    draft = Draft(view)
    for who in intent.targets:
        require_present(draft.character(who))
        draft.follow(burn_wound(who, intent))
    return draft.outcome()


def burn_wound(who: str, intent: Intent) -> Intent:
    """The damage of a burn."""
    size, rule = ("big", "NW-HAZ-06") if intent.text("size") == "big" else ("small", "NW-HAZ-04")
    parts = (Part(Term("sudden_burn"), BURN_LEVELS[size], rule),)
    return damage_intent("", who, parts, deep=True, soak=intent.text("soak", "useful"), cause="fire")


def expose(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Put vampires into sunlight or fire until they leave it; each source keeps its own count (NW-HAZ-08, 09)."""
    draft = Draft(view)
    source = intent.text("source")
    if source not in EXPOSURES:
        raise Refusal(message("nw.no_source", typed=source, list=tuple(map(Term, EXPOSURES))))
    for who in intent.targets:
        character = draft.character(who)
        require_present(character)
        require_vampire(character)
        if character.has_condition(source):
            raise Refusal(message("nw.exposed_already", who=character.name, source=Term(source)))
        draft.add(ConditionSet(who, Condition(source, source), _RULE[source]))
        draft.say(message("nw.exposed", who=character.name, source=Term(source)))
    return draft.outcome()


def shelter(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Take people out of one source, or out of all; the count begins anew another time (NW-HAZ-02)."""
    draft = Draft(view)
    sources = (intent.text("source"),) if intent.text("source") else EXPOSURES
    for who in intent.targets:
        if not stop(draft, who, *sources):
            raise Refusal(message("nw.not_exposed", who=draft.character(who).name))
        draft.say(message("nw.sheltered", who=draft.character(who).name))
        if not is_exposed(draft.character(who)):
            offer_end_of_danger(draft, who)
    return draft.outcome()


def is_exposed(character: Character) -> bool:
    """Whether sunlight or fire works on the character at the end of the turn."""
    return is_vampire(character) and not is_gone(character) and any(map(character.has_condition, EXPOSURES))


def tick_exposures(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Count the turn for each source; the losses that fall due are soaked one by one and make one wound (NW-HAZ-08)."""
    draft = Draft(view)
    who = intent.target
    character = draft.character(who)
    if not is_exposed(character):
        return draft.outcome()
    parts: list[Part] = []
    causes: list[str] = []
    for source in EXPOSURES:
        for running in character.conditions_of_kind(source):
            turns = running.amount + 1
            draft.add(ConditionSet(who, replace(running, amount=turns), _RULE[source]))
            if _falls_due(view, source, turns) and not _soaked_away(draft, character, source, chance):
                parts.append(Part(Term(source), 1, _RULE[source]))
                causes.append("sun" if source.endswith("sunlight") else "fire")
    if parts:
        draft.follow(damage_intent("", who, tuple(parts), deep=True, soak=SETTLED, cause=causes[0]))
    return draft.outcome()


def _falls_due(view: State, source: str, turns: int) -> bool:
    """Every turn, or every second one (NW-HAZ-01 to 05, NW-OPT-22)."""
    if source in _EVERY_TURN:
        return True
    return turns % 2 == (1 if is_set(view, "slow_exposure", "first") else 0)


def _soaked_away(draft: Draft, character: Character, source: str, chance: Chance) -> bool:
    """A single level is only worth a roll where Fortitude may cancel it (NW-DMG-15, NW-OPT-07)."""
    if not cancels_single_points(draft.state, character) or not can_soak(character, deep=True):
        return False
    thrown = throw(chance, soak_pool(draft.state, character), SOAK_DIFFICULTY, "soak")
    succeeded = thrown.successes > 0
    draft.add(
        thrown.fact(
            character.id,
            "soak",
            "NW-OPT-07",
            result="success" if succeeded else "failure",
            data=frozen({"source": source}),
        )
    )
    draft.say(thrown.line(character.name, "soak"))
    return succeeded


PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {
    "burn": burn,
    "expose": expose,
    "shelter": shelter,
    "tick_exposures": tick_exposures,
}
