"""Whatever a plugin does wrong costs one act and is told in one line; the session stays as it was."""

import inspect
from types import SimpleNamespace
from typing import Any

import coterie_sample
import pytest

from tests.tables import memory_session, play
from tracker.api import (
    CharacterAdded,
    CounterSet,
    Intent,
    Outcome,
    Pool,
    PoolSet,
    Rolled,
    Track,
    TrackSet,
    hookimpl,
    message,
)
from tracker.api.hookspecs import RulesetHooks
from tracker.command.run import perform_line
from tracker.core.facts import Undone
from tracker.core.intents import Refusal
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError

HOOKS = [name for name, member in inspect.getmembers(RulesetHooks, inspect.isfunction)]
DESCRIBING = {"card", "character_kinds", "table_options", "actions", "condition_kinds", "catalogue", "rules_reference"}


def copy_of_sample(**replaced: Any) -> SimpleNamespace:
    """The sample ruleset with some of its hooks replaced."""
    own = {name: getattr(coterie_sample, name) for name in HOOKS if hasattr(coterie_sample, name)}
    return SimpleNamespace(__name__="coterie_sample", **{**own, **replaced})


def broken(hook: str) -> Any:
    """An implementation of a hook that raises; it takes the arguments that the hook has."""
    arguments = ", ".join(list(inspect.signature(getattr(RulesetHooks, hook)).parameters)[1:])
    scope: dict[str, Any] = {}
    exec(f"def {hook}({arguments}):\n    raise ZeroDivisionError('the rules are on fire')", scope)
    return hookimpl(scope[hook])


def use_every_hook(rules: Rules) -> None:
    """Play so that each hook is called at least once."""
    session = memory_session(rules)
    rules.examine()
    play(session, "add Ann", "add Bob", "initiative Ann=9 Bob=5", "next", "next", "next")
    play(session, "attack Bob faces=19", "heal Bob 1", "pass 1 hour", "session", "set Ann skill 2", "set Ann hits 3")
    play(session, "condition Bob dazzled", "end Bob dazzled")
    state = session.table.state
    rules.derived(state, "Ann")
    rules.explain(state, "Ann", "hits")
    rules.unavailable(state, "Ann")
    rules.odds(state, Intent("attack", "Ann", ("Bob",)))
    rules.perform(state, Intent("dance", "Ann"), session.table.chance)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_raises_is_one_message_that_names_the_plugin_and_the_hook(hook: str) -> None:
    with pytest.raises(PluginError) as failure:
        use_every_hook(Rules(copy_of_sample(**{hook: broken(hook)}), name="sample"))
    assert failure.value.reason.id == "plugin.failed"
    assert failure.value.reason.values["plugin"] == "sample"
    assert failure.value.reason.values["hook"] == hook
    assert "the rules are on fire" in str(failure.value.reason.values["reason"])


@pytest.mark.parametrize("hook", sorted(set(HOOKS) - DESCRIBING - {"status", "create_character"}))
def test_a_session_goes_on_after_a_hook_has_raised(hook: str) -> None:
    session = memory_session(Rules(copy_of_sample(**{hook: broken(hook)}), name="sample"))
    lines = [
        "add Ann",
        "add Bob",
        "initiative Ann=9 Bob=5",
        "next",
        "attack Bob faces=19",
        "damage Bob 1",
        "pass 1 hour",
    ]
    for line in [*lines, "heal Bob 1", "session", "set Ann skill 2", "next", "next"]:
        before, entries = session.table.state, len(session.table.history.entries)
        try:
            perform_line(session, line)
        except (PluginError, Refusal):
            assert session.table.state is before
            assert len(session.table.history.entries) == entries
    play(session, "note still here")


ANN = "Ann"
ILLEGAL = {
    "no outcome at all": 7,
    "facts in a list": Outcome([CounterSet(ANN, "x", 1)]),  # type: ignore[arg-type]
    "something that is no fact": Outcome(("fact",)),  # type: ignore[arg-type]
    "a fact of the core's own": Outcome((Undone(1),)),
    "somebody who is not there": Outcome((CounterSet("Nobody", "x", 1),)),
    "somebody who is there already": Outcome((CharacterAdded(ANN, ANN, "creature"),)),
    "text for a number": Outcome((CounterSet(ANN, "x", "many"),)),  # type: ignore[arg-type]
    "a number beyond all bounds": Outcome((CounterSet(ANN, "x", 10**30),)),
    "a pool above its maximum": Outcome((PoolSet(ANN, "hits", Pool(1, 8), Pool(9, 8)),)),
    "a hole in a track": Outcome((TrackSet(ANN, "health", Track("..."), Track("X.X")),)),
    "a foreign object": Outcome((Rolled(ANN, "x", 1, (1,), data={"x": object()}),)),  # type: ignore[dict-item]
    "a line that is no message": Outcome((), ("Ann dies",)),  # type: ignore[arg-type]
    "a message with a foreign object": Outcome((), (message("x", y=1.5),)),  # type: ignore[arg-type]
    "a follow-up that is no intent": Outcome((), (), ("damage",)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("answer", ILLEGAL.values(), ids=ILLEGAL.keys())
def test_an_answer_that_makes_no_sense_is_refused_whole(answer: Any) -> None:
    @hookimpl
    def heal(view: Any) -> Any:
        return answer

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann")
    before = session.table.state
    with pytest.raises(PluginError) as failure:
        perform_line(session, "heal Ann 1")
    assert failure.value.reason.values["plugin"] == "sample"
    assert session.table.state is before


def test_a_ruleset_that_runs_in_a_circle_is_stopped() -> None:
    @hookimpl
    def heal(view: Any, intent: Intent) -> Outcome:
        return Outcome(then=(intent,))

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann")
    with pytest.raises(PluginError) as failure:
        perform_line(session, "heal Ann 1")
    assert failure.value.reason.id == "plugin.circle"


def test_a_misspelt_hook_and_a_wrong_argument_are_found_at_once() -> None:
    @hookimpl
    def apply_damadge(view: Any) -> None: ...

    @hookimpl
    def heal(view: Any, patient: Any) -> None: ...

    for wrong in (copy_of_sample(apply_damadge=apply_damadge), copy_of_sample(heal=heal)):
        with pytest.raises(PluginError) as failure:
            Rules(wrong, name="sample")
        assert failure.value.reason.id == "plugin.misfit"


def test_a_plugin_without_a_card_is_no_ruleset() -> None:
    with pytest.raises(PluginError) as failure:
        Rules(SimpleNamespace(), name="empty")
    assert failure.value.reason.id == "plugin.no_card"


def test_hooks_are_pure_the_same_faces_give_the_same_outcome_and_leave_the_view_alone() -> None:
    from tracker.core.chance import TypedChance

    session = play(memory_session(), "add Ann", "add Bob", "initiative Ann=9 Bob=5", "next")
    rules, state = session.table.rules, session.table.state
    assert rules is not None
    for intent in (Intent("attack", "Ann", ("Bob",)), Intent("damage", "", ("Bob",), {"amount": 3, "type": "sharp"})):
        first = rules.perform(state, intent, TypedChance((17,)))
        assert rules.perform(state, intent, TypedChance((17,))) == first
        assert session.table.state is state
    with pytest.raises(TypeError):
        state.characters["Ann"] = state.characters["Bob"]  # type: ignore[index]
