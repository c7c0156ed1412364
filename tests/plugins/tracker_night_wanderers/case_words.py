"""The words of the cases and those of the ruleset: keys into traits and conditions, states and facts back into keys."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.plugins.case_files import Case, UnknownKey
from tests.plugins.tracker_night_wanderers.table import TestTable
from tracker.api import CounterSet, Message, Refusal, Rolled, State

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
    "nothing": "no_defence",
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

    def rest(self) -> dict[str, Any]:
        """The keys that nobody has taken yet, which then count as read."""
        left, self._left = self._left, {}
        return left

    def done(self) -> None:
        """Raise UnknownKey for a key that nobody has read."""
        if self._left:
            raise UnknownKey(f"{self._where}: {sorted(self._left)} not understood")


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
Player = Callable[[Case, TestTable, "Keys", "Keys"], Readings]


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
    present = state_of(table, name)
    if state == "active" and table.character(name).has_condition(present):
        table.act("end", targets=(name,), kind=present)
    elif state not in ("active", present):
        table.condition(name, state)


def state_of(table: TestTable, who: str) -> str:
    """The state as its word shows it."""
    words = table.words(who)
    return next((word for word in ("final_death", "torpor", "unconscious") if word in words), "active")


def points(table: TestTable, who: str, gauge: str) -> Any:
    """The points of a gauge, None where it plays no part."""
    pool = table.character(who).pools.get(gauge)
    return pool.value if pool else None


def gauge_lost(before: State, after: State, who: str, gauge: str) -> int:
    """How many points of a gauge have gone between two states."""
    return before.characters[who].pools[gauge].value - after.characters[who].pools[gauge].value


def person_readings(table: TestTable, who: str) -> Readings:
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
        "holds": lambda: source_of(table, who, "holding"),
        "held_by": lambda: source_of(table, who, "held"),
        "held": lambda: table.character(who).has_condition("held"),
        "stable": lambda: table.character(who).has_condition("stable"),
        "initiative_next": lambda: table.character(who).count("initiative_next"),
        "initiative_change": lambda: table.character(who).count("initiative_change"),
        "boost": lambda: sum(one.amount for one in table.character(who).conditions_of_kind("boost")),
        "humanity": lambda: table.character(who).integer("humanity"),
    }


def source_of(table: TestTable, who: str, kind: str) -> str:
    running = table.character(who).conditions_of_kind(kind)
    return next((one.data.get("on", one.source) for one in running), "")


def attack_readings(table: TestTable, verb: str, refused: Refusal | None) -> Readings:
    """What a case may say about the attack that has just been carried out, or was refused."""
    if refused:
        return _readings_of_attack(None, None, None, None, None) | {"refused": lambda: True}
    thrown = next((one for one in table.rolls() if one.what == verb), None)
    answer = next((one for one in table.rolls() if one.what in ("physical_defence", "dodging")), None)
    soak = next(iter(table.rolls("soak")), None)
    wound = table.line("nw.damage") or table.line("nw.deep_damage")
    return _readings_of_attack(thrown, answer, soak, table.line("nw.soak_not_rolled"), wound)


def _readings_of_attack(
    thrown: Rolled | None,
    answer: Rolled | None,
    soak: Rolled | None,
    not_rolled: Message | None,
    wound: Message | None,
) -> Readings:
    return {
        "refused": lambda: False,
        "difficulty": lambda: thrown.data["difficulty"] if thrown else None,
        "attack_pool": lambda: thrown.pool if thrown else 0,
        "attack_successes": lambda: thrown.successes if thrown else 0,
        "defence_pool": lambda: answer.pool if answer else 0,
        "defence_difficulty": lambda: answer.data["difficulty"] if answer else None,
        "defence_successes": lambda: answer.successes if answer else 0,
        "hit": lambda: thrown.result == "hit" if thrown else wound is not None,
        "damage": lambda: _dealt(wound) if wound else 0,
        "deep": lambda: wound is not None and wound.id == "nw.deep_damage",
        "can_soak": lambda: soak is not None or not_rolled is not None,
        "soak_pool": lambda: soak.pool if soak else not_rolled.values["dice"] if not_rolled else 0,
    }


def _dealt(wound: Message) -> Any:
    """The levels of a wound before soak."""
    working = wound.values["working"]
    return working.values.get("amount", wound.values["amount"]) if isinstance(working, Message) else None


def frenzy_readings(table: TestTable, refused: Refusal | None) -> Readings:
    """What a case may say about the frenzy check that has just been rolled, or was not called for."""
    thrown = None if refused else table.rolls("frenzy_check")[0]
    return {
        "refused": lambda: refused is not None,
        "check": lambda: thrown is not None,
        "difficulty": lambda: thrown.data["difficulty"] if thrown else None,
        "successes": lambda: thrown.successes if thrown else 0,
    }


def healing_turns(table: TestTable, refused: Refusal | None) -> Any:
    """How many turns the healing takes that has just been done; 0 where it was refused."""
    return 0 if refused else told_line(table, "nw.healed").values["turns"]


def pass_turns(table: TestTable, count: int, faces: Sequence[int]) -> None:
    """Let turns pass; without faces everybody declines to soak what comes at a turn's end."""
    declining = []
    if not faces and table.state.option("fortitude_single_point") == "cancels":
        declining = [who for who, person in table.state.characters.items() if person.integer("soaks")]
    for who in declining:
        table.act("set", targets=(who,), soaks=0)
    table.end_turns(count, faces)
    for who in declining:
        table.act("set", targets=(who,), soaks=1)


def attack_values(keys: Keys, verb: str) -> dict[str, Any]:
    """The values of an attack's intent."""
    values: dict[str, Any] = {"sure": True}
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


def person_of(case: Case, table: TestTable, given: Keys, key: str, name: str) -> str:
    keys = Keys(case, key, given.take(key))
    who = add_person(table, keys, name)
    keys.done()
    return who


def refused_by(act: Callable[[], Any]) -> Refusal | None:
    try:
        act()
    except Refusal as refusal:
        return refusal
    return None


def scene_range(table: TestTable, one: str, other: str) -> str:
    """The range between two as the scene remembers it."""
    pair = ":".join(sorted((one, other)))
    known = table.state.scene.get(f"range:{pair}", table.state.scene.get("range", ""))
    return next(name for name, range_id in RANGES.items() if range_id == known)


def told_line(table: TestTable, line_id: str) -> Message:
    line = table.line(line_id)
    assert line is not None, f"no line {line_id} was told"
    return line


def counter(who: str, name: str, value: int) -> Any:
    return CounterSet(who, name, value, "round")
