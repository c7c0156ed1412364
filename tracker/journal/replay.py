"""Folding a session as it was read: what does not fit costs the entry, not the session."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from tracker.core.before import FalseBefore, false_before
from tracker.core.facts import Corrected, Fact, Redone, Undone
from tracker.core.fold import FoldError, fold
from tracker.core.history import Entry, History
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.core.state import Pool, State, Track
from tracker.journal import progress
from tracker.journal.errors import Fault
from tracker.journal.header import SessionHeader
from tracker.journal.reader import DECODED, Reading
from tracker.journal.salvage import gap


@record
class Replay:
    """The history of a session; the entries that do not fit, in whose place a line stands; and where facts say of
    before what was not so.
    """

    history: History
    faults: tuple[Fault, ...]
    doubts: tuple[Message, ...]


def replay(
    reading: Reading,
    *,
    without: Collection[int] = (),
    compare_after: int | None = None,
    after_each: Callable[[History], None] | None = None,
) -> Replay:
    """Fold what was read, `without` some entries; `after_each` sees the history grow.

    What facts say of before is compared in entries with numbers beyond `compare_after`; None: in those without a check,
    since a check vouches for the others.
    """
    compare_after = reading.covered if compare_after is None else compare_after
    history = _beginning(reading)
    lost = {number for fault in reading.faults if fault.left_out for number in fault.numbers}
    faults: list[Fault] = []
    doubts: list[Message] = []
    for entry in progress.told(reading.entries, DECODED, 1):
        if entry.number in without:
            _append_gap(history, entry, message("journal.fault.changed"))
            lost.add(entry.number)
            continue
        if lost:
            _bridge(history, entry.facts, lost)
        try:
            if entry.number > compare_after:
                state, wrong = _compared(history, entry.facts)
                history.append(entry, state)
                doubts += [_doubt(entry.number, one) for one in wrong]
            else:
                history.append(entry)
        except FoldError as error:
            faults.append(Fault(entry.number, entry.number, message("journal.fault.misfit", problem=error.reason)))
            _append_gap(history, entry, faults[-1].problem)
            lost.add(entry.number)
        if after_each is not None:
            after_each(history)
    return Replay(history, tuple(faults), tuple(doubts))


def start_of(header: SessionHeader) -> State:
    """The state before the first entry."""
    return State(title=header.title, options=header.options)


def _beginning(reading: Reading) -> History:
    resumed = reading.resumed
    if resumed is None:
        return History(start_of(reading.header))
    return History(resumed.state, resumed.past, resumed.footing)


def _append_gap(history: History, entry: Entry, problem: Message) -> None:
    history.append(gap(entry.number, entry.at, entry.round, problem))


def _bridge(history: History, facts: Sequence[Fact], lost: Collection[int]) -> None:
    """Where what is lost may have taken acts back, so that this undo fits, take them for taken back."""
    if len(facts) == 1 and isinstance(facts[0], Undone):
        number = facts[0].entry
        if history.holds(number) and any(one > number for one in lost):
            history.pass_over(number)


def _compared(history: History, facts: Sequence[Fact]) -> tuple[State, list[FalseBefore]]:
    """The state after the facts, and what they are wrong about. Raises FoldError."""
    wrong: list[FalseBefore] = []
    state = history.state
    match facts:
        case [Undone() | Redone()]:
            return history.state_with(facts), wrong
        case [Corrected(entry=number), *_]:
            history.state_with(facts)
            state = history.told(number).before
    for fact in facts:
        after = fold(state, fact)
        if one := false_before(state, fact):
            wrong.append(one)
        state = after
    return state, wrong


def _doubt(number: int, wrong: FalseBefore) -> Message:
    said, found = _shown(wrong.said), _shown(wrong.found)
    key = "journal.doubt_about" if wrong.who else "journal.doubt"
    return message(key, entry=number, who=wrong.who, what=wrong.what, said=said, found=found)


def _shown(value: Any) -> str:
    match value:
        case Track():
            return value.marks
        case Pool():
            return str(value.value)
        case None:
            return "-"
        case _:
            return str(value)
