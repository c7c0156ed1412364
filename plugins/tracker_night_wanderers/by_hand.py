"""What follows when the game master changes a gauge or ends a condition by hand: torpor, fainting, death, waking."""

from tracker.api import Chance, Character, ConditionEnded, CounterSet, Draft, Intent, Outcome, State, message
from tracker_night_wanderers.blood import settle_blood
from tracker_night_wanderers.sheet import (
    ANIMAL_BLOOD,
    LOWEST_MORTAL_HEALTH,
    is_gone,
    is_in_torpor,
    is_unconscious,
    is_vampire,
)
from tracker_night_wanderers.states import become_helpless, die, enter_torpor, leave_torpor, settle_checks, stop
from tracker_night_wanderers.thirst import offer_end_of_hunger


def gauge_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A track that has been emptied or filled by hand brings the state that the rules tie to it.

    NW-STATE-07, 08, 10, 15, 17; NW-RES-11. Who is gone stays so, until the game master ends that state as well.
    """
    draft = Draft(view)
    character, gauge = draft.character(intent.target), intent.text("gauge")
    if is_gone(character):
        return draft.outcome()
    if is_vampire(character):
        _vampire_changed(draft, character, gauge)
    else:
        _mortal_changed(draft, character, gauge)
    return draft.outcome()


def _vampire_changed(draft: Draft, character: Character, gauge: str) -> None:
    value = character.pools[gauge].value
    if gauge == "health":
        if value == 0:
            enter_torpor(draft, character.id, "health")
        return
    if value == 0:
        settle_blood(draft, character.id)
    elif _sleeps_for_want_of_blood(character):
        leave_torpor(draft, character.id)
    offer_end_of_hunger(draft, character.id)


def _sleeps_for_want_of_blood(character: Character) -> bool:
    return any(running.data.get("cause") == "blood" for running in character.conditions_of_kind("torpor"))


def _mortal_changed(draft: Draft, character: Character, gauge: str) -> None:
    value = character.pools[gauge].value
    if gauge == "blood":
        if value == 0:
            rule = "NW-RES-13" if character.kind in ANIMAL_BLOOD else "NW-RES-11"
            die(draft, character.id, message("nw.drained", who=character.name), rule)
    elif value <= LOWEST_MORTAL_HEALTH:
        die(draft, character.id, message("nw.dies", who=character.name), "NW-STATE-17")
    elif is_unconscious(character) and value <= 0:
        become_helpless(draft, character.id)
    else:
        stop(draft, character.id, "unconscious", "stable")


def condition_ended(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A hold ends on both sides; a body that wakes has mended; a frenzy that is over asks for nothing more."""
    draft = Draft(view)
    who, kind = intent.target, intent.text("kind")
    character = draft.character(who)
    match kind:
        case "holding" | "held":
            _end_other_side(draft, who, "held" if kind == "holding" else "holding")
        case "torpor":
            if character.count("dismemberment") and not is_in_torpor(character):
                draft.add(CounterSet(who, "dismemberment", 0))
        case "frenzy":
            settle_checks(draft, who)
    return draft.outcome()


def _end_other_side(draft: Draft, who: str, kind: str) -> None:
    """End what is left of the holds of `who` on the other side; a hold that both sides still know goes on."""
    here = "holding" if kind == "held" else "held"
    still = {running.source for running in draft.character(who).conditions_of_kind(here)}
    for other in list(draft.state.characters.values()):
        for running in other.conditions_of_kind(kind):
            if running.source == who and other.id not in still:
                draft.add(ConditionEnded(other.id, running.id))
                stop(draft, other.id if kind == "holding" else who, "drinking")
