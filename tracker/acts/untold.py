"""Lines for what happened and no one told: a gauge, a trait or a condition never changes in silence.

A ruleset ties its lines to facts (`Draft.record`, `Draft.tell`). A fact without a line gets one from here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from tracker.api.descriptions import ConditionKind
from tracker.core import facts as f
from tracker.core.fold import fold
from tracker.core.messages import Message, MessageValue, Part, Term
from tracker.core.sentences import changed_line, condition_line, ended_line, fact_line, pool_shown
from tracker.core.state import State
from tracker.core.telling import tag_of


def lines_for_untold(
    state: State,
    facts: Sequence[f.Fact],
    told: Collection[str],
    lines: Sequence[Message],
    kinds: Mapping[str, ConditionKind],
) -> Iterator[Message]:
    """A line for each fact that no line tells: neither by its tag (`told`), nor by naming who and what it came to.

    `state` is the one before the facts, `kinds` are the ruleset's conditions.
    """
    values = [frozenset(_values_in(line)) for line in lines]
    for fact in facts:
        if tag_of(fact) not in told or not tag_of(fact):
            line = _line(state, fact, kinds)
            if line is not None and not _is_told(state, fact, values):
                yield line
        state = fold(state, fact)


def _line(state: State, fact: f.Fact, kinds: Mapping[str, ConditionKind]) -> Message | None:
    match fact:
        case f.PoolSet(who=who) if who and fact.pool not in state.characters[who].pools:
            return changed_line(_name(state, who), fact.pool, Term("nothing"), pool_shown(fact.after))
        case f.TrackSet(who=who) if who and fact.track not in state.characters[who].tracks:
            return changed_line(_name(state, who), fact.track, Term("nothing"), fact.after.marks)
        case f.TrackSet() | f.PoolSet() | f.TraitSet() | f.OptionSet() | f.CharacterRemoved():
            return fact_line(fact, partial(_name, state))
        case f.DetailSet() if fact.before != fact.after:
            return fact_line(fact, partial(_name, state))
        case f.ConditionSet(who=who, condition=condition) if not _is_memory(condition.kind, kinds):
            before = state.characters[who].conditions.get(condition.id)
            return condition_line(_name(state, who), condition, before, partial(_name, state))
        case f.ConditionEnded(who=who, condition_id=condition_id):
            gone = state.characters[who].conditions.get(condition_id)
            if gone is not None and not _is_memory(gone.kind, kinds):
                return ended_line(_name(state, who), gone)
    return None


def _is_memory(kind: str, kinds: Mapping[str, ConditionKind]) -> bool:
    return kind in kinds and kinds[kind].memory


def _name(state: State, who: str) -> str:
    character = state.characters.get(who)
    return character.name if character else ""


# ---------------------------------------------------------------------- whether a line tells a fact without a tag


def _values_in(value: MessageValue) -> Iterator[int | str | Term]:
    match value:
        case Message():
            for member in value.values.values():
                yield from _values_in(member)
        case Part():
            yield from _values_in(value.label)
            yield value.value
        case tuple():
            for member in value:
                yield from _values_in(member)
        case int() | str() | Term():
            yield value


def _is_told(state: State, fact: f.Fact, lines: Sequence[frozenset[int | str | Term]]) -> bool:
    match fact:
        case f.TrackSet():
            wanted: tuple[int | str | Term, ...] = (fact.after.marks,)
        case f.PoolSet():
            wanted = (fact.after.value,)
        case f.TraitSet(after=int() | str() as after):
            wanted = (after, Term(str(after)))
        case f.DetailSet(detail="hidden") | f.CharacterRemoved():
            wanted = (state.characters[fact.who].name,)
        case f.DetailSet(after=str() as text):
            wanted = (text, Term(text or "nothing"))
        case f.OptionSet(option=option):
            wanted = (Term(option),)
        case f.ConditionSet(condition=condition):
            wanted = (Term(condition.kind), Term(condition.id))
        case f.ConditionEnded(who=who, condition_id=condition_id):
            gone = state.characters[who].conditions.get(condition_id)
            wanted = (Term(gone.kind), Term(gone.id)) if gone else ()
        case _:
            return False
    who = getattr(fact, "who", "")
    name = state.characters[who].name if who else ""
    return any((not name or name in values) and any(one in values for one in wanted) for values in lines)
