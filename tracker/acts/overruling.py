"""The game master's word beats the ruleset's: traits, tracks, pools and counters set or changed by hand.

The values have been read by the core already: numbers, marks with the heaviest first, a pool's `value` and `maximum`.
"""

from collections.abc import Mapping

from tracker.acts.amounts import check_range
from tracker.api.descriptions import CharacterKind, PoolSpec, SessionGauge, TrackSpec, TraitSpec
from tracker.core.facts import CounterSet, Fact, PoolSet, TrackSet, TraitSet
from tracker.core.intents import Draft, Intent, IntentValue, Outcome, Refusal
from tracker.core.messages import MessageValue, Term, message
from tracker.core.record import replace
from tracker.core.sentences import pool_shown, value_shown
from tracker.core.state import Character, Pool, State, Track
from tracker.core.values import Value

Kinds = Mapping[str, CharacterKind]
Gauges = Mapping[str, SessionGauge]
Spec = TraitSpec | TrackSpec | PoolSpec


def set_values(state: State, intent: Intent, kinds: Kinds, gauges: Gauges) -> Outcome:
    """Set traits, tracks, pools and counters of the targets, or gauges of the session where there are none.

    `kinds` and `gauges` are the ruleset's descriptions: a gauge that someone does not have yet begins with this.
    """
    draft = Draft(state)
    for name, value in intent.values.items():
        for who in intent.targets or ("",):
            _Overruled(draft, who, name, kinds, gauges).set(value)
    return draft.outcome()


def change_values(state: State, intent: Intent, kinds: Kinds, gauges: Gauges) -> Outcome:
    """Add numbers, maybe below zero, to traits, pools and counters. Raises Refusal where one leaves its bounds."""
    draft = Draft(state)
    for name in intent.values:
        for who in intent.targets or ("",):
            _Overruled(draft, who, name, kinds, gauges).change(intent.integer(name))
    return draft.outcome()


class _Overruled:
    """One thing of one character, or of the session with `who` "", about to be set."""

    def __init__(self, draft: Draft, who: str, name: str, kinds: Kinds, gauges: Gauges) -> None:
        self._draft = draft
        self._who = who
        self._name = name
        self._character: Character | None = draft.state.characters.get(who)
        self._spec = self._spec_of(kinds, gauges)
        owner = self._character or draft.state
        self._tracks, self._pools, self._counters = owner.tracks, owner.pools, owner.counters

    def _spec_of(self, kinds: Kinds, gauges: Gauges) -> Spec | None:
        if self._character is None:
            return gauges[self._name].spec if self._name in gauges else None
        kind = kinds.get(self._character.kind)
        specs: tuple[Spec, ...] = (*kind.traits, *kind.tracks, *kind.pools) if kind else ()
        return next((spec for spec in specs if spec.id == self._name), None)

    def set(self, value: IntentValue) -> None:
        """Set it, and tell what it was."""
        if self._name in self._tracks or isinstance(self._spec, TrackSpec):
            self._set_track(str(value))
        elif self._name in self._pools or isinstance(self._spec, PoolSpec):
            self._set_pool(value)
        elif self._character is None or self._name in self._counters:
            self._set_counter(value if isinstance(value, int) else 0)
        else:
            self._set_trait(value if isinstance(value, (int, str)) else str(value))

    def change(self, by: int) -> None:
        """Add a number to it."""
        if self._name in self._pools:
            self._set_pool(self._pools[self._name].value + by)
        elif self._name in self._counters:
            self._set_counter(self._counters[self._name].value + by)
        else:
            before = self._character.traits.get(self._name) if self._character else None
            if self._character and isinstance(self._spec, PoolSpec):
                raise Refusal(message("refused.no_pool", who=self._character.name, name=Term(self._name)))
            if isinstance(before, bool) or not isinstance(before, int):
                raise Refusal(message("refused.no_sum", name=Term(self._name)))
            if isinstance(self._spec, TraitSpec):
                check_range(self._name, before + by, self._spec.minimum, self._spec.maximum)
            self._set_trait(before + by)

    def _set_track(self, marks: str) -> None:
        before = self._tracks.get(self._name, Track(""))
        fact = TrackSet(self._who, self._name, before, Track(marks, min(before.bonus, len(marks))))
        self._tell(fact, before.marks or Term("nothing"), marks)

    def _set_pool(self, value: IntentValue) -> None:
        before = self._pools.get(self._name)
        after = pool_with(before, self._name, value)
        was: MessageValue = Term("nothing") if before is None else pool_shown(before)
        self._tell(PoolSet(self._who, self._name, before or replace(after, value=0), after), was, pool_shown(after))

    def _set_counter(self, number: int) -> None:
        before = self._counters.get(self._name)
        fact = CounterSet(self._who, self._name, number, before.until if before else "")
        self._tell(fact, before.value if before else 0, number)

    def _set_trait(self, after: Value) -> None:
        before = self._character.traits.get(self._name) if self._character else None
        if after == "" and not before:
            return  # of several people only those who have it lose it
        self._tell(TraitSet(self._who, self._name, before, after), value_shown(before), value_shown(after))

    def _tell(self, fact: Fact, before: MessageValue, after: MessageValue) -> None:
        name = Term(self._name)
        if self._character is None:
            line = message("overruled.session", name=name, before=before, after=after)
        else:
            line = message("overruled", who=self._character.name, name=name, before=before, after=after)
        self._draft.tell(line, fact)


def pool_with(before: Pool | None, name: str, value: IntentValue) -> Pool:
    """The pool with a number, or a number and a bound, that was read; `before` None: no one has described its bounds.

    Raises Refusal where the number lies out of bounds.
    """
    maximum = before.maximum if before else None
    number = value
    if isinstance(value, Mapping):
        number, maximum = value["value"], value.get("maximum", maximum)  # type: ignore[assignment]
    assert isinstance(number, int)
    minimum = before.minimum if before else min(0, number)
    check_range(name, number, minimum, maximum)
    return Pool(number, maximum, minimum)
