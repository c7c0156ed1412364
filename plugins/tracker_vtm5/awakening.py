"""Out of torpor: after its term by a roll, before it by stronger blood (V5-STA-09, V5-STA-10)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Condition,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    drafted,
    message,
)
from tracker_vtm5 import blood, marks, odds, options, people, pool, rolls
from tracker_vtm5.kinds import HIGHEST_POTENCY, choices

WAKING_DIFFICULTY = 2


def _waking_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
    """Resolve + Awareness."""
    base = tuple(Part(Term(name), view.characters[who].integer(name), "V5-STA-09") for name in ("resolve", "awareness"))
    return pool.build(view, who, intent, base, "mental")


def _wake(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    if not character.has_condition("torpor"):
        people.refuse("not_in_torpor", character)
    if intent.text("reason", "term") == "blood":
        _by_blood(draft, who, intent)
        return
    dice_pool = _waking_pool(draft.state, who, intent)
    verdict = rolls.take_test(draft, intent, chance, who, "wake", dice_pool, WAKING_DIFFICULTY, rule="V5-STA-09")
    if verdict.win:
        _awake(draft, who, people.HIGHEST_HUNGER, "V5-STA-09")
    else:
        draft.say(message("vtm5.sleeps_on", who=character.name))


def _by_blood(draft: Draft, who: str, intent: Intent) -> None:
    character = draft.character(who)
    giver = draft.state.characters.get(intent.text("giver"))
    if "giver_potency" not in intent.values and giver is None:
        people.refuse("whose_blood", character)
    given = blood.potency(giver) if giver and people.is_vampire(giver) else intent.integer("giver_potency")
    if given <= blood.potency(character):
        people.refuse("weak_blood", character, given=given, own=blood.potency(character))
    four = options.is_set(draft.state, "torpor_broken_hunger", "four")
    _awake(draft, who, people.HIGHEST_HUNGER - 1 if four else max(people.hunger(character) - 1, 0), "V5-STA-10")


def _awake(draft: Draft, who: str, hunger: int, rule: str) -> None:
    character = draft.character(who)
    ends = people.ends_of(character, "torpor", cause="woken", rule=rule)
    half_awake = ConditionSet(who, Condition("half_awake", "half_awake"), "V5-STA-09")
    wakes_half = (half_awake,) if hunger == people.HIGHEST_HUNGER else ()
    draft.tell(message("vtm5.woken", who=character.name), *ends, *wakes_half)
    change = hunger - people.hunger(character)
    if told := people.set_hunger(draft, who, hunger, rule, Part(Term("wake"), change, rule)):
        before, after = told("before.value"), told("after.value")
        draft.say(message("vtm5.hunger_now", who=character.name, before=before, after=after))
    size = character.tracks["health"].size
    if options.is_set(draft.state, "torpor_marks", "one_off"):
        marks.clear_marks(draft, who, "health", crosses=1, rule="V5-STA-09")
    elif options.is_set(draft.state, "torpor_marks", "clear"):
        marks.clear_marks(draft, who, "health", crosses=size, slashes=size, rule="V5-STA-09")


def _odds(view: State, intent: Intent) -> Chances | None:
    if intent.text("reason", "term") == "blood":
        return None
    return odds.of_test(_waking_pool(view, people.subject(intent), intent), WAKING_DIFFICULTY)


DEEDS = (
    Deed(
        Action(
            "wake", "roll",
            (
                Parameter("reason", "choice", default="term", choices=choices(("term", "blood"))),
                Parameter("successes", "integer", minimum=0, maximum=200), Parameter("giver", "character"),
                Parameter("giver_potency", "integer", minimum=0, maximum=HIGHEST_POTENCY), *pool.BONUS_AND_PENALTY,
            ),
            acts=False, targets="one", rules=("V5-STA-08", "V5-STA-09", "V5-STA-10"),
            examples=("wake Vera", "wake Vera blood giver=Boris", "wake Vera successes=2"), group="states",
        ),
        drafted(_wake), _odds,
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS)
