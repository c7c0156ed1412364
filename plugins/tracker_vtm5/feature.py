"""What a chapter of the rules adds to the plugin; the module of each chapter offers one `FEATURE`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tracker.api import Action, Chance, Chances, ConditionKind, Derived, Draft, Intent, Outcome, State

CarryOut: TypeAlias = Callable[[Draft, Intent, Chance], None]
"""Carries an action or an inner verb out on a draft."""

Moment: TypeAlias = Callable[[Draft, Intent, Chance], None]
"""Adds to the draft what is due at a moment; `intent.actor` is whose turn it is."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One chapter.

    `verbs` maps the id of an action, or of an inner verb that only follow-ups use, to what carries it out; `odds` maps
    the actions that roll to their chances; `moments` maps a moment's hook to what is due then.
    """

    actions: tuple[Action, ...] = ()
    verbs: Mapping[str, CarryOut] = field(default_factory=dict)
    odds: Mapping[str, Callable[[State, Intent], Chances | None]] = field(default_factory=dict)
    conditions: tuple[ConditionKind, ...] = ()
    moments: Mapping[str, Moment] = field(default_factory=dict)
    derived: Callable[[State, str], Sequence[Derived]] | None = None


def run(carry_out: CarryOut, view: State, intent: Intent, chance: Chance) -> Outcome:
    """The outcome of one act on `view`."""
    draft = Draft(view)
    carry_out(draft, intent, chance)
    return draft.outcome()
