"""A house rule changes roll, preview and odds alike, and a line cannot say another number than its fact."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tables import memory_session, play, sample_rules
from tracker.answers import answer
from tracker.api import Intent, Outcome, Pool, PoolSet, Refusal, State, Status, hookimpl, message
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.core.chance import TypedChance
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.rules.loader import PluginError


@hookimpl
def bless(view: State, intent: Intent) -> Intent | None:
    if intent.verb != "attack":
        return None
    return intent.with_values(modifier=intent.integer("modifier") + 5)


def blessed(*lines: str, adjust: Any = bless) -> Session:
    house = SimpleNamespace(__name__="house", adjust=adjust)
    session = memory_session(sample_rules(house))
    return play(session, "add Ann", "add Bob", "initiative Ann=9 Bob=5", "next", *lines)


def test_roll_preview_and_odds_see_the_same_and_the_journal_keeps_what_was_typed() -> None:
    session = blessed()
    intent = Intent("attack", "Ann", ("Bob",))
    chances = session.table.odds(intent)
    assert chances is not None
    assert chances.events[0][1] == Fraction(16, 20)
    assert session.table.preview(intent, TypedChance((5,))).outcome.lines[0].values["total"] == 10
    play(session, "attack Bob faces=5")
    entry = session.table.history.entries[-1]
    assert "10 in all, hit" in entry.say
    assert entry.do == 'attack Bob faces="5"'
    query = perform_line(session, "odds attack Bob")
    assert isinstance(query, QueryCommand)
    assert "80.0%" in " ".join(answer(session, query))


def test_what_follows_from_an_act_is_adjusted_too_each_once_and_by_every_rule_in_turn() -> None:
    seen: list[tuple[str, int]] = []

    def doubling(name: str) -> Any:
        @hookimpl
        def adjust(view: State, intent: Intent) -> Intent | None:
            if intent.verb == "damage":
                seen.append((name, intent.integer("amount")))
                return intent.with_values(amount=intent.integer("amount") * 2)
            return None

        return SimpleNamespace(__name__=name, adjust=adjust)

    session = memory_session(sample_rules(doubling("first"), doubling("second")))
    play(session, "add Ann", "add Bob toughness=20", "initiative Ann=9 Bob=5", "next", "attack Bob faces=19")
    assert seen == [("first", 3), ("second", 6)]
    assert session.table.state.characters["Bob"].pools["hits"].value == 8


@pytest.mark.parametrize("made", [7, Intent("attack", "Ann", ("Bob",), {"modifier": 500})])
def test_an_adjusted_intent_that_does_not_fit_is_the_mistake_of_the_house_rule(made: Any) -> None:
    @hookimpl
    def adjust(view: State, intent: Intent) -> Any:
        return made if intent.verb == "attack" else None

    session = blessed(adjust=adjust)
    before = session.table.state
    with pytest.raises(PluginError) as failure:
        perform_line(session, "attack Bob faces=9")
    assert failure.value.reason.values["plugin"] == "house-0"
    assert session.table.state is before


def test_of_several_house_rules_the_one_is_named_that_made_what_does_not_fit() -> None:
    @hookimpl
    def misspelling(view: State, intent: Intent) -> Intent | None:
        return replace(intent, verb="attak") if intent.verb == "attack" else None

    @hookimpl
    def silent(view: State, intent: Intent) -> Intent | None:
        return None

    houses = [SimpleNamespace(__name__=f"h{n}", adjust=one) for n, one in enumerate((silent, misspelling, silent))]
    session = play(memory_session(sample_rules(*houses)), "add Ann", "add Bob")
    with pytest.raises(PluginError) as failure:
        perform_line(session, "attack Bob by=Ann faces=9")
    told = session.words.say(failure.value.reason)
    assert "house-1 failed in adjust" in told
    assert "'attak'" in told


def test_odds_are_refused_in_the_words_of_the_act() -> None:
    @hookimpl(tryfirst=True)
    def roll(view: State, intent: Intent) -> None:
        raise Refusal(message("note.plain", text="spent"))

    house = SimpleNamespace(__name__="house", roll=roll)
    session = play(memory_session(sample_rules(house)), "add Ann", "add Bob")
    with pytest.raises(Refusal) as refusal:
        session.table.odds(Intent("attack", "Ann", ("Bob",)))
    assert refusal.value.reason.values["text"] == "spent"


@hookimpl(wrapper=True)
def one_hit_stays(view: State, intent: Intent) -> Any:
    outcome = yield
    facts = [
        replace(fact, after=Pool(1, fact.before.maximum)) if isinstance(fact, PoolSet) else fact
        for fact in outcome.facts
    ]
    return Outcome(tuple(facts), outcome.lines, outcome.then)


def test_a_wrapper_that_changes_the_fact_changes_the_line() -> None:
    house = SimpleNamespace(__name__="house", apply_damage=one_hit_stays)
    session = play(memory_session(sample_rules(house)), "add Ann", "damage Ann 8")
    entry = session.table.history.entries[-1]
    assert "hits 8 → 1" in entry.say
    assert "→ 0" not in entry.say
    assert session.table.state.characters["Ann"].pools["hits"].value == 1


def test_a_wrapper_that_takes_the_fact_away_takes_its_line_away_too() -> None:
    @hookimpl(wrapper=True)
    def apply_damage(view: State, intent: Intent) -> Any:
        outcome = yield
        return Outcome((), (*outcome.lines, message("note.plain", text="unhurt")))

    house = SimpleNamespace(__name__="house", apply_damage=apply_damage)
    session = play(memory_session(sample_rules(house)), "add Ann", "damage Ann 8")
    assert session.table.history.entries[-1].say == "unhurt"


def test_a_fact_that_nobody_tells_gets_a_line_of_its_own() -> None:
    @hookimpl(wrapper=True)
    def apply_damage(view: State, intent: Intent) -> Any:
        outcome = yield
        return Outcome(outcome.facts, (), outcome.then)

    house = SimpleNamespace(__name__="house", apply_damage=apply_damage)
    session = play(memory_session(sample_rules(house)), "add Ann", "damage Ann 3 sharp")
    assert session.table.history.entries[-1].say == "Ann: hits 8/8 → 5/8 · Ann: bleeding (1, 2 rounds)"


@pytest.mark.parametrize(
    ("hook", "answer"),
    [("actions", "x"), ("heal", (1, 2)), ("due", [7]), ("derived", 7)],
)
def test_whoever_answers_wrongly_is_named_and_not_the_ruleset(hook: str, answer: Any) -> None:
    house = SimpleNamespace(__name__="house", **{hook: hookimpl(lambda: answer)})
    setattr(house, hook, hookimpl(tryfirst=True)(lambda: answer))
    rules = sample_rules(house)
    with pytest.raises(PluginError) as failure:
        use(rules)
    assert failure.value.reason.values["plugin"] == "house-0"


def use(rules: Rules) -> None:
    """Play so that each of the hooks is asked."""
    session = play(memory_session(rules), "add Ann")
    rules.derived(session.table.state, "Ann")
    play(session, "damage Ann 2", "heal Ann 1")


def test_a_house_rule_whose_parameter_is_a_word_of_the_language_is_named() -> None:
    from tracker.api import Action, Parameter
    from tracker.command.parse import CommandSet
    from tracker.text import Words

    @hookimpl
    def actions() -> list[Action]:
        return [Action("fly", "act", (Parameter("on", "text"),))]

    rules = sample_rules(SimpleNamespace(__name__="house", actions=actions))
    with pytest.raises(PluginError) as failure:
        CommandSet(rules, Words("en", rules.catalogue))
    assert failure.value.reason.values["plugin"] == "house-0"


def test_a_traceback_is_printed_where_the_author_wants_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @hookimpl(tryfirst=True)
    def heal(view: State) -> None:
        raise ZeroDivisionError("here")

    session = play(memory_session(sample_rules(SimpleNamespace(__name__="house", heal=heal))), "add Ann")
    for value, printed in (("", False), ("1", True)):
        monkeypatch.setenv("COTERIE_DEBUG", value)
        with pytest.raises(PluginError):
            perform_line(session, "heal Ann 1")
        assert ("in heal" in capsys.readouterr().err) is printed


def test_a_wrapper_adds_a_status_word_and_a_plain_function_stands_in_the_rulesets_place() -> None:
    @hookimpl(wrapper=True)
    def wrapping(view: State, who: str) -> Any:
        words = yield
        return (*(words or ()), Status("cursed"))

    @hookimpl
    def plain(view: State, who: str) -> list[Status]:
        return [Status("cursed")]

    def words_with(status: Any) -> list[str]:
        house = SimpleNamespace(__name__="house", status=status)
        session = play(memory_session(sample_rules(house)), "add Ann", "damage Ann 8")
        return [word.id for word in session.table.state.characters["Ann"].status]

    assert words_with(wrapping) == ["down", "cursed"]
    assert words_with(plain) == ["cursed"]
