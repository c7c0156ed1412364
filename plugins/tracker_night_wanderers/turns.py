"""What works by the turn: at the end of each turn of a fight, and for the turns in a stretch of time outside it."""

from collections.abc import Iterable

from tracker.api import Chance, Chapter, Character, Draft, Intent, Part, Term, TimePassed, drafted, frozen
from tracker_night_wanderers.damage import damage_intent
from tracker_night_wanderers.hazards import is_exposed
from tracker_night_wanderers.missiles import settle_ranges
from tracker_night_wanderers.sheet import LOWEST_MORTAL_HEALTH, is_gone, is_helpless, is_unconscious, is_vampire
from tracker_night_wanderers.states import aim, held_by, holding, let_go, stop

SECONDS_PER_TURN = 3
"""How long a turn is (NW-TURN-01)."""


def end_of_round(draft: Draft, intent: Intent, chance: Chance) -> None:
    """All that works by the turn, when every action is over (NW-TURN-05)."""
    people = draft.state.fighters
    draft.add(TimePassed(SECONDS_PER_TURN))
    settle_ranges(draft)
    _end_empty_holds(draft)
    _work(draft, people, 1)


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Time outside a fight does what the turns in it would do (NW-TURN-01, NW-STATE-16, NW-HAZ-01 to 05)."""
    now = draft.state.seconds
    turns = (now + intent.integer("seconds")) // SECONDS_PER_TURN - now // SECONDS_PER_TURN
    if turns:
        _work(draft, draft.state.characters.values(), turns)


def _work(draft: Draft, people: Iterable[Character], turns: int) -> None:
    """Let turns work on people; each loss follows as an act of its own.

    Who bleeds is settled first: someone felled by another of these effects does not bleed at the same turn's end.
    """
    people = tuple(people)
    effects = (
        ("drink_on", lambda person: person.has_condition("drinking")),
        ("bleed", bleeds),
        ("tick_exposures", is_exposed),
    )
    values = frozen({"turns": turns})
    for verb, concerns in effects:
        draft.follow(*(Intent(verb, one.id, (one.id,), values) for one in people if concerns(one)))


def _end_empty_holds(draft: Draft) -> None:
    """Holds whose holder can hold no more, or whose other side has left the session (NW-ATK-08)."""
    for who, character in list(draft.state.characters.items()):
        held = holding(character)
        if held and (held not in draft.state.characters or is_helpless(character)):
            let_go(draft, who)
        if any(holder not in draft.state.characters for holder in held_by(character)):
            stop(draft, who, "held")


def bleeds(character: Character) -> bool:
    """Whether the character loses a point each turn: unconscious at zero or below, and not stable (NW-STATE-16)."""
    health = character.pools.get("health")
    if health is None or health.value > 0 or is_vampire(character) or is_gone(character):
        return False
    return is_unconscious(character) and not character.has_condition("stable")


def bleed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """One point a turn, not a level, for someone who still lies bleeding (NW-STATE-16, NW-OPT-01)."""
    character = draft.character(intent.target)
    if bleeds(character):
        lost = min(intent.integer("turns"), character.pools["health"].value - LOWEST_MORTAL_HEALTH)
        parts = (Part(Term("bleeding"), lost, "NW-STATE-16"),)
        draft.follow(damage_intent("", character.id, parts, deep=False, settled=True, points=True))


def drink_on(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Someone who drinks steadily, and has done nothing else this turn, takes the point of the turn (NW-RES-08).

    Whoever has begun may go on: what ends the hold ends the drinking as well.
    """
    who = intent.actor
    character = draft.character(who)
    victims = [aim(running) for running in character.conditions_of_kind("drinking")]
    victim = draft.state.characters.get(victims[0]) if victims else None
    blood = victim.pools.get("blood") if victim else None
    if victim is None or blood is None or blood.value < 1 or is_helpless(character):
        stop(draft, who, "drinking")
    elif character.count("acted") == 0:
        values = frozen({"turns": min(intent.integer("turns"), blood.value), "willing": True, "free": True})
        draft.follow(Intent("drink", who, (victim.id,), values))


CHAPTER = Chapter(
    inner={"bleed": drafted(bleed), "drink_on": drafted(drink_on)},
    moments={"end_of_round": end_of_round, "pass_time": pass_time},
)
