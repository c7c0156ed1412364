"""Sentences that know no language: an id of a catalogue and the values to fill in.

The same message is read in English by one game master and in Russian by another, and a saved one years later.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from tracker.core.record import record
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


MessageValue: TypeAlias = "int | str | Term | Message | Part | FromFact | tuple[MessageValue, ...]"


@record
class Message:
    """A sentence of the catalogue's `message` table with its values: numbers, literal text, terms, messages, lists.

    A tuple of parts reads as a sum: Strength 2 + Brawl 3 − Defence 1. `about` are the tags of facts that the sentence
    tells without taking values from them; like those values, it is gone once the act is worked out.
    """

    id: str
    values: Mapping[str, MessageValue] = field(default_factory=nothing)
    about: tuple[str, ...] = ()


def message(message_id: str, /, **values: MessageValue) -> Message:
    """Build a message: `message("attack.hit", who=name, successes=3)`."""
    return Message(message_id, frozen(values))


@record
class Part:
    """One labelled part of a number: what it is, how much it adds, and the rule's id ("": the game master's word)."""

    label: Term | Message | str
    value: int
    rule: str = ""
