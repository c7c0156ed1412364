"""A wound from its size to its consequences: soak, points, torpor, fainting, death. All damage comes this way."""

from dataclasses import dataclass, replace

from tracker.api import (
    Action,
    Chance,
    Character,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Part,
    PoolSet,
    Refusal,
    State,
    Term,
    Value,
    frozen,
    message,
)
from tracker_night_wanderers.actions import LARGEST_AMOUNT, SOAK
from tracker_night_wanderers.dice import DicePool, dice_pool, rating, throw
from tracker_night_wanderers.health import points_per_level
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import (
    LOWEST_MORTAL_HEALTH,
    is_helpless,
    is_in_torpor,
    is_unconscious,
    is_vampire,
)
from tracker_night_wanderers.states import become_helpless, die, enter_torpor, require_present
from tracker_night_wanderers.thirst import OF_DANGER, ask_for_check, ask_who_sees_blood

SOAK_DIFFICULTY = 5
SETTLED = "settled"
"""The soak of a wound that nothing may lessen any more: its levels were soaked before, or it is a loss of points."""
BLOODY = "blood"
"""The cause of a wound that sheds blood: weapons, claws, fangs, missiles."""

ACTIONS: tuple[Action, ...] = (
    Action(
        "damage",
        "apply_damage",
        (
            Parameter("amount", "integer", required=True, minimum=0, maximum=LARGEST_AMOUNT),
            Parameter("deep", "switch"),
            SOAK,
            Parameter("points", "switch", common=False),
        ),
        acts=False,
        targets="many",
        key="d",
        rules=("NW-DMG-16", "NW-DMG-08", "NW-DMG-10"),
        examples=("damage Viktor 3", "damage Viktor 2 deep soak=decline"),
        group="fight",
    ),
)


@dataclass(frozen=True, slots=True)
class Wound:
    """Damage on its way to somebody: how many levels (or plain points), how it came about, how it may be lessened."""

    levels: int
    deep: bool
    soak: str
    cause: str
    in_points: bool
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, intent: Intent) -> "Wound":
        """Read the values of a `damage` intent."""
        levels = intent.integer("amount")
        parts = tuple(_part(item) for item in _items(intent.values.get("parts", ())))
        return cls(
            levels,
            intent.flag("deep"),
            intent.text("soak", "useful"),
            intent.text("cause"),
            intent.flag("points"),
            parts or (Part(Term("game_master"), levels),),
        )


def _items(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def _part(item: Value) -> Part:
    label, value, rule = _items(item)
    return Part(Term(str(label)), value if isinstance(value, int) else 0, str(rule))


def damage_intent(
    attacker: str, target: str, parts: tuple[Part, ...], *, deep: bool, soak: str = "useful", cause: str = ""
) -> Intent:
    """The act that marks the damage of an attack, so that every wound goes through the same hook."""
    packed = tuple((part.label.id, part.value, part.rule) for part in parts if isinstance(part.label, Term))
    values: dict[str, Value] = {
        "amount": max(0, sum(part.value for part in parts)),
        "deep": deep,
        "soak": soak,
        "cause": cause,
        "parts": packed,
    }
    return Intent("damage", attacker, (target,), frozen(values))


# ---------------------------------------------------------------------- soak


def can_soak(character: Character, *, deep: bool) -> bool:
    """Whether a soak roll is allowed: vampires who can still do something, against deep damage only with Fortitude.

    NW-DMG-08, 11, 12, 14; NW-STATE-09. The sheet's `soaks` switch overrules who soaks.
    """
    soaks = character.integer("soaks", int(is_vampire(character))) > 0
    return soaks and not is_helpless(character) and (not deep or character.integer("fortitude") > 0)


def cancels_single_points(view: State, character: Character) -> bool:
    """The table option under which Fortitude soaks a single deep point away (NW-OPT-07)."""
    return character.integer("fortitude") > 0 and is_set(view, "fortitude_single_point", "cancels")


def soak_pool(view: State, character: Character) -> DicePool:
    """Physical Defence, with the pain from before the wound (NW-EFF-07)."""
    base = (rating(character, "physical_defence", "NW-DMG-08"),)
    return dice_pool(view, character, base, physical=True, purpose="soak")


def soaked(view: State, character: Character, levels: int, *, deep: bool) -> int:
    """What is left of the damage after a successful soak (NW-DMG-09, 15)."""
    if levels <= 1:
        return 0 if deep and cancels_single_points(view, character) else levels
    return levels - levels // 2 if is_set(view, "half_rounding", "up") else levels // 2


def _after_soak(draft: Draft, who: str, wound: Wound, chance: Chance) -> tuple[int, tuple[Part, ...]]:
    """Roll soak where it is allowed and wanted; return the levels left and the part that soak takes."""
    character = draft.character(who)
    if wound.soak == SETTLED or wound.levels < 1 or not can_soak(character, deep=wound.deep):
        return wound.levels, ()
    pool = soak_pool(draft.state, character)
    best = soaked(draft.state, character, wound.levels, deep=wound.deep)
    if wound.soak == "decline":
        draft.say(message("nw.soak_not_rolled", who=character.name, dice=pool.dice))
    if wound.soak == "decline" or (wound.soak == "useful" and best == wound.levels):
        return wound.levels, ()
    thrown = throw(chance, pool, SOAK_DIFFICULTY, "soak")
    succeeded = thrown.successes > 0
    draft.add(thrown.fact(who, "soak", "NW-DMG-08", result="success" if succeeded else "failure"))
    draft.say(thrown.line(character.name, "soak"))
    if not succeeded or best == wound.levels:
        return wound.levels, ()
    return best, (Part(Term("soak"), best - wound.levels, "NW-DMG-09"),)


# ---------------------------------------------------------------------- the wound


def apply_damage(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Carry out NW-DMG-16: soak, take the points off, then whatever state follows."""
    if intent.verb != "damage" or not intent.targets:
        raise Refusal(message("nw.whom"))
    draft = Draft(view)
    for who in intent.targets:
        require_present(draft.character(who))
        _wound(draft, who, Wound.of(intent), chance)
    return draft.outcome()


def _wound(draft: Draft, who: str, wound: Wound, chance: Chance) -> None:
    character = draft.character(who)
    kind = "deep_damage" if wound.deep else "damage"
    draft.say(message("nw.damage", who=character.name, amount=wound.levels, kind=Term(kind), parts=wound.parts))
    levels, soak_parts = _after_soak(draft, who, wound, chance)
    if levels < 1:
        draft.say(message("nw.no_harm", who=character.name))
        return
    was_in_torpor = is_in_torpor(character)
    points = levels if wound.in_points else levels * points_per_level(draft.state, character)
    lost = _lose_points(draft, who, points, (*wound.parts, *soak_parts))
    if is_vampire(character):
        _after_wound_of_vampire(draft, character, points, deep=wound.deep, was_in_torpor=was_in_torpor)
    else:
        _after_wound_of_mortal(draft, character)
    if lost:
        _ask_for_checks(draft, who, wound.cause)


def _lose_points(draft: Draft, who: str, points: int, parts: tuple[Part, ...]) -> int:
    """Take points off, as far as they go for this kind of character; return how many went (NW-STATE-07, 17, 18)."""
    character = draft.character(who)
    health = character.pools.get("health")
    if health is None:
        draft.say(message("nw.no_health_entered", who=character.name))
        return 0
    floor = 0 if is_vampire(character) else LOWEST_MORTAL_HEALTH
    if floor < 0 < health.value and is_set(draft.state, "mortal_overflow", "stops_at_zero"):
        floor = 0
    after = min(health.value, max(floor, health.value - points))
    if after != health.value:
        changed = replace(health, value=after)
        draft.add(PoolSet(who, "health", health, changed, parts, "NW-DMG-07"))
    draft.say(message("nw.health", who=character.name, before=health.value, after=after, maximum=health.maximum or 0))
    return health.value - after


def _after_wound_of_vampire(draft: Draft, before: Character, points: int, *, deep: bool, was_in_torpor: bool) -> None:
    if was_in_torpor:
        if deep:
            die(draft, before.id, message("nw.deep_in_torpor", who=before.name), "NW-STATE-11")
        return
    health = before.pools.get("health")
    if health is None or draft.character(before.id).pools["health"].value > 0:
        return
    if deep and points > health.value and is_set(draft.state, "deep_overflow", "final_death"):
        die(draft, before.id, message("nw.deep_overflow", who=before.name), "NW-OPT-09")
        return
    enter_torpor(draft, before.id, "health")


def _after_wound_of_mortal(draft: Draft, before: Character) -> None:
    after = draft.character(before.id)
    health = after.pools.get("health")
    if health is None:
        return
    if health.value <= LOWEST_MORTAL_HEALTH:
        die(draft, before.id, message("nw.dies", who=before.name), "NW-STATE-17")
    elif is_unconscious(after) and not is_unconscious(before):
        draft.say(message("nw.faints", who=before.name))
        become_helpless(draft, before.id)


def _ask_for_checks(draft: Draft, who: str, cause: str) -> None:
    """Offer the frenzy checks that a wound calls for: of who suffers from fire or sunlight, of who sees blood."""
    if cause in OF_DANGER:
        ask_for_check(draft, who, cause)
    elif cause == BLOODY:
        ask_who_sees_blood(draft, who)
