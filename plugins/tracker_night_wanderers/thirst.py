"""How hungry a vampire is, which frenzy checks that and other stimuli call for, and the offers to roll them."""

from typing import Literal

from tracker.api import Character, Draft, Prompted, State, Term, message
from tracker_night_wanderers.commands import command_on
from tracker_night_wanderers.dice import USUAL_DIFFICULTY, clamped
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.sheet import is_gone, is_helpless, is_vampire

THIRSTY_AT, INSATIABLE_AT = 5, 2
OF_HUNGER = ("blood_sensed", "creature_present")
OF_DANGER = ("fire", "sun")
STIMULI = (*OF_HUNGER, *OF_DANGER, "rage", "insult")


def thirst(character: Character) -> Literal["", "thirst", "insatiable"]:
    """How hungry a vampire is (NW-EFF-08, 09); only vampires have thirst (NW-EFF-16)."""
    blood = character.pools.get("blood")
    if not is_vampire(character) or blood is None or blood.value > THIRSTY_AT:
        return ""
    return "insatiable" if blood.value <= INSATIABLE_AT else "thirst"


def check_needed(view: State, character: Character, stimulus: str) -> bool:
    """Whether this stimulus calls for a frenzy check now (NW-EFF-08, 09, 12; NW-OPT-20)."""
    if not is_vampire(character) or is_helpless(character) or character.has_condition("frenzy"):
        return False
    if stimulus == "blood_sensed":
        return thirst(character) != ""
    if stimulus == "creature_present":
        return thirst(character) == "insatiable"
    if stimulus in OF_DANGER and is_set(view, "frenzy_recheck", "once_per_episode"):
        return character.count(f"calm_{stimulus}") == 0
    return True


def check_difficulty(character: Character, stimulus: str) -> int:
    """4; the insatiable find the sight and smell of blood harder by one (NW-EFF-10, 11)."""
    harder = stimulus == "blood_sensed" and thirst(character) == "insatiable"
    return clamped(USUAL_DIFFICULTY + 1) if harder else USUAL_DIFFICULTY


def ask_for_check(draft: Draft, who: str, stimulus: str) -> Prompted | None:
    """Offer the frenzy check that a stimulus calls for; None where it calls for none (NW-EFF-12)."""
    character = draft.character(who)
    if not check_needed(draft.state, character, stimulus):
        return None
    difficulty = check_difficulty(character, stimulus)
    line = message("nw.check_due", who=character.name, stimulus=Term(stimulus), difficulty=difficulty)
    command = command_on("frenzy_check", who, stimulus)
    prompt = Prompted(check_prompt(who, stimulus), who, line, command, "NW-EFF-12", "scene")
    draft.add(prompt)
    return prompt


def check_prompt(who: str, stimulus: str) -> str:
    """The id of the prompt for a check; the sight of blood and the nearness of a creature are one (NW-EFF-10)."""
    return f"frenzy:{who}:{'hunger' if stimulus in OF_HUNGER else stimulus}"


def ask_who_sees_blood(draft: Draft, bleeding: str) -> None:
    """Somebody's blood flows: the thirsty who are there have to hold back (NW-EFF-08)."""
    for who in draft.state.characters:
        if who != bleeding:
            ask_for_check(draft, who, "blood_sensed")


def ask_the_insatiable(draft: Draft, who: str) -> None:
    """Whoever has grown insatiable is tempted by any creature with blood that is there (NW-EFF-09)."""
    others = (other for other in draft.state.characters.values() if other.id != who and not is_gone(other))
    if any(blood.value > 0 for other in others if (blood := other.pools.get("blood")) is not None):
        ask_for_check(draft, who, "creature_present")


def offer_end_of_hunger(draft: Draft, who: str) -> None:
    """Offer to end a frenzy of hunger once the vampire is no longer thirsty (NW-EFF-15)."""
    if not thirst(draft.character(who)):
        _offer_calm(draft, who, OF_HUNGER, "nw.sated")


def offer_end_of_danger(draft: Draft, who: str) -> None:
    """Offer to end a frenzy of fire or sunlight once the danger is left behind (NW-EFF-15)."""
    _offer_calm(draft, who, OF_DANGER, "nw.out_of_danger")


def _offer_calm(draft: Draft, who: str, causes: tuple[str, ...], line_id: str) -> None:
    character = draft.character(who)
    if any(running.data.get("cause") in causes for running in character.conditions_of_kind("frenzy")):
        line = message(line_id, who=character.name)
        draft.add(Prompted(f"calm:{who}", who, line, command_on("end_frenzy", who), "NW-EFF-15", "scene"))
