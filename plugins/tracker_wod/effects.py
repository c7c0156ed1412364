"""What running effects do to traits and rolls: each condition says it in its data, whoever set it.

A condition's `data` may hold
- `rolls`: a mapping from a trait ("all" for every roll, "social" for social ones, "stamina+resolve" for rolls of both)
  to the dice it adds or takes; a roll with several of the traits takes the weightiest entry once, `social` besides;
- `traits`: a mapping from a trait to the change of its value, with everything that follows from it;
- `defence` and `speed`: changes of these;
- `no-wound-penalty`: True while wounds cost no dice;
- `rule`: the id of the rule behind it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tracker.api import Character, Condition, Part, State, Term
from tracker_wod import gear, track
from tracker_wod.traits import SOCIAL

EXTRA_FROM_FIRST_MARK = "first-mark"


def rule_of(condition: Condition) -> str:
    """The rule behind a condition, "" for the game master's own."""
    rule = condition.data.get("rule", "")
    return rule if isinstance(rule, str) else ""


def _numbers(condition: Condition, name: str) -> Mapping[str, int]:
    entries = condition.data.get(name)
    if not isinstance(entries, Mapping):
        return {}
    return {trait: value for trait, value in entries.items() if isinstance(value, int)}


def _number(condition: Condition, name: str) -> int:
    value = condition.data.get(name)
    return value if isinstance(value, int) else 0


def changes_of(character: Character, trait: str) -> tuple[Part, ...]:
    """What effects do to the value of a trait."""
    return tuple(
        Part(Term(condition.kind), change, rule_of(condition))
        for condition in character.conditions.values()
        if (change := _numbers(condition, "traits").get(trait, 0))
    )


def trait_value(character: Character, trait: str) -> int:
    """A trait as it counts now, effects included; not below 0."""
    return max(0, character.integer(trait) + sum(part.value for part in changes_of(character, trait)))


def roll_parts(character: Character, traits: Iterable[str]) -> tuple[Part, ...]:
    """What effects add to or take from a roll with these traits."""
    wanted = set(traits)
    if wanted & SOCIAL:
        wanted.add("social")
    wanted.add("all")
    parts: list[Part] = []
    for condition in character.conditions.values():
        if condition.kind == "modifier" and condition.amount:
            parts.append(Part(condition.note or Term("modifier"), condition.amount, rule_of(condition)))
        rolls = _numbers(condition, "rolls")
        social = rolls.get("social", 0) if "social" in wanted else 0
        others = [dice for named, dice in rolls.items() if named != "social" and set(named.split("+")) <= wanted]
        if dice := max(others, key=abs, default=0) + social:
            parts.append(Part(Term(condition.kind), dice, rule_of(condition)))
    return tuple(parts)


def lowered(own: Iterable[Part], changes: Iterable[Part]) -> tuple[Part, ...]:
    """The parts of a value that never falls below 0: what adds comes first, and nothing takes more than there is."""
    parts = list(own)
    for change in sorted(changes, key=lambda part: part.value, reverse=True):
        if value := max(change.value, -sum(part.value for part in parts)):
            parts.append(replace(change, value=value))
    return tuple(parts)


def defence_parts(character: Character) -> tuple[Part, ...]:
    """What effects do to Defence."""
    return tuple(
        Part(Term(condition.kind), change, rule_of(condition))
        for condition in character.conditions.values()
        if (change := _number(condition, "defence"))
    )


def wound_part(view: State, character: Character) -> tuple[Part, ...]:
    """The wound penalty of every roll (WOD-STATE-01), unless an effect switches it off."""
    penalty = wound_penalty(view, character)
    return (Part(Term("wound-penalty"), penalty, "WOD-STATE-01"),) if penalty else ()


def wound_penalty(view: State, character: Character) -> int:
    """0 to −3. A nameless extra may, by a table option, suffer from the first mark on (WOD-OPT-02)."""
    if any(condition.data.get("no-wound-penalty") is True for condition in character.conditions.values()):
        return 0
    health = character.tracks[track.HEALTH]
    penalty = track.wound_penalty(health)
    if character.kind == "extra" and health.filled and view.option("extra-wounds") == EXTRA_FROM_FIRST_MARK:
        return min(penalty, -1)
    return penalty


def speed_parts(view: State, character: Character) -> tuple[Part, ...]:
    """What armour, wounds and effects take from Speed (WOD-TURN-06)."""
    worn = gear.armour_of(character)
    armour = (Part(Term(worn.id or "armour"), worn.speed, "WOD-DEF-20"),) if worn.speed else ()
    wounds = tuple(Part(part.label, part.value, "WOD-STATE-03") for part in wound_part(view, character))
    others = tuple(
        Part(Term(condition.kind), change, rule_of(condition))
        for condition in character.conditions.values()
        if (change := _number(condition, "speed"))
    )
    return (*armour, *wounds, *others)
