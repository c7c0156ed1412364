"""What a book holds, as frozen values: every word in it has been read against the ruleset."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TypeAlias

from tracker.core.intents import IntentValue
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.core.state import Character
from tracker.core.values import Value, nothing
from tracker.languages import fallbacks

Texts: TypeAlias = Mapping[str, str]
"""A text by language code; "" is a text for readers of every language."""

Given: TypeAlias = Mapping[str, IntentValue]
"""Values of an act (`add`, `condition`) by the ids of its parameters, traits and gauges, as the core has read them."""


def in_language(texts: Texts, language: str) -> str:
    """The text for a reader: in the language, else for everyone, else in one that stands in for it, else in any."""
    for code in (language, "", *reversed(fallbacks(language))):
        if texts.get(code):
            return texts[code]
    return next(iter(texts.values()), "")


@record
class Creature:
    """A kind of opponent or object that may join any number of times.

    `given` are its kind, side, note, traits and gauges as `add` takes them; `conditions` what `condition` takes.
    """

    id: str
    names: Texts
    given: Given
    conditions: tuple[Given, ...] = ()
    notes: Texts = field(default_factory=nothing)
    tags: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of character."""
        return str(self.given["kind"])


@record
class Gear:
    """A weapon, an armour or anything else that someone may have: the traits that it gives."""

    id: str
    names: Texts
    given: Given
    notes: Texts = field(default_factory=nothing)


@record
class Group:
    """The people of one kind in an encounter; `given` goes over what the creature has, `conditions` beside it."""

    creature: str
    count: int = 1
    names: Texts = field(default_factory=nothing)
    given: Given = field(default_factory=nothing)
    conditions: tuple[Given, ...] = ()
    notes: Texts = field(default_factory=nothing)


@record
class Encounter:
    """Who joins together; with a `scene` that scene begins first."""

    id: str
    names: Texts
    groups: tuple[Group, ...]
    scenes: Texts = field(default_factory=nothing)
    notes: Texts = field(default_factory=nothing)
    tags: tuple[str, ...] = ()


@record
class Row:
    """One row of a table; it comes up on the totals from `low` to `high`."""

    texts: Texts
    low: int
    high: int


@record
class RandomTable:
    """A random table. `dice` is rolled, such as "2d6"; the rows cover every total that may come."""

    id: str
    names: Texts
    dice: str
    rows: tuple[Row, ...]

    def row(self, total: int) -> Row:
        """The row of a total; beyond the last one the last, before the first one the first."""
        fitting = [row for row in self.rows if row.low <= total <= row.high]
        if fitting:
            return fitting[0]
        return self.rows[0] if total < self.rows[0].low else self.rows[-1]


@record
class Deck:
    """Cards that are drawn without being put back, until the deck is shuffled."""

    id: str
    names: Texts
    cards: tuple[str, ...]


@record
class Source:
    """A file that may be a book; `is_shipped`: it came with a plugin."""

    path: Path
    is_shipped: bool = False


@record
class Campaign:
    """What the next evening begins with: the session's title, language, table options and house rules."""

    title: str = ""
    language: str = ""
    options: Mapping[str, Value] = field(default_factory=nothing)
    house_rules: tuple[str, ...] = ()


@record
class Problem:
    """Something that is wrong with a book: the line from 1 (0 if no one can tell), the key, and what is wrong."""

    path: Path
    line: int
    key: str
    reason: Message

    def told(self) -> Message:
        """The problem with its place."""
        if not self.line:
            return message("book.problem_of_file", path=str(self.path), reason=self.reason)
        return message("book.problem", path=str(self.path), line=self.line, key=self.key, reason=self.reason)


@record
class Book:
    """One file. Entries stand under their ids; `broken` are those that are left out, with what is wrong with each."""

    id: str
    path: Path
    ruleset: str = ""
    titles: Texts = field(default_factory=nothing)
    creatures: Mapping[str, Creature] = field(default_factory=nothing)
    encounters: Mapping[str, Encounter] = field(default_factory=nothing)
    tables: Mapping[str, RandomTable] = field(default_factory=nothing)
    decks: Mapping[str, Deck] = field(default_factory=nothing)
    people: Mapping[str, Character] = field(default_factory=nothing)
    gear: Mapping[str, Gear] = field(default_factory=nothing)
    words: Mapping[str, Texts] = field(default_factory=nothing)
    campaign: Campaign | None = None
    problems: tuple[Problem, ...] = ()
    broken: Mapping[str, Problem] = field(default_factory=nothing)
    is_shipped: bool = False

    @property
    def counts(self) -> Sequence[int]:
        """How many creatures, encounters, tables, decks and people it holds."""
        return [len(held) for held in (self.creatures, self.encounters, self.tables, self.decks, self.people)]


@record
class Found:
    """A creature with the book it stands in."""

    book: Book
    creature: Creature
