"""The entries of a session as a reader meets them: each with the states around it and the moment it belongs to."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from tracker.core import facts as f
from tracker.core.history import Entry, History, Sign, Told
from tracker.core.lore import NO_LORE, Lore
from tracker.core.messages import Message, MessageValue, Term
from tracker.core.record import record
from tracker.core.state import State
from tracker.text import VERB


@record
class Moment:
    """When something happened.

    `scene` counts from 1, its name may be ""; `round` is 0 before the first; `turn_of` is a character id, "" where
    no one's turn was running.
    """

    scene: int
    scene_name: str
    round: int
    turn_of: str


class _About:
    """What can be told of an entry from its facts and the states around it."""

    __slots__ = ()

    entry: Entry
    before: State
    after: State

    @property
    def verb(self) -> str:
        """The id of the verb of the act, "" if no one knows it."""
        if self.entry.head is not None:
            verb = self.entry.head.values.get("verb")
            return verb.id.removeprefix(VERB) if isinstance(verb, Term) else ""
        return self.entry.do.split(maxsplit=1)[0] if self.entry.do else ""

    @property
    def actor(self) -> str:
        """The id of the one who acted on someone else or who rolled first, "" if no one did."""
        if (who := self._by_name(_text(self.entry.head, "who"))) is not None:
            return who
        return next((fact.who for fact in self.entry.facts if isinstance(fact, f.Rolled)), "")

    @property
    def has_named_actor(self) -> bool:
        """Whether the headline says who acted: without one it may only be known who rolled."""
        return self._by_name(_text(self.entry.head, "who")) is not None

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids of those whom the act was aimed at, as far as its headline names them."""
        head = self.entry.head
        if head is None or head.id == "head.alone":
            return ()
        listed = head.values.get("list", ())
        names = [name for name in listed if isinstance(name, str)] if isinstance(listed, tuple) else []
        return tuple(who for name in names if (who := self._by_name(name)) is not None)

    @property
    def people(self) -> frozenset[str]:
        """The ids of everyone the act is about or changes."""
        touched = {getattr(fact, "who", "") for fact in self.entry.facts if not isinstance(fact, f.TurnEnded)}
        return frozenset(touched | {self.actor, *self.targets} - {""})

    def name(self, who: str) -> str:
        """What someone was called after this entry, or before it where they left."""
        person = self.after.characters.get(who) or self.before.characters.get(who)
        return person.name if person else who

    def _by_name(self, name: str) -> str | None:
        if not name:
            return None
        for state in (self.before, self.after):
            for who, person in state.characters.items():
                if person.name == name:
                    return who
        return None


@record
class Step(_About):
    """One entry with the states around it. `number` is the one that readers see.

    `stands`: it is an act that no one took back. `is_taken_back`: it is an act that someone did take back; an undo or
    a redo itself is neither.
    """

    number: int
    entry: Entry
    before: State
    after: State
    moment: Moment
    stands: bool
    is_taken_back: bool


class LateStep(_About):
    """A `Step` of which nothing but the entry is worked out before it is asked for."""

    def __init__(self, history: History, moments: "Moments", number: int) -> None:
        self._history = history
        self._moments = moments
        self.number = number
        self.entry = history.told_entry(number)

    @cached_property
    def _told(self) -> Told:
        return self._history.told(self.number)

    @property
    def before(self) -> State:  # type: ignore[override]
        """The state before the entry."""
        return self._told.before

    @property
    def after(self) -> State:  # type: ignore[override]
        """The state after it."""
        return self._told.after

    @property
    def moment(self) -> Moment:
        """When it happened."""
        return self._moments.of(self.number)


AnyStep: TypeAlias = Step | LateStep


def _text(head: Message | None, key: str) -> str:
    value: MessageValue = head.values.get(key, "") if head is not None else ""
    return value if isinstance(value, str) else ""


class Steps:
    """The entries of a session as the game master reads them, by their number; it may grow while it is read."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._moments = Moments(history)

    def late(self, number: int) -> LateStep:
        """Return entry `number`, from 1, of which only what is asked for is worked out."""
        return LateStep(self._history, self._moments, number)

    def __getitem__(self, number: int) -> Step:
        """Return entry `number`, from 1. Raises IndexError outside the session."""
        if number < 1:
            raise IndexError(number)
        history = self._history
        told = history.told(number)
        return Step(
            number,
            told.entry,
            told.before,
            told.after,
            self._moments.of(number),
            history.holds(number),
            history.taken_back(number),
        )


def steps_of(history: History) -> Iterator[Step]:
    """Yield each entry of a session as the game master reads it."""
    steps = Steps(history)
    return (steps[entry.number] for entry in history.entries)


def public_steps_of(history: History, lore: Lore = NO_LORE) -> Iterator[Step]:
    """Yield what the players may read, with numbers of its own from 1 and the states as they see them.

    `lore` is what is known of the ruleset.
    """
    from tracker.core.public import public_history, public_state  # not for the game master

    moments = Moments(history)
    last: tuple[State, State] | None = None  # with its public view: one entry mostly begins where another has ended
    for number, entry in public_history(history, lore).items():
        start, end = history.told(number).before, history.state_told(number)
        before = last[1] if last is not None and last[0] is start else public_state(start, lore)
        after = public_state(end, lore)
        last = end, after
        moment = moments.of(number)
        yield Step(
            entry.number,
            entry,
            before,
            after,
            Moment(moment.scene, after.scene_name, after.round, after.current),
            history.holds(number),
            history.taken_back(number),
        )


class Moments:
    """When each entry of a history happened. An undo goes back to the moment before what it takes back.

    Only entries that may begin a scene are looked through, so that a long past stays unread.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._revision = history.revision
        self._seen = 0
        self._begun: dict[int, int] = {}

    def of(self, number: int) -> Moment:
        """Return the moment of entry `number`, from 1; 0 is the start. Raises IndexError outside the session."""
        state = self._history.state_told(number)
        self._look()
        return Moment(self._scene(number), state.scene_name, state.round, state.current)

    def _look(self) -> None:
        history = self._history
        if self._revision != history.revision:
            self._revision, self._seen, self._begun = history.revision, 0, {}
        if self._seen == len(history.entries):
            return
        for numbers in history.may_hold("scene"):
            for number in numbers[max(self._seen + 1 - numbers.start, 0) :]:
                begun = sum(isinstance(fact, f.SceneBegun) for fact in history.told_entry(number).facts)
                if begun:
                    self._begun[number] = begun
        self._seen = len(history.entries)

    def _scene(self, number: int) -> int:
        history = self._history
        more = 0
        while number and not history.holds(number):
            match history.told_entry(number).facts:
                case [f.Undone(entry=back)]:
                    number = back - 1
                case [f.Redone(entry=back)]:
                    number = back
                case [f.Corrected(), *_] if not history.taken_back(number):
                    break
                case _:
                    more += self._begun.get(number, 0)
                    number -= 1
        return 1 + more + sum(begun for one, begun in self._begun.items() if one <= number and history.holds(one))


class Timeline:
    """Where scenes, rounds and turns begin, as entry numbers; what was taken back begins nothing."""

    def __init__(self, history: History) -> None:
        self._history = history

    def next(self, what: Sign, number: int) -> int | None:
        """Return the first entry after `number` where a "scene", "round", "turn" or "fall" begins, None at the end."""
        for numbers in self._history.may_hold(what):
            later = numbers[max(number + 1 - numbers.start, 0) :]
            found = next((one for one in later if self._begins(what, one)), None)
            if found is not None:
                return found
        return None

    def previous(self, what: Sign, number: int) -> int | None:
        """Return the last entry before `number` where one begins, None at the start."""
        for numbers in reversed(self._history.may_hold(what)):
            earlier = numbers[: max(number - numbers.start, 0)]
            found = next((one for one in reversed(earlier) if self._begins(what, one)), None)
            if found is not None:
                return found
        return None

    def _begins(self, what: Sign, number: int) -> bool:
        history = self._history
        if not history.holds(number):
            return False
        facts = history.told_entry(number).facts
        if what == "fall":
            return any(isinstance(fact, f.StatusSet) for fact in facts) and bool(fallen_in(history.told(number)))
        return any(isinstance(fact, _BEGINNINGS[what]) for fact in facts)


_BEGINNINGS: Mapping[Sign, type] = {"scene": f.SceneBegun, "round": f.RoundBegun, "turn": f.TurnBegun}


def fallen_in(act: Told | AnyStep) -> tuple[str, ...]:
    """Return the ids of those who could act before an entry and cannot after it, in the order of its facts.

    The states around it are asked for only where a status word has changed.
    """
    words = dict.fromkeys(fact.who for fact in act.entry.facts if isinstance(fact, f.StatusSet))
    return tuple(
        who
        for who in words
        if who in act.before.characters
        and who in act.after.characters
        and act.before.characters[who].can_act
        and not act.after.characters[who].can_act
    )
