"""The moments of a turn: what is due as somebody's begins, and what adds up when all actions are over."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Chance,
    Character,
    Draft,
    Intent,
    Outcome,
    Prompted,
    State,
    TimePassed,
    Value,
    frozen,
    message,
)
from tracker_night_wanderers.beast import frenzy_line
from tracker_night_wanderers.commands import command_by
from tracker_night_wanderers.damage import SETTLED
from tracker_night_wanderers.fighting import melee_damage
from tracker_night_wanderers.hazards import is_exposed
from tracker_night_wanderers.melee import has_bitten
from tracker_night_wanderers.missiles import settle_ranges
from tracker_night_wanderers.sheet import is_gone, is_helpless, is_unconscious, is_vampire
from tracker_night_wanderers.states import held_by, holding, let_go, stop

SECONDS_PER_TURN = 3
"""How long a turn is (NW-TURN-01)."""


def start_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Remind of a frenzy, and offer what a hold leads to (NW-EFF-13, NW-ATK-07, 09, 11)."""
    draft = Draft(view)
    who = intent.actor
    character = draft.character(who)
    for running in character.conditions_of_kind("frenzy"):
        line = message(frenzy_line(str(running.data.get("cause", ""))), who=character.name)
        draft.add(Prompted(f"in_frenzy:{who}", who, line, "", "NW-EFF-13", "turn"))
    held = holding(character)
    if held in view.characters and not is_helpless(character):
        _offer_hold(draft, character, view.characters[held])
    return draft.outcome()


def _offer_hold(draft: Draft, holder: Character, held: Character) -> None:
    """Offer the damage of the hold, and to a vampire the bite and then the drinking (NW-ATK-07, 09, 11)."""
    levels = sum(part.value for part in melee_damage(holder, holder.text("wields") or "none"))
    offers = [("hold", "nw.may_hurt", "NW-ATK-07")]
    if is_vampire(holder):
        offers.append(("bite", "nw.may_bite", "NW-ATK-09"))
    if has_bitten(holder):
        offers.append(("drink", "nw.may_drink", "NW-ATK-11"))
    for verb, line_id, rule in offers:
        line = message(line_id, who=holder.name, target=held.name, amount=levels if verb == "hold" else 1)
        draft.add(Prompted(f"{verb}:{holder.id}", holder.id, line, command_by(verb, holder.id), rule, "turn"))


def end_of_round(view: State, intent: Intent, chance: Chance) -> Outcome:
    """All that works by the turn, when every action is over (NW-TURN-05); each loss follows as an act of its own.

    Who bleeds is settled first: whoever is felled by another of these effects does not bleed in the same turn end.
    """
    draft = Draft(view)
    draft.add(TimePassed(SECONDS_PER_TURN))
    settle_ranges(draft)
    _end_empty_holds(draft)
    for who, character in view.characters.items():
        if character.has_condition("drinking"):
            draft.follow(Intent("drink_on", who, targets=(who,)))
    draft.follow(*(Intent("bleed", targets=(who,)) for who, person in view.characters.items() if bleeds(person)))
    draft.follow(
        *(Intent("tick_exposures", targets=(who,)) for who, person in view.characters.items() if is_exposed(person))
    )
    return draft.outcome()


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


def bleed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """One point, not a level, for whoever still lies bleeding (NW-STATE-16, NW-OPT-01)."""
    draft = Draft(view)
    if bleeds(draft.character(intent.target)):
        parts = (("bleeding", 1, "NW-STATE-16"),)
        values: dict[str, Value] = {"amount": 1, "points": True, "soak": SETTLED, "parts": parts}
        draft.follow(Intent("damage", targets=intent.targets, values=frozen(values)))
    return draft.outcome()


def drink_on(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Whoever drinks steadily, and has done nothing else this turn, takes the point of the turn (NW-RES-08)."""
    draft = Draft(view)
    who = intent.actor
    character = draft.character(who)
    victims = [running.source for running in character.conditions_of_kind("drinking")]
    victim = view.characters.get(victims[0]) if victims else None
    blood = victim.pools.get("blood") if victim else None
    held = victim is not None and holding(character) == victim.id
    if victim is None or blood is None or blood.value < 1 or is_helpless(character):
        stop(draft, who, "drinking")
    elif character.count("acted") == 0:
        values = frozen({"willing": not held or not has_bitten(character)})
        draft.follow(Intent("drink", who, (victim.id,), values))
    return draft.outcome()


PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {"bleed": bleed, "drink_on": drink_on}
