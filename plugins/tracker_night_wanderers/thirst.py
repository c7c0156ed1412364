"""How hungry a vampire is, and what tempts the Beast until a frenzy check is rolled."""

from collections.abc import Collection, Iterator
from typing import Literal

from tracker.api import Character, CounterSet, Draft, SceneSet, State, Value
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
    """4; the insatiable find the sight and smell of blood harder by one, whatever else is there (NW-EFF-10, 11)."""
    sees_blood = stimulus == "blood_sensed" or (stimulus in OF_HUNGER and character.count("tempted_blood_sensed") > 0)
    harder = sees_blood and thirst(character) == "insatiable"
    return clamped(USUAL_DIFFICULTY + 1) if harder else USUAL_DIFFICULTY


# ---------------------------------------------------------------------- what waits for a check


def tempt(draft: Draft, who: str, stimulus: str) -> bool:
    """Remember a stimulus until its check; tell whether it calls for one (NW-EFF-12).

    The counter numbers the causes: where the game master has dismissed a check, a new cause asks for another one.
    """
    character = draft.character(who)
    if not check_needed(draft.state, character, stimulus):
        return False
    waiting = check_id(character, stimulus)
    number = _number(character, stimulus) + draft.state.has_dismissed(waiting)
    if number != character.count(f"tempted_{stimulus}"):
        draft.add(CounterSet(who, f"tempted_{stimulus}", number, "scene"))
    return True


def forget(draft: Draft, who: str, *stimuli: str) -> None:
    """What has tempted the character asks for no check any more."""
    counters = draft.character(who).counters
    draft.add(*(CounterSet(who, f"tempted_{one}", 0) for one in stimuli if f"tempted_{one}" in counters))


def checks_due(view: State, character: Character) -> Iterator[str]:
    """The stimuli that a check waits for; hunger is one check, at the higher difficulty (NW-EFF-10)."""
    hungry = [one for one in OF_HUNGER if _tempts(view, character, one)]
    yield from (*hungry[:1], *(one for one in STIMULI if one not in OF_HUNGER and _tempts(view, character, one)))


def _tempts(view: State, character: Character, stimulus: str) -> bool:
    if not check_needed(view, character, stimulus):
        return False
    if character.count(f"tempted_{stimulus}"):
        return True
    if stimulus != "creature_present":
        return False
    known = view.scene.get(f"resisted:{character.id}")
    return any(_creatures_about(view, character.id, known if isinstance(known, tuple) else ()))


def _creatures_about(view: State, who: str, known: Collection[Value] = ()) -> Iterator[str]:
    """Everyone else in the same fight who has blood: their mere presence tempts the insatiable (NW-EFF-09)."""
    here = view.fight_of(who)
    for other in view.characters:
        is_new = other != who and other not in known and view.fight_of(other) == here
        if is_new and _has_blood(view.characters[other]):
            yield other


def _has_blood(character: Character) -> bool:
    blood = character.pools.get("blood")
    return blood is not None and blood.value > 0 and not is_gone(character)


def resist(draft: Draft, who: str, stimulus: str) -> None:
    """The check is passed: for the hungry that holds for all who are there now, until someone else comes."""
    if stimulus in OF_HUNGER:
        _set_resisted(draft, who, tuple(_creatures_about(draft.state, who)))
    elif stimulus in OF_DANGER and is_set(draft.state, "frenzy_recheck", "once_per_episode"):
        draft.add(CounterSet(who, f"calm_{stimulus}", 1, "scene"))


def _set_resisted(draft: Draft, who: str, after: Value | None) -> None:
    before = draft.state.scene.get(f"resisted:{who}")
    if before != after:
        draft.add(SceneSet(f"resisted:{who}", before, after))


def settle_hunger(draft: Draft, who: str) -> None:
    """After blood has come or gone: those no longer hungry are no longer tempted, and will be tempted again."""
    character = draft.character(who)
    forget(draft, who, *(one for one in OF_HUNGER if not check_needed(draft.state, character, one)))
    if thirst(character) != "insatiable":
        _set_resisted(draft, who, None)


def check_id(character: Character, stimulus: str) -> str:
    """The id of what is due; the sight of blood and the nearness of a creature are one (NW-EFF-10)."""
    number = _number(character, stimulus)
    name = f"frenzy:{character.id}:{'hunger' if stimulus in OF_HUNGER else stimulus}"
    return name if number == 1 else f"{name}:{number}"


def _number(character: Character, stimulus: str) -> int:
    together = OF_HUNGER if stimulus in OF_HUNGER else (stimulus,)
    return max(1, *(character.count(f"tempted_{one}") for one in together))


def all_who_see_blood(draft: Draft, bleeding: str) -> None:
    """Someone's blood flows: the thirsty who are there have to hold back (NW-EFF-08)."""
    here = draft.state.fight_of(bleeding)
    for who in draft.state.characters:
        if who != bleeding and draft.state.fight_of(who) == here:
            tempt(draft, who, "blood_sensed")
