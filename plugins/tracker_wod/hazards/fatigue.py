"""Staying awake: rolls every six hours beyond a day, weariness, collapse, sleep (WOD-HAZ-36 to -39)."""

from collections.abc import Sequence

from tracker.api import (
    Action,
    Chance,
    Chances,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Derived,
    Draft,
    Intent,
    OptionSpec,
    Outcome,
    Parameter,
    Part,
    Prompted,
    Refusal,
    State,
    Term,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.effects import trait_value
from tracker_wod.feature import Feature
from tracker_wod.periodic import Elapsed, Periodic, changed, ended, first, number
from tracker_wod.prompts import command_by, prompt_id, settle_prompt
from tracker_wod.recovery import HOUR
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for
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


def awake(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Set how long characters have been awake; from then on passing time counts on."""
    draft = Draft(view)
    for who in intent.targets:
        ended(draft, who, ASLEEP, "by hand")
        ended(draft, who, AWAKE, "by hand")
        _set_hours(draft, who, intent.integer("hours"), 0)
        character = draft.character(who)
        limit = max(FREE_HOURS, utter_limit(character))
        draft.say(message("wod.awake", who=character.name, count=intent.integer("hours"), limit=limit))
        _look_at_limit(draft, who)
    return draft.outcome()


def _set_hours(draft: Draft, who: str, hours: int, spent: int) -> None:
    running = first(draft.character(who), AWAKE) or Condition(AWAKE, AWAKE)
    tired = periods(hours)
    rolls = frozen({"all": -tired} if tired else {})
    changed(draft, who, running, "WOD-HAZ-37", amount=hours, spent=spent, rolls=rolls, rule="WOD-HAZ-37")


def _look_at_limit(draft: Draft, who: str) -> None:
    character = draft.character(who)
    running = first(character, AWAKE)
    if running and running.amount >= max(FREE_HOURS, utter_limit(character)):
        draft.say(message("wod.collapses", who=character.name, count=running.amount))
        fall_asleep(draft, who, "WOD-HAZ-38")


def fall_asleep(draft: Draft, who: str, rule: str) -> None:
    """Begin the sleep that the hours awake ask for."""
    running = first(draft.character(who), AWAKE)
    hours = sleep_hours(running.amount if running else 0)
    ended(draft, who, AWAKE, rule, rule)
    asleep = Condition(ASLEEP, ASLEEP, hours, data=frozen({"rule": "WOD-HAZ-39"}), left=hours * HOUR, unit="second")
    draft.add(ConditionSet(who, asleep, rule))
    draft.say(message("wod.asleep", who=draft.character(who).name, count=hours))


def _pool(view: State, intent: Intent) -> Pool:
    """Stamina + Resolve with the weariness; by the table option a period's roll bears only the earlier periods."""
    running = first(view.characters[intent.actor], AWAKE)
    further: list[Part] = []
    if running and periods(running.amount) and view.option(PERIOD_OPTION, "with-its-own") == "earlier-only":
        further.append(Part(Term(PERIOD_OPTION), 1, "WOD-HAZ-37"))
    return pool_of(view, intent, intent.actor, ("stamina", "resolve"), further)


def stay_awake(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll Stamina + Resolve against sleep; a failure is falling asleep."""
    who = intent.actor
    draft = Draft(view)
    running = first(draft.character(who), AWAKE)
    if running is None:
        raise Refusal(message("wod.refused.not_awake", who=draft.character(who).name))
    thrown = throw_for(draft, intent, chance, who, _pool(view, intent), "stay-awake", rule="WOD-HAZ-36")
    if thrown.successes:
        draft.say(message("wod.stays_awake", who=draft.character(who).name))
        _ask(draft, who, max(0, number(running, "waiting") - 1))
    else:
        fall_asleep(draft, who, "WOD-HAZ-36")
    return draft.outcome()


def _ask(draft: Draft, who: str, waiting: int) -> None:
    """Prompt as long as rolls wait: one for each period that went by."""
    running = first(draft.character(who), AWAKE)
    if running is None:
        return
    changed(draft, who, running, "WOD-HAZ-36", waiting=waiting)
    prompt = prompt_id("stay-awake", who, AWAKE)
    if not waiting:
        settle_prompt(draft, prompt)
        return
    line = message("wod.prompt.stay_awake", who=draft.character(who).name, count=running.amount)
    draft.add(Prompted(prompt, who, line, command_by(draft, "stay-awake", who), "WOD-HAZ-36", until=""))


def stay_awake_odds(view: State, intent: Intent) -> Chances:
    """The odds of staying awake."""
    return chances_of(view, _pool(view, intent))


def sleep(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Let characters lie down to sleep."""
    draft = Draft(view)
    for who in intent.targets:
        if draft.character(who).has_condition(ASLEEP):
            raise Refusal(message("wod.refused.asleep", who=draft.character(who).name))
        fall_asleep(draft, who, "WOD-HAZ-39")
    return draft.outcome()


def _due(view: State, who: str) -> int | None:
    """The next hour at which a roll is due or the limit is reached."""
    running = first(view.characters[who], AWAKE)
    if running is None or state_of(view.characters[who]) == DEAD:
        return None
    beyond = max(0, running.amount - FREE_HOURS)
    mark = FREE_HOURS if running.amount < FREE_HOURS else FREE_HOURS + (beyond // PERIOD_HOURS + 1) * PERIOD_HOURS
    return (mark - running.amount) * HOUR - number(running, "spent")


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    running = first(draft.character(who), AWAKE)
    if running is None:
        return
    hours, spent = divmod(number(running, "spent") + elapsed.seconds, HOUR)
    before, after = running.amount, running.amount + hours
    _set_hours(draft, who, after, spent)
    if due := periods(after) - periods(before):
        _ask(draft, who, number(running, "waiting") + due)
    _look_at_limit(draft, who)


def derived(view: State, who: str) -> Sequence[Derived]:
    """How long the sleep is or will be at least."""
    character = view.characters[who]
    if asleep := first(character, ASLEEP):
        return [Derived("sleep-hours", asleep.amount, (Part(Term(ASLEEP), asleep.amount, "WOD-HAZ-39"),))]
    running = first(character, AWAKE)
    if running is None:
        return []
    parts = (
        Part(Term(ASLEEP), LEAST_SLEEP, "WOD-HAZ-39"),
        Part(Term(PERIOD_OPTION), periods(running.amount), "WOD-HAZ-39"),
    )
    return [Derived("sleep-hours", sleep_hours(running.amount), parts)]


PERIODIC = Periodic(_due, _advance)

FEATURE = Feature(
    actions=(
        Action(
            AWAKE, "act", (Parameter("hours", "integer", required=True, minimum=0, maximum=LARGEST_HOURS),),
            acts=False, targets="many", rules=("WOD-HAZ-37", "WOD-HAZ-38"), examples=("awake David 30",),
            group="hazards",
        ),
        Action(
            "stay-awake", "roll", DIE_PARAMETERS, rules=("WOD-HAZ-36", "WOD-HAZ-37"),
            examples=("stay-awake by=David modifier=-1 willpower",), group="hazards",
        ),
        Action(
            "sleep", "act", acts=False, targets="many", rules=("WOD-HAZ-39",), examples=("sleep David",),
            group="hazards",
        ),
    ),
    verbs={AWAKE: awake, "stay-awake": stay_awake, "sleep": sleep},
    odds={"stay-awake": stay_awake_odds},
    conditions=(ConditionKind(ASLEEP, tone="warning", rule="WOD-HAZ-39"),),
    options=(
        OptionSpec(PERIOD_OPTION, "with-its-own", (Choice("with-its-own"), Choice("earlier-only")), "WOD-HAZ-37"),
    ),
    derived=derived,
)  # fmt: skip
