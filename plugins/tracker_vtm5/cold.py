"""Hard frost and icy water: tests that grow harder, stiffness, torpor, and no marks at all (V5-HAZ-06 to V5-HAZ-09)."""

from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Prompted,
    State,
    Term,
    frozen,
    message,
    quoted,
)
from tracker_vtm5 import options, people, pool, rolls, states
from tracker_vtm5.feature import Feature
from tracker_vtm5.records import number

FIRST_DIFFICULTY = 2
HOUR_SECONDS = 3600
WATER_SECONDS = 1800


def cold_of(view: State, who: str) -> Condition | None:
    """The running cold of a character; its amount is the Difficulty of the next test."""
    return next(iter(view.characters[who].conditions_of_kind("cold")), None)


def _with(condition: Condition, **data: int | bool) -> Condition:
    return replace(condition, data=frozen({**condition.data, **data}))


def _cold(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Begin a cold clock, or go on with one that was interrupted."""
    for who in intent.targets:
        character = draft.character(who)
        people.require_vampire(character)
        people.require_senses(character)
        water = intent.flag("water")
        interval = WATER_SECONDS if water else HOUR_SECONDS
        running = cold_of(draft.state, who)
        if running is None:
            data = {"interval": interval, "water": water, "tests": 0, "elapsed": 0, "sheltered": False, "away": 0}
            condition = Condition("cold", "cold", amount=FIRST_DIFFICULTY, data=data)
        else:
            tests = number(running.data, "tests")
            condition = _with(
                running, interval=interval, water=water, elapsed=tests * interval, sheltered=False, away=0
            )
        draft.add(ConditionSet(who, condition, "V5-HAZ-09" if water else "V5-HAZ-07"))
        draft.say(message("vtm5.cold", who=character.name, minutes=interval // 60, difficulty=condition.amount))
        if character.has_condition("immobile"):
            _begin_wait(draft, who, water)


def cold_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
    """Stamina + Resolve."""
    base = tuple(Part(Term(name), view.characters[who].integer(name), "V5-HAZ-07") for name in ("stamina", "resolve"))
    return pool.build(view, who, intent, base, "physical")


def _cold_test(draft: Draft, intent: Intent, chance: Chance) -> None:
    """One test against the cold; the Difficulty is one higher each time."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_free(character)
    running = cold_of(draft.state, who)
    if running is None:
        people.refuse("not_cold", character)
    states.settle_prompt(draft, f"cold:{who}")
    dice_pool = cold_pool(draft.state, who, intent)
    difficulty = running.amount
    verdict = rolls.take_test(draft, intent, chance, who, "cold_test", dice_pool, difficulty, rule="V5-HAZ-07")
    tests, interval = number(running.data, "tests") + 1, max(number(running.data, "interval"), 1)
    elapsed = max(number(running.data, "elapsed"), tests * interval)
    running = replace(_with(running, tests=tests, elapsed=elapsed), amount=difficulty + 1)
    draft.add(ConditionSet(who, running, "V5-HAZ-07"))
    if verdict.win:
        _ask_for_test(draft, who)
    else:
        _stiffen(draft, who, running, elapsed - tests * interval)


def _stiffen(draft: Draft, who: str, running: Condition, overdue: int) -> None:
    """A failed test: no movement, and torpor after the wait; `overdue` seconds of it are over already."""
    character = draft.character(who)
    water = running.data.get("water") is True
    draft.say(message("vtm5.frozen_stiff", who=character.name))
    if water:
        line = message("vtm5.due.sinks", who=character.name)
        draft.add(Prompted(f"sinks:{who}", who, line, "", "V5-HAZ-09", "scene"))
    _begin_wait(draft, who, water, overdue)


def _begin_wait(draft: Draft, who: str, water: bool, overdue: int = 0) -> None:
    """The time until a stiff vampire is frozen through, less what of it is over already."""
    short = water and options.is_set(draft.state, "icy_water_wait", "half_an_hour")
    wait = (WATER_SECONDS if short else HOUR_SECONDS) - overdue
    if wait <= 0:
        _freeze_through(draft, who)
        return
    condition = Condition("immobile", "immobile", left=wait, unit="second")
    draft.add(ConditionSet(who, condition, "V5-HAZ-08"))


def _freeze_through(draft: Draft, who: str) -> None:
    people.end_conditions(draft, who, ("immobile", "cold"), "frozen", "V5-HAZ-08")
    states.fall_into_torpor(draft, who, "frozen", "V5-HAZ-08")


def _ask_for_test(draft: Draft, who: str) -> None:
    """Prompt where the clock has gone on to the next test."""
    running = cold_of(draft.state, who)
    if running is None or running.data.get("sheltered") is True:
        return
    interval = max(number(running.data, "interval"), 1)
    due = number(running.data, "elapsed") // interval - number(running.data, "tests")
    if due > 0 and not people.first_of(draft.character(who), (*people.SENSELESS, *people.BOUND)):
        line = message("vtm5.due.cold", who=draft.character(who).name, difficulty=running.amount, count=due)
        draft.add(Prompted(f"cold:{who}", who, line, f"cold_test {quoted(who)}", "V5-HAZ-07", "scene"))


def _warm(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Out of the cold: movement comes back; the Difficulty starts again after a full interval."""
    for who in intent.targets:
        character = draft.character(who)
        running = cold_of(draft.state, who)
        if running is None and not character.has_condition("immobile"):
            people.refuse("not_cold", character)
        people.end_conditions(draft, who, ("immobile",), "warmth", "V5-HAZ-08")
        states.settle_prompt(draft, f"cold:{who}")
        if running is not None:
            draft.add(ConditionSet(who, _with(running, sheltered=True, away=0), "V5-HAZ-07"))
        draft.say(message("vtm5.warmed", who=character.name))


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let the cold clocks run: tests come due, the stiff freeze through, the sheltered recover."""
    seconds = intent.integer("seconds")
    for who in tuple(draft.state.characters):
        stiff = draft.character(who).conditions_of_kind("immobile")
        if stiff and stiff[0].left is not None:
            if stiff[0].left <= seconds:
                _freeze_through(draft, who)
            continue
        running = cold_of(draft.state, who)
        if running is None:
            continue
        if running.data.get("sheltered") is True:
            away = number(running.data, "away") + seconds
            forgotten = options.is_set(draft.state, "cold_restart", "full_interval")
            if forgotten and away >= number(running.data, "interval"):
                people.end_conditions(draft, who, ("cold",), "time", "V5-HAZ-07")
            else:
                draft.add(ConditionSet(who, _with(running, away=away)))
            continue
        draft.add(ConditionSet(who, _with(running, elapsed=number(running.data, "elapsed") + seconds)))
        _ask_for_test(draft, who)


ACTIONS = (
    Action(
        "cold",
        "act",
        (Parameter("water", "switch"),),
        acts=False,
        targets="many",
        rules=("V5-HAZ-06", "V5-HAZ-07", "V5-HAZ-09"),
        examples=("cold Vera", "cold Vera water"),
        group="hazards",
    ),
    Action(
        "cold_test",
        "roll",
        (Parameter("successes", "integer", minimum=0, maximum=200), *pool.MODIFIERS),
        acts=False,
        targets="one",
        rules=("V5-HAZ-07", "V5-HAZ-08"),
        examples=("cold_test Vera", "cold_test Vera successes=2"),
        group="hazards",
    ),
    Action(
        "warm",
        "act",
        acts=False,
        targets="many",
        rules=("V5-HAZ-07", "V5-HAZ-08"),
        examples=("warm Vera",),
        group="hazards",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"cold": _cold, "cold_test": _cold_test, "warm": _warm},
    conditions=(ConditionKind("cold", amount=True, tone="warning", rule="V5-HAZ-07"),),
    moments={"pass_time": pass_time},
)
