"""Sentences that know no language: an id of a catalogue and the values to fill in.

The same message is read in English by one game master and in Russian by another, and a saved one years later.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from tracker.core.record import record, replace
from tracker.core.values import frozen, nothing


@record
class Term:
    """A word of the catalogue's `term` table, such as `strength`; shown in the reader's language."""

    id: str


@record
class FromFact:
    """A value that a line takes from the fact with this `tag`, once every plugin has had its say.

    `path` leads to it, such as "after.value" or "parts"; "change" and "loss" are what a pool or trait went up or down
    by. `is_term`: what stands there is the id of a word of the catalogue.
    """

    tag: str
    path: str
    is_term: bool = False


@record
class Faces:
    """Dice as they fell, in a line: `least` is the lowest face that counted, None if none counts by itself.

    `what` is the id of what these dice are, such as Hunger dice, "" for plain ones. `spaced`: blanks stand between the
    faces instead of commas.
    """

    faces: tuple[int | str, ...] | FromFact
    least: int | None = None
    what: str = ""
    spaced: bool = False

    def counts(self, face: int | str) -> bool | None:
        """Whether a face counted; None if none counts by itself."""
        if self.least is None or isinstance(face, str):
            return None
        return face >= self.least


MessageValue: TypeAlias = "int | str | Term | Message | Part | Faces | FromFact | tuple[MessageValue, ...]"


@record
class Message:
    """A sentence of the catalogue's `message` table with its values: numbers, literal text, terms, messages, lists.

    A tuple of parts reads as a sum: Strength 2 + Brawl 3 − Defence 1. `about` are the tags of facts that the sentence
    tells without taking values from them; like those values, it is gone once the act is worked out. `working`: it says
    how something came about, not what came of it; so may a message inside another.
    """

    id: str
    values: Mapping[str, MessageValue] = field(default_factory=nothing)
    about: tuple[str, ...] = ()
    working: bool = False


def message(message_id: str, /, **values: MessageValue) -> Message:
    """Build a message: `message("attack.hit", who=name, successes=3)`."""
    return Message(message_id, frozen(values))


def as_working(line: Message) -> Message:
    """The message as one that says how something came about: it stands after the outcome, and folds away."""
    return replace(line, working=True)


@record
class Part:
    """One labelled part of a number: what it is, how much it adds, and the rule's id ("": the game master's word)."""

    label: Term | Message | str
    value: int
    rule: str = ""
