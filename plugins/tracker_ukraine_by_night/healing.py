"""Healing: vampires with Vitae, everybody else with time (UBN-HEAL-01, UBN-HEAL-02)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Track,
    TrackSet,
    message,
)
from tracker_ukraine_by_night.actions import OVERRULE
from tracker_ukraine_by_night.gear import AGGRAVATED, BASHING, LETHAL, TYPE_CHOICES, is_vampire, typed_damage_type
from tracker_ukraine_by_night.health import HEALING, HEALTH, MARK_OF, health_of, sorted_marks, state_of, tell_state
from tracker_ukraine_by_night.vitae import LARGEST_SPENDING, spend

MARKS_PER_VITAE = {BASHING: 2, LETHAL: 1}
AGGRAVATED_COST = 5
SECONDS_PER_MARK = {"/": 15 * 60, "X": 2 * 86400, "*": 7 * 86400}
PAID, SECOND_NIGHT = "aggravated_paid", "aggravated_second_night"
LONGEST_REST = 100 * 365 * 86400


def _without(marks: str, mark: str, count: int) -> str:
    """The row without so many marks of a kind, closed up."""
    return sorted_marks(marks.replace(mark, "", count), len(marks))


def _heal_marks(draft: Draft, who: str, after: str, parts: tuple[Part, ...], rule: str) -> None:
    before = draft.character(who)
    track = health_of(before)
    draft.add(TrackSet(who, HEALTH, track, Track(after, track.bonus), parts=parts, rule=rule))
    draft.say(message("ubn.healed", who=before.name, before=track.marks, after=after))
    tell_state(draft, who, before)


def heal(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Heal a vampire's marks with Vitae, the rightmost of the kind first; no more Vitae goes than there is to heal."""
    draft = Draft(view)
    kind = typed_damage_type(intent.text("type", BASHING))
    wanted = intent.integer("vitae", 1)
    if not 1 <= wanted <= LARGEST_SPENDING:
        raise Refusal(message("ubn.refused.amount", minimum=1, maximum=LARGEST_SPENDING))
    for who in intent.targets:
        character = draft.character(who)
        if not is_vampire(character):
            raise Refusal(message("ubn.refused.heals_with_time", who=character.name))
        marks = health_of(character).marks
        there = marks.count(MARK_OF[kind])
        if not there:
            raise Refusal(message("ubn.refused.no_marks", who=character.name, type=Term(kind)))
        if kind == AGGRAVATED:
            _pay_for_aggravated(draft, who, wanted, overruled=intent.flag("overrule"))
            continue
        each = MARKS_PER_VITAE[kind]
        spending = min(wanted, -(-there // each))
        spend(draft, who, spending, use="heal", overruled=intent.flag("overrule"))
        healed = min(there, spending * each)
        parts = (Part(Term("vitae"), spending, "UBN-HEAL-01"),)
        _heal_marks(draft, who, _without(marks, MARK_OF[kind], healed), parts, "UBN-HEAL-01")
    draft.follow(Intent("settle_state", targets=intent.targets))
    return draft.outcome()


def _pay_for_aggravated(draft: Draft, who: str, wanted: int, *, overruled: bool) -> None:
    """Pay towards one aggravated mark: five Vitae, of which at least one on a second night."""
    character = draft.character(who)
    paid, is_second_night = character.count(PAID), character.count(SECOND_NIGHT) > 0
    missing = AGGRAVATED_COST - paid
    if not is_second_night and wanted >= missing:
        raise Refusal(message("ubn.refused.two_nights", who=character.name, most=missing - 1, paid=paid))
    spending = min(wanted, missing)
    spend(draft, who, spending, use="heal", overruled=overruled)
    if spending < missing:
        draft.add(CounterSet(who, PAID, paid + spending))
        draft.say(message("ubn.aggravated_paid", who=character.name, paid=paid + spending, cost=AGGRAVATED_COST))
        return
    draft.add(CounterSet(who, PAID, 0), CounterSet(who, SECOND_NIGHT, 0))
    marks = health_of(character).marks
    parts = (Part(Term("vitae"), AGGRAVATED_COST, "UBN-HEAL-01"),)
    _heal_marks(draft, who, _without(marks, MARK_OF[AGGRAVATED], 1), parts, "UBN-HEAL-01")


def new_night(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A vampire wakes: what was begun to heal may be finished."""
    draft = Draft(view)
    for who in intent.targets:
        if draft.character(who).count(PAID):
            draft.add(CounterSet(who, SECOND_NIGHT, 1))
    return draft.outcome()


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
        _heal_marks(draft, who, marks, (Part(Term("seconds"), seconds, "UBN-HEAL-02"),), "UBN-HEAL-02")
        draft.follow(Intent("settle_state", targets=(who,)))
    draft.add(CounterSet(who, HEALING, left if marks.rstrip(".") else 0))


def can_heal_with_time(character: Character) -> bool:
    """Whether time heals at all: not the dead, and nobody who still bleeds."""
    return state_of(character) != "dead" and not character.has_condition("bleeding")


def rest(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Give some people time to heal, apart from the others."""
    draft = Draft(view)
    seconds = intent.integer("seconds")
    if not 0 < seconds <= LONGEST_REST:
        raise Refusal(message("ubn.refused.rest"))
    for who in intent.targets:
        character = draft.character(who)
        if is_vampire(character):
            raise Refusal(message("ubn.refused.heals_with_vitae", who=character.name))
        if not can_heal_with_time(character):
            raise Refusal(message("ubn.refused.cannot_heal", who=character.name))
        health_of(character)
        heal_with_time(draft, who, seconds)
        draft.say(message("ubn.rested", who=character.name))
    return draft.outcome()


ACTIONS = (
    Action(
        "heal",
        "heal",
        (
            Parameter("type", "choice", choices=TYPE_CHOICES, default=BASHING),
            Parameter("vitae", "integer", default=1, minimum=1, maximum=LARGEST_SPENDING),
            OVERRULE,
        ),
        acts=False,
        targets="many",
        key="h",
        rules=("UBN-HEAL-01", "UBN-RES-08"),
        examples=("heal Anna bashing", "heal Anna lethal 2"),
        group="health",
    ),
    Action(
        "rest",
        "heal",
        (Parameter("seconds", "duration", required=True),),
        acts=False,
        targets="many",
        key="y",
        rules=("UBN-HEAL-02",),
        examples=("rest Boris 45 minutes", "rest Boris 2 days"),
        group="health",
    ),
)
HEALS = {"heal": heal, "rest": rest}
ACTS = {"new_night": new_night}
