"""Whom the players see around an act, whose numbers they see, and which words would give away what they do not."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.lore import FOES_NUMBERS, NO_LORE, ROUGHNESSES, Lore, Roughness
from tracker.core.messages import Message, Part, Term
from tracker.core.state import Condition, State

GM_OPTIONS = ("foes_hidden",)
"""Table options that would tell the players what is kept from them."""
FOE = "foe"
"""The side whose numbers the option is about."""
SHORT_WORD = 4
"""A name or note that is shorter speaks only as a word of its own; a longer one also with an ending behind it."""


class Sight:
    """Whom the players see around one act, by which name, and which words would give the hidden away.

    `rough` are the ids of those in sight whose numbers they do not see, and `roughness` says what they see instead. It
    holds for an entry if it held before or after it.
    """

    def __init__(self, before: State, after: State, lore: Lore = NO_LORE) -> None:
        self.lore = lore
        self._before = before
        self._after = after
        self.seen: Mapping[str, str] = {
            who: character.name
            for state in (before, after)
            for who, character in state.characters.items()
            if not (after.characters.get(who) or character).hidden
        }
        self.roughness: Roughness = max(_roughness(before), _roughness(after), key=ROUGHNESSES.index)
        self.rough = frozenset(
            who
            for state in (before, after)
            for who, character in state.characters.items()
            if self.roughness != "exact" and character.side == FOE and who in self.seen
        )
        self._foes = frozenset(
            state.characters[who].name.casefold()
            for state in (before, after)
            for who in self.rough
            if who in state.characters
        )
        known = set(self.seen.values())
        known |= {person.name for who, person in before.characters.items() if who in self.seen and not person.hidden}
        secret: set[str] = set()
        notes: set[str] = set()
        for state in (before, after):
            secret |= state.characters.keys() | state.former_names.keys()
            for character in state.characters.values():
                secret.add(character.name)
                notes.add(character.note)
                notes |= {running.note for running in character.conditions.values()}
        self._known = tuple(map(str.casefold, known))
        self._secret = tuple(word.casefold() for word in secret - known if word.strip())
        self._notes = {note.casefold() for note in notes if note.strip()}

    def names(self, text: str) -> bool:
        """Whether a text names someone whom the players do not know, or by a name that they do not know."""
        folded = text.casefold()
        return any(word in folded and self._stands_alone(word, folded) for word in self._secret)

    def quotes(self, text: str) -> bool:
        """Whether a text names someone hidden, or holds a note."""
        folded = text.casefold()
        return self.names(text) or any(note in folded and _is_word(note, folded) for note in self._notes)

    def speaks_of_foes(self, value: Any) -> bool:
        """Whether anything in a value is about someone whose numbers the players do not see."""
        return bool(self.rough) and any(
            text in self.rough or any(_is_word(name, text.casefold()) for name in self._foes)
            for text in texts_in(value)
        )

    def _stands_alone(self, word: str, text: str) -> bool:
        """Whether the word stands somewhere in the text other than inside a longer name that the players know."""
        inside = [
            (start, start + len(name))
            for name in self._known
            if word in name and word != name
            for start in _places(name, text)
        ]
        return any(
            not any(start <= place and place + len(word) <= end for start, end in inside)
            for place in _places(word, text)
        )

    # ------------------------------------------------------------------ entries

    def touches(self, entry: Entry) -> bool:
        """Whether the entry has to do with anything hidden, or may have."""
        self._notes |= {note.casefold() for note in map(_note_in, entry.facts) if note.strip()}
        return (
            any(map(_is_private, entry.facts))
            or entry.hidden
            or (entry.head is None and self._is_hidden(self._before.current))
            or any(map(self._fact_names, entry.facts))
            or any(map(self.quotes, _labels(entry.facts)))
            or any(map(self.names, (entry.do, entry.say)))
            or any(map(self.quotes, texts_in((entry.tell, entry.head))))
            or (not entry.tell and self.quotes(entry.say))
            or any(self._is_of_hidden_due(line) for line in _messages((entry.tell, entry.head)))
        )

    def _fact_names(self, fact: f.Fact) -> bool:
        return any(text not in self.seen and self.names(text) for text in texts_in(_telling(fact)))

    def _is_hidden(self, who: str) -> bool:
        return bool(who) and who not in self.seen

    def _is_of_hidden_due(self, line: Message) -> bool:
        waiting = (*self._before.due, *self._after.due)
        return any(due.line == line and self._is_hidden(due.who) for due in waiting)


def _roughness(state: State) -> Roughness:
    chosen = state.option(FOES_NUMBERS)
    return next((one for one in ROUGHNESSES if one == chosen), "exact")


def _places(word: str, text: str) -> Iterator[int]:
    """Where a word begins in a text: not in the middle of another, and a short one not at the head of another."""
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        begins = not (start and text[start - 1].isalnum() and word[0].isalnum())
        ends = len(word) >= SHORT_WORD or not (end < len(text) and text[end].isalnum() and word[-1].isalnum())
        if begins and ends:
            yield start
        start = text.find(word, start + 1)


def _is_word(word: str, text: str) -> bool:
    return next(_places(word, text), None) is not None


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value at any depth, ids and keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts_in(key)
            yield from texts_in(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from texts_in(item)
    elif is_dataclass(value):
        for member in fields(value):
            yield from texts_in(getattr(value, member.name))


def has_number(value: Any) -> bool:
    """Whether there is a number in a value, at any depth, or in a text of it."""
    if isinstance(value, str):
        return any(sign.isdigit() for sign in value)
    if isinstance(value, Message):
        return any(map(has_number, value.values.values()))
    if isinstance(value, tuple):
        return any(map(has_number, value))
    if isinstance(value, Term):
        return has_number(value.id)
    return True


def _telling(fact: f.Fact) -> Any:
    """What a fact says of people. The ids of what is due and of conditions are made of the first name of someone."""
    match fact:
        case f.DueSet(due=due):
            return (due.who, due.line)
        case f.DueGone() | f.DueDismissed():
            return ()
        case f.ConditionSet(condition=condition):
            return (fact.who, condition.kind, condition.source, condition.clock, condition.data)
        case f.ConditionEnded():
            return (fact.who, fact.cause)
        case _:
            return fact


def _labels(value: Any) -> Iterator[str]:
    """The texts in the labels of all parts in a value."""
    if isinstance(value, Part):
        yield from texts_in(value.label)
    elif isinstance(value, tuple):
        for item in value:
            yield from _labels(item)
    elif is_dataclass(value):
        for member in fields(value):
            yield from _labels(getattr(value, member.name))


def _messages(value: Any) -> Iterator[Message]:
    """Every message in a value at any depth."""
    if isinstance(value, tuple):
        for item in value:
            yield from _messages(item)
    elif isinstance(value, Part):
        yield from _messages(value.label)
    elif isinstance(value, Message):
        yield value
        for item in value.values.values():
            yield from _messages(item)


def _is_private(fact: f.Fact) -> bool:
    """Whether a fact is the game master's alone, whoever it is about."""
    match fact:
        case f.Rolled(hidden=True) | f.Noted(public=False) | f.DetailSet(detail="note" | "hidden"):
            return True
        case f.CharacterAdded():
            return bool(fact.note) or fact.hidden
        case f.OptionSet(option=option):
            return option in GM_OPTIONS
        case _:
            return False


def _note_in(fact: f.Fact) -> str:
    match fact:
        case f.Noted(public=False, text=text):
            return text
        case f.DetailSet(detail="note", before=before, after=after):
            return after or before
        case f.CharacterAdded(note=note) | f.ConditionSet(condition=Condition(note=note)):
            return note
        case _:
            return ""
