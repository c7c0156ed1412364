"""The entries of a session and the state after each one; undo and redo without limit, and earlier acts corrected."""

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from itertools import chain
from typing import Literal, Protocol, TypeAlias, overload

from tracker.core.facts import Corrected, DoneAgain, Fact, Redone, Undone
from tracker.core.fold import FoldError, fold_all
from tracker.core.messages import Message, message
from tracker.core.record import record, replace
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
class Swap:
    """What a correction changed: the acts that stood from entry `first` on, and those of them that were done again.

    `earlier` are the corrections that had told these acts before; `base` is the one that had told entry `first`, 0
    where it stood as it was written.
    """

    first: int
    stood: tuple[int, ...]
    again: tuple[int, ...]
    earlier: Mapping[int, int]
    base: int


@record
class Footing:
    """How the acts of a session stand: which hold, which can be taken back or brought again, in order.

    `told` is, for each act that was done again, the correction that tells it now; `swaps` are the corrections that
    hold, by their numbers.
    """

    standing: Sequence[int] = ()
    undoable: Sequence[int] = ()
    redoable: Sequence[int] = ()
    told: Mapping[int, int] = field(default_factory=dict)
    swaps: Mapping[int, Swap] = field(default_factory=dict)
    revision: int = 0


Sign: TypeAlias = Literal["scene", "round", "turn", "fall", "bookmark"]
"""What an entry may hold that someone looks for: the beginning of a scene, a round or a turn, someone who cannot act
any more, a moment that was marked."""


class Past(Protocol):
    """The beginning of a session that is not in memory: its entries, and the states after them, where they are wanted.

    Each raises what reading the file may raise.
    """

    @property
    def length(self) -> int:
        """The number of its entries."""
        ...

    def entry(self, number: int) -> Entry:
        """Return entry `number`, from 1 to the length."""
        ...

    def state(self, number: int) -> State:
        """Return the state after entry `number`; 0 is the start."""
        ...

    def may_hold(self, sign: Sign) -> Sequence[range]:
        """Return the numbers, in order, of all entries that hold the sign, among some that do not."""
        ...

    def number_of(self, state: State) -> int | None:
        """Return the first entry after which this very state stands, as far as it is in memory."""
        ...


class _ByNumber(Sequence[Entry], ABC):
    """Entries that are looked up one by one, as a list of them would give them."""

    @abstractmethod
    def _numbered(self, number: int) -> Entry:
        """The entry with a number, from 1 to the length."""

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        return self._numbered(place + 1)


class _Entries(_ByNumber):
    """The entries of a past and those behind it."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._before = past.length
        self._own: list[Entry] = []

    def append(self, entry: Entry) -> None:
        self._own.append(entry)

    def __len__(self) -> int:
        return self._before + len(self._own)

    def _numbered(self, number: int) -> Entry:
        return self._past.entry(number) if number <= self._before else self._own[number - self._before - 1]


class _ToldEntries(_ByNumber):
    """All entries as they stand now, for as long as none comes to stand otherwise."""

    def __init__(self, history: "History") -> None:
        self._history = history

    def __len__(self) -> int:
        return len(self._history.entries)

    def _numbered(self, number: int) -> Entry:
        return self._history.told_entry(number)


class History:
    """A growing list of entries with the state after each; knows which of them hold and which are taken back.

    An act that was done again by a correction holds at its own number, as it came out then: `told` shows it so.
    `revision` counts how often entries have come to stand otherwise than they did. It may go on from a past whose
    entries are not in memory: `start` is the state behind it, and `footing` how its acts stand.
    """

    def __init__(self, start: State, past: Past | None = None, footing: Footing | None = None) -> None:
        footing = footing or Footing()
        self._past = past
        self._before = past.length if past is not None else 0
        self._entries: list[Entry] | _Entries = _Entries(past) if past is not None else []
        self._states: list[State] = [start]
        self._undoable = list(footing.undoable)
        self._redoable = list(footing.redoable)
        self._standing = list(footing.standing)
        self._held = set(footing.standing)
        self._told = dict(footing.told)
        self._swaps = dict(footing.swaps)
        self._again: dict[int, Mapping[int, Told]] = {}
        self._as_told: _ToldEntries | None = None
        self._holding: dict[Sign, Sequence[range]] = {}
        self.revision = footing.revision

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
            self._as_told = _ToldEntries(self)
        return self._as_told

    @property
    def footing(self) -> Footing:
        """How the acts stand now, as it can be gone on from."""
        return Footing(
            tuple(self._standing),
            tuple(self._undoable),
            tuple(self._redoable),
            dict(self._told),
            dict(self._swaps),
            self.revision,
        )

    def may_hold(self, sign: Sign) -> Sequence[range]:
        """Return the numbers, in order, of all entries that hold the sign, among some that do not."""
        own = range(self._before + 1, len(self._entries) + 1)
        return [own] if self._past is None else [*self._past_holding(self._past, sign), own]

    def _past_holding(self, past: Past, sign: Sign) -> Sequence[range]:
        """The numbers of the past that may hold a sign: what a correction has put into an entry stands in its own."""
        if sign not in self._holding:
            found = past.may_hold(sign)
            numbers = set(chain.from_iterable(found))
            tellers = {one for one in self._told.values() if one in numbers or one > self._before}
            again = {one for one, teller in self._told.items() if teller in tellers and one <= self._before}
            self._holding[sign] = found if again <= numbers else runs(sorted(numbers | again))
        return self._holding[sign]

    @property
    def standing(self) -> Sequence[int]:
        """The numbers of the acts that hold, in order."""
        return self._standing

    def state_after(self, number: int) -> State:
        """The state after entry `number` was written; 0 is the start. Raises IndexError outside the session."""
        if not 0 <= number <= len(self._entries):
            raise IndexError(number)
        if self._past is not None and number < self._before:
            return self._past.state(number)
        return self._states[number - self._before]

    def told(self, number: int) -> Told:
        """Entry `number` as it stands now, of a correction only that it is one. Raises IndexError outside."""
        correction = self._told.get(number)
        if correction is not None:
            return self._again_of(correction)[number]
        return Told(self.told_entry(number), self.state_after(number - 1), self.state_after(number))

    def told_entry(self, number: int) -> Entry:
        """Entry `number` as it stands now, without the states around it. Raises IndexError outside the session."""
        correction = self._told.get(number)
        if correction is not None:
            return self._again_of(correction)[number].entry
        if number < 1:
            raise IndexError(number)
        entry = self._entries[number - 1]
        return replace(entry, facts=tuple(_own_facts(entry.facts))) if _is_correction(entry) else entry

    def state_told(self, number: int) -> State:
        """The state after entry `number` as it stands now; 0 is the start. Raises IndexError outside the session."""
        correction = self._told.get(number)
        return self.state_after(number) if correction is None else self._again_of(correction)[number].after

    def number_of(self, state: State) -> int | None:
        """The first entry after which this very state stands, 0 for the start; None where it is none of those known."""
        for number, correction in self._told.items():
            if correction in self._again and self._again[correction][number].after is state:
                return number
        found = None if self._past is None else self._past.number_of(state)
        if found is not None:
            return found
        places = (place for place, one in enumerate(self._states) if one is state)
        return next((place + self._before for place in places), None)

    @property
    def undoable(self) -> Entry | None:
        """The entry that the next undo takes back, None at the start."""
        return self._entries[self._undoable[-1] - 1] if self._undoable else None

    @property
    def redoable(self) -> Entry | None:
        """The entry that the next redo brings back, None if nothing is taken back."""
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
                return self.state_after(number - 1)
            case [Redone(entry=number)]:
                self._expect(number, self.redoable, "redone")
                return self.state_after(number)
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
                stood = tuple(self._standing[place:])
                self._swaps[number] = Swap(first, stood, tuple(again), earlier, self._base_of(first))
                self._again[number] = again
                self._stand_from(place, tuple(again))
                self._told.update(dict.fromkeys(again, number))
                self._revise()
            case _:
                self._standing.append(number)
                self._held.add(number)

    def _base_of(self, first: int) -> int:
        """The correction that tells the act before which a new one of it begins; 0: the act stands as it was written.

        Where the last one began at the same act, both began at the same state.
        """
        teller = self._told.get(first, 0)
        return self._swaps[teller].base if teller and self._swaps[teller].first == first else teller

    def _again_of(self, number: int) -> Mapping[int, Told]:
        """The acts that a correction which holds has done again; worked out again where it belongs to the past."""
        if number not in self._again:
            swap = self._swaps[number]
            state = self._again_of(swap.base)[swap.first].before if swap.base else self.state_after(swap.first - 1)
            acts = _by_act(self._entries[number - 1].facts[1:])
            self._again[number] = {told.entry.number: told for told in self._one_by_one(acts, state)}
        return self._again[number]

    def _let_go(self, number: int) -> None:
        swap = self._swaps.pop(number, None)
        if swap is None:
            self._held.discard(self._standing.pop())
            return
        self._stand_from(len(self._standing) - len(swap.again), swap.stood)
        self._again.pop(number, None)
        for one in swap.again:
            del self._told[one]
        self._told |= swap.earlier
        self._revise()

    def _revise(self) -> None:
        self._as_told = None
        self._holding.clear()
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
        return self._one_by_one(self._fitting(facts), self.told(corrected.entry).before)

    def _fitting(self, facts: Sequence[Fact]) -> Iterator[tuple[DoneAgain, tuple[Fact, ...]]]:
        """The acts of a correction, in order. Raises FoldError where one does not hold."""
        corrected = facts[0]
        assert isinstance(corrected, Corrected)
        last = corrected.entry - 1
        for mark, own in _by_act(facts[1:]):
            if mark.entry not in self._held or mark.entry <= last:
                text = f"entry {mark.entry} cannot be done again now"
                raise FoldError(text, message("misfit.again", entry=mark.entry))
            last = mark.entry
            yield mark, own

    def _one_by_one(self, acts: Iterable[tuple[DoneAgain, tuple[Fact, ...]]], state: State) -> Iterator[Told]:
        for mark, own in acts:
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


def runs(numbers: Iterable[int]) -> list[range]:
    """Numbers as the runs in which each is one more than the one in front of it."""
    found: list[range] = []
    for number in numbers:
        if found and number == found[-1].stop:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found


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
