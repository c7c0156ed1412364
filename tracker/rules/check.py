"""Whether what came back from a plugin can be believed: known facts, known characters, plain values, legal tracks."""

import string
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from tracker.api.descriptions import Action, CharacterKind, TrackSpec
from tracker.core import facts as f
from tracker.core.fold import FoldError, fold_all
from tracker.core.intents import Intent, Outcome
from tracker.core.messages import Message
from tracker.core.state import EMPTY_BOX, Pool, State, Track
from tracker.rules.typed import Misfit, check_of

FACT_TYPES: frozenset[type] = frozenset(get_args(f.Fact)) - {f.Undone, f.Redone}
LONGEST_TRACK = 1000
MOST_MEMBERS = 10_000
"""How many facts, lines or follow-ups one answer of a plugin may hold."""


class IllegalOutcome(ValueError):
    """What is wrong with an outcome, for the author of the plugin."""


def check_outcome(state: State, outcome: object) -> State:
    """Check an outcome made on `state` and return the state after its facts. Raises IllegalOutcome."""
    if not isinstance(outcome, Outcome):
        raise IllegalOutcome(f"returned {type(outcome).__name__}, an Outcome is wanted")
    try:
        for fact in _members(outcome.facts, "facts"):
            _check_fact(fact)
        for line in _members(outcome.lines, "lines"):
            check_of(Message)(line, "lines")
        for intent in _members(outcome.then, "then"):
            check_of(Intent)(intent, "then")
        return fold_all(state, outcome.facts)
    except (Misfit, FoldError) as error:
        raise IllegalOutcome(str(error)) from None


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
    if own_id is not None:
        _check_id(own_id, type(described).__name__)


def _check_id(candidate: str, where: str) -> None:
    if not candidate or any(sign.isspace() or sign in '=,"' for sign in candidate):
        raise Misfit(f"the id of {where} is {candidate!r}, which nobody can type")


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


def check_sentences(messages: Mapping[str, str]) -> None:
    """Check that every sentence of a catalogue can be filled in. Raises Misfit."""
    for message_id, sentence in messages.items():
        try:
            list(string.Formatter().parse(sentence))
        except ValueError as error:
            raise Misfit(f"the sentence {message_id!r} cannot be filled in: {error}") from None
