"""Answers about everyone that are asked again only where something they read has changed.

A ruleset derives status words and what is due from the state alone. Asking for two hundred people after each act would
cost more than the act; remembering answers by the character alone would let them go stale when an option, the scene or
someone else changes. So each answer is remembered together with what it read of the state.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from tracker.core.state import Character, State

Answer = TypeVar("Answer")
_FIELDS = frozenset(State.__match_args__)
_read: Any = object.__getattribute__


class _Reads:
    """What one question has read: fields of the state, and single characters of it, there or not."""

    def __init__(self) -> None:
        self.fields: set[str] = set()
        self.people: set[str] = set()


class _WatchedPeople(Mapping[str, Character]):
    """The characters of a state; it notes who is looked at, and whether all are."""

    def __init__(self, people: Mapping[str, Character], reads: _Reads) -> None:
        self._people = people
        self._reads = reads

    def __getitem__(self, who: str) -> Character:
        self._reads.people.add(who)
        return self._people[who]

    def __contains__(self, who: object) -> bool:
        self._reads.people.add(str(who))
        return who in self._people

    def __iter__(self) -> Iterator[str]:
        self._reads.fields.add("characters")
        return iter(self._people)

    def __len__(self) -> int:
        self._reads.fields.add("characters")
        return len(self._people)


class _WatchedState(State):
    """A state that notes which of its fields are read. A copy made by `replace` is a plain state again."""

    __slots__ = ("_reads", "_watched")

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return State
        if name not in _FIELDS:
            return _read(self, name)
        reads, watched = _read(self, "_reads"), _read(self, "_watched")
        if name == "characters":
            return _WatchedPeople(watched.characters, reads)
        reads.fields.add(name)
        return getattr(watched, name)


def _watched(state: State, reads: _Reads) -> State:
    view = object.__new__(_WatchedState)
    object.__setattr__(view, "_reads", reads)
    object.__setattr__(view, "_watched", state)
    return view


class Remembered(Generic[Answer]):
    """Asks a pure function of the state about every character, and only about those whose answer may have changed."""

    def __init__(self, ask: Callable[[State, str], Answer]) -> None:
        self._ask = ask
        self._forget()

    def _forget(self) -> None:
        self._last: State | None = None
        self._answers: dict[str, Answer] = {}
        self._reads: dict[str, _Reads] = {}
        # Who has read a field, and who has looked at someone: most acts change few of them.
        self._readers: dict[str, set[str]] = {}
        self._lookers: dict[str, set[str]] = {}

    def about_all(self, state: State) -> Mapping[str, Answer]:
        """The answers by character id, for everyone in `state`. What the function raises passes."""
        stale = self._stale(state)
        self._last = state
        try:
            for who in stale:
                reads = _Reads()
                self._answers[who] = self._ask(_watched(state, reads), who)
                self._note(who, reads)
        except BaseException:
            self._forget()
            raise
        return self._answers

    def _note(self, who: str, reads: _Reads | None) -> None:
        """Take note of what an answer has read, in place of what the last one had."""
        last = self._reads.pop(who, None)
        if last is not None:
            for known, names in ((self._readers, last.fields), (self._lookers, last.people)):
                for name in names:
                    known[name].discard(who)
        if reads is not None:
            self._reads[who] = reads
            for known, names in ((self._readers, reads.fields), (self._lookers, reads.people)):
                for name in names:
                    known.setdefault(name, set()).add(who)

    def _stale(self, state: State) -> list[str]:
        last = self._last
        if last is None:
            return list(state.characters)
        changed = {name for name in _FIELDS if getattr(state, name) is not getattr(last, name)}
        people: set[str] = set()
        if "characters" in changed:
            before, after = last.characters, state.characters
            people = {who for who, character in after.items() if before.get(who) is not character}
            gone = [who for who in before if who not in after]
            people.update(gone)
            for who in gone:
                self._answers.pop(who, None)
                self._note(who, None)
        if not changed:
            return []
        of_fields = changed - {"characters"} if not people else changed
        stale = {who for who in people if who not in self._reads}
        stale.update(*(self._readers.get(name, ()) for name in of_fields))
        stale.update(*(self._lookers.get(who, ()) for who in people))
        return [who for who in state.characters if who in stale] if stale else []
