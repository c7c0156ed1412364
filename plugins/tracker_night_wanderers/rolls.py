"""Plain rolls: any rating or number of dice against a difficulty, hunting, and the price of Humanity."""

from fractions import Fraction

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    TraitSet,
    drafted,
    message,
)
from tracker_night_wanderers import probability
from tracker_night_wanderers.actions import BONUS, CHANGE, NO_PAIN, choice, rating_parameter
from tracker_night_wanderers.damage import SOAK_DIFFICULTY
from tracker_night_wanderers.dice import (
    MOST_DICE,
    PLAIN_DICE,
    USUAL_DIFFICULTY,
    DicePool,
    chance_of_quality,
    chosen_rating,
    dice_pool,
    difficulty_of,
    difficulty_word,
    modifier,
    pooled,
    quality,
    throw,
)
from tracker_night_wanderers.fields import of_roll
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
_USUAL_RATING = {"roll": "fa", "physical_roll": "fa", "psychic_roll": "pa", "hunt": "mind"}


def plain_pool(view: State, character: Character, intent: Intent) -> DicePool:
    """The pool of a plain roll: a rating, or so many dice. Raises Refusal for both at once."""
    dice = intent.integer("dice")
    if dice and intent.text("rating"):
        raise Refusal(message("nw.rating_or_dice", who=character.name, dice=dice))
    if dice:
        base, physical = Part(PLAIN_DICE, dice), False
    else:
        rule = "NW-RES-15" if intent.verb == "hunt" else "NW-DICE-01"
        base, physical = chosen_rating(character, intent, "rating", _USUAL_RATING[intent.verb], rule)
        physical = physical and base.label != PLAIN_DICE
    return dice_pool(
        view,
        character,
        (base, *modifier(intent)),
        physical=intent.flag("physical") or physical,
        purpose=intent.text("purpose", "action"),
        without_pain=intent.flag("no_pain"),
    )


def plain_difficulty(intent: Intent) -> int:
    """The difficulty of a plain roll: given, by the area of a hunt, or 5 for a soak."""
    if intent.verb == "hunt":
        return difficulty_of(intent, HUNTING_DIFFICULTY[intent.text("area")])
    return difficulty_of(intent, SOAK_DIFFICULTY if intent.text("purpose") == "soak" else USUAL_DIFFICULTY)


def _chance_of(pool: DicePool, difficulty: int, need: int) -> Fraction:
    return sum(probability.successes(pool.dice, difficulty)[need:], Fraction(0))


def roll(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll a rating against a difficulty; grade what succeeds (NW-DICE-03, 06, 07)."""
    character = draft.character(intent.actor)
    require_able(character)
    pool, difficulty = plain_pool(draft.state, character, intent), plain_difficulty(intent)
    thrown = throw(chance, character, pool, difficulty, intent.verb)
    need = intent.integer("need")
    certain = chance_of_quality(thrown.counts, need, thrown.successes)
    result, word = quality(thrown.successes), difficulty_word(difficulty)
    rule = "NW-DICE-03" if need == 1 else "NW-DICE-07"
    if thrown.successes >= need:
        thrown.tell(
            draft, "nw.roll_success", character.id, intent.verb, rule,
            result=result, certain=certain, data={"need": need}, quality=Term(result), word=word,
        )  # fmt: skip
    else:
        thrown.tell(
            draft, "nw.roll_failure", character.id, intent.verb, rule,
            result="failure", certain=certain, data={"need": need}, need=need, word=word,
        )  # fmt: skip
    asked = intent.integer("difficulty", difficulty - intent.integer("difficulty_change")) + intent.integer(
        "difficulty_change"
    )
    if asked != difficulty:
        draft.say(message("nw.difficulty_clamped", asked=asked, difficulty=difficulty), working=True)


def hunt(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Look for prey (NW-RES-15, 16); it finds a possible victim and gives no blood (NW-RES-17)."""
    character = draft.character(intent.actor)
    require_vampire(character)
    require_able(character)
    pool, difficulty = plain_pool(draft.state, character, intent), plain_difficulty(intent)
    thrown = throw(chance, character, pool, difficulty, "hunt")
    found = thrown.successes > 0
    thrown.tell(
        draft, "nw.prey_found" if found else "nw.no_prey", character.id, "hunt", "NW-RES-16",
        result=quality(thrown.successes) or "failure", certain=chance_of_quality(thrown.counts, 1, thrown.successes),
        area=Term(intent.text("area")),
    )  # fmt: skip


def roll_odds(view: State, intent: Intent) -> Chances:
    """The chance of enough successes."""
    pool, difficulty = plain_pool(view, view.characters[intent.actor], intent), plain_difficulty(intent)
    chance = _chance_of(pool, difficulty, intent.integer("need", 1))
    return pooled(pool, difficulty, ((Term("success"), chance), (Term("failure"), 1 - chance)))


def raise_humanity(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Raise Humanity for ten experience points a point (NW-RES-19)."""
    character = draft.character(intent.actor)
    before, after = character.integer("humanity"), intent.integer("to")
    if "humanity" not in character.traits:
        raise Refusal(message("nw.no_humanity", who=character.name))
    if not before < after:
        raise Refusal(message("nw.humanity_range", who=character.name, humanity=before, maximum=HIGHEST_HUMANITY))
    told = draft.record(TraitSet(character.id, "humanity", before, after))
    price = (after - before) * EXPERIENCE_PER_HUMANITY
    line = message(
        "nw.humanity_raised", who=character.name, before=told("before"), after=told("after"), experience=price
    )
    draft.say(line)


_SHARED = (Parameter("need", "integer", default=1, minimum=1, maximum=200), BONUS, CHANGE)
_DIFFICULTY = Parameter("difficulty", "integer", minimum=-10, maximum=20)
ROLL = Action(
    "roll",
    "roll",
    (
        rating_parameter("rating", "", common=True),
        Parameter("dice", "integer", minimum=1, maximum=MOST_DICE),
        _DIFFICULTY,
        *_SHARED,
        choice("purpose", "action", "soak", "frenzy", default="action", common=False),
        Parameter("physical", "switch", common=False),
        NO_PAIN,
    ),
    key="r",
    rules=("NW-DICE-01", "NW-DICE-02", "NW-DICE-03", "NW-DICE-06", "NW-DICE-07"),
    examples=("roll persuasion difficulty=4", "roll 5 difficulty=3 need=2 by=Irina"),
    group="rolls",
)
PHYSICAL_ROLL = Action(
    "physical_roll",
    "roll",
    (_DIFFICULTY, *_SHARED, NO_PAIN),
    key="f",
    rules=("NW-DICE-10",),
    examples=("physical_roll", "physical_roll 5 by=Irina"),
    group="rolls",
)
PSYCHIC_ROLL = Action(
    "psychic_roll",
    "roll",
    (_DIFFICULTY, *_SHARED, NO_PAIN),
    key="P",
    rules=("NW-DICE-10",),
    examples=("psychic_roll", "psychic_roll 5 by=Irina"),
    group="rolls",
)
HUNT = Action(
    "hunt",
    "roll",
    (choice("area", *HUNTING_DIFFICULTY, required=True), rating_parameter("rating", "mind"), BONUS, CHANGE, NO_PAIN),
    rules=("NW-RES-15", "NW-RES-16", "NW-RES-17"),
    examples=("hunt slums", "hunt village by=Irina"),
    group="rolls",
)
RAISE_HUMANITY = Action(
    "raise_humanity",
    "act",
    (Parameter("to", "integer", required=True, minimum=1, maximum=HIGHEST_HUMANITY),),
    rules=("NW-RES-18", "NW-RES-19"),
    examples=("raise_humanity 7 by=Irina",),
    group="growth",
)
CHAPTER = Chapter(
    deeds=(
        Deed(ROLL, drafted(roll), roll_odds, applies=of_roll),
        Deed(PHYSICAL_ROLL, drafted(roll), roll_odds),
        Deed(PSYCHIC_ROLL, drafted(roll), roll_odds),
        Deed(HUNT, drafted(hunt), roll_odds),
        Deed(RAISE_HUMANITY, drafted(raise_humanity)),
    )
)
