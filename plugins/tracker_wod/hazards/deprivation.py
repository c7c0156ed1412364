"""Hunger and thirst by the day (WOD-HAZ-01 to -05); their wounds wait for food and water (WOD-HEAL-07)."""

from collections.abc import Iterable, Iterator

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    OptionSpec,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    message,
)
from tracker_wod.effects import trait_value
from tracker_wod.hazards.harm import harm, hold_back
from tracker_wod.periodic import Elapsed, Periodic, changed, ended, first, number
from tracker_wod.recovery import DAY
from tracker_wod.states import DEAD, state_of
from tracker_wod.track import HEALTH

NO_WATER, NO_FOOD = "no-water", "no-food"
"""Without water, without food: `amount` days already, `data.spent` seconds of the day begun, `data.halted` seconds for
which something was found."""

WANTS = {"water": (NO_WATER,), "food": (NO_FOOD,), "both": (NO_WATER, NO_FOOD)}
RULES = {NO_WATER: "WOD-HAZ-01", NO_FOOD: "WOD-HAZ-02"}
BOTH_OPTION = "hunger-and-thirst"
WEAK = 3
"""Health left at which illness finds it easier, WOD-HAZ-04."""

LARGEST_DAYS = 365


def limit(character: Character, want: str) -> int:
    """Days that one lasts: Stamina without water, Stamina + Resolve without food."""
    stamina = trait_value(character, "stamina")
    return stamina if want == NO_WATER else stamina + trait_value(character, "resolve")


def deprive(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Begin, or count by hand, days without water or food; each day beyond the limit costs a point."""
    for who in intent.targets:
        wants = WANTS[intent.text("what")]
        for want in wants:
            if first(draft.character(who), want) is None:
                lacking = Condition(want, want)
                line = message(f"wod.{want.replace('-', '_')}", who=draft.character(who).name)
                draft.tell(line, ConditionSet(who, lacking, RULES[want]))
        if days := intent.integer("days"):
            _starve(draft, who, wants, days)
            _tell_days(draft, who, wants)


def _starve(draft: Draft, who: str, wants: Iterable[str], days: int) -> None:
    """Let whole days without these go by, day after day, and hand over what they cost."""
    costs = dict.fromkeys(RULES, 0)
    for _ in range(days):
        for want in wants:
            if condition := first(draft.character(who), want):
                changed(draft, who, condition, amount=condition.amount + 1)
        for want, points in _cost_of_day(draft, who, wants).items():
            costs[want] += points
    for want, points in costs.items():
        hold_back(draft, who, points, want)
    parts = tuple(Part(Term(want), points, RULES[want]) for want, points in costs.items() if points)
    match parts:
        case (one,):
            harm(draft, who, "bashing", parts, one.rule)
        case _:
            harm(draft, who, "bashing", parts, "WOD-HAZ-03")


def _tell_days(draft: Draft, who: str, wants: Iterable[str]) -> None:
    """Tell how long someone has lacked what, and how long he may."""
    character = draft.character(who)
    for want in wants:
        if condition := first(character, want):
            days, most = condition.amount, limit(character, want)
            draft.say(message("wod.days_without", who=character.name, want=Term(want), count=days, limit=most))


def _cost_of_day(draft: Draft, who: str, wants: Iterable[str]) -> dict[str, int]:
    character = draft.character(who)
    running = {want: condition for want in wants if (condition := first(character, want))}
    beyond = {want: condition.amount > limit(character, want) for want, condition in running.items()}
    if draft.state.option(BOTH_OPTION, "own-limits") == "first-limit" and any(beyond.values()):
        lacking_both = all(first(character, want) and not _halted(character, want) for want in (NO_WATER, NO_FOOD))
        if lacking_both:
            return dict.fromkeys(running, 1)
    return {want: int(costs) for want, costs in beyond.items()}


def _halted(character: Character, want: str) -> bool:
    condition = first(character, want)
    return condition is not None and bool(number(condition, "halted"))


def provide(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give water or food: for some days it only halts the loss; steadily it ends it, and the wounds begin to heal."""
    days = intent.integer("days")
    for who in intent.targets:
        name = draft.character(who).name
        lacked = [want for want in WANTS[intent.text("what")] if first(draft.character(who), want)]
        if not lacked:
            raise Refusal(message("wod.refused.lacks_nothing", who=name))
        for want in lacked:
            condition = first(draft.character(who), want)
            if days and condition:
                line = message("wod.halted", who=name, want=Term(want), count=days)
                changed(draft, who, condition, "WOD-HAZ-05", line, halted=number(condition, "halted") + days * DAY)
                continue
            ended(draft, who, want, "WOD-HEAL-07", RULES[want], message("wod.provided", who=name, want=Term(want)))


def _due(view: State, who: str) -> int | None:
    character = view.characters[who]
    if state_of(character) == DEAD:
        return None
    times = [
        number(condition, "halted") + DAY - number(condition, "spent")
        for want in (NO_WATER, NO_FOOD)
        for condition in character.conditions_of_kind(want)
    ]
    return min(times, default=None)


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    over: list[str] = []
    for want in (NO_WATER, NO_FOOD):
        condition = first(draft.character(who), want)
        if condition is None:
            continue
        halted = max(0, number(condition, "halted") - elapsed.seconds)
        counted = elapsed.seconds - (number(condition, "halted") - halted)
        whole, spent = divmod(number(condition, "spent") + counted, DAY)
        changed(draft, who, condition, halted=halted, spent=spent)
        if whole:
            over.append(want)
    if over:
        _starve(draft, who, over, 1)
    character = draft.character(who)
    # Days that cost nothing need no words, but for the last of them.
    lacking = [condition for want in over if (condition := first(character, want))]
    _tell_days(draft, who, [one.kind for one in lacking if one.amount >= limit(character, one.kind)])


def due(view: State, who: str) -> Iterator[DueItem]:
    """Remind that hunger and thirst have opened the door to illness, WOD-HAZ-04."""
    character = view.characters[who]
    lacking = character.has_condition(NO_WATER) or character.has_condition(NO_FOOD)
    health = character.tracks[HEALTH]
    if lacking and health.size - health.filled <= WEAK and state_of(character) != DEAD:
        line = message("wod.prompt.weakened", who=character.name)
        yield DueItem(f"weakened:{who}", who, line, rule="WOD-HAZ-04", weight="reminder")


PERIODIC = Periodic(_due, _advance)
WHAT = Parameter("what", "choice", default="both", choices=tuple(map(Choice, WANTS)))

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "deprive", "act", (WHAT, Parameter("days", "integer", minimum=0, maximum=LARGEST_DAYS)), acts=False,
            targets="many", rules=("WOD-HAZ-01", "WOD-HAZ-02", "WOD-HAZ-03"),
            examples=("deprive David water", "deprive David both 5"), group="hazards",
        ), drafted(deprive)),
        Deed(Action(
            "provide", "act", (WHAT, Parameter("days", "integer", minimum=1, maximum=LARGEST_DAYS)), acts=False,
            targets="many", rules=("WOD-HEAL-07", "WOD-HAZ-05"),
            examples=("provide David water", "provide David food days=2"), group="hazards",
        ), drafted(provide)),
    ),
    conditions=(
        ConditionKind(NO_WATER, amount=True, tone="warning", rule="WOD-HAZ-01"),
        ConditionKind(NO_FOOD, amount=True, tone="warning", rule="WOD-HAZ-02"),
    ),
    options=(OptionSpec(BOTH_OPTION, "own-limits", (Choice("own-limits"), Choice("first-limit")), "WOD-HAZ-03"),),
    due=due,
)  # fmt: skip
