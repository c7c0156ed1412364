"""Who a character is and what it may do now: the questions that every chapter asks before it acts."""

from typing import NoReturn

from tracker.api import (
    Character,
    ConditionEnded,
    CounterSet,
    Draft,
    Intent,
    Message,
    Part,
    Pool,
    PoolSet,
    Refusal,
    Term,
    Told,
    message,
)

VAMPIRE_KINDS = ("vampire", "thin-blood")
HIGHEST_HUNGER = 5
GONE = ("final_death", "dead")
SENSELESS = ("final_death", "dead", "torpor", "coma")
"""Conditions that keep a character out of the turn order, the gravest first (V5-STA-07)."""
BOUND = ("staked", "immobile")
"""Conditions that leave the mind and take the body (V5-STA-13, V5-STA-15)."""
FRENZIES = ("hunger_frenzy", "terror_frenzy", "fury_frenzy")


UNNAMED = (
    "not_a_vampire", "not_a_mortal", "gone", "senseless", "bound", "hunger_5", "mended_this_turn", "mended_tonight",
    "treated_tonight", "desire_used", "no_willpower_left", "only_defends", "not_in_torpor", "nothing_to_mend",
)  # fmt: skip
"""Reasons that a menu shows beside a character too; a refusal puts the name before them."""


def refuse(reason: str, character: Character, **values: int | str | Term | Message | tuple[int, ...]) -> NoReturn:
    """Refuse with a sentence that names the character."""
    if reason in UNNAMED:
        raise Refusal(message("vtm5.refused", who=character.name, reason=message(f"vtm5.refused.{reason}", **values)))
    raise Refusal(message(f"vtm5.refused.{reason}", who=character.name, **values))


def subject(intent: Intent) -> str:
    """The one that an act is about."""
    return intent.target or intent.actor


def is_vampire(character: Character) -> bool:
    """Whether the character is Kindred, thin-bloods included."""
    return character.kind in VAMPIRE_KINDS


def require_vampire(character: Character) -> None:
    """Refuse an act of the Blood to those who have none."""
    if not is_vampire(character):
        refuse("not_a_vampire", character)


def require_mortal(character: Character) -> None:
    """Refuse what only mortals, ghouls among them, can do."""
    if is_vampire(character):
        refuse("not_a_mortal", character)


def first_of(character: Character, kinds: tuple[str, ...]) -> str:
    """The first of these conditions that is running, "" if none is."""
    return next((kind for kind in kinds if character.has_condition(kind)), "")


def require_senses(character: Character) -> None:
    """Refuse acts to those who know nothing of the world (V5-STA-07) or are gone."""
    if state := first_of(character, SENSELESS):
        refuse("senseless", character, state=Term(state))


def require_free(character: Character) -> None:
    """Refuse acts to the senseless, the staked (V5-STA-13) and the frozen (V5-STA-15)."""
    require_senses(character)
    if state := first_of(character, BOUND):
        refuse("bound", character, state=Term(state))


def is_frenzied(character: Character) -> bool:
    """Whether the Beast has taken over."""
    return bool(first_of(character, FRENZIES))


def hunger(character: Character) -> int:
    """Hunger 0 to 5; mortals have none (V5-RES-05)."""
    pool = character.pools.get("hunger")
    return pool.value if pool and is_vampire(character) else 0


def set_hunger(draft: Draft, who: str, value: int, rule: str, *parts: Part) -> Told | None:
    """Move Hunger within 0 to 5; at 4 or less a half-awake vampire comes to itself (V5-STA-09).

    Return what lines may tell of the change, None where there is none.
    """
    before = draft.character(who).pools["hunger"]
    value = min(max(value, 0), HIGHEST_HUNGER)
    told = None
    if value != before.value:
        told = draft.record(PoolSet(who, "hunger", before, Pool(value, HIGHEST_HUNGER), parts, rule))
    if draft.character(who).has_condition("half_awake"):
        draft.follow(Intent("come_to", targets=(who,)))
    return told


def come_to(draft: Draft, who: str) -> None:
    """A half-awake vampire is itself again at Hunger 4 or less (V5-STA-09)."""
    character = draft.character(who)
    if hunger(character) < HIGHEST_HUNGER and (ends := ends_of(character, "half_awake", cause="hunger")):
        draft.tell(message("vtm5.fully_awake", who=character.name), *ends)


def ends_of(character: Character, *kinds: str, cause: str, rule: str = "") -> tuple[ConditionEnded, ...]:
    """The ends of all running conditions of these kinds."""
    running = (condition for condition in character.conditions.values() if condition.kind in kinds)
    return tuple(ConditionEnded(character.id, condition.id, cause, rule) for condition in running)


def tick(who: str, what: str, *, on: bool = True, in_round: bool = False) -> CounterSet:
    """Remember of someone what is done, for good or in this round alone; with `on` false forget it."""
    return CounterSet(who, what, int(on), "round" if in_round else "")
