"""Healing: by time, by hand and by magic; marks that may not heal yet; dots of an Attribute lost and regained.

WOD-HEAL-01 to -07, WOD-EFF-01 and -02. The seconds counted towards a point are counters, one for each damage type.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionKind,
    CounterSet,
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
    Track,
    TrackSet,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod import recovery
from tracker_wod.effects import trait_value
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.periodic import HELD_BACK, Elapsed, Periodic, changed, ended, number, with_data, words
from tracker_wod.recovery import SECONDS
from tracker_wod.refusing import names_of
from tracker_wod.states import DEAD, DYING, STABILISED, state_of
from tracker_wod.track import HEALTH, MARKS, TYPES, wound_penalty
from tracker_wod.traits import ATTRIBUTES

ATTRIBUTE_LOSS = "attribute-loss"
"""`amount` dots of the Attribute `data.attribute` are gone, taken off by `data.traits`; they come back at the pace of
the damage type `data.grade`, towards the next dot of which `data.spent` seconds have gone by."""

CLOCK_OPTION = "healing-clock"
"""Whether time counted towards a mark waits while newer ones heal, or starts again with new damage, WOD-HEAL-02."""

MARKS_COUNTER = "healing-marks"
"""Where the clock starts again: the marks as they stood when time last healed."""


def clock(damage_type: str) -> str:
    """The counter with the seconds counted towards a point of a damage type."""
    return f"healing-{damage_type}"


def held_marks(view: State, who: str) -> int:
    """How many of the lightest marks may not heal, WOD-HEAL-07."""
    return sum(condition.amount for condition in view.characters[who].conditions_of_kind(HELD_BACK))


def _spent(view: State, who: str) -> dict[str, int]:
    character = view.characters[who]
    return {damage_type: count for damage_type in MARKS if (count := character.count(clock(damage_type)))}


def _set_clocks(draft: Draft, who: str, spent: dict[str, int]) -> None:
    for damage_type in MARKS:
        if draft.character(who).count(clock(damage_type)) != spent.get(damage_type, 0):
            draft.add(CounterSet(who, clock(damage_type), spent.get(damage_type, 0)))


def may_heal(view: State, who: str) -> bool:
    """Whether time heals: not while someone is dying without care, never the dead, WOD-HEAL-03."""
    character = view.characters[who]
    state = state_of(character)
    return state != DEAD and (state != DYING or character.has_condition(STABILISED))


# ------------------------------------------------------------------ healing


def heal(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Heal by hand (`points`, lightest first), or by the `seconds` that went by."""
    for who in intent.targets:
        if seconds := intent.integer("seconds"):
            _heal_by_time(draft, who, seconds)
        else:
            _heal_by_hand(draft, who, intent)
    if not draft.outcome().facts and not intent.integer("seconds"):
        raise Refusal(
            message("wod.refused.nothing_to_heal", who=names_of(draft.state, intent.targets), way=Term("held-too"))
        )


def _heal_by_time(draft: Draft, who: str, seconds: int) -> None:
    if not may_heal(draft.state, who):
        return
    track = draft.character(who).tracks[HEALTH]
    anew = draft.state.option(CLOCK_OPTION, "waits") == "anew"
    spent = {} if anew and _hurt_since(draft.state, who) else _spent(draft.state, who)
    mended = recovery.over_time(track.marks, seconds, spent, held_marks(draft.state, who))
    _mend(draft, who, mended.marks, mended.healed, "WOD-HEAL-01")
    _set_clocks(draft, who, dict(mended.spent))
    if anew:
        draft.add(CounterSet(who, MARKS_COUNTER, _fingerprint(mended.marks)))


def _heal_by_hand(draft: Draft, who: str, intent: Intent) -> None:
    track = draft.character(who).tracks[HEALTH]
    held = 0 if intent.flag("held-too") else held_marks(draft.state, who)
    marks, healed = recovery.by_points(track.marks, intent.integer("points"), held)
    _mend(draft, who, marks, healed, "WOD-HEAL-06")
    # The time counted towards a mark that is gone now belongs to no other mark.
    gone = {TYPES[mark] for mark in healed}
    _set_clocks(draft, who, {kind: time for kind, time in _spent(draft.state, who).items() if kind not in gone})


def _mend(draft: Draft, who: str, marks: str, healed: str, rule: str) -> None:
    if not healed:
        return
    character = draft.character(who)
    before = character.tracks[HEALTH]
    after = Track(marks, before.bonus)
    parts = tuple(
        Part(Term(damage_type), healed.count(mark), "WOD-HEAL-02")
        for damage_type, mark in MARKS.items()
        if mark in healed
    )
    told = draft.record(TrackSet(who, HEALTH, before, after, parts=parts, rule=rule))
    values = {"sum": told("parts"), "before": told("before.marks"), "after": told("after.marks")}
    draft.say(message("wod.heals", who=character.name, count=len(healed), **values))
    draft.follow(Intent("settle", targets=(who,)))


def _hurt_since(view: State, who: str) -> bool:
    """Whether the marks are others than when time last healed: new damage came in between."""
    character = view.characters[who]
    known = character.count(MARKS_COUNTER)
    return bool(known) and known != _fingerprint(character.tracks[HEALTH].marks)


def _fingerprint(marks: str) -> int:
    """The marks as one number: how many there are of each kind."""
    return int("".join(f"{marks.count(mark):03}" for mark in MARKS.values()))


# ------------------------------------------------------------------ lost dots of an Attribute


def drain(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take dots of an Attribute away for a time, WOD-EFF-01; at zero the game master is warned, WOD-EFF-02."""
    attribute, grade = intent.text("attribute"), intent.text("grade")
    for who in intent.targets:
        character = draft.character(who)
        before = trait_value(character, attribute)
        dots = min(intent.integer("points"), before)
        if not dots:
            raise Refusal(message("wod.refused.no_dots", who=character.name, attribute=Term(attribute)))
        loss_id = f"{ATTRIBUTE_LOSS}:{attribute}:{grade}"
        running = character.conditions.get(loss_id)
        loss = running or Condition(loss_id, ATTRIBUTE_LOSS, note=attribute, data=frozen({"grade": grade}))
        line = message(
            "wod.drained",
            who=character.name,
            attribute=Term(attribute),
            count=dots,
            before=before,
            after=before - dots,
            grade=Term(grade),
        )
        _set_loss(draft, who, loss, attribute, dots + loss.amount, line)


def due(view: State, who: str) -> Iterator[DueItem]:
    """The reminder of an Attribute without dots, WOD-EFF-02."""
    character = view.characters[who]
    for attribute in dict.fromkeys(words(loss, "attribute") for loss in character.conditions_of_kind(ATTRIBUTE_LOSS)):
        if attribute and trait_value(character, attribute) == 0 and state_of(character) != DEAD:
            line = message("wod.attribute_zero", who=character.name, attribute=Term(attribute))
            yield DueItem(f"attribute-zero:{who}:{attribute}", who, line, rule="WOD-EFF-02", weight="reminder")


def _set_loss(
    draft: Draft, who: str, loss: Condition, attribute: str, dots: int, line: Message, /, **data: int
) -> None:
    """Record how many dots are gone, with the line that tells it; without any the loss ends."""
    draft.follow(_followed(who, attribute, loss.amount - dots))
    if not dots:
        ended(draft, who, loss.id, "WOD-EFF-01", "WOD-EFF-01", line)
        return
    changed(
        draft, who, loss, "WOD-EFF-01", line,
        amount=dots, attribute=attribute, traits=frozen({attribute: -dots}), rule="WOD-EFF-01", **data,
    )  # fmt: skip


def _regain(draft: Draft, who: str, loss: Condition, dots: int, **data: int) -> None:
    """Give lost dots back."""
    attribute = words(loss, "attribute")
    character = draft.character(who)
    line = message(
        "wod.regained",
        who=character.name,
        attribute=Term(attribute),
        count=dots,
        before=trait_value(character, attribute),
        after=_value_after(character, loss, attribute, dots),
    )
    _set_loss(draft, who, loss, attribute, loss.amount - dots, line, **data)


def _value_after(character: Character, loss: Condition, attribute: str, dots: int) -> int:
    """What an Attribute counts once so many dots of a loss are back."""
    left = with_data(loss, traits=frozen({attribute: dots - loss.amount}))
    return trait_value(replace(character, conditions={**character.conditions, loss.id: left}), attribute)


def _loss_due(view: State, who: str) -> int | None:
    times = [
        SECONDS[words(loss, "grade")] - number(loss, "spent")
        for loss in view.characters[who].conditions_of_kind(ATTRIBUTE_LOSS)
        if words(loss, "grade") in SECONDS
    ]
    return min(times, default=None)


def _loss_advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    for loss in draft.character(who).conditions_of_kind(ATTRIBUTE_LOSS):
        grade = words(loss, "grade")
        if grade not in SECONDS:
            continue
        dots, spent = divmod(number(loss, "spent") + elapsed.seconds, SECONDS[grade])
        if dots:
            _regain(draft, who, loss, min(dots, loss.amount), spent=spent)
        else:
            changed(draft, who, loss, spent=spent)


def restore(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give lost dots of Attributes back by hand."""
    wanted = intent.text("attribute")
    for who in intent.targets:
        running = draft.character(who).conditions_of_kind(ATTRIBUTE_LOSS)
        losses = [loss for loss in running if wanted in ("", words(loss, "attribute"))]
        left = intent.integer("points", sum(loss.amount for loss in losses))
        for loss in losses:
            if dots := min(left, loss.amount):
                left -= dots
                _regain(draft, who, loss, dots)
    if not draft.outcome().facts:
        raise Refusal(message("wod.refused.no_loss", who=names_of(draft.state, intent.targets)))


# ------------------------------------------------------------------ what the sheet tells


def derived(view: State, who: str) -> Iterator[Derived]:
    """How long until Health is clear, and where wounds cost something until they no longer do, if time heals them."""
    track = view.characters[who].tracks[HEALTH]
    if not track.filled or not may_heal(view, who):
        return
    goals = {"time-until-clear": track.size}
    if wound_penalty(track):
        goals["time-until-no-penalty"] = _boxes_without_penalty(track)
    spent, held = _spent(view, who), held_marks(view, who)
    for name, boxes in goals.items():
        healing = recovery.marks_until(track.marks, held, boxes)
        if healing is not None:
            seconds = recovery.seconds_for(healing, spent)
            yield Derived(name, seconds, _healing_parts(healing, seconds), "second")


def _boxes_without_penalty(track: Track) -> int:
    """How many boxes must be empty for no wound penalty, as the track's own rule says."""
    rows = (Track("/" * (track.size - empty) + "." * empty) for empty in count())
    return next(empty for empty, row in enumerate(rows) if not wound_penalty(row))


def _healing_parts(healing: str, seconds: int) -> tuple[Part, ...]:
    """The time that the marks take, kind by kind, and what of it has gone by already."""
    whole = {TYPES[mark]: healing.count(mark) * SECONDS[TYPES[mark]] for mark in dict.fromkeys(healing)}
    parts = tuple(Part(Term(damage_type), needed, "WOD-HEAL-01") for damage_type, needed in whole.items())
    counted = seconds - sum(whole.values())
    return (*parts, Part(Term("time-counted"), counted, "WOD-HEAL-02")) if counted else parts


def settled(draft: Draft, who: str) -> None:
    """Marks that are gone are no longer held back."""
    surplus = max(0, held_marks(draft.state, who) - draft.character(who).tracks[HEALTH].filled)
    for condition in draft.character(who).conditions_of_kind(HELD_BACK):
        gone = min(surplus, condition.amount)
        surplus -= gone
        if gone == condition.amount:
            ended(draft, who, condition.id, "WOD-HEAL-07", "WOD-HEAL-07")
        elif gone:
            changed(draft, who, condition, amount=condition.amount - gone)


def loss_over(draft: Draft, intent: Intent, chance: Chance) -> None:
    """When the game master ends a loss of dots, what follows from them comes back as well."""
    if intent.text("kind") == ATTRIBUTE_LOSS:
        draft.follow(_followed(intent.target, intent.text("note"), intent.integer("amount")))


def _followed(who: str, attribute: str, change: int) -> Intent:
    """The act by which Health and Willpower follow an Attribute."""
    return Intent("follow-effect", targets=(who,), values=frozen({"trait": attribute, "change": change}))


LOSSES = Periodic(_loss_due, _loss_advance)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "heal", "heal",
            (
                Parameter("points", "integer", default=1, minimum=1, maximum=200),
                Parameter("held-too", "switch", common=False),
                Parameter("seconds", "duration", common=False),
            ),
            acts=False, targets="many", key="h", rules=("WOD-HEAL-02", "WOD-HEAL-05", "WOD-HEAL-06"),
            examples=("heal David 2",), group="health",
        ), drafted(heal)),
        Deed(Action(
            "drain", "act",
            (
                Parameter("attribute", "choice", required=True, choices=tuple(map(Choice, ATTRIBUTES))),
                Parameter("points", "integer", default=1, minimum=1, maximum=20),
                Parameter("grade", "choice", default="bashing", choices=DAMAGE_TYPES),
            ),
            acts=False, targets="many", rules=("WOD-EFF-01", "WOD-EFF-02"),
            examples=("drain David strength 2 lethal",), group="health",
        ), drafted(drain)),
        Deed(Action(
            "restore", "act",
            (
                Parameter("attribute", "choice", choices=tuple(map(Choice, ATTRIBUTES))),
                Parameter("points", "integer", minimum=1, maximum=20),
            ),
            acts=False, targets="many", rules=("WOD-EFF-01",), examples=("restore David strength",), group="health",
        ), drafted(restore)),
    ),
    conditions=(
        ConditionKind(HELD_BACK, amount=True, tone="bad", rule="WOD-HEAL-07", weight=badges.HINDERED - 5),
        ConditionKind(
            ATTRIBUTE_LOSS, amount=True, tone="bad", rule="WOD-EFF-01", by_hand=False, weight=badges.HINDERED - 5
        ),
    ),
    options=(OptionSpec(CLOCK_OPTION, "waits", (Choice("waits"), Choice("anew")), "WOD-HEAL-02"),),
    moments={"condition_ended": loss_over},
    due=due,
    derived=derived,
)  # fmt: skip
