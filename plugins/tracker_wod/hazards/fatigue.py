"""Staying awake: rolls every six hours beyond a day, weariness, collapse, sleep (WOD-HAZ-36 to -39)."""

from collections.abc import Iterator, Mapping

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Derived,
    Draft,
    DueItem,
    Intent,
    Message,
    OptionSpec,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.dismissed import asks_again, condition_due
from tracker_wod.effects import trait_value
from tracker_wod.periodic import Elapsed, Periodic, changed, ended, first, number
from tracker_wod.recovery import HOUR
from tracker_wod.rolls import ROLL_PARAMETERS, chances_of, pool_of, throw_for
from tracker_wod.states import ASLEEP, DEAD, state_of

AWAKE = "awake"
"""`amount` whole hours awake; `data.spent` seconds of the hour begun, `data.waiting` rolls that are not yet made."""


FREE_HOURS, PERIOD_HOURS, LEAST_SLEEP = 24, 6, 8
PERIOD_OPTION = "weariness"
LARGEST_HOURS = 24 * 40


def periods(hours: int) -> int:
    """Completed six-hour periods beyond the first day, WOD-HAZ-37."""
    return max(0, hours - FREE_HOURS) // PERIOD_HOURS


def utter_limit(character: Character) -> int:
    """Hours after which one collapses: as many days as the lower of Stamina and Resolve, WOD-HAZ-38."""
    return 24 * min(trait_value(character, "stamina"), trait_value(character, "resolve"))


def sleep_hours(hours: int) -> int:
    """How long one sleeps at least, WOD-HAZ-39."""
    return LEAST_SLEEP + periods(hours)


def awake(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Set how long characters have been awake; from then on passing time counts on."""
    for who in intent.targets:
        ended(draft, who, ASLEEP, "by hand")
        character = draft.character(who)
        limit = max(FREE_HOURS, utter_limit(character))
        line = message("wod.awake", who=character.name, count=intent.integer("hours"), limit=limit)
        _set_hours(draft, who, intent.integer("hours"), 0, {"waiting": 0}, line)
        _look_at_limit(draft, who)


def _set_hours(
    draft: Draft, who: str, hours: int, spent: int, asked: Mapping[str, int], line: Message | None = None
) -> None:
    running = first(draft.character(who), AWAKE) or Condition(AWAKE, AWAKE)
    tired = periods(hours)
    rolls = frozen({"all": -tired} if tired else {})
    data = {**asked, "spent": spent, "rolls": rolls, "rule": "WOD-HAZ-37"}
    changed(draft, who, running, "WOD-HAZ-37", line, amount=hours, **data)


def _look_at_limit(draft: Draft, who: str) -> None:
    character = draft.character(who)
    running = first(character, AWAKE)
    if running and running.amount >= max(FREE_HOURS, utter_limit(character)):
        draft.say(message("wod.collapses", who=character.name, count=running.amount))
        fall_asleep(draft, who, "WOD-HAZ-38")


def fall_asleep(draft: Draft, who: str, rule: str) -> None:
    """Begin the sleep that the hours awake ask for."""
    running = first(draft.character(who), AWAKE) or Condition(AWAKE, AWAKE)
    hours = sleep_hours(running.amount)
    ended(draft, who, AWAKE, rule, rule)
    asleep = Condition(ASLEEP, ASLEEP, hours, data=frozen({"rule": "WOD-HAZ-39"}), left=hours * HOUR, unit="second")
    draft.tell(message("wod.asleep", who=draft.character(who).name, count=hours), ConditionSet(who, asleep, rule))


def _pool(view: State, intent: Intent) -> Pool:
    """Stamina + Resolve with the weariness; by the table option a period's roll bears only the earlier periods."""
    running = first(view.characters[intent.actor], AWAKE)
    further: list[Part] = []
    if running and periods(running.amount) and view.option(PERIOD_OPTION, "with-its-own") == "earlier-only":
        further.append(Part(Term(PERIOD_OPTION), 1, "WOD-HAZ-37"))
    return pool_of(view, intent, intent.actor, ("stamina", "resolve"), further)


def stay_awake(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll Stamina + Resolve against sleep; a failure is falling asleep."""
    view = draft.state
    who = intent.actor
    running = first(draft.character(who), AWAKE)
    if running is None:
        raise Refusal(message("wod.refused.not_awake", who=draft.character(who).name))
    thrown = throw_for(draft, intent, chance, who, _pool(view, intent), "stay-awake", rule="WOD-HAZ-36")
    if thrown.successes:
        line = message("wod.stays_awake", who=draft.character(who).name)
        changed(draft, who, running, "WOD-HAZ-36", line, waiting=max(0, number(running, "waiting") - 1))
    else:
        fall_asleep(draft, who, "WOD-HAZ-36")


def due(view: State, who: str) -> Iterator[DueItem]:
    """A roll for each period that went by."""
    character = view.characters[who]
    running = first(character, AWAKE)
    if running and number(running, "waiting") and state_of(character) != DEAD:
        line = message("wod.prompt.stay_awake", who=character.name, count=running.amount)
        yield DueItem(condition_due(who, "stay-awake", running), who, line, Intent("stay-awake", who), "WOD-HAZ-36")


def stay_awake_odds(view: State, intent: Intent) -> Chances:
    """The odds of staying awake."""
    return chances_of(view, _pool(view, intent))


def sleep(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let characters lie down to sleep."""
    for who in intent.targets:
        if draft.character(who).has_condition(ASLEEP):
            raise Refusal(message("wod.refused.asleep", who=draft.character(who).name))
        fall_asleep(draft, who, "WOD-HAZ-39")


def _due(view: State, who: str) -> int | None:
    """The next hour at which a roll is due or the limit is reached."""
    running = first(view.characters[who], AWAKE)
    if running is None or state_of(view.characters[who]) == DEAD:
        return None
    mark = FREE_HOURS + (periods(running.amount) + (running.amount >= FREE_HOURS)) * PERIOD_HOURS
    return (mark - running.amount) * HOUR - number(running, "spent")


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    running = first(draft.character(who), AWAKE)
    if running is None:
        return
    hours, spent = divmod(number(running, "spent") + elapsed.seconds, HOUR)
    before, after = running.amount, running.amount + hours
    asked = {"waiting": number(running, "waiting")}
    if further := periods(after) - periods(before):
        asked = asks_again(draft.state, who, "stay-awake", running, further)
    _set_hours(draft, who, after, spent, asked)
    _look_at_limit(draft, who)


def derived(view: State, who: str) -> Iterator[Derived]:
    """How long the sleep is or will be at least."""
    character = view.characters[who]
    if asleep := first(character, ASLEEP):
        yield Derived("sleep-hours", asleep.amount, (Part(Term(ASLEEP), asleep.amount, "WOD-HAZ-39"),))
    elif running := first(character, AWAKE):
        parts = (
            Part(Term(ASLEEP), LEAST_SLEEP, "WOD-HAZ-39"),
            Part(Term(PERIOD_OPTION), periods(running.amount), "WOD-HAZ-39"),
        )
        yield Derived("sleep-hours", sleep_hours(running.amount), parts)


PERIODIC = Periodic(_due, _advance)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            AWAKE, "act", (Parameter("hours", "integer", required=True, minimum=0, maximum=LARGEST_HOURS),),
            acts=False, targets="many", rules=("WOD-HAZ-37", "WOD-HAZ-38"), examples=("awake David 30",),
            group="hazards",
        ), drafted(awake)),
        Deed(Action(
            "stay-awake", "roll", ROLL_PARAMETERS, rules=("WOD-HAZ-36", "WOD-HAZ-37"),
            examples=("stay-awake by=David modifier=-1 willpower",), group="hazards",
        ), drafted(stay_awake), stay_awake_odds),
        Deed(Action(
            "sleep", "act", acts=False, targets="many", rules=("WOD-HAZ-39",), examples=("sleep David",),
            group="hazards",
        ), drafted(sleep)),
    ),
    conditions=(
        ConditionKind(ASLEEP, amount=True, tone="warning", rule="WOD-HAZ-39"),
        ConditionKind(AWAKE, amount=True, tone="warning", rule="WOD-HAZ-37", by_hand=False),
    ),
    due=due,
    options=(
        OptionSpec(PERIOD_OPTION, "with-its-own", (Choice("with-its-own"), Choice("earlier-only")), "WOD-HAZ-37"),
    ),
    derived=derived,
)  # fmt: skip
