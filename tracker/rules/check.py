"""Whether what came back from a plugin can be believed: known facts, known characters, plain values, legal tracks."""

import dataclasses
from collections.abc import Iterable
from typing import Any, get_args

from tracker.core import facts as f
from tracker.core.fold import FoldError, fold_all
from tracker.core.intents import Intent, Outcome
from tracker.core.messages import Message, Part, Term
from tracker.core.state import EMPTY_BOX, Place, Pool, State, Status, Track
from tracker.core.values import is_value

FACT_TYPES: frozenset[type] = frozenset(get_args(f.Fact)) - {f.Undone, f.Redone}
LARGEST_NUMBER = 2**53
LONGEST_TRACK = 1000


class IllegalOutcome(ValueError):
    """What is wrong with an outcome, for the author of the plugin."""


def check_outcome(state: State, outcome: object) -> State:
    """Check an outcome made on `state` and return the state after its facts. Raises IllegalOutcome."""
    if not isinstance(outcome, Outcome):
        raise IllegalOutcome(f"returned {type(outcome).__name__}, an Outcome is wanted")
    for fact in _items(outcome.facts, "facts"):
        _check_fact(fact)
    for line in _items(outcome.lines, "lines"):
        _check_message(line, "lines")
    for intent in _items(outcome.then, "then"):
        if not isinstance(intent, Intent):
            raise IllegalOutcome(f"then holds {type(intent).__name__}, an Intent is wanted")
    try:
        return fold_all(state, outcome.facts)
    except FoldError as error:
        raise IllegalOutcome(str(error)) from None


def _items(candidate: object, where: str) -> Iterable[Any]:
    if not isinstance(candidate, tuple):
        raise IllegalOutcome(f"{where} is {type(candidate).__name__}, a tuple is wanted")
    return candidate


def _check_fact(fact: object) -> None:
    if type(fact) not in FACT_TYPES:
        raise IllegalOutcome(f"{type(fact).__name__} is no fact that a plugin may tell")
    name = type(fact).__name__
    for field in dataclasses.fields(fact):  # type: ignore[arg-type]
        _check_item(getattr(fact, field.name), f"{name}.{field.name}", field.type)


def _check_item(item: object, where: str, declared: object = None) -> None:
    if declared is str and not isinstance(item, str):
        raise IllegalOutcome(f"{where} is {type(item).__name__}, text is wanted")
    if declared is int and (not isinstance(item, int) or isinstance(item, bool)):
        raise IllegalOutcome(f"{where} is {type(item).__name__}, a whole number is wanted")
    if declared is bool and not isinstance(item, bool):
        raise IllegalOutcome(f"{where} is {type(item).__name__}, True or False is wanted")
    match item:
        case None | bool() | str() | Status() | Place():
            pass
        case int():
            if abs(item) > LARGEST_NUMBER:
                raise IllegalOutcome(f"{where} is {item}, beyond what is reasonable")
        case Track():
            _check_track(item, where)
        case Pool():
            _check_pool(item, where)
        case Message():
            _check_message(item, where)
        case Part():
            _check_part(item, where)
        case tuple():
            for member in item:
                _check_item(member, where)
        case _ if hasattr(item, "items"):
            for key, member in item.items():
                if not isinstance(key, str):
                    raise IllegalOutcome(f"{where} has the key {key!r}, text is wanted")
                _check_item(member, f"{where}.{key}")
        case _ if dataclasses.is_dataclass(item):
            for field in dataclasses.fields(item):
                _check_item(getattr(item, field.name), f"{where}.{field.name}", field.type)
        case _ if not is_value(item):
            raise IllegalOutcome(f"{where} holds {type(item).__name__}, which cannot be saved")


def _check_track(track: Track, where: str) -> None:
    if not isinstance(track.marks, str) or len(track.marks) > LONGEST_TRACK:
        raise IllegalOutcome(f"{where}: the marks are no text of at most {LONGEST_TRACK} boxes")
    if EMPTY_BOX in track.marks.rstrip(EMPTY_BOX):
        raise IllegalOutcome(f"{where}: {track.marks!r} has an empty box between marks")
    if not 0 <= track.bonus <= len(track.marks):
        raise IllegalOutcome(f"{where}: {track.bonus} temporary boxes of {len(track.marks)}")


def _check_pool(pool: Pool, where: str) -> None:
    if pool.value < pool.minimum or (pool.maximum is not None and pool.value > pool.maximum):
        raise IllegalOutcome(f"{where}: {pool.value} is outside {pool.minimum} to {pool.maximum}")


def _check_message(line: object, where: str) -> None:
    if not isinstance(line, Message):
        raise IllegalOutcome(f"{where} holds {type(line).__name__}, a Message is wanted")
    for name, value in line.values.items():
        _check_message_value(value, f"{where}: {line.id}.{name}")


def _check_message_value(value: object, where: str) -> None:
    match value:
        case Message():
            _check_message(value, where)
        case Part():
            _check_part(value, where)
        case tuple():
            for member in value:
                _check_message_value(member, where)
        case int() | str() | Term():
            pass
        case _:
            raise IllegalOutcome(f"{where} is {type(value).__name__}; a number, text, Term, Message or Part is wanted")


def _check_part(part: Part, where: str) -> None:
    if not isinstance(part.value, int) or not isinstance(part.rule, str):
        raise IllegalOutcome(f"{where}: a part needs a whole number and a rule's id")
    _check_message_value(part.label, where)
