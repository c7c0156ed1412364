"""Plays a rulebook case through the product: sets people up, acts with the case's faces, reads state, rolls and odds.

It only translates: the keys of a case into traits, conditions and intents, facts and status words back into keys.
"""

from collections.abc import Sequence
from typing import Any

from tests.plugins.case_files import Case, UnknownKey
from tests.plugins.tracker_night_wanderers.case_words import (
    ATTACKS,
    CONTESTS,
    QUALITIES,
    RANGES,
    RESULTS,
    SOURCES,
    Keys,
    Player,
    Readings,
    add_person,
    attack_faces,
    attack_readings,
    attack_values,
    check,
    counter,
    healing_turns,
    pass_turns,
    person_of,
    person_readings,
    points,
    refused_by,
    scene_range,
    told_line,
)
from tests.plugins.tracker_night_wanderers.runner_blood import play_resource
from tests.plugins.tracker_night_wanderers.runner_odds import play_odds
from tests.plugins.tracker_night_wanderers.runner_scenario import play_scenario
from tests.plugins.tracker_night_wanderers.table import TestTable
from tracker.api import Rolled, Term, TurnBegun
from tracker_night_wanderers.initiative import pursuit_powers


def run_case(case: Case) -> None:
    """Play a case; raises AssertionError where the product answers otherwise, UnknownKey for what is not understood."""
    known = {"id", "rules", "kind", "title", "source", "given", "when", "then", "steps", "note"}
    if not known >= case.keys():
        raise UnknownKey(f"{case['id']}: {sorted(case.keys() - known)} not understood")
    player = KINDS.get(case["kind"])
    if player is None:
        raise UnknownKey(f"{case['id']}: no kind of case is called {case['kind']!r}")
    given = Keys(case, "given", case.get("given", {}))
    when = Keys(case, "when", case.get("when", {}))
    table = TestTable(given.take("options", {}))
    read = player(case, table, given, when)
    given.done()
    when.done()
    check(case, "then", case.get("then", {}), read)


def play_roll(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """A plain roll."""
    names = {"difficulty": "difficulty", "change": "difficulty_change", "need": "need"}
    values = {name: given.take(key) for key, name in names.items() if key in given}
    dice = when.take("dice")
    who = add_person(table, given, "Roller")
    table.act("roll", who, faces=dice, rating=str(len(dice)), **values)
    (fact,) = table.rolls("roll")
    return {
        "difficulty": lambda: fact.data["difficulty"],
        "successes": lambda: fact.successes,
        "success": lambda: fact.result != "failure",
        "quality": lambda: QUALITIES[fact.result],
    }


def play_pool(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """How many dice remain of a rating."""
    rating, bonus = given.take("rating", 0), given.take("bonus", 0)
    purpose, physical = given.take("roll", "action"), given.take("physical", False)
    who = add_person(table, given, "Somebody")
    if purpose == "initiative":
        table.act("initiative", targets=(who,), faces=[1, 1])
        (fact,) = table.rolls("initiative")
        return {"pain": lambda: _pain_in(fact.parts), "dice": lambda: fact.pool}
    chances = table.odds("roll", who, rating=str(rating), bonus=bonus, purpose=purpose, physical=physical, difficulty=4)
    return {"pain": lambda: _pain_in(chances.parts), "dice": lambda: chances.pool}


def _pain_in(parts: Sequence[Any]) -> int:
    return -sum(part.value for part in parts if part.label == Term("pain"))


def play_track(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Health after damage or turns; or the bands of several points."""
    if "points" in given:
        return _scale(case, table, given)
    who = add_person(table, given, "Somebody")
    before = points(table, who, "health")
    if "damage" in when:
        amount, deep = when.take("damage"), when.take("deep", False)
        # Whoever is gone takes no more damage: then nothing changes.
        refused_by(lambda: table.act("damage", targets=(who,), amount=amount, deep=deep, soak="decline", sure=True))
    for source in when.take("exposed", []):
        # Whom the sun cannot harm the product does not let be exposed: then nothing changes.
        refused_by(lambda source=source: table.act("expose", targets=(who,), source=SOURCES[source], sure=True))  # type: ignore[misc]
    if "turns" in when:
        pass_turns(table, when.take("turns"), [])
    readings = person_readings(table, who)
    readings["lost"] = lambda: before - points(table, who, "health")
    return readings


def _scale(case: Case, table: TestTable, given: Keys) -> Readings:
    points_given, shared = given.take("points"), given.rest()
    people = []
    for number, point in enumerate(points_given):
        keys = Keys(case, "given", {**shared, "health": point})
        people.append(add_person(table, keys, f"P{number}"))
        keys.done()
    return {
        f"{reading}s": lambda reading=reading: [person_readings(table, who)[reading]() for who in people]  # type: ignore[misc]
        for reading in ("band", "pain", "state")
    }


def play_attack(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """One attack with everything that follows."""
    attack = given.take("attack")
    attacker = "Attacker"
    if "attacker" in given:
        attacker = person_of(case, table, given, "attacker", attacker)
    target = person_of(case, table, given, "defender", "Defender")
    faces, soak = attack_faces(when)
    if "range" in given:
        table.act("range", range=RANGES[given.take("range")])
    before = points(table, target, "health")
    if attack == "burn":
        size = given.take("size", "small")
        # No weapon burns, and nothing but soak answers a burn.
        for key in ("weapon", "defending", "move"):
            given.take(key)
        refused = refused_by(lambda: table.act("burn", targets=(target,), faces=faces, size=size, soak=soak, sure=True))
    else:
        verb = ATTACKS[attack]
        values = attack_values(given, verb)
        if attack in ("hold", "bite"):
            table.seize(attacker, target)
        table.begin_fight()
        refused = refused_by(lambda: table.act(verb, attacker, (target,), faces, soak=soak, **values))
    after = table.state
    readings = person_readings(table, target)
    readings |= attack_readings(table, ATTACKS.get(attack, attack), refused)
    readings["lost"] = lambda: before - after.characters[target].pools["health"].value
    readings["range"] = lambda: _range_after(table, attacker, target)
    return readings


def _range_after(table: TestTable, one: str, other: str) -> str:
    table.end_turns()
    return scene_range(table, one, other)


def play_contest(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """A contest, or the turns of an extended one."""
    contest = given.take("contest")
    verb = CONTESTS[contest]
    values: dict[str, Any] = {"difficulty": given.take("difficulty", 4)}
    first, second = Keys(case, "a", given.take("a")), Keys(case, "b", given.take("b", {}))
    traits = ("sneaking", "inspection") if contest == "stealth" else ("", "")
    if contest in ("plain", "extended"):
        values |= {"rating": str(first.take("rating", 0)), "against": str(second.take("rating", 0))}
    a = add_person(table, first, "A", traits[0])
    b = add_person(table, second, "B", traits[1])
    first.done()
    second.done()
    for key, name in (
        ("way", "way"),
        ("resisting", "resisting"),
        ("goal", "goal"),
        ("b_difficulty", "watcher_difficulty"),
    ):
        if key in given:
            values[name] = given.take(key)
    rounds = when.take("rounds") or [{"a": when.take("a_dice", []), "b": when.take("b_dice", [])}]
    thrown: list[list[Rolled]] = []
    for number, faces in enumerate(rounds, 1):
        keys = Keys(case, f"round {number}", faces)
        table.act(verb, a, (b,), [*keys.take("a", []), *keys.take("b", [])], **values)
        keys.done()
        thrown.append(table.rolls())
    own, *answers = thrown[-1]
    return {
        "a_pool": lambda: own.pool,
        "b_pool": lambda: answers[0].pool if answers else 0,
        "a_successes": lambda: own.successes,
        "b_successes": lambda: answers[0].successes if answers else 0,
        "result": lambda: RESULTS.get(own.result, own.result),
        "next_difficulty": lambda: own.data["next_difficulty"],
        "lead": lambda: [turn[0].data["lead"] for turn in thrown],
    }


def play_initiative(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """The order of a fight or of a chase."""
    is_chase = given.take("list", "initiative") == "pursuit"
    rolls: dict[str, list[int]] = {}
    # Where powers decide the case may leave the dice out; any number does then.
    totals: dict[str, int] = {}
    for fighter in given.take("fighters"):
        keys = Keys(case, fighter["name"], fighter)
        roll, change = keys.take("roll", []), keys.take("change", 0)
        name = add_person(table, keys, "")
        keys.done()
        rolls[name] = roll
        if not roll:
            totals[f"total:{name}"] = 100 + len(rolls)
        table.fold(counter(name, "initiative_change", change))
    pursuer = given.take("pursuer", next(iter(rolls)))
    names = list(rolls)
    ties = [entry[name] for entry in when.take("tie_dice", []) for name in names if name in entry]
    numbers = [face for name in names for face in rolls[name]]
    if not is_chase:
        table.act("initiative", targets=names, faces=[*numbers, *ties], **totals)
        return {"order": lambda: [place.who for place in table.state.order]}
    # Whoever is alone with their powers throws no dice, and the number that the case gives them means nothing.
    powers = {name: pursuit_powers(table.character(name)) for name in names}
    alone = {name for name in names if list(powers.values()).count(powers[name]) == 1}
    numbers = [face for name in names if name not in alone for face in rolls[name]]
    table.act("pursue", pursuer, [name for name in names if name != pursuer], [*numbers, *ties])
    return {
        "order": lambda: [_named(one) for one in told_line(table, "nw.pursuit_order").values["list"]],  # type: ignore[union-attr]
        "caught": lambda: table.line("nw.gets_away") is None,
    }


def _named(place: Any) -> str:
    return _named(place.values["place"]) if "place" in place.values else place.values["who"]


def play_round(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Who acts when in one turn, extra actions included."""
    order, extra = given.take("order"), given.take("extra", {})
    for name in order:
        # Everybody's Celerity is active, so that the numbers alone decide the order that the case wants.
        table.add(name, extra_actions=extra.get(name, 0))
        table.condition(name, "initial_celerity", scene=True)
    totals = {f"total:{name}": number for number, name in enumerate(order, 1)}
    table.act("initiative", targets=order, **totals)
    falls = list(when.take("falls", []))
    sequence: list[str] = []
    while True:
        for fall in [one for one in falls if one["after"] == len(sequence)]:
            keys = Keys(case, "falls", fall)
            table.condition(keys.take("name"), "torpor")
            keys.take("after")
            keys.done()
            falls.remove(fall)
        outcome = table.act("next")
        begun = [fact.who for fact in outcome.facts if isinstance(fact, TurnBegun)]
        if table.state.round > 1 or not begun:
            break
        sequence += begun
    assert not falls, f"{case['id']}: {falls} never came"
    return {"sequence": lambda: sequence}


def play_heal(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Blood becomes health."""
    who = add_person(table, given, "Somebody")
    amount = when.take("heal")
    refused = refused_by(lambda: table.act("heal", targets=(who,), amount=amount, with_blood=True))
    readings = person_readings(table, who)
    readings["refused"] = lambda: refused is not None
    readings["turns"] = lambda: healing_turns(table, refused)
    return readings


KINDS: dict[str, Player] = {
    "roll": play_roll,
    "pool": play_pool,
    "track": play_track,
    "attack": play_attack,
    "contest": play_contest,
    "initiative": play_initiative,
    "round": play_round,
    "heal": play_heal,
    "resource": play_resource,
    "scenario": play_scenario,
    "odds": play_odds,
}
