"""Matching what was typed against names: whole, else by unique prefix, in any script, in the reader's language too."""

from bisect import bisect_left
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Protocol

from tracker.core.intents import Refusal
from tracker.core.messages import Message, Term, message
from tracker.core.patterns import pattern
from tracker.core.state import State
from tracker.languages import folding, until_forgotten

MOST_LISTED = 12
SHORTEST_ON_OTHER_KEYS = 3
"""In letters: the keys of so few write the beginning of something in any language."""

NUMBERED = pattern(r"(.*\S)\s+[0-9]+")
"""The name of one of several who are called alike: Thug 1."""

Spellings = Mapping[str, Sequence[str]]
"""What may be typed for each id; the first spelling is its name, or the id itself."""


@until_forgotten
@cache
def _as_compared() -> Mapping[int, str]:
    return {**folding(), **str.maketrans({"_": "-", " ": "-", ",": ""})}


@until_forgotten
@lru_cache(maxsize=10_000)
def folded(text: str) -> str:
    """Text as it is compared: case, underscores, hyphens, commas and letters that are typed as others don't count.

    Words come again in each line.
    """
    return text.casefold().translate(_as_compared())


@until_forgotten
@lru_cache(maxsize=10_000)
def all_folded(ways: tuple[str, ...]) -> tuple[str, ...]:
    """The spellings of a thing as they are compared: each line goes through those of all things that it may name."""
    return tuple(map(folded, ways))


def matches(typed: str, spellings: Spellings) -> list[str]:
    """The ids that `typed` may mean: whose id or name it is; else those that are spelled so; else those that begin so.

    Several mean that it tells too little: one word of the names of two people is no one's.
    """
    wanted = folded(typed.strip())
    if not wanted:
        return []
    if isinstance(spellings, Indexed):
        return spellings.matches(typed, wanted)
    for name, ways in spellings.items():
        if typed == name or typed == ways[0]:
            return [name]
    known = [(name, all_folded(tuple(ways))) for name, ways in spellings.items()]
    spelled = [name for name, ways in known if wanted in ways]
    named = [name for name, ways in known if wanted == ways[0] or wanted == folded(name)]
    if len(named) == 1:
        return named
    return spelled or [name for name, ways in known if any(begins(way, wanted) for way in ways)]


class Indexed(dict[str, Sequence[str]]):
    """Spellings of as many things as there may be people: each line looks them up instead of going through all."""

    @cached_property
    def whole(self) -> Mapping[str, str]:
        """The first thing of each id and of each name, as they are written."""
        found: dict[str, str] = {}
        for name, ways in self.items():
            found.setdefault(name, name)
            found.setdefault(ways[0], name)
        return found

    @cached_property
    def spelled(self) -> Mapping[str, list[str]]:
        """The things of each spelling, folded, in their order."""
        found: dict[str, dict[str, None]] = {}
        for name, ways in self.items():
            for way in ways:
                found.setdefault(folded(way), {})[name] = None
        return {way: list(names) for way, names in found.items()}

    @cached_property
    def _named(self) -> Mapping[str, list[str]]:
        """The things of each id and of each name, folded."""
        found: dict[str, dict[str, None]] = {}
        for name, ways in self.items():
            for way in (name, ways[0]):
                found.setdefault(folded(way), {})[name] = None
        return {way: list(names) for way, names in found.items()}

    @cached_property
    def most_words(self) -> int:
        """How many words the longest spelling has behind its first."""
        return max((way.count("-") for way in self.spelled), default=0)

    @cached_property
    def further(self) -> frozenset[str]:
        """The words of all spellings, folded, behind the first of each."""
        return frozenset(word for way in self.spelled for word in way.split("-")[1:])

    @cached_property
    def numbered(self) -> Mapping[str, list[str]]:
        """Those who are called alike but for a number: Thug 1 and Thug 2, by what all are called."""
        found: dict[str, list[str]] = {}
        for name, ways in self.items():
            if alike := NUMBERED.fullmatch(ways[0]):
                found.setdefault(alike[1], []).append(name)
        return found

    @cached_property
    def _sorted(self) -> Sequence[str]:
        return sorted(self.spelled)

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {name: position for position, name in enumerate(self)}

    def matches(self, typed: str, wanted: str) -> list[str]:
        """What `matches` finds for what was typed, and folded."""
        if typed in self.whole:
            return [self.whole[typed]]
        named = self._named.get(wanted, ())
        return list(named if len(named) == 1 else self.spelled.get(wanted, ())) or self._begun(wanted)

    def _begun(self, wanted: str) -> list[str]:
        beginning = wanted.partition("-")[0]  # each of several words may be begun
        ways = []
        for place in range(bisect_left(self._sorted, beginning), len(self._sorted)):
            if not (way := self._sorted[place]).startswith(beginning):
                break
            if begins(way, wanted):
                ways.append(way)
        return sorted({name for way in ways for name in self.spelled[way]}, key=self._positions.__getitem__)


def begins(way: str, wanted: str) -> bool:
    """Whether folded words begin as was typed, each of them: `hea-pis` for `heavy-pistol`."""
    if way.startswith(wanted):
        return True
    typed, words = wanted.split("-"), way.split("-")
    return 1 < len(typed) <= len(words) and all(typed) and all(map(str.startswith, words, typed))


def further_words(first: str, following: Sequence[str], spellings: Spellings) -> int:
    """How many of the words that follow belong to the first: the longest run that is spelled so, else that begins so.

    A first word that is spelled so by itself takes no others that only might belong to it.
    """
    if not following:
        return 0
    if isinstance(spellings, Indexed):
        longest = spellings.most_words
    else:
        longest = max((way.count("-") for ways in spellings.values() for way in all_folded(tuple(ways))), default=0)
    counts = range(min(longest, len(following)), 0, -1)
    for count in counts:
        if is_exact(" ".join((first, *following[:count])), spellings):
            return count
    if is_exact(first, spellings):
        return 0
    for count in counts:
        if len(matches(" ".join((first, *following[:count])), spellings)) == 1:
            return count
    return 0


def is_exact(typed: str, spellings: Spellings) -> bool:
    """Whether something is spelled exactly so."""
    wanted = folded(typed)
    if isinstance(spellings, Indexed):
        return wanted in spellings.spelled
    return wanted in chain.from_iterable(map(all_folded, map(tuple, spellings.values())))


def choose(typed: str, spellings: Spellings, what: Message | Term) -> str:
    """The one id that `typed` means. Raises Refusal: nothing is called so (with the nearest), or several are."""
    found = matches(typed, spellings)
    if len(found) == 1:
        return found[0]
    shown = [_readable(name, ways) for name, ways in spellings.items() if ways]
    if found:
        options = tuple(_readable(name, spellings[name]) for name in found[:8])
        raise Refusal(message("command.ambiguous", what=what, typed=typed, list=options))
    listed = shown if len(shown) <= MOST_LISTED else [*shown[:MOST_LISTED], "…"]
    near = nearest(typed, spellings)
    if near:
        raise Refusal(message("command.unknown_near", what=what, typed=typed, near=near))
    raise Refusal(message("command.unknown", what=what, typed=typed, list=tuple(listed)))


class Spelling(Protocol):
    """What may be typed for an id."""

    def __call__(self, term_id: str) -> Sequence[str]:
        """The id, and its word in the reader's language."""
        ...

    def widely(self, term_id: str) -> Sequence[str]:
        """The id, and its words in every language."""
        ...

    def unclear(self, term_id: str) -> Container[str]:
        """What says too little for a parameter."""
        ...

    def on_other_keyboards(self, text: str) -> Iterable[str]:
        """What the same keys write on the keyboards of other languages."""
        ...


class OnlyIds:
    """How things are spelled where there are no words."""

    def __call__(self, term_id: str) -> Sequence[str]:
        """The id."""
        return (term_id,)

    widely = __call__

    def unclear(self, term_id: str) -> Container[str]:
        """Nothing."""
        return ()

    def on_other_keyboards(self, text: str) -> Iterable[str]:
        """Nothing."""
        return ()


def choose_word(typed: str, ids: Iterable[str], spell: Spelling, what: Message | Term) -> str:
    """The one of the ids that `typed` means, in the reader's language or else in another. Raises like `choose`."""
    spellings = {one: spell(one) for one in ids}
    if not matches(typed, spellings):
        widely = {one: spell.widely(one) for one in spellings}
        found = matches(typed, widely)
        if len(found) == 1:
            return found[0]
        is_word = len(typed) >= SHORTEST_ON_OTHER_KEYS and not found
        for keys in spell.on_other_keyboards(typed) if is_word else ():
            if len(found := matches(keys, widely)) == 1:
                raise Refusal(message("command.unknown_near", what=what, typed=typed, near=keys))
    return choose(typed, spellings, what)


def _readable(name: str, ways: Sequence[str]) -> str:
    """The spelling that a reader knows: where the first is the id, the one after it, a word of their language."""
    return ways[1] if ways[0] == name.rpartition(".")[2] and len(ways) > 1 else ways[0]


def nearest(typed: str, spellings: Spellings, likeness: float = 0.6) -> str:
    """The spelling that is most like `typed` (1 is the same), "" if none is like enough."""
    wanted = folded(typed)
    ways = {folded(way): way for spelled in spellings.values() for way in spelled}
    from difflib import get_close_matches  # only for what nobody understands

    close = get_close_matches(wanted, list(ways), 1, likeness)
    return ways[close[0]] if close and _is_slip(wanted, close[0]) else ""


def _is_slip(typed: str, way: str) -> bool:
    """Whether two folded spellings are a slip apart: one sign of three, or what was typed is a piece of the other.

    Likeness alone takes any word for a longer one that has the same end.
    """
    return typed in way or way in typed or _distance(typed, way) <= max(1, round(max(len(typed), len(way)) / 3))


def _distance(one: str, other: str) -> int:
    """How many signs must be put in, taken out, exchanged or swapped with the next to make one word the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for number, sign in enumerate(one, 1):
        earlier, before, row = before, row, [number]
        for place, wanted in enumerate(other, 1):
            best = min(before[place] + 1, row[-1] + 1, before[place - 1] + (sign != wanted))
            if number > 1 and place > 1 and sign == other[place - 2] and one[number - 2] == wanted:
                best = min(best, earlier[place - 2] + 1)
            row.append(best)
    return row[-1]


def character_spellings(state: State, among: Iterable[str] | None = None) -> Indexed:
    """What may be typed for each character: the name, the id, and each word of the name."""
    people = state.characters
    return _spelled(tuple((who, people[who].name) for who in (people if among is None else among)))


@until_forgotten
@lru_cache(maxsize=4)
def _spelled(people: tuple[tuple[str, str], ...]) -> Indexed:
    """The same for ids with names: most lines are about the same people as the one before."""
    spellings = Indexed()
    for who, name in people:
        words = name.split()
        spellings[who] = [name, who, *(words[1:] if len(words) > 1 else ())]
    return spellings
