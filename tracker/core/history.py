"""The entries of a session and the state after each one; undo and redo without limit, and earlier acts corrected."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tracker.core.facts import Corrected, DoneAgain, Fact, Redone, Undone
from tracker.core.fold import FoldError, fold_all
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.core.state import State


@record
class Entry:
    """One act of the game master, as the journal keeps it.

    `number` counts from 1; `at` is UTC; `round` is the round it fell in; `do` is the command line that would do the
    same; `say` is one line for a person, in the session's language; `tell` is the same story in messages; `head` names
    the act, None where an older program wrote the entry. `hidden`: the players see nothing of the act itself.

    A question has the number 0 and is not kept. Every other act is an entry, also one that changes nothing.
    """

    number: int
    at: datetime
    round: int
    do: str
    say: str
    tell: tuple[Message, ...]
    facts: tuple[Fact, ...]
    head: Message | None = None
    hidden: bool = False


@record
class Told:
    """An entry as it stands now, between the states around it: other than it was written where it was done again."""

    entry: Entry
    before: State
    after: State


@record
class _Swap:
    """What a correction changed: the acts that stood before it, and those of them that were done again.

    `earlier`: how they had stood, where they had been done again before.
    """

    stood: tuple[int, ...]
    again: Mapping[int, Told]
    earlier: Mapping[int, Told]


class History:
    """A growing list of entries with the state after each; knows which of them hold and which are taken back.

    An act that was done again by a correction holds at its own number, as it came out then: `told` shows it so.
    `revision` counts how often entries have come to stand otherwise than they did.
    """

    def __init__(self, start: State) -> None:
        self._entries: list[Entry] = []
        self._states: list[State] = [start]
        self._undoable: list[int] = []
        self._redoable: list[int] = []
        self._standing: list[int] = []
        self._held: set[int] = set()
        self._told: dict[int, Told] = {}
        self._swaps: dict[int, _Swap] = {}
        self._as_told: list[Entry] | None = None
        self.revision = 0

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries in order, as they were written."""
        return self._entries

    @property
    def told_entries(self) -> Sequence[Entry]:
        """All entries in order, as they stand now; another sequence once one of them stands otherwise."""
        if not self.revision:
            return self._entries
        if self._as_told is None:
            self._as_told = [self.told(entry.number).entry for entry in self._entries]
        return self._as_told

    @property
    def standing(self) -> Sequence[int]:
        """The numbers of the acts that hold, in order."""
        return self._standing

    def state_after(self, number: int) -> State:
        """The state after entry `number` was written; 0 is the start. Raises IndexError outside the session."""
        if not 0 <= number < len(self._states):
            raise IndexError(number)
        return self._states[number]

    def told(self, number: int) -> Told:
        """Entry `number` as it stands now, of a correction only that it is one. Raises IndexError outside."""
        if number in self._told:
            return self._told[number]
        if number < 1:
            raise IndexError(number)
        entry = self._entries[number - 1]
        if _is_correction(entry):
            entry = replace(entry, facts=tuple(_own_facts(entry.facts)))
        return Told(entry, self._states[number - 1], self._states[number])

    def state_told(self, number: int) -> State:
        """The state after entry `number` as it stands now; 0 is the start. Raises IndexError outside the session."""
        return self._told[number].after if number in self._told else self.state_after(number)

    @property
    def undoable(self) -> Entry | None:
        """The entry that the next undo takes back, None at the start."""
        return self._entries[self._undoable[-1] - 1] if self._undoable else None

    @property
    def redoable(self) -> Entry | None:
        """The entry that the next redo brings back, None where nothing is taken back."""
        return self._entries[self._redoable[-1] - 1] if self._redoable else None

    def holds(self, number: int) -> bool:
        """Whether entry `number` is an act that is not taken back."""
        return number in self._held

    def taken_back(self, number: int) -> bool:
        """Whether entry `number` is an act, or a correction of acts, that has been taken back."""
        entry = self._entries[number - 1]
        if _is_correction(entry):
            return number not in self._swaps
        return number not in self._held and not is_about_the_past(entry)

    def state_with(self, facts: Sequence[Fact]) -> State:
        """The state that an entry with these facts would make. Raises FoldError."""
        match facts:
            case [Undone(entry=number)]:
                self._expect(number, self.undoable, "undone")
                return self._states[number - 1]
            case [Redone(entry=number)]:
                self._expect(number, self.redoable, "redone")
                return self._states[number]
            case [Corrected() as corrected, *_]:
                again = [told.after for told in self._done_again(facts)]
                return again[-1] if again else self.told(corrected.entry).before
            case _:
                return fold_all(self.state, facts)

    def append(self, entry: Entry, state: State | None = None) -> State:
        """Take an entry in and return the new state: `state`, where `state_with` has worked it out, else folded now.

        Raises FoldError, and changes nothing, where the entry does not fit.
        """
        if entry.number != len(self._entries) + 1:
            wanted = len(self._entries) + 1
            text = f"entry {entry.number} stands where entry {wanted} belongs"
            raise FoldError(text, message("misfit.number", found=entry.number, wanted=wanted))
        if state is None:
            state = self.state_with(entry.facts)
        self._entries.append(entry)
        self._states.append(state)
        if self._as_told is not None:
            self._as_told.append(self.told(entry.number).entry)
        match entry.facts:
            case [Undone()]:
                self._redoable.append(self._undoable.pop())
                self._let_go(self._redoable[-1])
            case [Redone()]:
                self._undoable.append(self._redoable.pop())
                self._let_stand(self._undoable[-1])
            case _:
                self._undoable.append(entry.number)
                self._redoable.clear()
                self._let_stand(entry.number)
        return state

    def pass_over(self, number: int) -> None:
        """Take the acts behind entry `number` for taken back: what did so is lost."""
        while self._undoable and self._undoable[-1] > number:
            self._let_go(self._undoable.pop())

    def _let_stand(self, number: int) -> None:
        facts = self._entries[number - 1].facts
        match facts:
            case [Corrected(entry=first), *_]:
                again = {told.entry.number: told for told in self._done_again(facts)}
                place = bisect_left(self._standing, first)
                earlier = {one: self._told[one] for one in again if one in self._told}
                self._swaps[number] = _Swap(tuple(self._standing[place:]), again, earlier)
                self._stand_from(place, tuple(again))
                self._told |= again
                self._revise()
            case _:
                self._standing.append(number)
                self._held.add(number)

    def _let_go(self, number: int) -> None:
        swap = self._swaps.pop(number, None)
        if swap is None:
            self._held.discard(self._standing.pop())
            return
        self._stand_from(len(self._standing) - len(swap.again), swap.stood)
        for one in swap.again:
            del self._told[one]
        self._told |= swap.earlier
        self._revise()

    def _revise(self) -> None:
        self._as_told = None
        self.revision += 1

    def _stand_from(self, place: int, numbers: Sequence[int]) -> None:
        """Let these acts stand instead of those that do from a place on."""
        self._held.difference_update(self._standing[place:])
        self._standing[place:] = numbers
        self._held.update(numbers)

    def _done_again(self, facts: Sequence[Fact]) -> Iterator[Told]:
        """The acts that a correction has done again, each between the states that it then had. Raises FoldError."""
        corrected = facts[0]
        assert isinstance(corrected, Corrected)
        if corrected.entry not in self._held:
            text = f"entry {corrected.entry} cannot be corrected now"
            raise FoldError(text, message("misfit.corrected", entry=corrected.entry))
        state = self.told(corrected.entry).before
        last = corrected.entry - 1
        for mark, own in _by_act(facts[1:]):
            if mark.entry not in self._held or mark.entry <= last:
                text = f"entry {mark.entry} cannot be done again now"
                raise FoldError(text, message("misfit.again", entry=mark.entry))
            last = mark.entry
            before, state = state, fold_all(state, own)
            entry = replace(
                self._entries[mark.entry - 1],
                round=state.round,
                do=mark.do,
                say=mark.say,
                tell=mark.tell,
                facts=own,
                head=mark.head,
                hidden=mark.hidden,
            )
            yield Told(entry, before, state)

    @staticmethod
    def _expect(number: int, candidate: Entry | None, verb: str) -> None:
        if candidate is None or candidate.number != number:
            raise FoldError(f"entry {number} cannot be {verb} now", message(f"misfit.{verb}", entry=number))


def _own_facts(facts: Sequence[Fact]) -> Iterator[Fact]:
    """What a correction itself is: what came of the acts stands at their own numbers."""
    match facts:
        case [Corrected(entry=number) as corrected, DoneAgain(entry=again) as instead, *_] if again == number:
            yield from (corrected, instead)
        case _:
            yield facts[0]


def _by_act(facts: Sequence[Fact]) -> Iterator[tuple[DoneAgain, tuple[Fact, ...]]]:
    """The facts of each act that was done again, behind what marks it. Raises FoldError for facts of no act."""
    mark: DoneAgain | None = None
    own: list[Fact] = []
    for fact in facts:
        if isinstance(fact, DoneAgain):
            if mark is not None:
                yield mark, tuple(own)
            mark, own = fact, []
        elif mark is None:
            raise FoldError("facts of no act stand in a correction", message("misfit.no_act"))
        else:
            own.append(fact)
    if mark is not None:
        yield mark, tuple(own)


def is_about_the_past(entry: Entry) -> bool:
    """Whether an entry takes acts back or brings them again, and is none itself."""
    return _is_correction(entry) or (len(entry.facts) == 1 and isinstance(entry.facts[0], Undone | Redone))


def _is_correction(entry: Entry) -> bool:
    return bool(entry.facts) and isinstance(entry.facts[0], Corrected)
