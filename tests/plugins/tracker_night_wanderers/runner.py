"""Plays a rulebook case through the product: sets people up, acts with the case's faces, reads state, rolls and odds.

It only translates: the keys of a case into traits, conditions and intents, facts and status words back into keys.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.plugins.case_files import Case, UnknownKey
from tests.plugins.tracker_night_wanderers.table import FacesLeft, TestTable
from tracker.api import PoolSet, Prompted, Refusal, Rolled, Term, TypedChance
from tracker.core.facts import TurnBegun
from tracker.core.intents import Intent
from tracker.core.messages import Message

SOURCES = {
    "direct sun": "direct_sunlight",
    "indirect sun": "indirect_sunlight",
    "small fire": "small_fire",
    "big fire": "big_fire",
}
RANGES = {"long": "long_range", "medium": "medium_range", "point-blank": "point_blank", "contact": "contact"}
DEFENDING = {
    "automatic": "automatic",
    "dodge": "dodge",
    "running dodge": "running_dodge",
    "straight run": "straight_run",
    "nothing": "nothing",
}
ATTACKS = {"strike": "strike", "grapple": "grapple", "throw": "throw", "shot": "shoot", "hold": "hold", "bite": "bite"}
BANDS = ("optimal", "normal", "average", "dangerous", "critical")
QUALITIES = {
    "quality_1": "adequate",
    "quality_2": "good",
    "quality_3": "excellent",
    "quality_4": "masterly",
    "failure": "none",
}
THIRSTS = {"thirst": "thirsty", "insatiable": "insatiable"}
RESULTS = {"won": "a", "lost": "b", "tie": "reroll", "undecided": "open"}
CONTESTS = {
    "plain": "contest",
    "extended": "extended",
    "stealth": "sneak",
    "intimidate": "intimidate",
    "lead": "lead",
    "seduce": "seduce",
    "rivals": "rivals",
}
TRAITS = {
    "attack": ("unarmed_combat", "fa"),
    "strength": ("strength",),
    "defence": ("physical_defence",),
    "dodge": ("dodging",),
    "pa": ("pa",),
    "mind": ("mind",),
    "manipulation": ("manipulation",),
    "persuasion": ("persuasion",),
    "seduction": ("seduction",),
}
OWNED = {
    "hunters_instinct": ("hunters_instinct", 1),
    "initial_celerity": ("celerity", 1),
    "advanced_celerity": ("celerity", 2),
    "initial_potence": ("potence", 1),
    "advanced_potence": ("potence", 2),
}
ANIMALS = ("cow", "dog", "cat")


class Keys:
    """The keys of a table of a case; each must be taken."""

    def __init__(self, case: Case, table: str, content: Mapping[str, Any]) -> None:
        self._where = f"{case['id']} {table}"
        self._left = dict(content)

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def take(self, key: str, default: Any = None) -> Any:
        """The value of a key, which then counts as read."""
        return self._left.pop(key, default)

    def done(self) -> None:
        """Raise UnknownKey for a key that nobody has read."""
        if self._left:
            raise UnknownKey(f"{self._where}: {sorted(self._left)} not understood")


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


def check(case: Case, where: str, wanted: Mapping[str, Any], read: Mapping[str, Callable[[], Any]]) -> None:
    """Compare every value that the case names with what the product says.

    Reading the range lets the turn end, so it comes last.
    """
    for key, value in sorted(wanted.items(), key=lambda item: item[0] == "range"):
        if key not in read:
            raise UnknownKey(f"{case['id']} {where}: {key!r} not understood")
        found = read[key]()
        assert found == value, f"{case['id']} {where}: {key} is {found!r}, the rulebook says {value!r}"


Readings = dict[str, Callable[[], Any]]


# ---------------------------------------------------------------------- people


def add_person(table: TestTable, keys: Keys, name: str, rating_trait: str = "") -> str:
    """Add the character that some keys describe, and bring it into its state."""
    name = keys.take("name", name)
    kind = keys.take("who", "vampire")
    values: dict[str, Any] = {}
    for key, traits in TRAITS.items():
        if key in keys:
            rating = keys.take(key)
            values.update(dict.fromkeys(traits, rating))
    if rating_trait and "rating" in keys:
        values[rating_trait] = keys.take("rating")
    if keys.take("fortitude", False):
        values["fortitude"] = 1
    for power in keys.take("owned", []):
        trait, level = OWNED[power]
        values[trait] = max(level, values.get(trait, 0))
    gauges = _gauges(keys, kind)
    table.add(name, kind, **values, **gauges)
    _bring_into_state(table, keys, name)
    return name


def _gauges(keys: Keys, kind: str) -> dict[str, int]:
    gauges: dict[str, int] = {}
    for gauge in ("health", "blood"):
        value, maximum = keys.take(gauge), keys.take(f"{gauge}_max")
        if value is None and maximum is None:
            if gauge == "blood" and kind in ANIMALS:
                gauges["blood_max"] = {"cow": 5, "dog": 2, "cat": 1}[kind]
            continue
        gauges[f"{gauge}_max"] = maximum if maximum is not None else max(1, value)
        gauges[gauge] = value if value is not None else maximum
    return gauges


def _bring_into_state(table: TestTable, keys: Keys, name: str) -> None:
    if keys.take("frenzy", False):
        table.condition(name, "frenzy", scene=True)
    if keys.take("stable", False):
        table.condition(name, "stable")
    if boost := keys.take("boost", 0):
        table.condition(name, "boost", boost, scene=True)
    for power in keys.take("active", []):
        table.condition(name, power, scene=True)
    state = keys.take("state", "active")
    if state != "active" and state_of(table, name) != state:
        table.condition(name, state)


def state_of(table: TestTable, who: str) -> str:
    """The state as its word shows it."""
    words = table.words(who)
    return next((word for word in ("final_death", "torpor", "unconscious") if word in words), "active")


def points(table: TestTable, who: str, gauge: str) -> Any:
    """The points of a gauge, None where it plays no part."""
    pool = table.character(who).pools.get(gauge)
    return pool.value if pool else None


def person_readings(table: TestTable, who: str, case_name: str = "") -> Readings:
    """What a case may say about somebody."""
    return {
        "health": lambda: points(table, who, "health"),
        "blood": lambda: points(table, who, "blood"),
        "band": lambda: next((word for word in table.words(who) if word in BANDS), "none"),
        "pain": lambda: table.derived(who, "pain"),
        "state": lambda: state_of(table, who),
        "frenzy": lambda: table.character(who).has_condition("frenzy"),
        "thirst": lambda: next((THIRSTS[word] for word in table.words(who) if word in THIRSTS), "none"),
        "hospital": lambda: "hospital" in table.words(who),
        "steps": lambda: table.character(who).count("dismemberment"),
        "holds": lambda: _source(table, who, "holding"),
        "held_by": lambda: _source(table, who, "held"),
        "held": lambda: table.character(who).has_condition("held"),
        "stable": lambda: table.character(who).has_condition("stable"),
        "initiative_next": lambda: table.character(who).count("initiative_next"),
        "initiative_change": lambda: table.character(who).count("initiative_change"),
        "boost": lambda: sum(one.amount for one in table.character(who).conditions_of_kind("boost")),
        "humanity": lambda: table.character(who).integer("humanity"),
    }


def _source(table: TestTable, who: str, kind: str) -> str:
    return next((running.source for running in table.character(who).conditions_of_kind(kind)), "")


# ---------------------------------------------------------------------- rolls and pools


def play_roll(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """A plain roll."""
    values = {key: given.take(key) for key in ("difficulty", "change", "need") if key in given}
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
        table.act("initiative", targets=(who,), faces=[1] * rating)
        (fact,) = table.rolls("initiative")
        return {"pain": lambda: _pain_in(fact.parts), "dice": lambda: fact.pool}
    chances = table.odds("roll", who, rating=str(rating), bonus=bonus, purpose=purpose, physical=physical, difficulty=4)
    return {"pain": lambda: _pain_in(chances.parts), "dice": lambda: chances.pool}


def _pain_in(parts: Sequence[Any]) -> int:
    return -sum(part.value for part in parts if part.label == Term("pain"))


# ---------------------------------------------------------------------- tracks


def play_track(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Health after damage or turns; or the bands of several points."""
    if "points" in given:
        return _scale(table, given)
    who = add_person(table, given, "Somebody")
    before = points(table, who, "health")
    if "damage" in when:
        table.act("damage", targets=(who,), amount=when.take("damage"), deep=when.take("deep", False), soak="decline")
    for source in when.take("exposed", []):
        # Whom the sun cannot harm the product does not let be exposed: then nothing changes.
        _refused(lambda source=source: table.act("expose", targets=(who,), source=SOURCES[source]))  # type: ignore[misc]
    if "turns" in when:
        pass_turns(table, when.take("turns"), [])
    readings = person_readings(table, who)
    readings["lost"] = lambda: before - points(table, who, "health")
    return readings


def _scale(table: TestTable, given: Keys) -> Readings:
    kind, maximum = given.take("who", "vampire"), given.take("health_max")
    people = [
        table.add(f"P{number}", kind, health_max=maximum, health=point)
        for number, point in enumerate(given.take("points"))
    ]
    return {
        "bands": lambda: [person_readings(table, who)["band"]() for who in people],
        "pains": lambda: [person_readings(table, who)["pain"]() for who in people],
    }


def pass_turns(table: TestTable, count: int, faces: Sequence[int]) -> None:
    """Let turns pass; without faces everybody declines to soak what comes at a turn's end."""
    declining = []
    if not faces and table.state.option("fortitude_single_point") == "cancels":
        declining = [who for who, person in table.state.characters.items() if person.integer("soaks")]
    for who in declining:
        table.act("set", targets=(who,), name="soaks", value="0")
    table.end_turns(count, faces)
    for who in declining:
        table.act("set", targets=(who,), name="soaks", value="1")


# ---------------------------------------------------------------------- attacks


def attack_values(keys: Keys, verb: str) -> dict[str, Any]:
    """The values of an attack's intent."""
    values: dict[str, Any] = {}
    weapon = keys.take("weapon", "none")
    if verb in ("strike", "grapple", "hold"):
        values["weapon"] = weapon
    if "defending" in keys:
        values["defending"] = DEFENDING[keys.take("defending")]
    if "range" in keys:
        values["range"] = RANGES[keys.take("range")]
    if "move" in keys:
        values["running"] = keys.take("move")
    return values


def attack_faces(keys: Keys) -> tuple[list[int], str]:
    """The faces of an attack in the order they fall, and whether soak is rolled or declined."""
    soak_dice = keys.take("soak_dice")
    faces = [*keys.take("attack_dice", []), *keys.take("defence_dice", []), *(soak_dice or [])]
    return faces, "decline" if soak_dice is None else "always"


def play_attack(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """One attack with everything that follows."""
    attack = given.take("attack")
    attacker = "Attacker"
    if "attacker" in given:
        attacker = _person(case, table, given, "attacker", attacker)
    target = _person(case, table, given, "defender", "Defender")
    faces, soak = attack_faces(when)
    before = points(table, target, "health")
    if attack == "burn":
        size = given.take("size", "small")
        given.take("weapon")
        refused = _refused(lambda: table.act("burn", targets=(target,), faces=faces, size=size, soak=soak))
    else:
        verb = ATTACKS[attack]
        values = attack_values(given, verb)
        if attack in ("hold", "bite"):
            table.seize(attacker, target)
        table.begin_fight()
        refused = _refused(lambda: table.act(verb, attacker, (target,), faces, soak=soak, **values))
    after = table.state
    readings = person_readings(table, target)
    readings |= _attack_readings(table, attack, attacker, target, refused)
    readings["lost"] = lambda: before - after.characters[target].pools["health"].value
    readings["range"] = lambda: _range_after(table, attacker, target)
    return readings


def _person(case: Case, table: TestTable, given: Keys, key: str, name: str) -> str:
    keys = Keys(case, key, given.take(key))
    who = add_person(table, keys, name)
    keys.done()
    return who


def _refused(act: Callable[[], Any]) -> Refusal | None:
    try:
        act()
    except Refusal as refusal:
        return refusal
    return None


def _attack_readings(table: TestTable, attack: str, attacker: str, target: str, refused: Refusal | None) -> Readings:
    nothing = refused is not None
    thrown = None if nothing else next((one for one in table.rolls() if one.what == ATTACKS.get(attack)), None)
    answer = (
        None if nothing else next((one for one in table.rolls() if one.what in ("physical_defence", "dodging")), None)
    )
    soak = None if nothing else next(iter(table.rolls("soak")), None)
    not_rolled = None if nothing else table.line("nw.soak_not_rolled")
    wound = None if nothing else table.line("nw.damage")
    return {
        "refused": lambda: nothing,
        "difficulty": lambda: thrown.data["difficulty"] if thrown else None,
        "attack_pool": lambda: thrown.pool if thrown else 0,
        "attack_successes": lambda: thrown.successes if thrown else 0,
        "defence_pool": lambda: answer.pool if answer else 0,
        "defence_difficulty": lambda: answer.data["difficulty"] if answer else None,
        "defence_successes": lambda: answer.successes if answer else 0,
        "hit": lambda: thrown.result == "hit" if thrown else wound is not None,
        "damage": lambda: wound.values["amount"] if wound else 0,
        "deep": lambda: wound is not None and wound.values["kind"] == Term("deep_damage"),
        "can_soak": lambda: soak is not None or not_rolled is not None,
        "soak_pool": lambda: soak.pool if soak else not_rolled.values["dice"] if not_rolled else 0,
    }


def _range_after(table: TestTable, one: str, other: str) -> str:
    table.end_turns()
    return scene_range(table, one, other)


def scene_range(table: TestTable, one: str, other: str) -> str:
    """The range between two as the scene remembers it."""
    pair = ":".join(sorted((one, other)))
    known = table.state.scene.get(f"range:{pair}", table.state.scene.get("range", ""))
    return next(name for name, range_id in RANGES.items() if range_id == known)


# ---------------------------------------------------------------------- contests


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


# ---------------------------------------------------------------------- initiative and the turn


def play_initiative(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """The order of a fight or of a chase."""
    is_chase = given.take("list", "initiative") == "pursuit"
    pursuer = given.take("pursuer", "")
    rolls: dict[str, list[int]] = {}
    for fighter in given.take("fighters"):
        keys = Keys(case, fighter["name"], fighter)
        roll, change = keys.take("roll", []), keys.take("change", 0)
        name = add_person(table, keys, "")
        keys.done()
        rolls[name] = roll
        table.fold(_counter(name, "initiative_change", change))
    names = sorted(rolls, key=lambda name: name != pursuer) if is_chase else list(rolls)
    ties = [entry[name] for entry in when.take("tie_dice", []) for name in names if name in entry]
    numbers = [face for name in names for face in rolls[name]]
    if not is_chase:
        table.act("initiative", targets=names, faces=[*numbers, *ties])
        return {"order": lambda: [place.who for place in table.state.order]}
    chance = TypedChance([*numbers, *ties])
    table.act_with(chance, Intent("pursue", pursuer, tuple(name for name in names if name != pursuer)))
    # Where powers decide no dice are thrown, and the numbers that the case gives mean nothing.
    if chance.left_over and (ties or len(chance.left_over) < len(numbers)):
        raise FacesLeft(f"{case['id']}: {chance.left_over} left over")
    return {
        "order": lambda: list(_line(table, "nw.pursuit_order").values["list"]),  # type: ignore[arg-type]
        "caught": lambda: table.line("nw.gets_away") is None,
    }


def _line(table: TestTable, line_id: str) -> Message:
    line = table.line(line_id)
    assert line is not None, f"no line {line_id} was told"
    return line


def _counter(who: str, name: str, value: int) -> Any:
    from tracker.api import CounterSet

    return CounterSet(who, name, value, "round")


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


# ---------------------------------------------------------------------- healing and blood


def play_heal(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Blood becomes health."""
    who = add_person(table, given, "Somebody")
    amount = when.take("heal")
    refused = _refused(lambda: table.act("heal", targets=(who,), amount=amount, with_blood=True))
    readings = person_readings(table, who)
    readings["refused"] = lambda: refused is not None
    readings["turns"] = lambda: 0 if refused else _line(table, "nw.healing_takes").values["turns"]
    return readings


def play_resource(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """One thing done with blood, thirst, hunting or Humanity."""
    return RESOURCES[when.take("do")](case, table, given, when)


def _spend(table: TestTable, who: str, act: Callable[[], Any]) -> Readings:
    refused = _refused(act)
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
    drinker = _person(case, table, given, "drinker", "Drinker")
    victim = _person(case, table, given, "victim", "Victim")
    turns = when.take("turns", 1)
    refused = _refused(lambda: table.act("drink", drinker, (victim,), turns=turns, willing=True))
    return {
        "refused": lambda: refused is not None,
        "drinker_blood": lambda: points(table, drinker, "blood"),
        "victim_blood": lambda: points(table, victim, "blood"),
        "victim_state": lambda: state_of(table, victim),
        "hospital": person_readings(table, victim)["hospital"],
        "thirst": person_readings(table, drinker)["thirst"],
        "state": person_readings(table, drinker)["state"],
    }


def _gain_blood(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, amount = add_person(table, given, "Somebody"), when.take("amount")
    refused = _refused(lambda: table.act("gain_blood", targets=(who,), amount=amount))
    readings = person_readings(table, who)
    readings["refused"] = lambda: refused is not None
    return readings


def _stimulus(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, stimulus = add_person(table, given, "Somebody"), when.take("stimulus")
    outcome = table.act("provoke", targets=(who,), stimulus=stimulus)
    prompts = [fact for fact in outcome.facts if isinstance(fact, Prompted)]
    readings = person_readings(table, who)
    readings["check"] = lambda: bool(prompts)
    readings["difficulty"] = lambda: prompts[0].line.values["difficulty"] if prompts else None
    return readings


def _frenzy_check(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    who, stimulus, dice = add_person(table, given, "Somebody"), when.take("stimulus"), when.take("dice", [])
    refused = _refused(lambda: table.act("frenzy_check", targets=(who,), faces=dice, stimulus=stimulus))
    readings = person_readings(table, who)
    readings["check"] = lambda: refused is None
    readings["refused"] = lambda: refused is not None
    readings["difficulty"] = lambda: table.rolls("frenzy_check")[0].data["difficulty"] if not refused else None
    readings["successes"] = lambda: table.rolls("frenzy_check")[0].successes if not refused else 0
    return readings


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
    refused = _refused(lambda: table.act("raise_humanity", who, to=to))
    readings = person_readings(table, who)
    readings["refused"] = lambda: refused is not None
    readings["experience"] = lambda: 0 if refused else _line(table, "nw.humanity_raised").values["experience"]
    return readings


Player = Callable[[Case, TestTable, Keys, Keys], Readings]

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


# ---------------------------------------------------------------------- scenarios


class Scenario:
    """A fight step by step."""

    def __init__(self, case: Case, table: TestTable, given: Keys) -> None:
        self._case = case
        self._table = table
        self._shot: tuple[str, str] = ("", "")
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
        refused = _refused(lambda: self._act(do, by, on, keys))
        keys.done()
        assert not wants_refusal or refused, f"{self._case['id']} step {number}: {do} went through, it should not"
        # A step that is not possible changes nothing; what the case says stands afterwards tells whether that is right.
        harmless = do in ("expose", "leave")
        assert not refused or wants_refusal or after or harmless, f"{self._case['id']} step {number}: {refused}"
        for name, wanted in after.items():
            readings = self._scene() if name == "scene" else person_readings(self._table, name)
            readings["refused"] = lambda: refused is not None
            check(self._case, f"after step {number} ({do}), {name}", wanted, readings)

    def _scene(self) -> Readings:
        return {"range": lambda: scene_range(self._table, *self._shot)}

    def _act(self, do: str, by: str, on: str, keys: Keys) -> None:
        if do in ATTACKS:
            self._attack(do, by, on, keys)
            return
        acts: dict[str, Callable[[], Any]] = {
            "burn": lambda: self._burn(on or by, keys),
            "drink": lambda: self._drink(by, on, keys),
            "expose": lambda: self._table.act("expose", targets=(on or by,), source=SOURCES[keys.take("source")]),
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
            "end_episode": lambda: self._table.act("scene"),
        }
        if do not in acts:
            raise UnknownKey(f"{self._case['id']}: no step is called {do!r}")
        acts[do]()

    def _attack(self, do: str, by: str, on: str, keys: Keys) -> None:
        verb = ATTACKS[do]
        values = attack_values(keys, verb)
        faces, soak = attack_faces(keys)
        if do in ("throw", "shot"):
            self._shot = (by, on)
        self._table.act(verb, by, (on,), faces, soak=soak, **values)

    def _burn(self, who: str, keys: Keys) -> None:
        faces, soak = attack_faces(keys)
        self._table.act("burn", targets=(who,), faces=faces, size=keys.take("size", "small"), soak=soak)

    def _damage(self, who: str, keys: Keys) -> None:
        faces, soak = attack_faces(keys)
        amount, deep = keys.take("amount"), keys.take("deep", False)
        self._table.act("damage", targets=(who,), faces=faces, amount=amount, deep=deep, soak=soak)

    def _drink(self, by: str, on: str, keys: Keys) -> None:
        held = _source(self._table, by, "holding") == on
        self._table.act("drink", by, (on,), turns=keys.take("turns", 1), willing=not held)


def play_scenario(case: Case, table: TestTable, given: Keys, when: Keys) -> Readings:
    """Several steps, each with what stands after it."""
    scenario = Scenario(case, table, given)
    for number, step in enumerate(case["steps"], 1):
        scenario.play(number, step)
    return {}


# ---------------------------------------------------------------------- odds


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
    table.fold(_counter(a, "initiative_change", given.take("change", 0)))
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
    return _fractions({"mean": lambda: table.odds("throw", a, (b,), **values).mean})


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
