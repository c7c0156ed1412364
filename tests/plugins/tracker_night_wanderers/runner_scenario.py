"""Plays a fight of several steps."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.plugins.case_files import Case, UnknownKey
from tests.plugins.tracker_night_wanderers.case_words import (
    ATTACKS,
    RANGES,
    SOURCES,
    Keys,
    Readings,
    add_person,
    attack_faces,
    attack_readings,
    attack_values,
    check,
    frenzy_readings,
    gauge_lost,
    healing_turns,
    pass_turns,
    person_readings,
    refused_by,
    scene_range,
)
from tests.plugins.tracker_night_wanderers.table import TestTable
from tracker.api import Refusal, State


class Scenario:
    """A fight step by step."""

    def __init__(self, case: Case, table: TestTable, given: Keys) -> None:
        self._case = case
        self._table = table
        self._shot: tuple[str, str] = ("", "")
        self._enemies: set[tuple[str, str]] = set()
        for fighter in given.take("fighters"):
            keys = Keys(case, fighter["name"], fighter)
            add_person(table, keys, "")
            keys.done()
        table.begin_fight()
        if "range" in given:
            table.act("range", range=RANGES[given.take("range")])

    def play(self, number: int, step: Mapping[str, Any]) -> None:
        """Play one step and check what stands after it."""
        keys = Keys(self._case, f"step {number}", step)
        after = keys.take("after", {})
        wants_refusal = keys.take("refused", False)
        do = keys.take("do")
        by, on = keys.take("by", ""), keys.take("on", "")
        before = self._table.state
        refused = refused_by(lambda: self._act(do, by, on, keys))
        if do in ATTACKS and not refused:
            self._enemies |= {(by, on), (on, by)}
        keys.done()
        assert not wants_refusal or refused, f"{self._case['id']} step {number}: {do} went through, it should not"
        # Whom the sun cannot harm the product does not let be exposed; every other refusal the case has to name.
        wants_refusal = wants_refusal or any(
            person.get("refused") or person.get("check") is False for person in after.values()
        )
        harmless = do in ("expose", "leave")
        assert not refused or wants_refusal or harmless, f"{self._case['id']} step {number}: {refused}"
        for name, wanted in after.items():
            readings = self._scene() if name == "scene" else self._person(name, do, before, refused)
            check(self._case, f"after step {number} ({do}), {name}", wanted, readings)

    def _person(self, name: str, do: str, before: State, refused: Refusal | None) -> Readings:
        """What may be said of somebody after a step: how he stands, what the step took from him, how it went."""
        readings = person_readings(self._table, name)
        readings |= {
            "refused": lambda: refused is not None,
            "lost": lambda: gauge_lost(before, self._table.state, name, "health"),
            "cost": lambda: gauge_lost(before, self._table.state, name, "blood"),
        }
        if do in (*ATTACKS, "burn", "damage"):
            readings |= attack_readings(self._table, ATTACKS.get(do, do), refused)
        elif do == "frenzy_check":
            readings |= frenzy_readings(self._table, refused)
        elif do == "heal":
            readings["turns"] = lambda: healing_turns(self._table, refused)
        return readings

    def _scene(self) -> Readings:
        return {"range": lambda: scene_range(self._table, *self._shot)}

    def _act(self, do: str, by: str, on: str, keys: Keys) -> None:
        if do in ATTACKS:
            self._attack(do, by, on, keys)
            return
        acts: dict[str, Callable[[], Any]] = {
            "burn": lambda: self._burn(on or by, keys),
            "drink": lambda: self._drink(by, on, keys),
            "expose": lambda: self._expose(on or by, keys),
            "leave": lambda: self._table.act("shelter", targets=(on or by,), source=SOURCES[keys.take("source")]),
            "end_turn": lambda: pass_turns(self._table, keys.take("turns", 1), keys.take("soak_dice", [])),
            "frenzy_check": lambda: self._table.act(
                "frenzy_check", targets=(on or by,), faces=keys.take("dice", []), stimulus=keys.take("stimulus")
            ),
            "end_frenzy": lambda: self._table.act("end_frenzy", targets=(on or by,)),
            "heal": lambda: self._table.act("heal", targets=(on or by,), amount=keys.take("amount")),
            "boost": lambda: self._table.act("boost", on or by, to=keys.take("to")),
            "wake": lambda: self._table.act("wake", targets=(on or by,)),
            "gain_blood": lambda: self._table.act("gain_blood", targets=(on or by,), amount=keys.take("amount", 1)),
            "damage": lambda: self._damage(on or by, keys),
            "dismember": lambda: self._table.act("dismember", by, (on,)),
            "stabilise": lambda: self._table.act("stabilise", targets=(on or by,)),
            "end_episode": self._end_episode,
        }
        if do not in acts:
            raise UnknownKey(f"{self._case['id']}: no step is called {do!r}")
        acts[do]()

    def _end_episode(self) -> None:
        self._table.act("scene")
        # What the case tells next is told by turns again.
        self._table.begin_fight()

    def _attack(self, do: str, by: str, on: str, keys: Keys) -> None:
        verb = ATTACKS[do]
        values = attack_values(keys, verb)
        faces, soak = attack_faces(keys)
        if do in ("throw", "shot"):
            self._shot = (by, on)
        self._table.act(verb, by, (on,), faces, soak=soak, **values)

    def _burn(self, who: str, keys: Keys) -> None:
        faces, soak = attack_faces(keys)
        self._table.act("burn", targets=(who,), faces=faces, size=keys.take("size", "small"), soak=soak, sure=True)

    def _expose(self, who: str, keys: Keys) -> None:
        self._table.act("expose", targets=(who,), source=SOURCES[keys.take("source")], sure=True)

    def _damage(self, who: str, keys: Keys) -> None:
        faces, soak = attack_faces(keys)
        amount, deep = keys.take("amount"), keys.take("deep", False)
        self._table.act("damage", targets=(who,), faces=faces, amount=amount, deep=deep, soak=soak, sure=True)

    def _drink(self, by: str, on: str, keys: Keys) -> None:
        # Whoever has fought the drinker resists him; anybody else lets him drink.
        willing = (by, on) not in self._enemies
        self._table.act("drink", by, (on,), turns=keys.take("turns", 1), willing=willing)


def play_scenario(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Several steps, each with what stands after it."""
    scenario = Scenario(case, table, given)
    for number, step in enumerate(case["steps"], 1):
        scenario.play(number, step)
    return {}
