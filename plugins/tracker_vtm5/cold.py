"""Hard frost and icy water: tests that grow harder, stiffness, torpor, and no marks at all (V5-HAZ-06 to V5-HAZ-09)."""

from collections.abc import Iterator
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_vtm5 import odds, options, people, pool, rolls, states
from tracker_vtm5.records import number

FIRST_DIFFICULTY = 2
HOUR_SECONDS = 3600
WATER_SECONDS = 1800


def _cold_of(view: State, who: str) -> Condition | None:
    """The running cold of a character; its amount is the Difficulty of the next test."""
    return next(iter(view.characters[who].conditions_of_kind("cold")), None)


def _with(condition: Condition, **data: int | bool) -> Condition:
    return replace(condition, data=frozen({**condition.data, **data}))


def _interval(running: Condition) -> int:
    return number(running.data, "interval") or HOUR_SECONDS


def _difficulty(running: Condition | None) -> int:
    return (running and running.amount) or FIRST_DIFFICULTY


def _cold(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Begin a cold clock, or go on with one that was interrupted."""
    for who in intent.targets:
        character = draft.character(who)
        people.require_vampire(character)
        people.require_senses(character)
        water = intent.flag("water")
        interval = WATER_SECONDS if water else HOUR_SECONDS
        running = _cold_of(draft.state, who) or Condition("cold", "cold", amount=FIRST_DIFFICULTY)
        tests = number(running.data, "tests")
        condition = _with(
            running, interval=interval, water=water, tests=tests, elapsed=tests * interval, sheltered=False
        )
        draft.tell(
            message("vtm5.cold", who=character.name, minutes=interval // 60, difficulty=condition.amount),
            ConditionSet(who, condition, "V5-HAZ-09" if water else "V5-HAZ-07"),
        )
        if character.has_condition("immobile"):
            _begin_wait(draft, who, water)


def _cold_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
    """Stamina + Resolve."""
    base = tuple(Part(Term(name), view.characters[who].integer(name), "V5-HAZ-07") for name in ("stamina", "resolve"))
    return pool.build(view, who, intent, base, "physical")


def _cold_test(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make one test against the cold; the Difficulty is one higher each time."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_free(character)
    running = _cold_of(draft.state, who)
    if running is None:
        people.refuse("not_cold", character)
    dice_pool, difficulty = _cold_pool(draft.state, who, intent), _difficulty(running)
    verdict = rolls.take_test(draft, intent, chance, who, "cold_test", dice_pool, difficulty, rule="V5-HAZ-07")
    tests, interval = number(running.data, "tests") + 1, _interval(running)
    elapsed = max(number(running.data, "elapsed"), tests * interval)
    running = replace(_with(running, tests=tests, elapsed=elapsed), amount=difficulty + 1)
    line = "vtm5.colder" if verdict.win else "vtm5.frozen_stiff"
    draft.tell(message(line, who=character.name, difficulty=running.amount), ConditionSet(who, running, "V5-HAZ-07"))
    if not verdict.win:
        _begin_wait(draft, who, running.data.get("water") is True, elapsed - tests * interval)


def _begin_wait(draft: Draft, who: str, water: bool, overdue: int = 0) -> None:
    """The time until a stiff vampire is frozen through, less what of it is over already."""
    short = water and options.is_set(draft.state, "icy_water_wait", "half_an_hour")
    wait = (WATER_SECONDS if short else HOUR_SECONDS) - overdue
    if wait <= 0:
        _freeze_through(draft, who)
    else:
        draft.add(ConditionSet(who, Condition("immobile", "immobile", left=wait, unit="second"), "V5-HAZ-08"))


def _freeze_through(draft: Draft, who: str) -> None:
    draft.add(*people.ends_of(draft.character(who), "immobile", "cold", cause="frozen", rule="V5-HAZ-08"))
    states.fall_into_torpor(draft, who, "frozen", "V5-HAZ-08")


def due(view: State, who: str) -> Iterator[DueItem]:
    """Ask for the tests that the clock has gone on to; tell that who freezes in water goes under."""
    character = view.characters[who]
    running = _cold_of(view, who)
    if running is None or running.data.get("sheltered") is True:
        return
    count = number(running.data, "elapsed") // _interval(running) - number(running.data, "tests")
    if count > 0 and not people.first_of(character, (*people.SENSELESS, *people.BOUND)):
        line = message("vtm5.due.cold", who=character.name, difficulty=running.amount, count=count)
        yield DueItem(f"cold:{who}", who, line, Intent("cold_test", targets=(who,)), "V5-HAZ-07")
    if running.data.get("water") is True and character.has_condition("immobile"):
        line = message("vtm5.due.sinks", who=character.name)
        yield DueItem(f"sinks:{who}", who, line, None, "V5-HAZ-09", "reminder")


def _warm(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring people out of the cold: movement comes back; the Difficulty starts again after a full interval."""
    for who in intent.targets:
        character = draft.character(who)
        running = _cold_of(draft.state, who)
        if running is None and not character.has_condition("immobile"):
            people.refuse("not_cold", character)
        ends = people.ends_of(character, "immobile", cause="warmth", rule="V5-HAZ-08")
        out = (ConditionSet(who, _with(running, sheltered=True, away=0), "V5-HAZ-07"),) if running else ()
        draft.tell(message("vtm5.warmed", who=character.name), *ends, *out)


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let the cold clocks run: tests come due, the stiff freeze through, the sheltered recover."""
    seconds = intent.integer("seconds")
    for who in tuple(draft.state.characters):
        stiff = [one.left for one in draft.character(who).conditions_of_kind("immobile") if one.left is not None]
        if stiff:
            if min(stiff) <= seconds:
                _freeze_through(draft, who)
            continue
        running = _cold_of(draft.state, who)
        if running is None:
            continue
        if running.data.get("sheltered") is not True:
            draft.add(ConditionSet(who, _with(running, elapsed=number(running.data, "elapsed") + seconds)))
            continue
        away = number(running.data, "away") + seconds
        if options.is_set(draft.state, "cold_restart", "full_interval") and away >= _interval(running):
            draft.add(*people.ends_of(draft.character(who), "cold", cause="time", rule="V5-HAZ-07"))
        else:
            draft.add(ConditionSet(who, _with(running, away=away)))


def _odds(view: State, intent: Intent) -> Chances:
    who = people.subject(intent)
    running = _cold_of(view, who)
    return odds.of_test(_cold_pool(view, who, intent), _difficulty(running))


DEEDS = (
    Deed(
        Action(
            "cold", "act", (Parameter("water", "switch"),), acts=False, targets="many",
            rules=("V5-HAZ-06", "V5-HAZ-07", "V5-HAZ-09"), examples=("cold Vera", "cold Vera water"), group="hazards",
        ),
        drafted(_cold),
    ),
    Deed(
        Action(
            "cold_test", "roll",
            (
                Parameter("successes", "integer", minimum=0, maximum=200), *pool.MODIFIERS,
            ),
            acts=False, targets="one", rules=("V5-HAZ-07", "V5-HAZ-08"),
            examples=("cold_test Vera", "cold_test Vera successes=2"), group="hazards",
        ),
        drafted(_cold_test), _odds,
    ),
    Deed(
        Action(
            "warm", "act", acts=False, targets="many", rules=("V5-HAZ-07", "V5-HAZ-08"), examples=("warm Vera",),
            group="hazards",
        ),
        drafted(_warm),
    ),
)  # fmt: skip

_CONDITIONS = (ConditionKind("cold", amount=True, tone="warning", rule="V5-HAZ-07"),)
CHAPTER = Chapter(deeds=DEEDS, conditions=_CONDITIONS, moments={"pass_time": pass_time}, due=due)
