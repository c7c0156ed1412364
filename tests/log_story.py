"""Whether the state after an entry can be told from its lines: every change names whom it is about and what it came to.

The lines are read as a person reads them, in words: a number has to stand there whole, a condition by its word or one
of the same stem ("holding", "holds"). What a ruleset only remembers (counters, scene values, conditions of kinds with
memory) is no part of the story; nor is what time alone does to a length.
"""

import re
from collections.abc import Iterator, Mapping

from tracker.core import facts as f
from tracker.core.history import Entry, is_about_the_past
from tracker.core.sentences import length_of, value_shown
from tracker.core.state import Character, Condition, State
from tracker.opening import Session
from tracker.story import story
from tracker.text import Words


def untold(session: Session, entry: Entry, before: State, after: State) -> list[str]:
    """What changed between the states around an entry and no line of it tells."""
    if is_about_the_past(entry):
        return []  # the line names the act; what it did stands there
    return list(_Checker(session, entry, before, after).missing())


def untold_in(session: Session) -> list[str]:
    """What the lines of a whole session leave out, each with its entry."""
    history = session.table.history
    return [
        f"{entry.number} [{entry.do}] {missing}: {' · '.join(story(entry, session.words))}"
        for entry in history.entries
        for missing in untold(session, entry, history.state_after(entry.number - 1), history.state_after(entry.number))
    ]


STEM = 4
"""In letters."""
IN_OTHER_WORDS = {
    "aiming": ("aims", "the aim"),
    "alcohol": ("sober",),
    "asleep": ("sleeps", "wakes up"),
    "boost": ("FA +",),
    "burning": ("in the fire", "the flames are out"),
    "exposed": ("finds better conditions",),
    "extended": ("begins",),
    "fleeing": ("flight",),
    "held": ("seizes", "takes hold of", "no longer holds"),
    "holding": ("seizes", "takes hold of", "no longer holds"),
    "illness": ("falls ill",),
    "prone": ("on the ground", "knocked down", "falls", "stands up"),
    "stable": ("loses no more points",),
    "unaware": ("notices nothing", "notice an ambush"),
    "unconscious": ("knocked out", "loses consciousness"),
}
"""Conditions of which a ruleset says in other words that they begin or end."""


def _holds(line: str, piece: str) -> bool:
    """Whether a line holds a word, or a number that is not part of another; what a penalty counts may be its amount."""
    wanted = piece.casefold()
    if wanted.lstrip("−").isdigit():
        return re.search(rf"(?<!\d){re.escape(wanted)}(?!\d)", line) is not None
    return wanted in line


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in re.findall(r"[^\W\d_]+", text.casefold()) if len(word) >= STEM}


class _Checker:
    def __init__(self, session: Session, entry: Entry, before: State, after: State) -> None:
        self._words: Words = session.words
        rules = session.table.rules
        self._memory = {kind.id for kind in rules.conditions.values() if kind.memory} if rules else set()
        self._entry = entry
        self._before = before
        self._after = after
        self._lines = [line.casefold() for line in story(entry, session.words)]

    def missing(self) -> Iterator[str]:
        """What changed and is not told."""
        before, after = self._before, self._after
        yield from self._people()
        yield from self._gauges("", before.tracks, after.tracks, before.pools, after.pools)
        if before.round != after.round and not (after.round == 0 or before.fight != after.fight):
            yield from self._told("round", str(after.round))
        is_other = (before.current, before.current_slot) != (after.current, after.current_slot)
        if after.current and is_other and before.fight == after.fight:
            yield from self._told("turn", after.characters[after.current].name)
        yield from self._order()
        if before.scene_name != after.scene_name and after.scene_name:
            yield from self._told("scene", after.scene_name)
        for name, value in after.options.items():
            if before.options.get(name) != value:
                yield from self._told("option", self._words.term(name), self._in_words(value))
        for name in {before.fight, *before.fights} ^ {after.fight, *after.fights}:
            if name and after.fight:
                yield from self._told("fight", name)

    def _told(self, what: str, *wanted: str) -> Iterator[str]:
        """Nothing where one line holds all that is wanted, else what is missing."""
        if not any(all(_holds(line, piece) for piece in wanted) for line in self._lines):
            yield f"{what} {' '.join(wanted)}"

    def _in_words(self, value: object) -> str:
        return self._words.value(value_shown(value))  # type: ignore[arg-type]

    # ------------------------------------------------------------------ people

    def _people(self) -> Iterator[str]:
        before, after = self._before.characters, self._after.characters
        for who, person in before.items():
            if who not in after:
                yield from self._told("gone", person.name)
        for who, person in after.items():
            if who in before:
                yield from self._person(before[who], person)
            else:
                yield from self._told("joined", person.name)
                if person.side:
                    yield from self._told("side", person.name, self._words.term(person.side))
                if person.hidden:
                    yield from self._told("hidden", person.name, self._words.term("hidden"))
                started = next(
                    (fact for fact in self._entry.facts if isinstance(fact, f.CharacterAdded) and fact.who == who), None
                )
                if started is not None:
                    yield from self._gauges(person.name, started.tracks, person.tracks, started.pools, person.pools)

    def _person(self, before: Character, after: Character) -> Iterator[str]:
        name = after.name
        if before.name != after.name:
            yield from self._told("name", before.name, after.name)
        if before.side != after.side:
            yield from self._told("side", name, self._words.term(after.side or "nothing"))
        if before.hidden != after.hidden:
            yield from self._told("hidden", name)
        if before.note != after.note:
            yield from self._told("note", name, after.note)
        for trait, value in after.traits.items():
            if before.traits.get(trait) != value:
                # What is taken away is told by what it was: "Killer loses the knife".
                told = value if value != "" else before.traits.get(trait)
                yield from self._told(f"trait {trait}", name, self._in_words(told))
        yield from self._gauges(name, before.tracks, after.tracks, before.pools, after.pools)
        yield from self._conditions(before, after)

    def _gauges(
        self,
        who: str,
        tracks_before: Mapping[str, object],
        tracks: Mapping[str, object],
        pools_before: Mapping[str, object],
        pools: Mapping[str, object],
    ) -> Iterator[str]:
        for name, track in tracks.items():
            if not who and name not in tracks_before:
                continue  # a gauge of the session begins with the first act
            known = tracks_before.get(name)
            if getattr(known, "marks", None) != track.marks:  # type: ignore[attr-defined]
                yield from self._told(f"track {name}", who, track.marks)  # type: ignore[attr-defined]
        for name, pool in pools.items():
            if not who and name not in pools_before:
                continue
            known = pools_before.get(name)
            if (getattr(known, "value", None), getattr(known, "maximum", None)) != (pool.value, pool.maximum):  # type: ignore[attr-defined]
                yield from self._pool(who, name, known, pool)

    def _pool(self, who: str, name: str, before: object, after: object) -> Iterator[str]:
        """A pool's new number; where only the bound changed, the bound."""
        value = after.value  # type: ignore[attr-defined]
        if getattr(before, "value", None) != value:
            yield from self._told(f"pool {name}", who, self._words.value(value))
        else:
            yield from self._told(f"pool {name}", who, self._words.value(after.maximum or 0))  # type: ignore[attr-defined]

    # ------------------------------------------------------------------ conditions

    def _conditions(self, before: Character, after: Character) -> Iterator[str]:
        for key, gone in before.conditions.items():
            if key not in after.conditions and gone.kind not in self._memory:
                yield from self._condition("ended", after.name, gone)
        for key, running in after.conditions.items():
            if running.kind in self._memory:
                continue
            known = before.conditions.get(key)
            if known is None:
                yield from self._condition("begun", after.name, running, *self._details(running))
            elif known != running:
                yield from self._changed(after.name, known, running)

    def _condition(self, what: str, who: str, condition: Condition, *details: str) -> Iterator[str]:
        if not any(
            all(_holds(line, piece) for piece in (who, *details)) and self._names(line, condition)
            for line in self._lines
        ):
            yield f"{what} {who} {condition.kind} {' '.join(details)}"

    def _names(self, line: str, condition: Condition) -> bool:
        """Whether a line speaks of the condition, by its word or its id, or by a word of the same stem."""
        ways = {condition.kind, self._words.term(condition.kind), self._words.term(condition.id)}
        said = IN_OTHER_WORDS.get(condition.kind, ())
        return any(way.casefold() in line or _stems(way) & _stems(line) for way in ways) or any(
            way.casefold() in line for way in said
        )

    def _details(self, condition: Condition) -> tuple[str, ...]:
        return (self._words.value(condition.amount),) if condition.amount else ()

    def _changed(self, who: str, before: Condition, after: Condition) -> Iterator[str]:
        if before.amount != after.amount:
            yield from self._condition("amount", who, after, self._words.value(after.amount))
        if before.note != after.note:
            yield from self._condition("remark", who, after, self._words.term(after.note) if after.note else "")
        same_clock = (before.unit, before.clock, before.moment) == (after.unit, after.clock, after.moment)
        is_shorter = same_clock and before.left is not None and after.left is not None and after.left < before.left
        by_time = is_shorter and not self._entry.do.startswith("condition ")
        if not by_time and (not same_clock or before.left != after.left):
            length = length_of(after, lambda who: self._after.characters[who].name if who else "")
            yield from self._condition("length", who, after, self._words.say(length) if length else "")

    # ------------------------------------------------------------------ the order

    def _order(self) -> Iterator[str]:
        """Who has a new number or a new place; places of those who left, and those that time clears, need no line."""
        before = {(place.who, place.slot): place for place in self._before.order}
        rolled = {fact.who: fact for fact in self._entry.facts if isinstance(fact, f.InitiativeSet)}
        after = {(place.who, place.slot): place for place in self._after.order}
        if self._before.fight != self._after.fight or any(line.id == "order.as_joined" for line in self._entry.tell):
            return
        for key, place in after.items():
            name = self._after.characters[place.who].name
            if place.value is not None and place.who in rolled and not self._is_listed():
                # In a game of declarations the word that was declared is the number.
                labels = tuple(self._words.value(part.label) for part in rolled[place.who].parts)
                if not labels or list(self._told("place", name, *labels)):
                    yield from self._told("place", name, self._words.value(place.value))
            elif key not in before:
                yield from self._told("place", name)
        for (who, slot), _ in before.items():
            if (who, slot) not in after and slot == 0 and who in self._after.characters and self._after.order:
                yield from self._told("no place", self._after.characters[who].name)
        kept = [key for key in before if key in after]
        now = [key for key in after if key in before]
        is_by_number = any(before[key].value != after[key].value for key in kept)
        if [who for who, _ in kept] != [who for who, _ in now] and not is_by_number:
            moved = [self._after.characters[who].name for who, _ in kept]
            if not any(name.casefold() in line for name in moved for line in self._lines):
                yield f"order {moved}"

    def _is_listed(self) -> bool:
        """Whether a line names everybody in the order of acting."""
        names = [self._after.characters[place.who].name.casefold() for place in self._after.order]
        return any(_in_this_order(line, names) for line in self._lines)


def _in_this_order(line: str, names: list[str]) -> bool:
    at = 0
    for name in names:
        at = line.find(name, at)
        if at < 0:
            return False
        at += len(name)
    return True
