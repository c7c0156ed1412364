"""Lines that take their numbers from facts, and the lines that facts get where no one told them.

A ruleset ties a line to a fact by a tag (`Draft.record`, `Draft.tell`). Only when every plugin has had its say are the
numbers filled in, so that a line cannot say anything else than what happened.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.core.facts import Fact, PoolSet, TraitSet
from tracker.core.messages import Faces, FromFact, Message, MessageValue, Part, Term
from tracker.core.record import replace
from tracker.core.values import frozen


class Untold(Exception):
    """A line speaks of a fact that is not there any more, or of a value that the fact does not have."""


class Told:
    """A recorded fact that lines speak of: `told("after.value")` is the number, whatever it will be in the end."""

    def __init__(self, tag: str) -> None:
        self.tag = tag

    def __call__(self, path: str) -> FromFact:
        """The value at `path`, such as "amount", "before.marks", "parts"; "change" or "loss" of a pool or a trait."""
        return FromFact(self.tag, path)

    def term(self, path: str) -> FromFact:
        """The word for the id at `path`, such as "damage_type"."""
        return FromFact(self.tag, path, is_term=True)


def tag_of(fact: Fact) -> str:
    """The tag of a fact, "" where it has none."""
    return getattr(fact, "tag", "")


def tagged(fact: Fact, tag: str) -> Fact:
    """The fact with a tag; as it is where its kind has none, since no line speaks of it."""
    changed: Any = fact
    return replace(changed, tag=tag) if hasattr(fact, "tag") else fact


def tags_in(line: Message) -> frozenset[str]:
    """The tags of the facts that a line tells."""
    return frozenset(line.about).union(*map(_tags_in_value, line.values.values()))


def _tags_in_value(value: MessageValue) -> frozenset[str]:
    match value:
        case FromFact():
            return frozenset((value.tag,))
        case Faces(faces=FromFact() as faces):
            return _tags_in_value(faces)
        case Message():
            return tags_in(value)
        case Part():
            return _tags_in_value(value.label)
        case tuple():
            return frozenset[str]().union(*map(_tags_in_value, value))
        case _:
            return frozenset()


def retagged(line: Message, tags: Mapping[str, str]) -> Message:
    """The line with other names for the tags in `tags`."""
    values = {name: _retagged_value(value, tags) for name, value in line.values.items()}
    return replace(line, values=frozen(values), about=tuple(tags.get(tag, tag) for tag in line.about))


def _retagged_value(value: MessageValue, tags: Mapping[str, str]) -> MessageValue:
    match value:
        case FromFact():
            return replace(value, tag=tags.get(value.tag, value.tag))
        case Faces(faces=FromFact() as faces):
            return replace(value, faces=replace(faces, tag=tags.get(faces.tag, faces.tag)))
        case Message():
            return retagged(value, tags)
        case Part(label=Message() as label):
            return replace(value, label=retagged(label, tags))
        case tuple():
            return tuple(_retagged_value(member, tags) for member in value)
        case _:
            return value


def filled(line: Message, facts: Mapping[str, Fact]) -> Message:
    """The line with the values of the facts by tag. Raises Untold where one of them is gone."""
    if not all(tag in facts for tag in line.about):
        raise Untold
    if not line.about and not any(map(_tags_in_value, line.values.values())):
        return line
    values = {name: _filled_value(value, facts) for name, value in line.values.items()}
    return replace(line, values=frozen(values), about=())


def _filled_value(value: MessageValue, facts: Mapping[str, Fact]) -> MessageValue:
    match value:
        case FromFact():
            return _taken(value, facts)
        case Faces(faces=FromFact() as faces):
            return replace(value, faces=_faces_taken(faces, facts))
        case Message():
            return filled(value, facts)
        case Part(label=Message() as label):
            return replace(value, label=filled(label, facts))
        case tuple():
            return tuple(_filled_value(member, facts) for member in value)
        case _:
            return value


def _taken(wanted: FromFact, facts: Mapping[str, Fact]) -> MessageValue:
    fact: Any = facts.get(wanted.tag)
    if fact is None:
        raise Untold
    if wanted.path in ("change", "loss"):
        return _difference(fact) if wanted.path == "change" else -_difference(fact)
    found = fact
    for step in wanted.path.split("."):
        found = getattr(found, step, None)
    if wanted.is_term and isinstance(found, str):
        return Term(found)
    if isinstance(found, (str, int, tuple, Term, Message, Part)):
        return found
    raise Untold


def _faces_taken(wanted: FromFact, facts: Mapping[str, Fact]) -> tuple[int | str, ...]:
    found = _taken(wanted, facts)
    if not isinstance(found, tuple):
        raise Untold
    return tuple(face for face in found if isinstance(face, (int, str)))


def _difference(fact: Any) -> int:
    match fact:
        case PoolSet():
            return fact.after.value - fact.before.value
        case TraitSet(before=int() | None as before, after=int() | None as after):
            return (after or 0) - (before or 0)
        case _:
            raise Untold


class Ordered:
    """Puts the outcome of each step of an act before its working.

    A roll is told before what comes of it is known. So working with which a step begins waits for the next outcome, and
    follows it; working after an outcome stays behind that one. If nothing came of the whole act, its first line is
    the outcome.
    """

    def __init__(self) -> None:
        self._waiting: list[Message] = []
        self._has_outcome = False

    def step(self, lines: Iterable[Message]) -> Iterator[Message]:
        """Yield what can be told after another step."""
        has_outcome = False
        for line in lines:
            if line.working and not has_outcome:
                self._waiting.append(line)
                continue
            yield line
            if not line.working:
                has_outcome = self._has_outcome = True
                yield from self._waited()

    def rest(self) -> Iterator[Message]:
        """Yield what is still to be told at the end of an act."""
        if not self._has_outcome and self._waiting:
            yield replace(self._waiting.pop(0), working=False)
        yield from self._waited()

    def _waited(self) -> Iterator[Message]:
        waiting, self._waiting = self._waiting, []
        yield from waiting


def by_tag(facts: Iterable[Fact]) -> Mapping[str, Fact]:
    """The facts that lines may speak of."""
    return {tag: fact for fact in facts if (tag := tag_of(fact))}


def untagged(fact: Fact) -> Fact:
    """The fact as the journal keeps it."""
    return tagged(fact, "") if tag_of(fact) else fact
