"""Plays the cases about blood, thirst, hunting and Humanity."""

from collections.abc import Callable
from typing import Any

from tests.plugins.case_files import Case
from tests.plugins.tracker_night_wanderers.case_words import (
    Keys,
    Player,
    Readings,
    add_person,
    frenzy_readings,
    person_of,
    person_readings,
    points,
    refused_by,
    state_of,
    told_line,
)
from tests.plugins.tracker_night_wanderers.table import TestTable
from tracker.api import PoolSet


def play_resource(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """One thing done with blood, thirst, hunting or Humanity."""
    return RESOURCES[when.take("do")](case, table, given, when)


def _spend(table: TestTable, who: str, act: Callable[[], Any]) -> Readings:
    refused = refused_by(act)
    readings = person_readings(table, who)
    readings["refused"] = lambda: refused is not None
    readings["cost"] = lambda: refused.reason.values.get("price", 0) if refused else _blood_spent(table, who)
    return readings


def _blood_spent(table: TestTable, who: str) -> int:
    return sum(
        fact.before.value - fact.after.value
        for fact in table.last.facts
        if isinstance(fact, PoolSet) and (fact.who, fact.pool) == (who, "blood")
    )


def _wake(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who = add_person(table, given, "Somebody")
    return _spend(table, who, lambda: table.act("wake", targets=(who,)))


def _discipline(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, level = add_person(table, given, "Somebody"), when.take("level")
    return _spend(table, who, lambda: table.act("discipline", who, level=level, power="other"))


def _boost(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, to = add_person(table, given, "Somebody"), when.take("to")
    return _spend(table, who, lambda: table.act("boost", who, to=to))


def _costs(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    standing = given.take("boost", 0)
    prices = []
    for number, to in enumerate(when.take("boosts")):
        who = table.add(f"P{number}", blood_max=1000)
        if standing:
            table.condition(who, "boost", standing, scene=True)
        table.act("boost", who, to=to)
        prices.append(_blood_spent(table, who))
    return {"cost": lambda: prices}


def _drink(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    drinker = person_of(case, table, given, "drinker", "Drinker")
    victim = person_of(case, table, given, "victim", "Victim")
    turns = when.take("turns", 1)
    refused = refused_by(lambda: table.act("drink", drinker, (victim,), turns=turns, willing=True))
    return person_readings(table, drinker) | {
        "refused": lambda: refused is not None,
        "drinker_blood": lambda: points(table, drinker, "blood"),
        "victim_blood": lambda: points(table, victim, "blood"),
        "victim_state": lambda: state_of(table, victim),
        "hospital": person_readings(table, victim)["hospital"],
    }


def _gain_blood(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, amount = add_person(table, given, "Somebody"), when.take("amount")
    refused = refused_by(lambda: table.act("gain_blood", targets=(who,), amount=amount))
    readings = person_readings(table, who)
    readings["refused"] = lambda: refused is not None
    return readings


def _stimulus(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, stimulus = add_person(table, given, "Somebody"), when.take("stimulus")
    table.act("provoke", targets=(who,), stimulus=stimulus)
    asked = [due for due in table.state.due if due.id.startswith("frenzy:")]
    readings = person_readings(table, who)
    readings["check"] = lambda: bool(asked)
    readings["difficulty"] = lambda: asked[0].line.values["difficulty"] if asked else None
    return readings


def _frenzy_check(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, stimulus, dice = add_person(table, given, "Somebody"), when.take("stimulus"), when.take("dice", [])
    refused = refused_by(lambda: table.act("frenzy_check", targets=(who,), faces=dice, stimulus=stimulus))
    return person_readings(table, who) | frenzy_readings(table, refused)


def _hunt(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who = add_person(table, given, "Somebody")
    difficulties = []
    for area in when.take("areas"):
        table.act("hunt", who, faces=[1], area=area)
        difficulties.append(table.rolls("hunt")[0].data["difficulty"])
    return {"difficulty": lambda: difficulties}


def _humanity(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    values = []
    for number, origin in enumerate(when.take("origins")):
        kind = origin if origin in ("werewolf", "human") else "vampire"
        who = table.add(f"P{number}", kind, origin=origin)
        values.append(table.character(who).integer("humanity"))
    return {"humanity": lambda: values}


def _raise_humanity(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, to = table.add("Somebody", humanity=when.take("from")), when.take("to")
    refused = refused_by(lambda: table.act("raise_humanity", who, to=to))
    readings = person_readings(table, who)
    readings["refused"] = lambda: refused is not None
    readings["experience"] = lambda: 0 if refused else told_line(table, "nw.humanity_raised").values["experience"]
    return readings


RESOURCES: dict[str, Player] = {
    "wake": _wake,
    "discipline": _discipline,
    "boost": _boost,
    "costs": _costs,
    "drink": _drink,
    "gain_blood": _gain_blood,
    "stimulus": _stimulus,
    "frenzy_check": _frenzy_check,
    "hunt": _hunt,
    "humanity": _humanity,
    "raise_humanity": _raise_humanity,
}
