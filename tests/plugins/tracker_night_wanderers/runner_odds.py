"""Asks for exact chances before anything is rolled."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.plugins.case_files import Case
from tests.plugins.tracker_night_wanderers.case_words import (
    Keys,
    Readings,
    counter,
)
from tests.plugins.tracker_night_wanderers.table import TestTable


def play_odds(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Exact chances before anything is rolled."""
    return QUESTIONS[given.take("question")](table, given)


def _fractions(events: Mapping[str, Any]) -> Readings:
    def reading(key: str) -> Callable[[], str]:
        return lambda: str(events[key]())

    return {key: reading(key) for key in events}


def _odds_roll(table: TestTable, given: Keys) -> Readings:
    who = table.add("A")
    values = {
        "rating": str(given.take("pool")),
        "difficulty": given.take("difficulty", 4),
        "need": given.take("need", 1),
    }
    return _fractions({"chance": lambda: table.event("success", "roll", who, **values)})


def _odds_contest(table: TestTable, given: Keys) -> Readings:
    a, b = table.add("A"), table.add("B")
    values = {
        "rating": str(given.take("a")),
        "against": str(given.take("b")),
        "difficulty": given.take("difficulty", 4),
    }
    names = {"a_wins": "won", "tie": "tie", "b_wins": "lost", "a_wins_at_last": "won_at_last"}
    return _fractions(
        {key: lambda name=name: table.event(name, "contest", a, (b,), **values) for key, name in names.items()}
    )


def _odds_strike(table: TestTable, given: Keys) -> Readings:
    a = table.add("A", unarmed_combat=given.take("a"))
    b = table.add("B", physical_defence=given.take("b"))
    return _fractions({"chance": lambda: table.event("hit", "strike", a, (b,))})


def _odds_soak(table: TestTable, given: Keys) -> Readings:
    who = table.add("A", physical_defence=given.take("pool"))
    return _fractions({"chance": lambda: table.event("soak", "damage", targets=(who,), amount=2)})


def _odds_dodge(table: TestTable, given: Keys) -> Readings:
    a = table.add("A", unarmed_combat=given.take("a"))
    b = table.add("B")
    # The dodger's pool is given with its two extra dice.
    values = {"defending": "dodge", "defence_bonus": given.take("b") - 2}
    names = {"chance": "miss", "gain": "initiative_gain"}
    return _fractions(
        {key: lambda name=name: table.event(name, "strike", a, (b,), **values) for key, name in names.items()}
    )


def _odds_stealth(table: TestTable, given: Keys) -> Readings:
    a, b = table.add("A", sneaking=given.take("a")), table.add("B", "human", inspection=given.take("b"))
    values = {"difficulty": given.take("difficulty", 4)}
    if "b_difficulty" in given:
        values["watcher_difficulty"] = given.take("b_difficulty")
    names = ("unseen", "suspicion", "noticed")
    return _fractions({name: lambda name=name: table.event(name, "sneak", a, (b,), **values) for name in names})


def _odds_extended(table: TestTable, given: Keys) -> Readings:
    a, b = table.add("A"), table.add("B")
    values = {
        "rating": str(given.take("a")),
        "against": str(given.take("b")),
        "goal": given.take("goal", 3),
        "difficulty": given.take("difficulty", 4),
    }
    return _fractions({"chance": lambda: table.event("won_at_last", "extended", a, (b,), **values)})


def _odds_initiative(table: TestTable, given: Keys) -> Readings:
    a, b = table.add("A"), table.add("B")
    table.fold(counter(a, "initiative_change", given.take("change", 0)))
    names = {"chance": "goes_first", "tie": "tie"}
    return _fractions(
        {key: lambda name=name: table.event(name, "initiative", targets=(a, b)) for key, name in names.items()}
    )


def _odds_frenzy(table: TestTable, given: Keys) -> Readings:
    who = table.add("A", pa=given.take("pool"))
    values = {"stimulus": "rage", "difficulty": given.take("difficulty", 4)}
    return _fractions({"chance": lambda: table.event("frenzy", "frenzy_check", targets=(who,), **values)})


def _odds_missile(table: TestTable, given: Keys) -> Readings:
    a = table.add("A", fa=given.take("pool"))
    soak = given.take("soak")
    b = table.add("B", "human") if soak is None else table.add("B", physical_defence=soak)
    values = {"difficulty": given.take("difficulty", 4), "plus": given.take("plus", 1)}
    return _fractions({"mean": lambda: table.odds("throw", a, (b,), **values).loss})


QUESTIONS: dict[str, Callable[[TestTable, Keys], Readings]] = {
    "roll": _odds_roll,
    "contest": _odds_contest,
    "strike": _odds_strike,
    "soak": _odds_soak,
    "dodge": _odds_dodge,
    "stealth": _odds_stealth,
    "extended": _odds_extended,
    "initiative": _odds_initiative,
    "frenzy": _odds_frenzy,
    "missile": _odds_missile,
}
