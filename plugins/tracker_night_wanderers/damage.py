"""A wound from its size to its consequences: soak, points, torpor, fainting, death. All damage comes this way."""

from dataclasses import replace
from fractions import Fraction

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Deed,
    Draft,
    Faces,
    Intent,
    Message,
    Parameter,
    Part,
    Pool,
    PoolSet,
    Refusal,
    State,
    Term,
    Told,
    as_working,
    drafted,
    frozen,
    message,
    record,
)
from tracker_night_wanderers import probability
from tracker_night_wanderers.actions import LARGEST_AMOUNT, SOAK, SURE
from tracker_night_wanderers.dice import DicePool, dice_pool, pooled, rating, throw
from tracker_night_wanderers.health import points_per_level
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import LOWEST_MORTAL_HEALTH, is_helpless, is_in_torpor, is_unconscious, is_vampire
from tracker_night_wanderers.states import HIGHLIGHTS, die, enter_torpor, require_present, settle_mortal
from tracker_night_wanderers.thirst import OF_DANGER, all_who_see_blood, tempt

SOAK_DIFFICULTY = 5
BLOODY = "blood"
"""The cause of a wound that sheds blood: weapons, claws, fangs, missiles."""


@record
class Wound:
    """Damage on its way to someone: how many levels (or plain points), how it came about, how it may be lessened.

    `settled`: nothing lessens it any more; its levels were soaked before, or it is a loss of points.
    """

    levels: int
    deep: bool
    soak: str
    settled: bool
    cause: str
    in_points: bool
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, intent: Intent) -> "Wound":
        """Read the values of a `damage` intent."""
        levels = intent.integer("amount")
        return cls(
            levels,
            intent.flag("deep"),
            intent.text("soak"),
            intent.flag("settled"),
            intent.text("cause"),
            intent.flag("points"),
            _parts(intent, levels),
        )


def _parts(intent: Intent, levels: int) -> tuple[Part, ...]:
    """What the levels come from; with what a house rule has added or taken, once their source gave the parts."""
    parts = intent.parts("parts")
    if not parts:
        return (Part(Term("game_master"), levels),)
    change = levels - max(0, sum(part.value for part in parts))
    return (*parts, Part(Term("house_rule"), change)) if change else parts


def damage_intent(
    attacker: str,
    target: str,
    parts: tuple[Part, ...],
    *,
    deep: bool,
    soak: str = "useful",
    settled: bool = False,
    cause: str = "",
    points: bool = False,
) -> Intent:
    """The act that marks the damage of an attack, so that every wound goes through the same hook."""
    values: dict[str, int | str | tuple[Part, ...]] = {
        "amount": max(0, sum(part.value for part in parts)),
        "deep": deep,
        "soak": soak,
        "settled": settled,
        "cause": cause,
        "points": points,
        "parts": parts,
        "sure": True,
    }
    return Intent("damage", attacker, (target,), frozen(values))


def require_sure(target: Character, intent: Intent, *, deep: bool) -> None:
    """Raise Refusal where a deep wound would be Final Death, until the game master is sure (NW-STATE-11)."""
    require_present(target)
    if deep and is_in_torpor(target) and not intent.flag("sure"):
        raise Refusal(message("nw.sure", who=target.name))


# ---------------------------------------------------------------------- soak


def can_soak(character: Character, *, deep: bool) -> bool:
    """Whether a soak roll is allowed: vampires who can still do something, against deep damage only with Fortitude.

    NW-DMG-08, 11, 12, 14; NW-STATE-09. The sheet's `soaks` switch overrules who soaks.
    """
    soaks = character.integer("soaks", int(is_vampire(character))) > 0
    return soaks and not is_helpless(character) and (not deep or character.integer("fortitude") > 0)


def cancels_single_points(view: State) -> bool:
    """The table option under which a single deep point is soaked away, by those who can soak it (NW-OPT-07)."""
    return is_set(view, "fortitude_single_point", "cancels")


def soak_pool(view: State, character: Character) -> DicePool:
    """Physical Defence, with the pain from before the wound (NW-EFF-07)."""
    base = (rating(character, "physical_defence", "NW-DMG-08"),)
    return dice_pool(view, character, base, physical=True, purpose="soak")


def soaked(view: State, character: Character, levels: int, *, deep: bool) -> int:
    """What is left of the damage after a successful soak (NW-DMG-09, 15)."""
    if levels <= 1:
        return 0 if deep and cancels_single_points(view) else levels
    return levels - levels // 2 if is_set(view, "half_rounding", "up") else levels // 2


def roll_soak(draft: Draft, who: str, chance: Chance, rule: str = "NW-DMG-08") -> tuple[bool, Told]:
    """Roll soak; return whether it succeeds, and the roll for the line that tells it."""
    character = draft.character(who)
    pool = soak_pool(draft.state, character)
    thrown = throw(chance, character, pool, SOAK_DIFFICULTY, "soak")
    succeeded, fails = thrown.successes > 0, thrown.counts[0]
    result, certain = ("success", 1 - fails) if succeeded else ("failure", fails)
    return succeeded, thrown.record(draft, who, "soak", rule, result=result, certain=certain)


def _after_soak(draft: Draft, who: str, wound: Wound, chance: Chance) -> tuple[int, tuple[Part, ...], Message | None]:
    """Roll soak where it is allowed and wanted.

    Return the levels left, the part that soak takes, and how the line of the wound tells it.
    """
    character = draft.character(who)
    if wound.settled or wound.levels < 1 or not can_soak(character, deep=wound.deep):
        return wound.levels, (), None
    best = soaked(draft.state, character, wound.levels, deep=wound.deep)
    if wound.soak == "decline":
        pool = soak_pool(draft.state, character)
        draft.say(message("nw.soak_not_rolled", who=character.name, dice=pool.dice), working=True)
    if wound.soak == "decline" or (wound.soak == "useful" and best == wound.levels):
        return wound.levels, (), None
    succeeded, roll = roll_soak(draft, who, chance)
    if succeeded and best < wound.levels:
        part = Part(Term("soak"), best - wound.levels, "NW-DMG-09")
        return best, (part,), message("nw.soaked", faces=Faces(roll("faces"), SOAK_DIFFICULTY), amount=wound.levels)
    name = "nw.soak_useless" if succeeded else "nw.soak_fails"
    return wound.levels, (), message(name, faces=Faces(roll("faces"), SOAK_DIFFICULTY))


# ---------------------------------------------------------------------- the wound


def _upon(view: State, by: str, who: str) -> Message | str:
    """Who wounds whom; only whom if no one else does."""
    victim = view.characters[who].name
    if by == who or by not in view.characters:
        return victim
    return message("nw.upon", who=view.characters[by].name, target=victim)


def apply_damage(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Carry out NW-DMG-16: soak, take the points off, then whatever state follows."""
    wound = Wound.of(intent)
    for who in intent.targets:
        require_sure(draft.character(who), intent, deep=wound.deep and wound.levels > 0)
    for who in intent.targets:
        _wound(draft, intent.actor, who, wound, chance)


def _wound(draft: Draft, by: str, who: str, wound: Wound, chance: Chance) -> None:
    character = draft.character(who)
    levels, soak_parts, soak_told = _after_soak(draft, who, wound, chance)
    size = 1 if wound.in_points else points_per_level(draft.state, character)
    points = levels * size
    taken = tuple(replace(part, value=-part.value * size) for part in (*wound.parts, *soak_parts))
    result = _lose_points(draft, who, points, taken)
    line = "nw.deep_damage" if wound.deep else "nw.damage"
    working = soak_told or message("nw.of_parts", parts=wound.parts)
    draft.say(message(line, who=_upon(draft.state, by, who), amount=levels, working=as_working(working), result=result))
    if levels < 1:
        return
    after = draft.character(who)
    if is_vampire(character):
        _after_wound_of_vampire(draft, character, points, deep=wound.deep)
    elif "health" in after.pools:
        settle_mortal(draft, who, was_unconscious=is_unconscious(character))
    if after.pools != character.pools:
        if wound.cause in OF_DANGER:
            tempt(draft, who, wound.cause)
        elif wound.cause == BLOODY:
            all_who_see_blood(draft, who)


def _lose_points(draft: Draft, who: str, points: int, parts: tuple[Part, ...]) -> Message:
    """Take points off, as far as they go for this kind of character; return what came of it (NW-STATE-07, 17, 18).

    What a wound has beyond that is dropped, and is a part of the loss, so that the parts come to it.
    """
    character = draft.character(who)
    health = character.pools.get("health")
    if points < 1:
        return message("nw.no_harm")
    if health is None:
        return message("nw.no_health_entered")
    floor, rule = _where_wounds_end(draft.state, character, health)
    after = max(floor, health.value - points)
    if after == health.value:
        return message("nw.nothing_left")
    if dropped := points - (health.value - after):
        parts = (*parts, Part(Term("no_health_left"), dropped, rule))
    told = draft.record(PoolSet(who, "health", health, replace(health, value=after), parts, "NW-DMG-07", vital=True))
    return message("nw.health", before=told("before.value"), after=told("after.value"))


def _where_wounds_end(view: State, character: Character, health: Pool) -> tuple[int, str]:
    """The points that a wound leaves at the least, and the rule that says so (NW-STATE-07, 17; NW-OPT-10)."""
    if is_vampire(character):
        return 0, "NW-STATE-07"
    if health.value > 0 and is_set(view, "mortal_overflow", "stops_at_zero"):
        return 0, "NW-OPT-10"
    return LOWEST_MORTAL_HEALTH, "NW-STATE-17"


def _after_wound_of_vampire(draft: Draft, before: Character, points: int, *, deep: bool) -> None:
    if is_in_torpor(before):
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


# ---------------------------------------------------------------------- odds


def mean_loss(view: State, target: Character, levels: int, *, deep: bool, soak: str) -> Fraction:
    """The mean number of points that a wound of so many levels takes, however many points there are."""
    size = points_per_level(view, target)
    if soak == "decline" or not can_soak(target, deep=deep):
        return Fraction(levels * size)
    fails = probability.successes(soak_pool(view, target).dice, SOAK_DIFFICULTY)[0]
    return (fails * levels + (1 - fails) * soaked(view, target, levels, deep=deep)) * size


def damage_odds(view: State, intent: Intent) -> Chances | None:
    """The soak roll of a wound, None if nothing is rolled against it."""
    target, wound = view.characters[intent.target], Wound.of(intent)
    useless = wound.soak == "useful" and soaked(view, target, wound.levels, deep=wound.deep) == wound.levels
    if wound.soak == "decline" or wound.levels < 1 or useless or not can_soak(target, deep=wound.deep):
        return None
    pool = soak_pool(view, target)
    fails = probability.successes(pool.dice, SOAK_DIFFICULTY)[0]
    loss = mean_loss(view, target, wound.levels, deep=wound.deep, soak=wound.soak)
    return pooled(pool, SOAK_DIFFICULTY, ((Term("soak"), 1 - fails),), loss)


DAMAGE = Action(
    "damage",
    "apply_damage",
    (
        Parameter("amount", "integer", required=True, minimum=0, maximum=LARGEST_AMOUNT),
        Parameter("deep", "switch"),
        SOAK,
        Parameter("points", "switch", common=False),
        SURE,
        Parameter("parts", "parts", inner=True),
        Parameter("cause", "text", inner=True),
        Parameter("settled", "switch", inner=True),
    ),
    acts=False,
    targets="many",
    key="d",
    rules=("NW-DMG-16", "NW-DMG-08", "NW-DMG-10"),
    examples=("damage Viktor 3", "damage Viktor 2 deep soak=decline"),
    group="fight",
)
CHAPTER = Chapter(deeds=(Deed(DAMAGE, drafted(apply_damage), damage_odds),), highlights=HIGHLIGHTS)
