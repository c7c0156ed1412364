"""The plainest sentence for each thing that happens, in messages.

They serve where no one has a better one: for a fact that a ruleset left untold, and for what players read in the place
of lines that would give away what is hidden.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from tracker.core import facts as f
from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.record import replace
from tracker.core.state import Condition, Pool, Status
from tracker.core.values import Value

NameOf: TypeAlias = Callable[[str], str]
"""The name that a reader knows for a character's id, "" where there is none."""

DURATION_UNITS: tuple[tuple[str, int], ...] = (
    ("week", 7 * 86400),
    ("day", 86400),
    ("hour", 3600),
    ("minute", 60),
    ("second", 1),
)


def duration(seconds: int) -> Message:
    """A length of time in words: `1 week, 2 days, 5 minutes`."""
    pieces: list[Message] = []
    for unit, length in DURATION_UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            pieces.append(message(f"time.{unit}", count=count))
    if not pieces:
        return message("time.second", count=0)
    return pieces[0] if len(pieces) == 1 else message("time.joined", list=tuple(pieces))


def fact_line(fact: f.Fact, name_of: NameOf) -> Message | None:
    """The line for a fact that can be told without knowing the state around it, None for the others."""
    match fact:
        case f.CharacterAdded(name=name):
            return message("character.added", who=name)
        case f.CharacterRemoved(who=who):
            return message("character.removed", who=name_of(who))
        case f.DetailSet(detail="name", before=before, after=after):
            return message("character.renamed", before=before, after=after)
        case f.DetailSet(detail="side", who=who, before=before, after=after):
            sides = {"before": Term(before or "nothing"), "side": Term(after or "nothing")}
            return message("character.side", who=name_of(who), **sides)
        case f.DetailSet(detail="hidden", who=who, after=after):
            return message("character.hidden" if after else "character.shown", who=name_of(who))
        case f.TraitSet() if fact.before != fact.after:
            return changed_line(name_of(fact.who), fact.trait, value_shown(fact.before), value_shown(fact.after))
        case f.TrackSet() if fact.before.marks != fact.after.marks:
            return changed_line(name_of(fact.who), fact.track, fact.before.marks, fact.after.marks)
        case f.PoolSet() if fact.before != fact.after:
            return changed_line(name_of(fact.who), fact.pool, pool_shown(fact.before), pool_shown(fact.after))
        case f.Noted(who=who, text=text):
            return message("note.about", who=name_of(who), text=text) if who else message("note.plain", text=text)
        case f.OptionSet(option=option):
            values = {"before": value_shown(fact.before), "value": value_shown(fact.after)}
            return message("option.set", name=Term(option), **values)
        case _:
            return _moment_line(fact, name_of)


def _moment_line(fact: f.Fact, name_of: NameOf) -> Message | None:
    """The line for a moment of the session, None for other facts."""
    match fact:
        case f.RoundBegun(round=number):
            return message("round.begun", round=number)
        case f.TurnBegun(who=who):
            return message("turn.begun", who=name_of(who))
        case f.SceneBegun(name=name):
            return message("scene.begun_named", name=name) if name else message("scene.begun")
        case f.SceneNamed(name=name):
            return message("scene.named", name=name)
        case f.TitleSet(after=title):
            return message("title.set", title=title)
        case f.FightJoined(who=who, fight=fight):
            return message("fight.joined", who=name_of(who), fight=fight_name(fight))
        case f.FightShown(fight=fight):
            return message("fight.shown", fight=fight_name(fight))
        case f.FightEnded(fight=fight):
            return message("fight.ended", fight=fight_name(fight))
        case f.SessionBegun():
            return message("session.begun")
        case f.TimePassed(seconds=seconds):
            return message("time.passed", duration=duration(seconds))
        case _:
            return None


def fight_name(name: str) -> MessageValue:
    """The name of a fight as it is shown."""
    return name or Term("first-fight")


# ---------------------------------------------------------------------- gauges and traits


def changed_line(name: str, gauge: str, before: MessageValue, after: MessageValue) -> Message:
    """A gauge or a trait changes; `name` "": it belongs to the session."""
    if not name:
        return message("fact.session_changed", name=Term(gauge), before=before, after=after)
    return message("fact.changed", who=name, name=Term(gauge), before=before, after=after)


def pool_shown(pool: Pool) -> MessageValue:
    """A pool's number, with its bound where it has one."""
    return pool.value if pool.maximum is None else message("pool.of", value=pool.value, maximum=pool.maximum)


def value_shown(value: Value | None) -> MessageValue:
    """The value of a trait or an option in words."""
    if value is None or value == "":
        return Term("nothing")
    if isinstance(value, bool):
        return Term("yes" if value else "no")
    if isinstance(value, tuple):
        return tuple(map(value_shown, value))
    return value if isinstance(value, int) else Term(str(value))


def status_shown(status: Status) -> MessageValue:
    """A status word, with its number where it has one."""
    if status.value is None:
        return Term(status.id)
    if status.limit is None:
        return message("status.value", status=Term(status.id), value=status.value)
    return message("status.of", status=Term(status.id), value=status.value, limit=status.limit)


# ---------------------------------------------------------------------- conditions


def condition_line(
    name: str, condition: Condition, before: Condition | None, name_of: NameOf, *, by_hand: bool = False
) -> Message | None:
    """What a condition is that begins, or how one that was there changes; None where only time went by.

    `by_hand`: someone changed it, so that a shorter length is no passing of time.
    """
    if before is None:
        details = condition_details(condition, name_of)
        if details:
            return message("condition.begun_with", who=name, condition=Term(condition.kind), details=details)
        return message("condition.begun", who=name, condition=Term(condition.kind))
    changes = tuple(_condition_changes(before, condition, name_of, by_hand=by_hand))
    if not changes:
        return None
    return message("condition.changed", who=name, condition=Term(condition.kind), changes=changes)


def ended_line(name: str, condition: Condition) -> Message:
    """That a condition is over, and which one it was."""
    details: tuple[MessageValue, ...] = (
        *((condition.amount,) if condition.amount else ()),
        *((condition.note,) if condition.note else ()),
    )
    if details:
        return message("condition.ended_with", who=name, condition=Term(condition.kind), details=details)
    return message("condition.ended", who=name, condition=Term(condition.kind))


def condition_details(condition: Condition, name_of: NameOf) -> tuple[MessageValue, ...]:
    """The amount, the length, whose doing it is and the remark of a condition, as far as it has them."""
    source = name_of(condition.source)
    return (
        *((condition.amount,) if condition.amount else ()),
        *((length,) if (length := length_of(condition, name_of)) else ()),
        *((message("condition.by", who=source),) if source else ()),
        *((condition.note,) if condition.note else ()),
    )


def length_of(condition: Condition, name_of: NameOf) -> Message | None:
    """How long a condition lasts, None if nothing ends it by itself."""
    match condition.unit:
        case "round" if condition.left is not None:
            return message("condition.rounds", count=condition.left)
        case "turn" if condition.left is not None:
            if clock := name_of(condition.clock):
                return message(f"condition.turns_of_{condition.moment}", count=condition.left, who=clock)
            return message(f"condition.turns_{condition.moment}", count=condition.left)
        case "second" if condition.left is not None:
            return duration(condition.left)
        case "scene":
            return message("condition.scene")
        case _:
            return None


def _condition_changes(before: Condition, after: Condition, name_of: NameOf, *, by_hand: bool) -> Iterator[Message]:
    if before.amount != after.amount:
        yield message("condition.change", before=before.amount, after=after.amount)
    if before.note != after.note:
        yield message("condition.change", before=before.note or Term("nothing"), after=after.note or Term("nothing"))
    lasts_the_same = (before.unit, before.clock, before.moment) == (after.unit, after.clock, after.moment)
    is_shorter = before.left is not None and after.left is not None and after.left < before.left
    counted_down = is_shorter and replace(before, left=after.left) == after
    if (by_hand or not counted_down) and (not lasts_the_same or before.left != after.left):
        unending = Term("no-end")
        yield message(
            "condition.change",
            before=length_of(before, name_of) or unending,
            after=length_of(after, name_of) or unending,
        )
