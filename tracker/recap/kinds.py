"""What kind of entry something is, worked out from its facts."""

from collections.abc import Collection

from tracker.core import facts as f
from tracker.core.harm import is_harm, is_healing
from tracker.core.state import State
from tracker.recap.steps import AnyStep, fallen_in

KINDS = (
    "attack", "damage", "heal", "roll", "condition", "note", "order", "time", "death", "hand", "turn", "people", "undo",
)  # fmt: skip
"""All kinds. `death`: someone can act no more; `hand`: by the game master's word; `turn`: a turn that only passes."""

BY_HAND = frozenset(("set", "change", "option", "condition", "end", "rename", "side", "hide", "show"))
"""Verbs of the core that overrule what the rules would do."""

_QUIET = (f.TurnBegun, f.TurnEnded, f.StatusSet, f.CounterSet, f.FightShown, f.OrderSet, f.TimePassed)
"""What happens in a turn that passes without anything."""


def kinds_of(step: AnyStep, attacks: Collection[str] = ()) -> frozenset[str]:
    """Return the kinds of an entry; most have one or two.

    `attacks` are the verbs with which one attacks, where the ruleset is there to say so; else an act is an attack when
    someone rolled and someone else was hurt.
    """
    facts = step.entry.facts
    found = {kind for fact in facts for kind in _kinds_of_fact(fact)}
    by_hand = step.verb in BY_HAND
    found |= {kind for fact in facts for kind in ([] if by_hand else _harm_or_healing(fact))}
    if by_hand:
        found.add("hand")
    if any(isinstance(fact, f.Rolled) for fact in facts) and (
        step.verb in attacks or any(is_harm(fact) and _who(fact) not in ("", step.actor) for fact in facts)
    ):
        found.add("attack")
    if fallen_in(step):
        found.add("death")
    if any(isinstance(fact, f.ConditionSet) and not _is_older(fact, step.before) for fact in facts):
        found.add("condition")
    if passes_quietly(step):
        return frozenset(("turn",))
    return frozenset(found)


def passes_quietly(step: AnyStep) -> bool:
    """Tell whether an entry only says whose turn it is."""
    facts = step.entry.facts
    return any(isinstance(fact, f.TurnBegun) for fact in facts) and all(isinstance(fact, _QUIET) for fact in facts)


def _harm_or_healing(fact: f.Fact) -> tuple[str, ...]:
    if is_harm(fact):
        return ("damage",)
    return ("heal",) if is_healing(fact) else ()


def _kinds_of_fact(fact: f.Fact) -> tuple[str, ...]:
    match fact:
        case f.Rolled():
            return ("roll",)
        case f.ConditionEnded():
            return ("condition",)
        case f.Noted():
            return ("note",)
        case f.InitiativeSet() | f.FightJoined() | f.FightShown() | f.FightEnded():
            return ("order",)
        case f.RoundBegun() | f.SceneBegun() | f.SceneNamed() | f.SessionBegun() | f.TimePassed():
            return ("time",)
        case f.CharacterAdded() | f.CharacterRemoved() | f.DetailSet():
            return ("people",)
        case f.OptionSet() | f.TitleSet():
            return ("hand",)
        case f.Undone() | f.Redone() | f.Corrected():
            return ("undo",)
        case _:
            return ()


def _who(fact: f.Fact) -> str:
    return getattr(fact, "who", "")


def _is_older(fact: f.ConditionSet, before: State) -> bool:
    """Whether the condition only counted down."""
    person = before.characters.get(fact.who)
    return person is not None and fact.condition.id in person.conditions
