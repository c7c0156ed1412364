"""The entries of a session and the state after each one; undo and redo without limit."""

from collections.abc import Sequence
from datetime import datetime

from tracker.core.facts import Fact, Redone, Undone
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


class History:
    """A growing list of entries with the state after each; knows which of them hold and which are taken back."""

    def __init__(self, start: State) -> None:
        self._entries: list[Entry] = []
        self._states: list[State] = [start]
        self._holding: list[int] = []
        self._held: set[int] = set()
        self._taken_back: list[int] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries in order."""
        return self._entries

    def state_after(self, number: int) -> State:
        """The state after entry `number`; 0 is the start. Raises IndexError outside the session."""
        if not 0 <= number < len(self._states):
            raise IndexError(number)
        return self._states[number]

    @property
    def undoable(self) -> Entry | None:
        """The entry that the next undo takes back, None at the start."""
        return self._entries[self._holding[-1] - 1] if self._holding else None

    @property
    def redoable(self) -> Entry | None:
        """The entry that the next redo brings back, None where nothing is taken back."""
        return self._entries[self._taken_back[-1] - 1] if self._taken_back else None

    def holds(self, number: int) -> bool:
        """Whether entry `number` is an act that is not taken back."""
        return number in self._held

    def taken_back(self, number: int) -> bool:
        """Whether entry `number` is an act that an undo has taken back."""
        return number not in self._held and not _is_about_the_past(self._entries[number - 1])

    def state_with(self, facts: Sequence[Fact]) -> State:
        """The state that an entry with these facts would make. Raises FoldError."""
        match facts:
            case [Undone(entry=number)]:
                self._expect(number, self.undoable, "undone")
                return self._states[number - 1]
            case [Redone(entry=number)]:
                self._expect(number, self.redoable, "redone")
                return self._states[number]
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
        match entry.facts:
            case [Undone()]:
                self._taken_back.append(self._holding.pop())
                self._held.discard(self._taken_back[-1])
            case [Redone()]:
                self._holding.append(self._taken_back.pop())
                self._held.add(self._holding[-1])
            case _:
                self._holding.append(entry.number)
                self._held.add(entry.number)
                self._taken_back.clear()
        self._entries.append(entry)
        self._states.append(state)
        return state

    def pass_over(self, number: int) -> None:
        """Take the acts behind entry `number` for taken back: what did so is lost."""
        while self._holding and self._holding[-1] > number:
            self._held.discard(self._holding.pop())

    @staticmethod
    def _expect(number: int, candidate: Entry | None, verb: str) -> None:
        if candidate is None or candidate.number != number:
            raise FoldError(f"entry {number} cannot be {verb} now", message(f"misfit.{verb}", entry=number))


def _is_about_the_past(entry: Entry) -> bool:
    return len(entry.facts) == 1 and isinstance(entry.facts[0], Undone | Redone)
