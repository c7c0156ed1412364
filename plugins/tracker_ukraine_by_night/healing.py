"""Healing: vampires with Vitae, everyone else with time (UBN-HEAL-01, UBN-HEAL-02)."""

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    CounterSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    Term,
    Track,
    TrackSet,
    drafted,
    message,
)
from tracker_ukraine_by_night.actions import OVERRULE
from tracker_ukraine_by_night.clock import DAY, MINUTE, ROUND_SECONDS
from tracker_ukraine_by_night.gear import AGGRAVATED, BASHING, LETHAL, TYPE_CHOICES, is_vampire
from tracker_ukraine_by_night.health import HEALING, follow_marks, health_of, sorted_marks, state_of
from tracker_ukraine_by_night.kinds import HEALTH, MARK_OF
from tracker_ukraine_by_night.vitae import LARGEST_SPENDING, spend, turns_for

MARKS_PER_VITAE = {BASHING: 2, LETHAL: 1}
AGGRAVATED_COST = 5
SECONDS_PER_MARK = {"/": 15 * MINUTE, "X": 2 * DAY, "*": 7 * DAY}
PAID, SECOND_NIGHT = "aggravated_paid", "aggravated_second_night"
LONGEST_REST = 100 * 365 * DAY


def _without(marks: str, mark: str, count: int) -> str:
    """The row without so many marks of a kind, closed up."""
    return sorted_marks(marks.replace(mark, "", count), len(marks))


def _heal_marks(draft: Draft, who: str, after: str, part: Part, cause: str) -> None:
    track = health_of(draft.character(who))
    healed = draft.record(TrackSet(who, HEALTH, track, Track(after, track.bonus), parts=(part,), rule=part.rule))
    numbers = {"before": healed("before.marks"), "after": healed("after.marks")}
    draft.say(message("ubn.healed", who=draft.character(who).name, cause=Term(cause), **numbers))


@drafted
def heal(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Heal a vampire's marks with Vitae, the rightmost of the kind first; no more Vitae goes than there is to heal.

    Slowly, and outside a fight, as many turns go by as the limit of each asks for.
    """
    kind, overruled = intent.text("type"), intent.flag("overrule")
    longest = 1
    for who in intent.targets:
        character = draft.character(who)
        there = health_of(character).marks.count(MARK_OF[kind])
        if not is_vampire(character):
            raise Refusal(message("ubn.refused.heals_with_time", who=character.name))
        if not there:
            raise Refusal(message("ubn.refused.no_marks", who=character.name, type=Term(kind)))
        most = _to_pay(character, intent) if kind == AGGRAVATED else -(-there // MARKS_PER_VITAE[kind])
        spending = min(intent.integer("vitae"), most)
        turns = turns_for(draft.state, character, spending) if intent.flag("slowly") else 1
        longest = max(longest, turns)
        spend(draft, who, spending, use="heal", overruled=overruled, turns=turns)
        if kind == AGGRAVATED:
            _pay_for_aggravated(draft, who, spending)
        else:
            _take_off(draft, who, kind, min(there, spending * MARKS_PER_VITAE[kind]), spending)
    follow_marks(draft, intent.targets)
    if longest > 1:
        draft.follow(Intent("pass").with_values(seconds=longest * ROUND_SECONDS))


def _take_off(draft: Draft, who: str, kind: str, count: int, vitae: int) -> None:
    after = _without(health_of(draft.character(who)).marks, MARK_OF[kind], count)
    _heal_marks(draft, who, after, Part(Term("vitae"), vitae, "UBN-HEAL-01"), "vitae")


def _to_pay(character: Character, intent: Intent) -> int:
    """What is still to be paid for an aggravated mark: five Vitae, of which at least one on a second night."""
    paid = character.count(PAID)
    missing = AGGRAVATED_COST - paid
    if not character.count(SECOND_NIGHT) and intent.integer("vitae") >= missing:
        raise Refusal(message("ubn.refused.two_nights", who=character.name, most=missing - 1, paid=paid))
    return missing


def _pay_for_aggravated(draft: Draft, who: str, spending: int) -> None:
    paid = draft.character(who).count(PAID) + spending
    if paid < AGGRAVATED_COST:
        draft.add(CounterSet(who, PAID, paid))
        name = draft.character(who).name
        draft.say(message("ubn.aggravated_paid", who=name, paid=paid, cost=AGGRAVATED_COST))
        return
    draft.add(CounterSet(who, PAID, 0), CounterSet(who, SECOND_NIGHT, 0))
    _take_off(draft, who, AGGRAVATED, 1, AGGRAVATED_COST)


@drafted
def new_night(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A vampire wakes: what was begun to heal may be finished."""
    for who in intent.targets:
        if draft.character(who).count(PAID):
            draft.add(CounterSet(who, SECOND_NIGHT, 1))


def heal_with_time(draft: Draft, who: str, seconds: int) -> None:
    """Let time heal: the lightest mark first, one after the other; what is left over goes into the next mark."""
    character = draft.character(who)
    if HEALTH not in character.tracks or is_vampire(character) or not can_heal_with_time(character):
        return
    marks, left = character.tracks[HEALTH].marks, character.count(HEALING) + seconds
    if not marks.rstrip("."):
        return
    while filled := marks.rstrip("."):
        needed = SECONDS_PER_MARK[filled[-1]]
        if left < needed:
            break
        left -= needed
        marks = filled[:-1].ljust(len(marks), ".")
    if marks != character.tracks[HEALTH].marks:
        _heal_marks(draft, who, marks, Part(Term("seconds"), seconds, "UBN-HEAL-02"), "time")
        follow_marks(draft, (who,))
    draft.add(CounterSet(who, HEALING, left if marks.rstrip(".") else 0))


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Time heals everyone but vampires."""
    for who in draft.state.characters:
        heal_with_time(draft, who, intent.integer("seconds"))


def can_heal_with_time(character: Character) -> bool:
    """Whether time heals at all: not the dead, and no one who still bleeds."""
    return state_of(character) != "dead" and not character.has_condition("bleeding")


@drafted
def rest(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give some people time to heal, apart from the others."""
    for who in intent.targets:
        character = draft.character(who)
        health_of(character)
        if is_vampire(character):
            raise Refusal(message("ubn.refused.heals_with_vitae", who=character.name))
        if not can_heal_with_time(character):
            raise Refusal(message("ubn.refused.cannot_heal", who=character.name))
        heal_with_time(draft, who, intent.integer("seconds"))
        draft.say(message("ubn.rested", who=character.name))


HEAL = Action(
    "heal",
    "heal",
    (
        Parameter("type", "choice", choices=TYPE_CHOICES, default=BASHING),
        Parameter("vitae", "integer", default=1, minimum=1, maximum=LARGEST_SPENDING),
        Parameter("slowly", "switch"),
        OVERRULE,
    ),
    acts=False,
    targets="many",
    key="h",
    rules=("UBN-HEAL-01", "UBN-RES-08"),
    examples=("heal Anna bashing", "heal Anna lethal 2", "heal Anna lethal 5 slowly"),
    group="health",
)
REST = Action(
    "rest",
    "heal",
    (Parameter("seconds", "duration", required=True, minimum=1, maximum=LONGEST_REST),),
    acts=False,
    targets="many",
    key="y",
    rules=("UBN-HEAL-02",),
    examples=("rest Boris 45 minutes", "rest Boris 2 days"),
    group="health",
)
CHAPTER = Chapter(
    deeds=(Deed(HEAL, heal), Deed(REST, rest)), inner={"new_night": new_night}, moments={"pass_time": pass_time}
)
