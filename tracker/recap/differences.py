"""Two moments of a session side by side: who changed, and how."""

from collections.abc import Collection, Iterator, Mapping

from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.record import record
from tracker.core.sentences import pool_shown, value_shown
from tracker.core.state import Character, Condition, State
from tracker.core.values import Value


@record
class Difference:
    """Something that differs: whose it is (a name, "" for the session), what, and how it stood at both moments."""

    who: str
    what: Term | Message
    before: MessageValue
    after: MessageValue


def differences(before: State, after: State, memory: Collection[str] = ()) -> Iterator[Difference]:
    """Yield what differs between two states: the title, scene and round, then each person in the order of joining.

    `memory` are the kinds of condition in which a ruleset only remembers something.
    """
    if before.title != after.title:
        yield Difference("", Term("title"), before.title or _none(), after.title or _none())
    if before.scene_name != after.scene_name:
        yield Difference("", Term("scene"), before.scene_name or _none(), after.scene_name or _none())
    if before.round != after.round:
        yield Difference("", Term("round"), before.round, after.round)
    for who in dict.fromkeys((*before.characters, *after.characters)):
        yield from _of_person(before.characters.get(who), after.characters.get(who), memory)
    yield from _gauges("", before, after)


def changed_people(before: State, after: State, memory: Collection[str] = ()) -> frozenset[str]:
    """Return the ids of those in whom anything that is seen differs, who are there after it."""
    return frozenset(
        who
        for who, person in after.characters.items()
        if person is not before.characters.get(who) and any(_of_person(before.characters.get(who), person, memory))
    )


def _of_person(before: Character | None, after: Character | None, memory: Collection[str]) -> Iterator[Difference]:
    if before is None and after is not None:
        yield Difference(after.name, Term("recap.presence"), _none(), Term("recap.here"))
    elif before is not None and after is None:
        yield Difference(before.name, Term("recap.presence"), Term("recap.here"), _none())
    elif before is not None and after is not None:
        name = after.name
        for what, was, now in (
            ("name", before.name, after.name),
            ("side", Term(before.side) if before.side else _none(), Term(after.side) if after.side else _none()),
            ("hidden", value_shown(before.hidden), value_shown(after.hidden)),
        ):
            if was != now:
                yield Difference(name, Term(what), was, now)
        yield from _gauges(name, before, after)
        yield from _values(name, before.traits, after.traits)
        yield from _conditions(name, before, after, memory)
        was_words, now_words = ({word.id for word in person.status} for person in (before, after))
        for word in sorted(was_words ^ now_words):
            yield Difference(name, Term(word), *_there(word in was_words))


def _gauges(name: str, before: Character | State, after: Character | State) -> Iterator[Difference]:
    for gauge in dict.fromkeys((*before.tracks, *after.tracks)):
        tracks = (before.tracks.get(gauge), after.tracks.get(gauge))
        if tracks[0] != tracks[1]:
            yield Difference(name, Term(gauge), *(track.marks if track else _none() for track in tracks))
    for gauge in dict.fromkeys((*before.pools, *after.pools)):
        pools = (before.pools.get(gauge), after.pools.get(gauge))
        if pools[0] != pools[1]:
            yield Difference(name, Term(gauge), *(pool_shown(pool) if pool else _none() for pool in pools))


def _values(name: str, before: Mapping[str, Value], after: Mapping[str, Value]) -> Iterator[Difference]:
    for trait in dict.fromkeys((*before, *after)):
        if before.get(trait) != after.get(trait):
            yield Difference(name, Term(trait), *(value_shown(values.get(trait)) for values in (before, after)))


def _conditions(name: str, before: Character, after: Character, memory: Collection[str]) -> Iterator[Difference]:
    for one in dict.fromkeys((*before.conditions, *after.conditions)):
        was, now = before.conditions.get(one), after.conditions.get(one)
        if (was or now or Condition("", "")).kind in memory:
            continue
        if was is None and now is not None:
            yield Difference(name, _condition(now.kind, now.note), *_there(False))
        elif was is not None and now is None:
            yield Difference(name, _condition(was.kind, was.note), *_there(True))
        elif was is not None and now is not None and (was.amount, was.left) != (now.amount, now.left):
            is_amount = was.amount != now.amount
            values = (was.amount, now.amount) if is_amount else (was.left, now.left)
            yield Difference(
                name, _condition(now.kind, now.note), *(value if value is not None else _none() for value in values)
            )


def _condition(kind: str, note: str) -> Term | Message:
    return message("recap.condition", condition=Term(kind), note=note) if note else Term(kind)


def _there(was: bool) -> tuple[Term, Term]:
    """A thing that was there and is gone, or the other way round."""
    return (Term("yes"), Term("no")) if was else (Term("no"), Term("yes"))


def _none() -> Term:
    return Term("nothing")
