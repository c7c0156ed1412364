"""The Beast: the frenzy check, what a frenzy is like, and how it ends."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Message,
    Refusal,
    State,
    Term,
    Value,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_night_wanderers import probability
from tracker_night_wanderers.actions import BONUS, CHANGE, DIFFICULTY, NO_PAIN, choice, rating_parameter
from tracker_night_wanderers.dice import DicePool, chosen_rating, dice_pool, difficulty_of, modifier, pooled, throw
from tracker_night_wanderers.hazards import is_exposed
from tracker_night_wanderers.sheet import is_vampire
from tracker_night_wanderers.states import calm, require_able, require_vampire
from tracker_night_wanderers.thirst import (
    OF_DANGER,
    OF_HUNGER,
    STIMULI,
    check_difficulty,
    check_id,
    check_needed,
    checks_due,
    forget,
    resist,
    tempt,
    thirst,
)


def check_pool(view: State, character: Character, intent: Intent) -> DicePool:
    """The psychic roll of a frenzy check (NW-EFF-11)."""
    base, physical = chosen_rating(character, intent, "rating", "pa", "NW-EFF-11")
    return dice_pool(
        view,
        character,
        (base, *modifier(intent)),
        physical=physical,
        purpose="frenzy",
        without_pain=intent.flag("no_pain"),
    )


def _difficulty(character: Character, intent: Intent) -> int:
    return difficulty_of(intent, check_difficulty(character, intent.text("stimulus")))


def frenzy_check(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll the check; without a success the Beast takes over (NW-EFF-11).

    Raises Refusal if nothing calls for it, unless the game master names a difficulty.
    """
    who, stimulus = intent.target, intent.text("stimulus")
    character = draft.character(who)
    require_vampire(character)
    require_able(character)
    if character.has_condition("frenzy"):
        raise Refusal(message("nw.frenzied_already", who=character.name))
    if "difficulty" not in intent.values and not check_needed(draft.state, character, stimulus):
        raise Refusal(message("nw.no_check_needed", who=character.name, stimulus=Term(stimulus)))
    pool, difficulty = check_pool(draft.state, character, intent), _difficulty(character, intent)
    thrown = throw(chance, character, pool, difficulty, "frenzy_check")
    falls = thrown.counts[0]
    resisted = thrown.successes > 0
    line, result, certain = ("nw.beast_held", "success", 1 - falls) if resisted else ("nw.beast_wins", "failure", falls)
    thrown.tell(draft, line, who, "frenzy_check", "NW-EFF-11", result=result, certain=certain, stimulus=Term(stimulus))
    forget(draft, who, *(OF_HUNGER if stimulus in OF_HUNGER else (stimulus,)))
    if resisted:
        resist(draft, who, stimulus)
        return
    data: dict[str, Value] = {"cause": stimulus, "exposed": is_exposed(character)}
    frenzy = Condition("frenzy", "frenzy", data=frozen(data), unit="scene")
    rule = "NW-EFF-14" if stimulus in OF_DANGER else "NW-EFF-13"
    draft.tell(_frenzy_line(character, stimulus), ConditionSet(who, frenzy, rule))
    forget(draft, who, *STIMULI)


def _frenzy_line(character: Character, cause: str) -> Message:
    """What the Beast wants: flight from fire and sunlight, else attack (NW-EFF-13, 14)."""
    return message("nw.frenzy_flees" if cause in OF_DANGER else "nw.frenzy_attacks", who=character.name)


def check_odds(view: State, intent: Intent) -> Chances:
    """The chance to fall into frenzy."""
    character = view.characters[intent.target]
    pool, difficulty = check_pool(view, character, intent), _difficulty(character, intent)
    falls = probability.successes(pool.dice, difficulty)[0]
    return pooled(pool, difficulty, ((Term("frenzy"), falls), (Term("beast_held"), 1 - falls)))


def end_frenzy(draft: Draft, intent: Intent, chance: Chance) -> None:
    """End frenzies whose cause is gone (NW-EFF-15)."""
    for who in intent.targets:
        name = draft.character(who).name
        if not calm(draft, who, message("nw.frenzy_ends", who=name)):
            raise Refusal(message("nw.no_frenzy", who=name))


def provoke(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Something happens that may wake the Beast: ask for the checks that it calls for (NW-EFF-12)."""
    stimulus = intent.text("stimulus")
    for who in intent.targets:
        tempted = tempt(draft, who, stimulus)
        character = draft.character(who)
        unmoved = message("nw.unmoved", who=character.name, stimulus=Term(stimulus))
        draft.say(_check_line(character, stimulus) if tempted else unmoved)


def _check_line(character: Character, stimulus: str) -> Message:
    difficulty = check_difficulty(character, stimulus)
    return message("nw.check_due", who=character.name, stimulus=Term(stimulus), difficulty=difficulty)


def due(view: State, who: str) -> Iterator[DueItem]:
    """The checks that wait, what a frenzy does in its turn, and its end once the cause is gone (NW-EFF-08 to 15)."""
    character = view.characters[who]
    if not is_vampire(character):
        return
    for stimulus in checks_due(view, character):
        intent = Intent("frenzy_check", targets=(who,), values=frozen({"stimulus": stimulus}))
        yield DueItem(check_id(character, stimulus), who, _check_line(character, stimulus), intent, "NW-EFF-12")
    for running in character.conditions_of_kind("frenzy")[:1]:
        cause = str(running.data.get("cause", ""))
        current = view.fight_called(view.fight_of(who)).current
        if current == who:
            yield DueItem(f"in_frenzy:{who}", who, _frenzy_line(character, cause), None, "NW-EFF-13", "reminder")
        line = "nw.sated" if cause in OF_HUNGER and not thirst(character) else ""
        if running.data.get("exposed") is True and not is_exposed(character):
            line = line or "nw.out_of_danger"
        if line:
            say = message(line, who=character.name)
            yield DueItem(f"calm:{who}", who, say, Intent("end_frenzy", targets=(who,)), "NW-EFF-15", "offer")


FRENZY_CHECK = Action(
    "frenzy_check",
    "roll",
    (
        choice("stimulus", *STIMULI, default="rage"),
        rating_parameter("rating", "pa"),
        BONUS,
        DIFFICULTY,
        CHANGE,
        NO_PAIN,
    ),
    acts=False,
    targets="one",
    key="y",
    rules=("NW-EFF-08", "NW-EFF-09", "NW-EFF-10", "NW-EFF-11", "NW-EFF-12"),
    examples=("frenzy_check Zoya fire", "frenzy_check Viktor blood_sensed difficulty=5"),
    group="beast",
)
END_FRENZY = Action(
    "end_frenzy", "act", acts=False, targets="many", rules=("NW-EFF-15",), examples=("end_frenzy Zoya",), group="beast"
)
PROVOKE = Action(
    "provoke",
    "act",
    (choice("stimulus", *STIMULI, required=True),),
    acts=False,
    targets="many",
    rules=("NW-EFF-08", "NW-EFF-09", "NW-EFF-10", "NW-EFF-12"),
    examples=("provoke all blood_sensed", "provoke Viktor insult"),
    group="beast",
)
CHAPTER = Chapter(
    deeds=(
        Deed(FRENZY_CHECK, drafted(frenzy_check), check_odds),
        Deed(END_FRENZY, drafted(end_frenzy)),
        Deed(PROVOKE, drafted(provoke)),
    ),
    conditions=(ConditionKind("frenzy", tone="bad", rule="NW-EFF-06", weight=badges.BARRED),),
    due=due,
)
