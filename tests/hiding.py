"""Secrets put into all places that players must not see, and the check that nothing public tells them."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from tracker.command.run import perform_line
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.messages import Message, Part, message
from tracker.core.public import NO_LORE, Lore, public_entry, public_history, public_state
from tracker.core.state import Condition, Due, Place, Pool, State, Track
from tracker.core.values import frozen
from tracker.failures import FAILURES
from tracker.opening import Session
from tracker.rules.facade import Rules

PLACES = (
    "hidden", "hidden foe", "rename hidden", "rename seen", "note", "note about", "note at add", "remark",
    "remark hidden", "clock", "source", "hidden roll", "roll at hidden", "due", "show", "hide", "fight", "data",
    "remove hidden", "line",
)  # fmt: skip
"""What can be done with a secret word, or with those who bear one."""
STRANGE = (311, 313, 317, 331, 337, 347, 349, 353, 359, 367, 373, 379, 383, 389, 397, 401, 409, 419, 421, 431, 433, 439)
"""Numbers that nothing else in a session has."""
STRANGE_TRAITS = (43, 47)
"""Those of traits are smaller, for some games throw no more than a hundred dice."""
OTHERS = (443, 449, 457, 461, 463)
"""Those of a foe's roll, initiative, condition (its amount and length) and of what is due."""
LONGEST_TRACK = 21
"""A track of so many boxes nobody else has."""
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def word(number: int) -> str:
    """A word that nothing else holds; no such word is part of another."""
    return f"Zqx{number:03}"


class Planter:
    """Puts secret words into a session, and knows whether the players may read one by now."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._count = 0

    @property
    def words(self) -> list[str]:
        """The words so far."""
        return [word(number) for number in range(1, self._count + 1)]

    def next_word(self) -> str:
        """One more secret word."""
        self._count += 1
        return word(self._count)

    def plant(self, place: str, choice: int, kind: str) -> None:
        """Do something with a secret word. `choice` chooses the people, `kind` is a condition of the ruleset."""
        people = self._session.table.state.characters.values()
        unseen = [person for person in people if person.hidden]
        seen = [person for person in people if not person.hidden]
        one = unseen[choice % len(unseen)] if unseen else None
        other = seen[choice % len(seen)] if seen else None
        match place:
            case "hidden":
                self.type(f"add {self.next_word()} hidden")
            case "hidden foe":
                self.type("option foes_hidden=yes")
                self.type(f"add {self.next_word()} foe")
            case "rename hidden" if one:
                self.type(f'rename "{one.name}" {self.next_word()}')
            case "rename seen" if other:
                self.type(f'rename "{other.name}" {self.next_word()}')
            case "note":
                self.type(f"note {self.next_word()} waits")
            case "note about" if other:
                self.type(f'note about="{other.name}" {self.next_word()} waits')
            case "note at add":
                self.type(f"add Guest note={self.next_word()}")
            case "remark" if other:
                self.type(f'condition "{other.name}" {kind} rounds=3 text={self.next_word()}')
            case "remark hidden" if one:
                self.type(f'condition "{one.name}" {kind} rounds=3 text={self.next_word()}')
            case "clock" if one and other:
                self.type(f'condition "{other.name}" {kind} turns=2 clock="{one.name}"')
            case "source" if one and other:
                condition = Condition(f"held:{one.id}", kind, source=one.id, left=2, unit="round")
                self._append((f.ConditionSet(other.id, condition),), (message("note.plain", text="held"),))
            case "data" if one and other:
                condition = Condition("sees", kind, data=frozen({"whom": one.id, "name": (one.name, self.next_word())}))
                self._append((f.ConditionSet(other.id, condition),), (message("note.plain", text=other.name),))
            case "line" if one and other:
                self._append((f.CounterSet(other.id, "fear", 1),), (message("note.plain", text=f"fear: {one.name}"),))
            case "hidden roll" if other:
                self._append_roll(other.id, hidden=True)
            case "roll at hidden" if one and other:
                self._append_roll(other.id, against=one.id)
            case "due" if one:
                line = message("note.plain", text=self.next_word())
                self._append((f.DueSet(Due(f"due:{one.id}", one.id, line)),), (line,))
            case "show" if one:
                self.type(f'show "{one.name}"')
            case "hide" if other:
                self.type(f'hide "{other.name}"')
            case "fight" if one and other:
                self.type(f'fight yard "{one.name}","{other.name}"')
            case "remove hidden" if one:
                self.type(f'remove "{one.name}"')

    def _append_roll(self, who: str, against: str = "", *, hidden: bool = False) -> None:
        secret = self.next_word()
        roll = f.Rolled(
            who, secret, 3, (7, 8), result=secret, against=against, hidden=hidden, data=frozen({"x": secret}),
            parts=(Part(secret, 3),),
        )  # fmt: skip
        self._append((roll,), (message("note.plain", text=secret),))

    def _append(self, facts: tuple[f.Fact, ...], lines: tuple[Message, ...]) -> None:
        history = self._session.table.history
        number = len(history.entries) + 1
        say = " ".join(map(self._session.words.say, lines))
        entry = Entry(number, MOMENT, history.state.round, "act", say, lines, facts)
        table = self._session.table
        table._journal.append(entry)  # an entry that is in the history alone would end the writing of the session
        history.append(entry)

    def give_numbers(self, who: str, rules: Rules) -> None:
        """Give a foe traits, tracks and pools with numbers that nothing else has."""
        person = self._session.table.state.characters[who]
        kind = rules.kinds[person.kind]
        numbers = iter(STRANGE * 9)
        facts: list[f.Fact] = [
            f.TraitSet(who, trait.id, person.traits.get(trait.id), STRANGE_TRAITS[number % 2])
            for number, trait in enumerate(kind.traits)
            if trait.kind == "integer"
        ]
        for spec in kind.tracks:
            lightest = spec.marks[0].mark
            marks = Track(lightest * 4 + "." * (LONGEST_TRACK - 4))
            facts.append(f.TrackSet(who, spec.id, person.tracks.get(spec.id, Track("")), marks))
        for pool in kind.pools:
            value, maximum = sorted((next(numbers), next(numbers)))
            facts.append(f.PoolSet(who, pool.id, person.pools.get(pool.id, Pool(0)), Pool(value, maximum)))
        self._append(tuple(facts), (message("note.plain", text=f"{person.name} has {STRANGE[0]} of each"),))
        roll, score, amount, left, due = OTHERS
        line = message("note.plain", text=f"{person.name} must roll {due}")
        moved = (
            f.Rolled(who, "attack", roll, (roll, 1), result="hit"),
            f.InitiativeSet(who, score),
            f.OrderSet((Place(who, score),)),
            f.ConditionSet(who, Condition("dazzled", "dazzled", amount=amount, left=left, unit="round")),
            f.DueSet(Due("due:numbers", who, line)),
        )
        self._append(moved, (message("note.plain", text=f"{person.name}: {roll}, {score}"),))

    def type(self, line: str) -> bool:
        """Carry a line out if it is possible."""
        try:
            perform_line(self._session, line)
        except FAILURES:
            return False
        return True


def borne(state: State) -> Iterator[tuple[str, str]]:
    """Who is seen in a state, with the name and each word of it: a copy is named after the one it is like."""
    for who, person in state.characters.items():
        if not person.hidden:
            yield from ((who, name) for name in (person.name, *person.name.split()))


def check_nothing_leaks(session: Session, words: list[str], lore: Lore = NO_LORE) -> None:
    """Raise AssertionError where a secret word occurs in the public view of any state or entry of a session."""
    history = session.table.history
    told = public_history(history, lore)
    for entry in history.entries:
        before, after = history.state_after(entry.number - 1), history.state_after(entry.number)
        now = {name for _, name in borne(after)}
        around = now | {
            name for who, name in borne(before) if who not in after.characters or not after.characters[who].hidden
        }
        _check(repr(public_state(after, lore)), words, now, entry)
        _check(repr(public_entry(entry, before, after, lore)), words, around, entry)
        _check(repr(told.get(entry.number)), words, around, entry)
    assert [entry.number for entry in told.values()] == list(range(1, len(told) + 1))


def _check(shown: str, words: list[str], known: set[str], entry: Entry) -> None:
    folded = shown.casefold()
    found = [secret for secret in words if secret.casefold() in folded and secret not in known]
    assert not found, f"{found} in {shown}\nof entry {entry}"


def numbers_of(state: State, who: str) -> Iterator[str]:
    """The strange numbers and the marks of somebody, as they stand, and those that acts of theirs may have."""
    yield from map(str, OTHERS)
    person = state.characters.get(who)
    if person is None:
        return
    numbers = [value for value in person.traits.values() if isinstance(value, int)]
    for pool in person.pools.values():
        numbers += (pool.value, pool.maximum or 0)
    for place in state.order:
        numbers += [place.value or 0] if place.who == who else []
    yield from (str(number) for number in numbers if number >= STRANGE_TRAITS[0])
    yield from (track.marks for track in person.tracks.values() if track.size >= LONGEST_TRACK)


def has(number: str, shown: str) -> bool:
    """Whether a number, or a row of marks, stands by itself in what is shown."""
    if number not in shown or not number.isdecimal():
        return number in shown
    return re.search(rf"(?<![\d.,:]){number}(?!\d)", shown) is not None
