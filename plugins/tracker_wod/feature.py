"""What a chapter of the rules adds to the plugin; the module of each chapter offers one `FEATURE`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tracker.api import (
    Action,
    Chance,
    Chances,
    ConditionKind,
    Derived,
    Draft,
    Intent,
    OptionSpec,
    Outcome,
    Part,
    State,
)

CarryOut: TypeAlias = Callable[[State, Intent, Chance], Outcome]
"""Carries an action or an inner verb out."""

Moment: TypeAlias = Callable[[Draft, Intent, Chance], None]
"""Adds to the draft what is due at a moment; `draft.state` is the state then, `intent.actor` whose turn it is."""

Settle: TypeAlias = Callable[[Draft, str, Chance], None]
"""Adds to the draft what follows once the Health of a character has changed."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One chapter.

    `verbs` maps the id of an action, or of an inner verb that only follow-ups use, to what carries it out; `odds` maps
    the actions that roll to their chances. `unavailable` gives reasons by action id.
    """

    actions: tuple[Action, ...] = ()
    verbs: Mapping[str, CarryOut] = field(default_factory=dict)
    odds: Mapping[str, Callable[[State, Intent], Chances | None]] = field(default_factory=dict)
    conditions: tuple[ConditionKind, ...] = ()
    options: tuple[OptionSpec, ...] = ()
    start_of_round: tuple[Moment, ...] = ()
    end_of_round: tuple[Moment, ...] = ()
    start_of_turn: tuple[Moment, ...] = ()
    end_of_turn: tuple[Moment, ...] = ()
    pass_time: tuple[Moment, ...] = ()
    begin_session: tuple[Moment, ...] = ()
    trait_changed: tuple[Moment, ...] = ()
    condition_ended: tuple[Moment, ...] = ()
    settled: tuple[Settle, ...] = ()
    derived: Callable[[State, str], Sequence[Derived]] | None = None
    unavailable: Callable[[State, str], Mapping[str, str]] | None = None
    explain: Callable[[State, str, str], Sequence[Part]] | None = None
