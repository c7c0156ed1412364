"""Who a character is and what it may do now: the questions that every chapter asks before it acts."""

from typing import NoReturn

from tracker.api import Character, ConditionEnded, Draft, Intent, Part, Pool, PoolSet, Refusal, Term, message

VAMPIRE_KINDS = ("vampire", "thin-blood")
HIGHEST_HUNGER = 5
GONE = ("final_death", "dead")
SENSELESS = ("final_death", "dead", "torpor", "coma")
"""Conditions that keep a character out of the turn order, the gravest first (V5-STA-07)."""
BOUND = ("staked", "immobile")
"""Conditions that leave the mind and take the body (V5-STA-13, V5-STA-15)."""
FRENZIES = ("hunger_frenzy", "terror_frenzy", "fury_frenzy")


def refuse(reason: str, character: Character, **values: str | int | Term) -> NoReturn:
    """Refuse with a sentence that names the character."""
    raise Refusal(message(f"vtm5.refused.{reason}", who=character.name, **values))


def subject(intent: Intent) -> str:
    """The one that an act is about: its target, else who acts. Raises Refusal where nobody is named."""
    who = intent.target or intent.actor
    if not who:
        raise Refusal(message("vtm5.refused.nobody", verb=Term(intent.verb)))
    return who


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
    """The first of these conditions that is running, "" where none is."""
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
    return min(max(pool.value, 0), HIGHEST_HUNGER) if pool and is_vampire(character) else 0


def set_hunger(draft: Draft, who: str, value: int, rule: str, label: str = "hunger") -> None:
    """Move Hunger within 0 to 5; at 4 or less a half-awake vampire comes to itself (V5-STA-09)."""
    character = draft.character(who)
    before = character.pools.get("hunger", Pool(0, HIGHEST_HUNGER))
    value = min(max(value, 0), HIGHEST_HUNGER)
    if value != before.value:
        parts = (Part(Term(label), value - before.value, rule),)
        draft.add(PoolSet(who, "hunger", before, Pool(value, HIGHEST_HUNGER), parts, rule))
    come_to(draft, who)


def come_to(draft: Draft, who: str) -> None:
    """A half-awake vampire is itself again at Hunger 4 or less (V5-STA-09)."""
    character = draft.character(who)
    if character.has_condition("half_awake") and hunger(character) < HIGHEST_HUNGER:
        end_conditions(draft, who, ("half_awake",), "hunger", "V5-STA-09")
        draft.say(message("vtm5.fully_awake", who=character.name))


def end_conditions(draft: Draft, who: str, kinds: tuple[str, ...], cause: str, rule: str = "") -> None:
    """End all running conditions of these kinds."""
    for condition in draft.character(who).conditions.values():
        if condition.kind in kinds:
            draft.add(ConditionEnded(who, condition.id, cause, rule))
