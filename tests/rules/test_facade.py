"""Whatever a plugin does wrong costs one act and is told in one line; the session stays as it was."""

import inspect
import sys
from types import SimpleNamespace
from typing import Any

import coterie_sample
import pytest

from tests.tables import memory_session, play
from tracker.api import (
    Action,
    Band,
    Chance,
    Chances,
    CharacterAdded,
    CharacterKind,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Derived,
    DetailSet,
    Dice,
    DueItem,
    Intent,
    MarkSpec,
    Noted,
    OptionSpec,
    OrderSet,
    Outcome,
    Parameter,
    Part,
    Place,
    Pool,
    PoolSet,
    PoolSpec,
    Rolled,
    Rule,
    RulesetCard,
    SceneSet,
    SessionGauge,
    State,
    Status,
    StatusSet,
    Term,
    Track,
    TrackSet,
    TrackSpec,
    TraitSet,
    TraitSpec,
    hookimpl,
    message,
)
from tracker.api.hookspecs import RulesetHooks
from tracker.command.run import perform_line
from tracker.core.facts import DueGone, SceneNamed, Undone
from tracker.core.intents import Refusal
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError
from tracker.rules.printing import log_path
from tracker.text import Words

HOOKS = [name for name, member in inspect.getmembers(RulesetHooks, inspect.isfunction)]
DESCRIBING = {
    "card",
    "character_kinds",
    "table_options",
    "actions",
    "condition_kinds",
    "gauges",
    "catalogue",
    "rules_reference",
}
IN_EVERY_ACT = {"status", "statuses", "due", "adjust", "create_character"}
"""Hooks without which no act, or nobody, comes to be."""


def copy_of_sample(**replaced: Any) -> SimpleNamespace:
    """The sample ruleset with some of its hooks replaced."""
    own = {name: getattr(coterie_sample.RULESET, name) for name in HOOKS if hasattr(coterie_sample.RULESET, name)}
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
    play(session, "scene", "set doom 2")
    rules.unavailable(state, "Ann")
    rules.odds(state, Intent("attack", "Ann", ("Bob",)))
    rules.presets(state, Intent("attack", "Ann", ("Bob",)))
    rules.applies(state, Intent("attack", "Ann", ("Bob",)))
    rules.perform(state, Intent("dance", "Ann"), session.table.chance)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_raises_is_one_message_that_names_the_plugin_and_the_hook(hook: str) -> None:
    with pytest.raises(PluginError) as failure:
        use_every_hook(Rules(copy_of_sample(**{hook: broken(hook)}), name="sample"))
    assert failure.value.reason.id == "plugin.failed"
    assert failure.value.reason.values["plugin"] == "sample"
    assert failure.value.reason.values["hook"] == hook
    assert "the rules are on fire" in str(failure.value.reason.values["reason"])


@pytest.mark.parametrize("hook", sorted(set(HOOKS) - DESCRIBING - IN_EVERY_ACT))
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
    "a pool that nobody has": Outcome((PoolSet(ANN, "hit", Pool(8, 8), Pool(7, 8)),)),
    "a track that nobody has": Outcome((TrackSet(ANN, "health", Track("..."), Track("X..")),)),
    "a trait that nobody has": Outcome((TraitSet(ANN, "skil", None, 3),)),
    "a condition that nobody described": Outcome((ConditionSet(ANN, Condition("x", "bleding")),)),
    "a number that was another before": Outcome((PoolSet(ANN, "hits", Pool(5, 8), Pool(4, 8)),)),
    "a trait that was another before": Outcome((TraitSet(ANN, "skill", 7, 3),)),
    "a scene value that was another before": Outcome((SceneSet("door", 7, 3),)),
    "a gauge session that nobody described": Outcome((PoolSet("", "dom", Pool(0, 6), Pool(1, 6)),)),
    "a word for a number trait": Outcome((TraitSet(ANN, "skill", 0, "abc"),)),
    "a number trait that is a word from the start": Outcome(
        (CharacterAdded("Zed", "Zed", "creature", traits={"skill": "abc"}),)
    ),
    "the end of a condition that is not there": Outcome((ConditionEnded(ANN, "bleeding"),)),
    "another side before": Outcome((DetailSet(ANN, "side", "wrong", "foe"),)),
    "another name before": Outcome((DetailSet(ANN, "name", "Bob", "Bea"),)),
    "hidden before, who was not": Outcome((DetailSet(ANN, "hidden", "yes", ""),)),
    "another name of the scene before": Outcome((SceneNamed("Docks", "Yard"),)),
    "a face that no die has": Outcome((Rolled(ANN, "x", 1, (99,), sides=6),)),
    "a card from a die": Outcome((Rolled(ANN, "x", 1, ("10H",), sides=6),)),
    "a face that no other die has": Outcome((Rolled(ANN, "x", 1, (1,), sides=6, others=(Dice(4, (5,)),)),)),
    "a chance of seven": Outcome((Rolled(ANN, "x", 1, (1,), sides=6, chance=7.0),)),
    "an average beyond all bounds": Outcome((Rolled(ANN, "x", 1, (1,), sides=6, expected=float("inf")),)),
    "one place twice": Outcome((OrderSet((Place(ANN, 3), Place(ANN, 5))),)),
    "somebody of no kind": Outcome((CharacterAdded("Zed", "Zed", "beast"),)),
    "something due by a fact": Outcome((DueGone("x"),)),
    "a hole in a track": Outcome((TrackSet(ANN, "health", Track("..."), Track("X.X")),)),
    "a foreign object": Outcome((Rolled(ANN, "x", 1, (1,), data={"x": object()}),)),  # type: ignore[dict-item]
    "a line that is no message": Outcome((), ("Ann dies",)),  # type: ignore[arg-type]
    "a message with a foreign object": Outcome((), (message("x", y=1.5),)),  # type: ignore[arg-type]
    "a follow-up that is no intent": Outcome((), (), ("damage",)),  # type: ignore[arg-type]
    "a follow-up on a number": Outcome((), (), (Intent("damage", targets=(7,)),)),  # type: ignore[arg-type]
    "a condition with text for its amount": Outcome((ConditionSet(ANN, Condition("x", "x", "much")),)),  # type: ignore[arg-type]
    "a condition that lasts for moons": Outcome((ConditionSet(ANN, Condition("x", "x", unit="moon")),)),  # type: ignore[arg-type]
    "a place with no name": Outcome((OrderSet((Place(None),)),)),  # type: ignore[arg-type]
    "a place with half a tie-break": Outcome((OrderSet((Place(ANN, 3, (0.5,)),)),)),  # type: ignore[arg-type]
    "a status that is a number": Outcome((StatusSet(ANN, (Status(5),)),)),  # type: ignore[arg-type]
    "a part without a number": Outcome((Rolled(ANN, "x", 1, (1,), parts=(Part(Term("x"), "2"),)),)),  # type: ignore[arg-type]
    "a term that is no word": Outcome((), (message("x", y=Term(5)),)),  # type: ignore[arg-type]
    "text of a megabyte": Outcome((Noted("x" * 1_000_000),)),
    "a fact too many": Outcome((CounterSet(ANN, "x", 1),) * 10_001),
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


BOXES = TrackSpec("health", (MarkSpec("/", "blunt"), MarkSpec("X", "sharp")))


@pytest.mark.parametrize(
    "fact",
    [
        TrackSet(ANN, "health", Track("...."), Track("QQ..")),
        TrackSet("", "clock", Track("...."), Track("Q...")),
        CharacterAdded("Zed", "Zed", "boxer", tracks={"health": Track("QQ..")}),
    ],
)
def test_marks_that_a_track_does_not_have_are_refused_and_those_it_has_are_named(fact: Any) -> None:
    @hookimpl
    def character_kinds() -> Any:
        return (CharacterKind("boxer", tracks=(BOXES,), pools=(PoolSpec("hits"),)),)

    @hookimpl
    def gauges() -> Any:
        return (SessionGauge(TrackSpec("clock", BOXES.marks), Track("....")),)

    @hookimpl
    def create_character(intent: Intent) -> Outcome:
        gauges: dict[str, Any] = {"tracks": {"health": Track("....")}, "pools": {"hits": Pool(8, 8)}}
        return Outcome((CharacterAdded(intent.target, intent.text("name"), "boxer", **gauges),))

    @hookimpl
    def heal(view: Any) -> Outcome:
        return Outcome((fact,))

    ours = copy_of_sample(character_kinds=character_kinds, gauges=gauges, create_character=create_character, heal=heal)
    session = play(memory_session(Rules(ours, name="sample")), "add Ann")
    with pytest.raises(PluginError) as failure:
        perform_line(session, "heal Ann 1")
    reason = session.words.say(failure.value.reason)
    assert "sample failed in heal" in reason
    assert type(fact).__name__ in reason
    assert "there are: / X" in reason


def test_a_ruleset_that_runs_in_a_circle_is_stopped() -> None:
    @hookimpl
    def heal(view: Any, intent: Intent) -> Outcome:
        return Outcome(then=(intent,))

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann")
    with pytest.raises(PluginError) as failure:
        perform_line(session, "heal Ann 1")
    assert failure.value.reason.id == "plugin.circle"


@pytest.mark.parametrize("verb", ["condition", "end"])
def test_follow_ups_that_wait_for_each_other_without_end_are_stopped(verb: str) -> None:
    @hookimpl
    def condition_ended(view: Any, intent: Intent) -> Outcome:
        begun = ConditionSet(intent.target, Condition("bleeding", "bleeding", note=str(view.seconds)))
        return Outcome((begun,), then=(Intent("end", targets=intent.targets, values={"kind": "bleeding"}),))

    session = play(memory_session(Rules(copy_of_sample(condition_ended=condition_ended), name="sample")), "add Ann")
    play(session, "condition Ann bleeding")
    before = session.table.state
    with pytest.raises(PluginError) as failure:
        perform_line(session, "end Ann bleeding")
    assert failure.value.reason.id == "plugin.circle"
    assert session.table.state is before


@pytest.mark.parametrize("error", [SystemExit, GeneratorExit, MemoryError, RecursionError, BaseException])
def test_a_hook_that_wants_to_end_the_program_only_costs_the_act(error: type[BaseException]) -> None:
    @hookimpl
    def heal(view: Any) -> None:
        raise error("that was it")

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann")
    with pytest.raises(PluginError) as failure:
        perform_line(session, "heal Ann 1")
    assert "that was it" in str(failure.value.reason.values["reason"])


def test_who_interrupts_the_program_is_obeyed_in_the_middle_of_a_hook() -> None:
    @hookimpl
    def heal(view: Any) -> None:
        raise KeyboardInterrupt

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann")
    before = session.table.state
    with pytest.raises(KeyboardInterrupt):
        perform_line(session, "heal Ann 1")
    assert session.table.state is before
    play(session, "note still here")


def test_what_a_plugin_keeps_of_its_facts_does_not_reach_into_the_state() -> None:
    kept = {"deep": {"number": 1}}

    @hookimpl
    def heal(view: Any) -> Outcome:
        wound = Condition("x", "bleeding", data=kept)
        facts = (ConditionSet(ANN, wound), SceneSet("kept", None, kept))
        return Outcome(facts, (message("note.plain", text="x"),))

    session = play(memory_session(Rules(copy_of_sample(heal=heal), name="sample")), "add Ann", "heal Ann 1")
    state = session.table.state
    kept["deep"]["number"] = 2
    kept["more"] = {}
    for value in (state.characters[ANN].conditions["x"].data, state.scene["kept"]):
        assert value == {"deep": {"number": 1}}
        with pytest.raises(TypeError):
            value["deep"]["number"] = 3  # type: ignore[index, call-overload]


PARAMETERS = (Parameter("amount", "integer"),)
DESCRIBED_WRONGLY: dict[str, tuple[str, Any]] = {
    "a kind that is text": ("character_kinds", ["creature"]),
    "kinds that are no list": ("character_kinds", 7),
    "traits in a list": ("character_kinds", [CharacterKind("c", traits=[TraitSpec("x")])]),  # type: ignore[arg-type]
    "a trait without a bound": ("character_kinds", [CharacterKind("c", traits=(TraitSpec("x", maximum=None),))]),  # type: ignore[arg-type]
    "a track without marks": ("character_kinds", [CharacterKind("c", tracks=(TrackSpec("x", ()),))]),
    "a mark of two signs": ("character_kinds", [CharacterKind("c", tracks=(TrackSpec("x", (MarkSpec("XX", "x"),)),))]),
    "a band that begins nowhere": (
        "character_kinds",
        [CharacterKind("c", pools=(PoolSpec("x", (Band("low", "0"),)),))],  # type: ignore[arg-type]
    ),
    "an id that nobody can type": ("character_kinds", [CharacterKind("two words")]),
    "an id that is empty": ("table_options", [OptionSpec("", False)]),
    "an option worth half": ("table_options", [OptionSpec("x", 0.5)]),  # type: ignore[arg-type]
    "an unknown hook": ("actions", [Action("x", "fly")]),  # type: ignore[arg-type]
    "parameters in a list": ("actions", [Action("x", "act", list(PARAMETERS))]),  # type: ignore[arg-type]
    "a number for a parameter": ("actions", [Action("x", "act", (7,))]),  # type: ignore[arg-type]
    "a parameter of an unknown kind": ("actions", [Action("x", "act", (Parameter("y", "float"),))]),  # type: ignore[arg-type]
    "a choice that is text": ("actions", [Action("x", "act", (Parameter("y", "choice", choices=("z",)),))]),  # type: ignore[arg-type]
    "a parameter that nobody can type": ("actions", [Action("x", "act", (Parameter("a=b", "text"),))]),
    "a key of two letters": ("actions", [Action("x", "act", key="ctrl+x")]),
    "an example that is a number": ("actions", [Action("x", "act", examples=(3,))]),  # type: ignore[arg-type]
    "a condition in pink": ("condition_kinds", [ConditionKind("x", tone="pink")]),  # type: ignore[arg-type]
    "a catalogue that is text": ("catalogue", "words"),
    "a table of words that is text": ("catalogue", {"term": "words"}),
    "a word that is a number": ("catalogue", {"term": {"x": 5}}),
    "a sentence that cannot be filled in": ("catalogue", {"message": {"x": "a { b"}}),
    "a rule that is text": ("rules_reference", ["HP-01"]),
    "a rule without a title": ("rules_reference", [Rule("HP-01", None, "text")]),  # type: ignore[arg-type]
    "a card with one title for all": ("card", RulesetCard("sample", "Hit Points", "1")),  # type: ignore[arg-type]
    "a version that is a number": ("card", RulesetCard("sample", {"en": "Hit Points"}, 1.0)),  # type: ignore[arg-type]
}


def answering(hook: str, answer: Any) -> Any:
    scope: dict[str, Any] = {"answer": answer}
    arguments = ", ".join(list(inspect.signature(getattr(RulesetHooks, hook)).parameters)[1:])
    exec(f"def {hook}({arguments}):\n    return answer", scope)
    return hookimpl(scope[hook])


@pytest.mark.parametrize(("hook", "answer"), DESCRIBED_WRONGLY.values(), ids=DESCRIBED_WRONGLY.keys())
def test_a_broken_description_is_found_before_a_session_needs_it(hook: str, answer: Any) -> None:
    with pytest.raises(PluginError) as failure:
        Rules(copy_of_sample(**{hook: answering(hook, answer)}), name="sample").examine()
    assert failure.value.reason.id == "plugin.failed"
    assert (failure.value.reason.values["plugin"], failure.value.reason.values["hook"]) == ("sample", hook)


KNOWN_WRONGLY: dict[str, tuple[str, Any]] = {
    "a status that is a number": ("status", [Status(5)]),  # type: ignore[arg-type]
    "a derived value without a number": ("derived", [Derived("x", None)]),  # type: ignore[arg-type]
    "a part that is text": ("derived", [Derived("x", 1, ("size 5",))]),
    "chances in per cent": ("odds", Chances(1, at_least=(0.5,))),  # type: ignore[arg-type]
    "an event without a chance": ("odds", Chances(1, events=((Term("hit"),),))),  # type: ignore[arg-type, dict-item]
    "two things that are due under one id": ("due", [DueItem("x", "", message("note.plain", text="x"))] * 2),
    "a preset that is no list": ("presets", {"weapon": 5}),
    "a parameter that the act doesn't have": ("applies", {"modifierr": True}),
    "a parameter that applies in part": ("applies", {"modifier": 2}),
    "a reason that is a message": ("unavailable", {"attack": message("x")}),
}


@pytest.mark.parametrize(("hook", "answer"), KNOWN_WRONGLY.values(), ids=KNOWN_WRONGLY.keys())
def test_an_answer_to_a_question_is_checked_to_its_last_member(hook: str, answer: Any) -> None:
    with pytest.raises(PluginError) as failure:
        use_every_hook(Rules(copy_of_sample(**{hook: answering(hook, answer)}), name="sample"))
    assert failure.value.reason.values["plugin"] == "sample"
    assert failure.value.reason.values["hook"] == hook


def test_a_ruleset_is_no_house_rule_for_another() -> None:
    with pytest.raises(PluginError) as failure:
        Rules(coterie_sample, {"other": copy_of_sample()}, "sample")
    assert failure.value.reason.id == "plugin.no_house_rule"


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


def test_what_a_plugin_prints_goes_to_a_log_and_never_between_the_answers(capsys: pytest.CaptureFixture[str]) -> None:
    def talkative(view: State, who: str) -> tuple[Status, ...]:
        print("between the answers")
        print("and here", file=sys.stderr)
        return ()

    session = memory_session(Rules(copy_of_sample(status=hookimpl(talkative)), name="sample"))
    play(session, "add Ann")
    assert capsys.readouterr() == ("", "")
    assert "between the answers\nand here\n" in log_path().read_text()
    assert log_path().stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["deep", "circle", "deep message"])
def test_answers_that_are_nested_without_end_cost_the_act(kind: str) -> None:
    deep: Any = ("end",)
    for _ in range(3000):
        deep = (deep,)
    if kind == "circle":
        circle: dict[str, Any] = {}
        circle["again"] = circle
        deep = circle
    line = message("x", a="b")
    for _ in range(300):
        line = message("x", a=line)
    outcome = Outcome(lines=(line,)) if kind == "deep message" else Outcome((SceneSet("x", None, deep),))

    def act(view: State, intent: Intent, chance: Chance) -> Outcome:
        return outcome

    rules = Rules(copy_of_sample(apply_damage=hookimpl(act)), name="sample")
    session = play(memory_session(rules), "add Ann")
    before = session.table.state
    with pytest.raises(PluginError) as failure:
        play(session, "damage Ann 1")
    assert "nested deeper" in Words("en").say(failure.value.reason)
    assert session.table.state == before
