"""Which actions a character cannot take now, and why: greyed out on the screen (V5-STA-07, V5-STA-13, V5-RES-07)."""

from collections.abc import Mapping

from tracker.api import Chapter, State
from tracker_vtm5 import marks, options, people, spending

OF_THE_BLOOD = (
    "rouse",
    "feed",
    "mend",
    "mend_aggravated",
    "frenzy",
    "cold",
    "cold_test",
    "stake",
    "torpor",
    "wake",
    "remorse",
)
OF_MORTALS = ("treat", "hospital", "faith", "faith_shield", "death")
NEEDS_SENSES = (
    "attack", "argue", "contest", "roll", "reroll", "spend", "rouse", "feed", "mend", "mend_aggravated",
    "frenzy", "cold_test", "torpor", "faith", "faith_shield", "desire",
)  # fmt: skip
NEEDS_FREEDOM = ("attack", "feed", "mend", "mend_aggravated", "cold_test")


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Action id to the id of the message with the reason."""
    character = view.characters[who]
    reasons: dict[str, str] = {}
    vampire = people.is_vampire(character)
    _put(reasons, OF_MORTALS if vampire else OF_THE_BLOOD, "not_a_mortal" if vampire else "not_a_vampire")
    if people.first_of(character, people.GONE):
        _put(reasons, ("damage", "injury", "final_death"), "gone")
    if people.first_of(character, people.SENSELESS):
        _put(reasons, NEEDS_SENSES, "senseless")
    elif people.first_of(character, people.BOUND):
        _put(reasons, NEEDS_FREEDOM, "bound")
    if not character.has_condition("torpor"):
        _put(reasons, ("wake",), "not_in_torpor")
    starving = vampire and people.hunger(character) == people.HIGHEST_HUNGER
    if starving and options.is_set(view, "rouse_at_hunger_5", "refuse"):
        _put(reasons, ("rouse", "mend"), "hunger_5")
    if starving and options.is_set(view, "aggravated_at_hunger_5", "locked"):
        _put(reasons, ("mend_aggravated",), "hunger_5")
    for counter, action, reason in (
        ("mended", "mend", "mended_this_turn"),
        ("mended_tonight", "mend_aggravated", "mended_tonight"),
        ("treated", "treat", "treated_tonight"),
        ("desire_used", "desire", "desire_used"),
    ):
        if character.count(counter):
            _put(reasons, (action,), reason)
    if vampire and marks.SLASH not in character.tracks["health"].marks:
        _put(reasons, ("mend",), "nothing_to_mend")
    if character.has_condition("only_defends"):
        _put(reasons, ("attack", "argue"), "only_defends")
    if not spending.left(view, character):
        _put(reasons, ("spend", "reroll", "faith_shield"), "no_willpower_left")
    return reasons


def _put(reasons: dict[str, str], actions: tuple[str, ...], reason: str) -> None:
    for action in actions:
        reasons.setdefault(action, f"vtm5.refused.{reason}")


CHAPTER = Chapter(unavailable=unavailable)
