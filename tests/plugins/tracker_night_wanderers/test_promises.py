"""What must hold whatever is played: pure hooks, known words, rules behind numbers, and no failure but a refusal."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeGuard

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tracker_night_wanderers
from tests.how_many import part, trying
from tests.languages import LANGUAGES
from tests.plugins.case_files import HERE, cases_in
from tests.plugins.kept import KnownActs
from tests.plugins.tracker_night_wanderers import table as table_module
from tests.plugins.tracker_night_wanderers.runner import run_case
from tests.plugins.tracker_night_wanderers.table import ENGINE, RULES, TestTable
from tests.tables import commands_for, words_for
from tracker.api import (
    Chance,
    Fact,
    Intent,
    Message,
    Outcome,
    Part,
    PoolSet,
    RandomChance,
    Refusal,
    State,
    Term,
    TypedChance,
    hookimpl,
)
from tracker.command.commands import ActCommand
from tracker.core.facts import DueSet
from tracker.core.fold import fold_all
from tracker.engine import Engine
from tracker.rules.facade import Rules

CASES = list(cases_in(HERE / "tracker_night_wanderers" / "cases.toml"))


class WatchfulEngine(Engine):
    """Carries every act out twice with the same faces and keeps what was told."""

    outcomes: list[Outcome]

    def worked_out(self, state: State, intent: Intent, chance: Chance) -> tuple[Outcome, State]:
        assert isinstance(chance, TypedChance)
        faces = chance.left_over
        seen = repr(state)
        outcome, after = super().worked_out(state, intent, chance)
        assert super().worked_out(state, intent, TypedChance(faces))[0] == outcome
        assert repr(state) == seen
        self.outcomes.append(outcome)
        return outcome, after


@pytest.fixture(scope="module")
def told() -> list[Outcome]:
    """Everything that the rulebook's cases, or in a usual run a third, make it tell; each act is played twice."""
    engine = WatchfulEngine(RULES)
    engine.outcomes = []
    patch = pytest.MonkeyPatch()
    patch.setattr(table_module, "ENGINE", KnownActs(engine))
    patch.setattr(table_module, "check_due", lambda state: None)  # the cases themselves have every due act done
    for case in part(CASES, 3):
        run_case(case)
    patch.undo()
    return engine.outcomes


def messages_in(value: Any) -> Iterator[Message | Term]:
    """All messages and terms inside a value."""
    if isinstance(value, (Message, Term)):
        yield value
    if isinstance(value, Message):
        for inner in value.values.values():
            yield from messages_in(inner)
    if isinstance(value, tuple):
        for item in value:
            yield from messages_in(item)


def parts_in(outcome: Outcome) -> Iterator[Part]:
    for fact in outcome.facts:
        yield from getattr(fact, "parts", ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_and_word_of_the_story_is_known(told: list[Outcome], language: str) -> None:
    words = words_for(RULES, language)
    spoken = [item for outcome in told for line in outcome.lines for item in messages_in(line)]
    spoken += [item for outcome in told for part in parts_in(outcome) for item in messages_in(part.label)]
    spoken += [
        item
        for outcome in told
        for fact in outcome.facts
        if isinstance(fact, DueSet)
        for item in messages_in(fact.due.line)
    ]
    unknown = {item.id for item in spoken if isinstance(item, Term) and not words.has_term(item.id)}
    unknown |= {item.id for item in spoken if isinstance(item, Message) and not words.knows(item)}
    assert not unknown
    for item in spoken:
        if isinstance(item, Message):
            assert "{" not in words.say(item)


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_states_and_values_of_the_sheet_have_words(told: list[Outcome], language: str) -> None:
    words = words_for(RULES, language)
    used = {
        word
        for outcome in told
        for fact in outcome.facts
        for word in (getattr(fact, "result", ""), getattr(fact, "what", ""))
    }
    used |= {status.id for outcome in told for fact in outcome.facts for status in getattr(fact, "status", ())}
    table = TestTable()
    for kind in RULES.kinds:
        table.add(kind, kind, health_max=10, blood_max=10)
        used |= {value.id for value in RULES.derived(table.state, kind)}
    assert not {word for word in used if word and not words.has_term(word)}
    helpless = table.add("Otto", health_max=25)
    table.condition(helpless, "torpor")
    for who in table.state.characters:
        for reason in RULES.unavailable(table.state, who).values():
            assert words.knows(Message(reason))


def test_every_number_names_a_rule_that_can_be_looked_up(told: list[Outcome]) -> None:
    known = RULES.reference("en").keys()
    named = {part.rule for outcome in told for part in parts_in(outcome)}
    named |= {getattr(fact, "rule", "") for outcome in told for fact in outcome.facts}
    assert not {rule for rule in named if rule and rule not in known}


def test_every_rule_of_a_case_can_be_looked_up() -> None:
    known = RULES.reference("ru").keys()
    assert not {rule for case in CASES for rule in case["rules"]} - known
    assert len(known) == 177


# ---------------------------------------------------------------------- whatever is played

OTTO, GUARD, GREY = "Otto the Old", 'Night "guard"', "Grey=[/]\\"
"""Names hold whatever signs people like."""
PEOPLE = ("Anna", OTTO, GUARD, GREY, "Cow")


def crowd(options: dict[str, str]) -> TestTable:
    table = TestTable(options)
    ratings = {"unarmed_combat": 3, "strength": 3, "fa": 2, "physical_defence": 2, "dodging": 2, "pa": 2, "mind": 2}
    table.add("Anna", health_max=25, blood_max=12, blood=6, fortitude=1, **ratings)
    table.add(OTTO, health_max=12, blood_max=8, blood=3, celerity=2, **ratings)
    table.add(GUARD, "human", health_max=10, blood_max=10, wields="weapon", **ratings)
    table.add(GREY, "werewolf", health_max=15, wields="claws", **ratings)
    table.add("Cow", "cow", blood_max=5)
    return table


def values_of(draw: st.DrawFn, verb: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for parameter in RULES.actions[verb].typed_parameters:
        if not parameter.required and draw(st.booleans()):
            continue
        match parameter.kind:
            case "choice":
                values[parameter.id] = draw(st.sampled_from([choice.id for choice in parameter.choices]))
            case "integer":
                values[parameter.id] = draw(st.integers(parameter.minimum or 0, min(parameter.maximum or 0, 12)))
            case "switch":
                values[parameter.id] = draw(st.booleans())
            case "character":
                values[parameter.id] = draw(st.sampled_from(PEOPLE))
    return values


@st.composite
def intents(draw: st.DrawFn) -> Intent:
    verb = draw(
        st.sampled_from([*RULES.actions, "next", "next", "next", "scene", "initiative", "turn", "leave", "pass", "set"])
    )
    someone = st.sampled_from(PEOPLE)
    if verb == "pass":
        return Intent(verb, values={"seconds": draw(st.integers(1, 300))})
    if verb == "set":
        gauge = draw(st.sampled_from(["health", "health_max", "blood", "blood_max"]))
        return Intent(verb, targets=(draw(someone),), values={gauge: draw(st.integers(-10, 15))})
    if verb not in RULES.actions:
        targets = (draw(someone),) if verb in ("turn", "leave") else ()
        return Intent(verb, targets=targets)
    action = RULES.actions[verb]
    actor = draw(someone) if action.acts else ""
    targets = () if action.targets == "none" else (draw(someone),)
    return Intent(verb, actor, targets, values_of(draw, verb))


OPTION_CHOICES = st.fixed_dictionaries(
    {
        name: st.sampled_from([choice.id for choice in spec.choices])
        for name, spec in RULES.options.items()
        if spec.choices
    }
)


@trying(8)
@given(OPTION_CHOICES, st.lists(intents(), min_size=5, max_size=40), st.integers(0, 10**6))
def test_whatever_is_played_the_worst_is_a_refusal(options: dict[str, str], played: list[Intent], seed: int) -> None:
    table = crowd(options)
    chance = RandomChance(seed)
    words = words_for(RULES, "ru")
    commands = commands_for(RULES, words)
    for intent in [Intent("initiative"), Intent("next"), *played]:
        said: list[Message] = []
        with refusals(said):
            ENGINE.odds(table.state, intent)
        with refusals(said):
            outcome = ENGINE.outcome(table.state, intent, chance)
            table.state = fold_all(table.state, outcome.facts)
            said.extend(outcome.lines)
        assert all(map(words.knows, said))
        check_order(table)
        for due in table.state.due:
            if due.command:
                command = commands.parse(due.command, table.state)
                assert isinstance(command, ActCommand)
                ENGINE.outcome(table.state, command.intent, RandomChance(seed))
        for who in PEOPLE:
            check_person(table, who)
            RULES.derived(table.state, who)
            RULES.unavailable(table.state, who)


@contextmanager
def refusals(said: list[Message]) -> Iterator[None]:
    """Keep the reason of a refusal; every other failure goes on."""
    try:
        yield
    except Refusal as refusal:
        said.append(refusal.reason)


def check_person(table: TestTable, who: str) -> None:
    person = table.character(who)
    for gauge, pool in person.pools.items():
        assert pool.minimum <= pool.value <= (pool.maximum or 0)
        assert pool.minimum == (-10 if gauge == "health" and person.kind != "vampire" else 0)
    for running in person.conditions_of_kind("holding"):
        held = table.character(str(running.data["on"]))
        assert any(one.source == who for one in held.conditions_of_kind("held"))
        assert "torpor" not in table.words(who)
    for running in person.conditions_of_kind("held"):
        holding = table.character(running.source).conditions_of_kind("holding")
        assert any(one.data["on"] == who for one in holding)
    if person.has_condition("final_death"):
        assert not person.can_act
        assert not person.has_condition("frenzy")
    if person.kind == "vampire" and "blood" in person.pools and person.pools["blood"].value == 0:
        assert {"torpor", "final_death"} & set(table.words(who))


def check_order(table: TestTable) -> None:
    places = [(place.who, place.slot) for place in table.state.order]
    assert len(places) == len(set(places))


class NobodyIsHurt:
    """A house rule that lets every wound come to nothing."""

    @hookimpl(wrapper=True)
    def apply_damage(self) -> Generator[None, Outcome, Outcome]:
        """Drop what the ruleset answers."""
        yield
        return Outcome()


def test_a_house_rule_over_damage_reaches_every_way_to_be_hurt(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(Rules(tracker_night_wanderers, {"mercy": NobodyIsHurt()}, "tracker_night_wanderers"))
    monkeypatch.setattr(table_module, "ENGINE", engine)
    table = crowd({"hold_first_damage": "at_once"})
    table.act("damage", targets=(GREY,), amount=3)
    table.act("strike", "Anna", (GUARD,), [6, 6, 6, 1, 1])
    table.act("shoot", GUARD, (OTTO,), [6, 6], range="long_range", soak="decline")
    table.act("grapple", "Anna", (GUARD,), [6, 6, 6, 1, 1])
    table.act("hold", "Anna")
    table.act("bite", "Anna")
    table.act("burn", targets=(OTTO,))
    table.act("expose", targets=(OTTO,), source="big_fire")
    table.act("set", targets=(GREY,), health=-1)
    table.end_turns(2)
    left = {who: table.character(who).pools["health"].value for who in ("Anna", OTTO, GUARD, GREY)}
    assert left == {"Anna": 25, OTTO: 12, GUARD: 10, GREY: -1}


class OnePointLess:
    """A house rule that makes every wound a point smaller."""

    @hookimpl(wrapper=True)
    def apply_damage(self) -> Generator[None, Outcome, Outcome]:
        """Give a point back."""
        outcome = yield
        return replace(outcome, facts=tuple(map(self._lessened, outcome.facts)))

    @staticmethod
    def _lessened(fact: Fact) -> Fact:
        return replace(fact, after=replace(fact.after, value=fact.after.value + 1)) if is_pool(fact) else fact


def is_pool(fact: Fact) -> TypeGuard[PoolSet]:
    return isinstance(fact, PoolSet)


def test_the_line_of_a_wound_follows_what_a_house_rule_makes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(Rules(tracker_night_wanderers, {"less": OnePointLess()}, "tracker_night_wanderers"))
    monkeypatch.setattr(table_module, "ENGINE", engine)
    table = crowd({})
    table.act("damage", targets=(GREY,), amount=4)
    line = table.line("nw.damage")
    assert line is not None
    assert table.character(GREY).pools["health"].value == 12
    assert words_for(RULES).say(line) == f"{GREY}: 4 damage, health 15 → 12 (GM's call 4)"
