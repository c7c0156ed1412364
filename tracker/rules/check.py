"""Whether what came back from a plugin can be believed: known facts, known characters, plain values, legal tracks."""

import math
import string
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from tracker.api.descriptions import (
    Action,
    CharacterKind,
    ConditionKind,
    DueItem,
    PoolSpec,
    SessionGauge,
    TrackSpec,
    TraitSpec,
)
from tracker.core import facts as f
from tracker.core.before import false_before
from tracker.core.fold import FoldError, fold
from tracker.core.intents import Intent, Outcome
from tracker.core.messages import Message
from tracker.core.record import record
from tracker.core.state import EMPTY_BOX, Character, Pool, State, Track
from tracker.rules.typed import Misfit, check_of

FACT_TYPES: frozenset[type] = frozenset(get_args(f.Fact)) - {
    f.Undone,
    f.Redone,
    f.Corrected,
    f.DoneAgain,
    f.Prompted,
    f.PromptSettled,
    f.DueSet,
    f.DueGone,
    f.DueDismissed,
    f.FightShown,
    f.FightEnded,
}
"""The facts that a plugin may tell; what is due it derives, and which fight is shown the game master says."""
LONGEST_TRACK = 1000
MOST_MEMBERS = 10_000
"""How many facts, lines or follow-ups one answer of a plugin may hold."""


_WITH_A_MEANING = frozenset('=,"')
"""Signs that part words of a line."""


class IllegalOutcome(ValueError):
    """What is wrong with an outcome, for the author of the plugin."""


@record
class Descriptions:
    """What facts may speak of: the kinds of character, the conditions and the gauges of the session, by id."""

    kinds: Mapping[str, CharacterKind]
    conditions: Mapping[str, ConditionKind]
    gauges: Mapping[str, SessionGauge]


def check_outcome(state: State, outcome: object, descriptions: Descriptions | None = None) -> State:
    """Check an outcome made on `state` and return the state after its facts. Raises IllegalOutcome.

    With `descriptions` the facts are checked for their meaning too: a gauge, a trait or a condition that no one
    described, a `before` that is not so.
    """
    if not isinstance(outcome, Outcome):
        raise IllegalOutcome(f"returned {type(outcome).__name__}, an Outcome is wanted")
    try:
        for line in _members(outcome.lines, "lines"):
            check_of(Message)(line, "lines")
        for intent in _members(outcome.then, "then"):
            check_of(Intent)(intent, "then")
        for fact in _members(outcome.facts, "facts"):
            _check_fact(fact)
            if descriptions is not None:
                _check_meaning(state, fact, descriptions)
                _check_before(state, fact)
            state = fold(state, fact)
    except (Misfit, FoldError) as error:
        raise IllegalOutcome(str(error)) from None
    except KeyError as missing:
        raise IllegalOutcome(f"{type(fact).__name__}: there is no {missing.args[0]!r}") from None
    return state


def _check_before(state: State, fact: Any) -> None:
    """Whether what the fact says of before was so."""
    wrong = false_before(state, fact)
    if wrong is not None:
        name = type(fact).__name__
        raise Misfit(f"{name}.before is {wrong.said!r:.80}, but it was {wrong.found!r:.80}")


def _check_meaning(state: State, fact: Any, known: Descriptions) -> None:
    """Whether the fact speaks of something that is described."""
    name = type(fact).__name__
    match fact:
        case f.TrackSet(who=""):
            _known(fact.track, known.gauges, f"{name}.track", "gauge of the session")
            spec = known.gauges[fact.track].spec
            _check_marks(fact.after, fact.before, spec, f"{name}.after")
        case f.PoolSet(who=""):
            _known(fact.pool, known.gauges, f"{name}.pool", "gauge of the session")
        case f.TrackSet():
            person = state.characters[fact.who]
            _known(fact.track, person.tracks.keys() | _ids(person, known, "tracks"), f"{name}.track", "track")
            _check_marks(fact.after, fact.before, _spec(person.kind, known, "tracks", fact.track), f"{name}.after")
        case f.PoolSet():
            person = state.characters[fact.who]
            _known(fact.pool, person.pools.keys() | _ids(person, known, "pools"), f"{name}.pool", "pool")
        case f.TraitSet():
            person = state.characters[fact.who]
            _known(fact.trait, person.traits.keys() | _ids(person, known, "traits"), f"{name}.trait", "trait")
            _check_trait(fact.after, _spec(person.kind, known, "traits", fact.trait), f"{name}.after")
        case f.ConditionSet():
            running = {one.kind for one in state.characters[fact.who].conditions.values()}
            kinds = known.conditions.keys() | running
            _known(fact.condition.kind, kinds, f"{name}.condition.kind", "kind of condition")
        case f.ConditionEnded():
            _known(fact.condition_id, state.characters[fact.who].conditions, f"{name}.condition_id", "condition")
        case f.CharacterAdded():
            kind = known.kinds.get(fact.character_kind)
            if kind is None:
                raise Misfit(f"{name}.character_kind: there is no kind {fact.character_kind!r}")
            for part in ("traits", "tracks", "pools"):
                described = {spec.id for spec in getattr(kind, part)}
                for one in getattr(fact, part):
                    _known(one, described, f"{name}.{part}", part.removesuffix("s"))
            for trait, value in fact.traits.items():
                _check_trait(value, _spec(kind.id, known, "traits", trait), f"{name}.traits.{trait}")
            for gauge, track in fact.tracks.items():
                _check_marks(track, None, _spec(kind.id, known, "tracks", gauge), f"{name}.tracks.{gauge}")


def _ids(person: Character, known: Descriptions, part: str) -> set[str]:
    kind = known.kinds.get(person.kind)
    return {spec.id for spec in getattr(kind, part)} if kind else set()


def _spec(kind_id: str, known: Descriptions, part: str, wanted: str) -> Any:
    """The description of a trait or gauge; None where an older version of the ruleset gave it."""
    kind = known.kinds.get(kind_id)
    return next((spec for spec in getattr(kind, part) if spec.id == wanted), None) if kind else None


def _check_marks(after: Track, before: Track | None, spec: Any, where: str) -> None:
    """Whether all marks are those of the track; what stood there before may stay."""
    if not isinstance(spec, TrackSpec):
        return
    marks = {EMPTY_BOX, *(mark.mark for mark in spec.marks)}
    strange = set(after.marks) - marks - set(before.marks if before else "")
    if strange:
        wanted = " ".join(mark.mark for mark in spec.marks)
        raise Misfit(f"{where}: {after.marks!r:.80} has the marks {''.join(sorted(strange))!r}; there are: {wanted}")


def _check_trait(value: object, spec: Any, where: str) -> None:
    """Whether a number is a number and a text a text; None: the trait is set no more."""
    if value is None or not isinstance(spec, TraitSpec):
        return
    if spec.kind == "text" and not isinstance(value, str):
        raise Misfit.wanted(where, value, "text")
    if spec.kind == "integer" and (isinstance(value, bool) or not isinstance(value, int)):
        raise Misfit.wanted(where, value, "a whole number")


def _known(one: str, described: Any, where: str, what: str) -> None:
    if one not in described:
        from difflib import get_close_matches  # only for what does not fit

        near = get_close_matches(one, list(described), 1)
        hint = f"; is {near[0]!r} meant?" if near else ""
        raise Misfit(f"{where}: there is no {what} {one!r}{hint}")


def _members(candidate: object, where: str) -> tuple[Any, ...]:
    if not isinstance(candidate, tuple):
        raise Misfit.wanted(where, candidate, "a tuple")
    if len(candidate) > MOST_MEMBERS:
        raise Misfit(f"{where} holds {len(candidate)} members, {MOST_MEMBERS} are the most")
    return candidate


def _check_fact(fact: Any) -> None:
    if type(fact) not in FACT_TYPES:
        raise Misfit(f"{type(fact).__name__} is no fact that a plugin may tell")
    name = type(fact).__name__
    check_of(type(fact))(fact, name)
    match fact:
        case f.TrackSet():
            _check_track(fact.after, f"{name}.after")
        case f.PoolSet():
            _check_pool(fact.after, f"{name}.after")
        case f.CharacterAdded():
            for track_id, track in fact.tracks.items():
                _check_track(track, f"{name}.tracks.{track_id}")
            for pool_id, pool in fact.pools.items():
                _check_pool(pool, f"{name}.pools.{pool_id}")
        case f.OrderSet():
            places = [(place.who, place.slot) for place in fact.order]
            if len(set(places)) < len(places):
                who, slot = next(place for place in places if places.count(place) > 1)
                raise Misfit(f"{name}.order: {who!r} has the place of slot {slot} twice")
        case f.Rolled():
            _check_rolled(fact, name)


def _check_rolled(fact: f.Rolled, name: str) -> None:
    """Whether the faces can fall on such dice, and the odds are odds."""
    for part in ("faces", "again", "kept"):
        _check_faces(getattr(fact, part), fact.sides, f"{name}.{part}")
    for number, dice in enumerate(fact.others, 1):
        _check_faces(dice.faces, dice.sides, f"{name}.others.{number}.faces")
    if fact.chance is not None and not 0 <= fact.chance <= 1:
        raise Misfit(f"{name}.chance is {fact.chance}, a number from 0 to 1 is wanted")
    if fact.expected is not None and not math.isfinite(fact.expected):
        raise Misfit(f"{name}.expected is {fact.expected}, a finite number is wanted")


def _check_faces(faces: tuple[f.Face, ...], sides: int, where: str) -> None:
    if sides == 0:  # cards
        return
    for face in faces:
        if not isinstance(face, int) or not 1 <= face <= sides:
            raise Misfit(f"{where}: {face!r:.50} cannot fall on a die with {sides} sides")


def _check_track(track: Track, where: str) -> None:
    if len(track.marks) > LONGEST_TRACK:
        raise Misfit(f"{where} has {len(track.marks)} boxes, {LONGEST_TRACK} are the most")
    if EMPTY_BOX in track.marks.rstrip(EMPTY_BOX):
        raise Misfit(f"{where}: {track.marks!r} has an empty box between marks")
    if not 0 <= track.bonus <= len(track.marks):
        raise Misfit(f"{where}: {track.bonus} temporary boxes of {len(track.marks)}")


def _check_pool(pool: Pool, where: str) -> None:
    if pool.value < pool.minimum or (pool.maximum is not None and pool.value > pool.maximum):
        raise Misfit(f"{where}: {pool.value} is outside {pool.minimum} to {pool.maximum}")


# ---------------------------------------------------------------------- descriptions


def check_members(answer: object, member_type: type, where: str) -> Sequence[Any]:
    """Check a sequence of descriptions, status words or parts and return it. Raises Misfit."""
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        raise Misfit.wanted(where, answer, "a list or a tuple")
    for member in answer:
        check_of(member_type)(member, member_type.__name__)
        _check_description(member)
    return answer


def _check_description(described: Any) -> None:
    """What the type of a description cannot tell, and dialogs and commands rely on."""
    match described:
        case Action():
            if len(described.key) > 1:
                raise Misfit(f"the key of the action {described.id!r} is {described.key!r}, one letter is wanted")
            for parameter in described.parameters:
                _check_id(parameter.id, f"a parameter of {described.id!r}")
        case CharacterKind():
            for specs in (described.traits, described.tracks, described.pools):
                for spec in specs:
                    _check_id(spec.id, f"a gauge or trait of {described.id!r}")
            for track in described.tracks:
                _check_track_spec(track)
    own_id = getattr(described, "id", None)
    if own_id is not None and not isinstance(described, DueItem):  # which no one types; it may hold anyone's name
        _check_id(own_id, type(described).__name__)


def _check_id(candidate: str, where: str) -> None:
    if candidate.split() != [candidate] or not _WITH_A_MEANING.isdisjoint(candidate):
        raise Misfit(f"the id of {where} is {candidate!r}, which nobody can type")


def check_gauge(gauge: SessionGauge) -> None:
    """Check that a gauge of the session begins as its description says. Raises Misfit."""
    _check_id(gauge.spec.id, "a gauge of the session")
    match gauge.spec, gauge.start:
        case TrackSpec(), Track():
            _check_track(gauge.start, f"SessionGauge.{gauge.spec.id}.start")
        case PoolSpec(), Pool():
            _check_pool(gauge.start, f"SessionGauge.{gauge.spec.id}.start")
        case _:
            raise Misfit(f"the gauge {gauge.spec.id!r} begins as {type(gauge.start).__name__}, which is not its shape")


def _check_track_spec(track: TrackSpec) -> None:
    marks = [mark.mark for mark in track.marks]
    if not marks or EMPTY_BOX in marks or any(len(mark) != 1 for mark in marks):
        raise Misfit(
            f"the marks of the track {track.id!r} are {marks}, single signs other than {EMPTY_BOX!r} are wanted"
        )


def check_catalogue(tables: object) -> Mapping[str, Mapping[str, str]]:
    """Check the tables of a catalogue and return them. Raises Misfit."""
    check_of(Mapping[str, Mapping[str, str]])(tables, "catalogue")
    return tables  # type: ignore[return-value]


def check_sentences_of(tables: Mapping[str, Mapping[str, str]]) -> None:
    """Check that every sentence of a catalogue can be filled in. Raises Misfit."""
    for message_id, sentence in tables.get("message", {}).items():
        try:
            list(string.Formatter().parse(sentence))
        except ValueError as error:
            raise Misfit(f"the sentence {message_id!r} cannot be filled in: {error}") from None
