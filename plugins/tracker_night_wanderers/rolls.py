"""Plain rolls: any rating or number of dice against a difficulty, hunting, and the price of Humanity."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Refusal,
    State,
    Term,
    TraitSet,
    message,
)
from tracker_night_wanderers.actions import BONUS, CHANGE, NO_PAIN, rating_parameter
from tracker_night_wanderers.damage import SOAK_DIFFICULTY
from tracker_night_wanderers.dice import (
    USUAL_DIFFICULTY,
    DicePool,
    Throw,
    chosen_rating,
    dice_pool,
    difficulty_of,
    difficulty_word,
    modifier,
    quality,
    throw,
)
from tracker_night_wanderers.sheet import HIGHEST_HUMANITY
from tracker_night_wanderers.states import require_able, require_vampire

HUNTING_DIFFICULTY = {
    "feeding_ground": 2,
    "business_district": 3,
    "residential": 4,
    "slums": 4,
    "suburbs": 4,
    "village": 5,
    "wilderness": 6,
}
"""Difficulty of finding prey by area (NW-RES-16)."""
EXPERIENCE_PER_HUMANITY = 10
PURPOSES = ("action", "soak", "frenzy")

_DIFFICULTY = Parameter("difficulty", "integer", default=USUAL_DIFFICULTY, minimum=-10, maximum=20)
_NEED = Parameter("need", "integer", default=1, minimum=1, maximum=200)

ACTIONS: tuple[Action, ...] = (
    Action(
        "roll",
        "roll",
        (
            rating_parameter("rating", "fa", common=True),
            Parameter("difficulty", "integer", minimum=-10, maximum=20),
            _NEED,
            BONUS,
            CHANGE,
            Parameter(
                "purpose", "choice", default="action", choices=tuple(Choice(name) for name in PURPOSES), common=False
            ),
            Parameter("physical", "switch", common=False),
            NO_PAIN,
        ),
        key="r",
        rules=("NW-DICE-01", "NW-DICE-02", "NW-DICE-03", "NW-DICE-06", "NW-DICE-07"),
        examples=("roll persuasion difficulty=4", "roll rating=5 difficulty=3 need=2 by=Irina"),
        group="rolls",
    ),
    Action(
        "physical_roll",
        "roll",
        (_DIFFICULTY, _NEED, BONUS, CHANGE, NO_PAIN),
        key="f",
        rules=("NW-DICE-10",),
        examples=("physical_roll", "physical_roll 5 by=Irina"),
        group="rolls",
    ),
    Action(
        "psychic_roll",
        "roll",
        (_DIFFICULTY, _NEED, BONUS, CHANGE, NO_PAIN),
        key="P",
        rules=("NW-DICE-10",),
        examples=("psychic_roll", "psychic_roll 5 by=Irina"),
        group="rolls",
    ),
    Action(
        "hunt",
        "roll",
        (
            Parameter(
                "area",
                "choice",
                required=True,
                choices=tuple(Choice(name) for name in HUNTING_DIFFICULTY),
            ),
            rating_parameter("rating", "mind"),
            BONUS,
            CHANGE,
            NO_PAIN,
        ),
        rules=("NW-RES-15", "NW-RES-16", "NW-RES-17"),
        examples=("hunt slums", "hunt village by=Irina"),
        group="rolls",
    ),
    Action(
        "raise_humanity",
        "act",
        (Parameter("to", "integer", required=True, minimum=1, maximum=HIGHEST_HUMANITY),),
        rules=("NW-RES-18", "NW-RES-19"),
        examples=("raise_humanity 7 by=Irina",),
        group="growth",
    ),
)

_USUAL_RATING = {"physical_roll": "fa", "psychic_roll": "pa", "hunt": "mind"}


def plain_pool(view: State, character: Character, intent: Intent) -> DicePool:
    """The pool of a plain roll."""
    usual = _USUAL_RATING.get(intent.verb, "fa")
    rule = "NW-RES-15" if intent.verb == "hunt" else "NW-DICE-01"
    base, physical = chosen_rating(character, intent, "rating", usual, rule)
    typed_number = intent.text("rating").isdecimal()
    return dice_pool(
        view,
        character,
        (base, *modifier(intent)),
        physical=intent.flag("physical") or (physical and not typed_number),
        purpose=intent.text("purpose", "action"),
        without_pain=intent.flag("no_pain"),
    )


def plain_difficulty(intent: Intent) -> int:
    """The difficulty of a plain roll: given, by the area of a hunt, or 5 for a soak."""
    if intent.verb == "hunt":
        return difficulty_of(intent, HUNTING_DIFFICULTY.get(intent.text("area"), USUAL_DIFFICULTY), "")
    usual = SOAK_DIFFICULTY if intent.text("purpose") == "soak" else USUAL_DIFFICULTY
    return difficulty_of(intent, usual)


def _thrown(draft: Draft, intent: Intent, chance: Chance, rule: str) -> Throw:
    character = draft.character(intent.actor)
    require_able(character)
    what = "roll" if intent.verb == "roll" else intent.verb
    thrown = throw(chance, plain_pool(draft.state, character, intent), plain_difficulty(intent), what)
    need = max(1, intent.integer("need", 1))
    succeeded = thrown.successes >= need
    draft.add(
        thrown.fact(
            character.id,
            what,
            rule,
            result=quality(thrown.successes) if succeeded else "failure",
            data={"need": need},
        )
    )
    draft.say(thrown.line(character.name, what))
    return thrown


def roll(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll a rating against a difficulty; grade what succeeds (NW-DICE-03, 06, 07)."""
    draft = Draft(view)
    thrown = _thrown(draft, intent, chance, "NW-DICE-03")
    need = max(1, intent.integer("need", 1))
    word = difficulty_word(thrown.difficulty)
    if thrown.successes >= need:
        draft.say(message("nw.roll_success", quality=Term(quality(thrown.successes)), word=word))
    else:
        draft.say(message("nw.roll_failure", need=need, word=word))
    asked = intent.integer("difficulty", thrown.difficulty - intent.integer("change")) + intent.integer("change")
    if asked != thrown.difficulty:
        draft.say(message("nw.difficulty_clamped", asked=asked, difficulty=thrown.difficulty))
    return draft.outcome()


def hunt(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Look for prey (NW-RES-15, 16); it finds a possible victim and gives no blood (NW-RES-17)."""
    draft = Draft(view)
    require_vampire(draft.character(intent.actor))
    if intent.text("area") not in HUNTING_DIFFICULTY:
        raise Refusal(message("nw.no_area", typed=intent.text("area")))
    thrown = _thrown(draft, intent, chance, "NW-RES-15")
    draft.say(message("nw.prey_found" if thrown.successes else "nw.no_prey", area=Term(intent.text("area"))))
    return draft.outcome()


def raise_humanity(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Raise Humanity for ten experience points a point (NW-RES-19)."""
    draft = Draft(view)
    character = draft.character(intent.actor)
    before, after = character.integer("humanity"), intent.integer("to")
    if not before < after <= HIGHEST_HUMANITY:
        raise Refusal(message("nw.humanity_range", who=character.name, humanity=before, maximum=HIGHEST_HUMANITY))
    draft.add(TraitSet(character.id, "humanity", character.traits.get("humanity"), after))
    price = (after - before) * EXPERIENCE_PER_HUMANITY
    draft.say(message("nw.humanity_raised", who=character.name, before=before, after=after, experience=price))
    return draft.outcome()


ROLL: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {
    "roll": roll,
    "physical_roll": roll,
    "psychic_roll": roll,
    "hunt": hunt,
}
PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {"raise_humanity": raise_humanity}
