"""Extended actions: successes gathered over several rolls, one roll an interval (WOD-DICE-14, WOD-HAZ-08, -09)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Refusal,
    State,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.periodic import Elapsed, Periodic, changed, ended, number, words
from tracker_wod.rolls import ROLL_PARAMETERS, SECOND_TRAIT, chances_of, pool_of, throw_for, traits_of
from tracker_wod.states import DEAD, state_of
from tracker_wod.traits import named_traits

EXTENDED = "extended"
"""`amount` successes so far of `data.target`, after `data.rolls` rolls of `data.traits`, one every `data.every` seconds
(0: whenever the game master says); `note` is the task; `data.ends` names a condition that ends with it."""


def begin(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Begin an extended action: its task, target, traits and interval."""
    task = intent.text("task")
    traits = "+".join(traits_of(intent, "stamina+resolve"))
    every = intent.integer("every")
    for who in intent.targets:
        data: dict[str, Value] = {
            "target": intent.integer("goal"),
            "traits": traits,
            "every": every,
            "next": every,
            "rolls": 0,
            "ends": intent.text("ends"),
        }
        running = Condition(f"{EXTENDED}:{task}", EXTENDED, note=task, data=frozen(data))
        line = message("wod.extended.begins", who=draft.character(who).name, task=task, target=intent.integer("goal"))
        draft.tell(line, ConditionSet(who, running, "WOD-DICE-14"))


def _task(character: Character, task: str) -> Condition:
    running = [condition for condition in character.conditions_of_kind(EXTENDED) if task in ("", condition.note)]
    if len(running) != 1:
        known = tuple(condition.note for condition in character.conditions_of_kind(EXTENDED))
        if not known:
            raise Refusal(message("wod.refused.no_task", who=character.name))
        raise Refusal(message("wod.refused.which_task", who=character.name, list=known))
    return running[0]


def _pool(view: State, intent: Intent) -> Pool:
    running = _task(view.characters[intent.actor], intent.text("task"))
    return pool_of(view, intent, intent.actor, named_traits(words(running, "traits")))


def roll(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Make the next roll and add its successes to the running total."""
    view = draft.state
    who = intent.actor
    running = _task(draft.character(who), intent.text("task"))
    thrown = throw_for(draft, intent, chance, who, _pool(view, intent), EXTENDED, rule="WOD-DICE-14")
    gathered, rolls = running.amount + thrown.successes, number(running, "rolls") + 1
    goal = number(running, "target")
    name = draft.character(who).name
    line = message("wod.extended.running", who=name, task=running.note, running=gathered, target=goal)
    data = {"rolls": rolls, "next": number(running, "every")}
    changed(draft, who, running, "WOD-DICE-14", line, amount=gathered, **data)
    if gathered >= goal:
        done = message("wod.extended.done", who=name, task=running.note, count=rolls)
        ended(draft, who, running.id, "done", "WOD-DICE-14", done)
        _end_what_it_was_for(draft, who, words(running, "ends"))


def _end_what_it_was_for(draft: Draft, who: str, named: str) -> None:
    """End the condition that the action was to throw off, and let its wounds heal, WOD-HAZ-08."""
    for condition in list(draft.character(who).conditions.values()) if named else ():
        if named in (condition.id, condition.kind, condition.note):
            ended(draft, who, condition.id, "WOD-HAZ-08", "WOD-HAZ-08")


def roll_odds(view: State, intent: Intent) -> Chances:
    """The odds of the next roll: what is missing is the number needed."""
    running = _task(view.characters[intent.actor], intent.text("task"))
    return chances_of(view, _pool(view, intent), needed=number(running, "target") - running.amount)


def _due(view: State, who: str) -> int | None:
    times = [
        number(running, "next")
        for running in view.characters[who].conditions_of_kind(EXTENDED)
        if number(running, "every") and number(running, "next")
    ]
    return min(times, default=None)


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    for running in draft.character(who).conditions_of_kind(EXTENDED):
        if number(running, "every") and (left := number(running, "next")):
            changed(draft, who, running, next=left - elapsed.seconds)


def due(view: State, who: str) -> Iterator[DueItem]:
    """The next roll once its interval has gone by."""
    character = view.characters[who]
    for running in character.conditions_of_kind(EXTENDED) if state_of(character) != DEAD else ():
        if number(running, "every") and not number(running, "next"):
            line = message("wod.prompt.extended", who=character.name, task=running.note)
            roll_on = Intent("extended-roll", who, values=frozen({"task": running.note}))
            yield DueItem(f"extended:{who}:{running.id}", who, line, roll_on, "WOD-DICE-14")


PERIODIC = Periodic(_due, _advance)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            EXTENDED, "act",
            (
                Parameter("task", "text", required=True),
                Parameter("goal", "integer", required=True, minimum=1, maximum=1000),
                Parameter("traits", "text", default="stamina+resolve"),
                SECOND_TRAIT,
                Parameter("every", "duration"),
                Parameter("ends", "text", common=False),
            ),
            acts=False, targets="many", rules=("WOD-DICE-14", "WOD-HAZ-08", "WOD-HAZ-09"),
            examples=(
                "extended David cold 4 every=1d ends=illness", "extended David cure 20 traits=intelligence+medicine",
            ),
            group="dice",
        ), drafted(begin)),
        Deed(Action(
            "extended-roll", "roll", (Parameter("task", "text"), *ROLL_PARAMETERS), rules=("WOD-DICE-14",),
            examples=("extended-roll cold by=David modifier=1",), group="dice",
        ), drafted(roll), roll_odds),
    ),
    conditions=(ConditionKind(EXTENDED, amount=True, rule="WOD-DICE-14", by_hand=False),),
    due=due,
)  # fmt: skip
