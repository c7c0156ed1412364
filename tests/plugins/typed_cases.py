"""Plays a case that is told as a game master would type it, of any ruleset.

    [[case]]
    id, rules, title    as in every case
    lines = [...]       typed one after the other; dice and cards stand in them (`faces="8 8 1"`)
    refused = true      the last line is refused, and nothing changes
    then                what the case checks, after the last line:
        tells           ids of sentences that it tells;  silent: ids of those that it does not
        shows           words, in English, that stand in what it tells or answers
        due             rules of what is due;  not_due: rules of what is not
        roll            of its last roll, or the last one `of` somebody for `what`: pool (dice, or Ability), result,
                        successes, parts (numbers, by the ids of their terms), chance of what came, expected
                        successes (fractions)
        is_hidden       whether the act is the game master's alone
        order, current  the names in the order, and whose turn it is;  round, seconds
        people          for each name its tracks (marks), pools (value), traits and worked-out values;  status and
                        conditions are words that are there, without those that are not

Whatever it checks, the parts of every number that it made must sum to that number.

The right answers are those of the rulebook: numbers, marks and rules. Sentences are named by their ids, since their
wording is nobody's rule.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any

from tests.plugins.case_files import Case, UnknownKey, folder_of
from tests.plugins.kept import kept_rules
from tests.tables import copied, memory_session
from tracker.answers import answer
from tracker.api import Message, Refusal, Rolled, Term
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.core.chance import BadFace, RandomChance
from tracker.core.facts import Fact, InitiativeSet, PoolSet, TrackSet
from tracker.core.state import State

CASE_KEYS = {"id", "rules", "title", "source", "note", "lines", "refused", "then"}


class Evening:
    """A session of a ruleset in which lines are typed; what the last one told or answered.

    It goes on from where one of `others` of the same ruleset stood, as long as the lines of both are the same.
    """

    def __init__(self, folder: str, lines: Sequence[str] = (), others: "Iterable[Evening]" = ()) -> None:
        self.answered: list[str] = []
        beginnings = ((other.session, list(other.alike(lines))) for other in others)
        longest, self.typed = max(beginnings, key=lambda beginning: len(beginning[1]), default=(None, []))
        if longest is not None and self.typed:
            self.session = copied(longest, self.typed[-1][1])
        else:
            self.session = memory_session(kept_rules(folder))
        for line in lines[len(self.typed) :]:
            self.type(line)
            self.typed.append((line, len(self.session.table.history.entries)))

    def alike(self, lines: Sequence[str]) -> Iterator[tuple[str, int]]:
        """The first lines of this evening, as far as others are the same, with how many entries there were then."""
        both = zip(self.typed, lines, strict=False)
        return (typed for typed, _ in takewhile(lambda one: one[0][0] == one[1], both))

    @property
    def state(self) -> State:
        return self.session.table.state

    def type(self, line: str) -> None:
        self.session.table.chance = RandomChance(1)  # the luck of a line is its own, whatever was typed before
        done = perform_line(self.session, line)
        if isinstance(done, QueryCommand):
            self.answered = answer(self.session, done)
        else:  # what only asked is no entry of the session
            self.answered = [entry.say for entry in done if entry.number == 0]

    def said(self) -> list[Message]:
        return [] if self.answered else list(self.session.table.history.entries[-1].tell)

    def shown(self) -> str:
        return "\n".join([*self.answered, *map(self.session.words.say, self.said())])


def run_case(case: Case) -> None:
    """Play a case and compare. Raises UnknownKey where it says something that nobody reads."""
    if unknown := set(case) - CASE_KEYS:
        raise UnknownKey(f"{case['id']}: unknown keys {', '.join(sorted(unknown))}")
    *before, last = case["lines"]
    folder = folder_of(case)
    evening = Evening(folder, before, _EVENINGS[folder])
    _EVENINGS[folder].append(evening)
    if case.get("refused"):
        state = evening.state
        try:
            evening.type(last)
        except (Refusal, BadFace):
            assert evening.state == state
        else:
            raise AssertionError(f"{case['id']}: {last!r} is done, the rulebook refuses it")
    else:
        evening.type(last)
    _check_parts(evening)
    for key, wanted in case.get("then", {}).items():
        check = _CHECKS.get(key)
        if check is None:
            raise UnknownKey(f"{case['id']}: nobody understands {key}")
        check(evening, wanted)


class Evenings(dict[str, deque[Evening]]):
    """The last evenings of each ruleset: cases that stand together mostly begin alike."""

    def __missing__(self, folder: str) -> deque[Evening]:
        return self.setdefault(folder, deque(maxlen=30))

    def cache_clear(self) -> None:
        """Keep none any more, as a function with a cache: where it is learned what each test alone reaches."""
        self.clear()


_EVENINGS = Evenings()


def _check_parts(evening: Evening) -> None:
    table = evening.session.table
    for entry in table.history.entries:
        for fact in entry.facts:
            if parts := getattr(fact, "parts", ()):
                numbers = _numbers_of(fact)
                assert not numbers or sum(part.value for part in parts) in numbers, fact
    for who in table.state.characters:
        for derived in table.rules.derived(table.state, who):
            if derived.parts and isinstance(derived.value, int):
                assert (derived, sum(part.value for part in derived.parts)) == (derived, derived.value)


def _numbers_of(fact: Fact) -> tuple[int | None, ...]:
    """The numbers of which the parts of a fact explain one; none where they explain what it is not made of."""
    match fact:
        case Rolled():
            return fact.pool, fact.total
        case InitiativeSet():
            return (fact.value,)
        case PoolSet():
            return (fact.after.value - fact.before.value,)
        case TrackSet() if fact.amount:  # none where marks heal
            return (fact.amount,)
        case _:
            return ()


def _ids(lines: list[Message]) -> Iterator[str]:
    for line in lines:
        yield line.id
        for value in line.values.values():
            yield from _ids(
                [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Message)]
            )


def _tells(evening: Evening, wanted: list[str]) -> None:
    told = set(_ids(evening.said()))
    assert set(wanted) <= told, f"told are {sorted(told)}"


def _silent(evening: Evening, unwanted: list[str]) -> None:
    assert not set(unwanted) & set(_ids(evening.said()))


def _shows(evening: Evening, wanted: list[str]) -> None:
    for words in wanted:
        assert words.casefold() in evening.shown().casefold(), f"{words!r} is not in {evening.shown()!r}"


def _due(evening: Evening, wanted: list[str]) -> None:
    rules = [due.rule for due in evening.state.open_due]
    assert set(wanted) <= set(rules), f"due is {rules}"


def _not_due(evening: Evening, unwanted: list[str]) -> None:
    assert not set(unwanted) & {due.rule for due in evening.state.open_due}


def _roll(evening: Evening, wanted: dict[str, Any]) -> None:
    people = {who: character.name for who, character in evening.state.characters.items()}
    rolls = [fact for fact in evening.session.table.history.entries[-1].facts if isinstance(fact, Rolled)]
    of, what = wanted.get("of"), wanted.get("what")
    roll = [fact for fact in rolls if of in (None, people.get(fact.who)) and what in (None, fact.what)][-1]
    parts = {part.label.id: part.value for part in roll.parts if isinstance(part.label, Term | Message)}
    for key, value in wanted.items():
        if key == "parts":
            assert value.items() <= parts.items(), f"the parts are {parts}"
        elif key in ("pool", "result", "successes"):
            _same(getattr(roll, key), value)
        elif key in ("chance", "expected"):
            _same(Fraction(getattr(roll, key) or 0).limit_denominator(10_000), Fraction(value))
        elif key not in ("of", "what"):
            raise UnknownKey(f"a roll has no {key}")


def _order(evening: Evening, wanted: list[str]) -> None:
    assert [evening.state.characters[place.who].name for place in evening.state.order] == wanted


def _current(evening: Evening, wanted: str) -> None:
    assert evening.state.characters[evening.state.current].name == wanted


def _people(evening: Evening, wanted: dict[str, dict[str, Any]]) -> None:
    people = {character.name: character for character in evening.state.characters.values()}
    for name, values in wanted.items():
        character = people[name]
        derived = {one.id: one.value for one in evening.session.table.rules.derived(evening.state, character.id)}
        words = {status.id for status in character.status}
        kinds = {condition.kind for condition in character.conditions.values()}
        for key, value in values.items():
            if key == "status":
                assert set(value) <= words, f"{name} is {sorted(words)}"
            elif key == "conditions":
                assert set(value) <= kinds, f"{name} has {sorted(kinds)}"
            elif key == "without":
                assert not set(value) & (words | kinds), f"{name} is {sorted(words | kinds)}"
            elif key in character.tracks:
                assert (name, key, character.tracks[key].marks) == (name, key, value)
            elif key in character.pools:
                assert (name, key, character.pools[key].value) == (name, key, value)
            elif key in derived:
                assert (name, key, derived[key]) == (name, key, value)
            elif key in character.traits:
                assert (name, key, character.traits[key]) == (name, key, value)
            else:
                raise UnknownKey(f"{name} has no {key}")


_CHECKS = {
    "tells": _tells,
    "silent": _silent,
    "shows": _shows,
    "due": _due,
    "not_due": _not_due,
    "roll": _roll,
    "order": _order,
    "current": _current,
    "round": lambda evening, wanted: _same(evening.state.round, wanted),
    "seconds": lambda evening, wanted: _same(evening.state.seconds, wanted),
    "is_hidden": lambda evening, wanted: _same(evening.session.table.history.entries[-1].hidden, wanted),
    "people": _people,
}


def _same(actual: Any, wanted: Any) -> None:
    assert actual == wanted
