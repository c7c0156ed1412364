"""Whatever a house rule makes of a fact, the line about it says the same: before → after are those of the facts."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.how_many import several, so_long
from tests.plugins.kept import evening
from tests.plugins.test_any_line import Typist
from tests.plugins.test_contract import MODULES
from tracker.api import Outcome, Pool, PoolSet, Track, TrackSet, hookimpl
from tracker.command.run import perform_line
from tracker.core.facts import Fact, TraitSet
from tracker.core.history import Entry
from tracker.core.messages import Message, MessageValue
from tracker.failures import FAILURES
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError

HOOKS = ("roll", "apply_damage", "heal", "act", "start_of_round", "end_of_turn", "pass_time", "gauge_changed")
LINES = so_long(80, 120)
MARKS = re.compile(r"[./X*]{3,}")


def another(fact: Fact) -> Fact:
    """The fact with another outcome than the ruleset's: a point more or fewer, a box less marked."""
    match fact:
        case PoolSet(after=after) if after.value - 1 >= after.minimum:
            return replace(fact, after=Pool(after.value - 1, after.maximum, after.minimum))
        case TrackSet(after=after) if len(after.marks) > 1 and after.marks[0] != ".":
            return replace(fact, after=Track(after.marks[1:] + ".", after.bonus))
        case _:
            return fact


def wrapping() -> Iterator[tuple[str, Any]]:
    for hook in HOOKS:

        @hookimpl(wrapper=True)
        def wrapper(view: Any) -> Any:
            outcome = yield
            if outcome is None:
                return None
            return Outcome(tuple(map(another, outcome.facts)), outcome.lines, outcome.then)

        yield hook, wrapper


def pairs_in(value: MessageValue) -> Iterator[tuple[MessageValue, MessageValue]]:
    """What lines say was so before and is so now."""
    match value:
        case Message():
            if {"before", "after"} <= value.values.keys():
                yield plain(value.values["before"]), plain(value.values["after"])
            for member in value.values.values():
                yield from pairs_in(member)
        case tuple():
            for member in value:
                yield from pairs_in(member)


def plain(value: MessageValue) -> MessageValue:
    return value.values["value"] if isinstance(value, Message) and value.id == "pool.of" else value


def marks_in(value: MessageValue) -> Iterator[str]:
    match value:
        case Message():
            for member in value.values.values():
                yield from marks_in(member)
        case tuple():
            for member in value:
                yield from marks_in(member)
        case str() if MARKS.fullmatch(value):
            yield value


def contradictions(entry: Entry) -> Iterator[str]:
    """Numbers and boxes in the lines of an entry that none of its facts has."""
    tracks = {(fact.before.marks, fact.after.marks) for fact in entry.facts if isinstance(fact, TrackSet)}
    pools = {(fact.before.value, fact.after.value) for fact in entry.facts if isinstance(fact, PoolSet)}
    pools |= {(fact.before.maximum, fact.after.maximum) for fact in entry.facts if isinstance(fact, PoolSet)}
    traits = {(fact.before, fact.after) for fact in entry.facts if isinstance(fact, TraitSet)}
    numbers = {*pools, *traits}
    boxes = {marks for pair in tracks for marks in pair}
    boxes |= {fact.lost for fact in entry.facts if isinstance(fact, TrackSet)}
    for line in entry.tell:
        for before, after in pairs_in(line):
            is_number = isinstance(before, int) and isinstance(after, int)
            is_track = isinstance(before, str) and bool(MARKS.fullmatch(before))
            # Numbers that no gauge has, such as an attribute with what drains it, stand in no fact.
            known = tracks if is_track else numbers
            if (is_number or is_track) and before != after and known and (before, after) not in known:
                yield f"{entry.number} [{entry.do}] {line.id}: {before} → {after}"
        yield from (f"{entry.number} {line.id}: {marks}" for marks in marks_in(line) if boxes and marks not in boxes)


@pytest.mark.parametrize("seed", range(several(1)))
@pytest.mark.parametrize("module", MODULES)
def test_no_line_says_another_number_than_its_fact(module: str, seed: int) -> None:
    house = SimpleNamespace(__name__="house", **dict(wrapping()))
    rules = Rules(importlib.import_module(module), {"house": house}, module)
    session = evening(module, seed, rules)
    typist = Typist(session, seed + 7)
    for _ in range(LINES):
        try:
            perform_line(session, typist.line())
        except PluginError:
            continue  # a gauge that is another than the ruleset made it may break a rule; that costs the act alone
        except FAILURES:
            continue
    entries = session.table.history.entries
    assert any(isinstance(fact, PoolSet | TrackSet) for entry in entries for fact in entry.facts)
    assert not [wrong for entry in entries for wrong in contradictions(entry)]
