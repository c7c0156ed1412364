"""Out of torpor: after its term by a roll, before it by stronger blood (V5-STA-09, V5-STA-10)."""

from tracker.api import (
    Action,
    Chance,
    Choice,
    Condition,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    message,
)
from tracker_vtm5 import blood, marks, options, people, pool, rolls
from tracker_vtm5.feature import Feature

WAKING_DIFFICULTY = 2


def waking_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
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
    dice_pool = waking_pool(draft.state, who, intent)
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
    people.end_conditions(draft, who, ("torpor",), "woken", rule)
    if hunger == people.HIGHEST_HUNGER:
        draft.add(ConditionSet(who, Condition("half_awake", "half_awake"), "V5-STA-09"))
    people.set_hunger(draft, who, hunger, rule, "wake")
    if options.is_set(draft.state, "torpor_marks", "one_off"):
        marks.clear_marks(draft, who, "health", crosses=1, rule="V5-STA-09")
    elif options.is_set(draft.state, "torpor_marks", "clear"):
        size = draft.character(who).tracks["health"].size
        marks.clear_marks(draft, who, "health", crosses=size, slashes=size, rule="V5-STA-09")
    draft.say(message("vtm5.woken", who=draft.character(who).name, hunger=hunger))


ACTIONS = (
    Action(
        "wake",
        "roll",
        (
            Parameter("reason", "choice", default="term", choices=(Choice("term"), Choice("blood"))),
            Parameter("successes", "integer", minimum=0, maximum=200),
            Parameter("giver", "character"),
            Parameter("giver_potency", "integer", minimum=0, maximum=blood.HIGHEST_POTENCY),
            *pool.MODIFIERS[:2],
        ),
        acts=False,
        targets="one",
        rules=("V5-STA-08", "V5-STA-09", "V5-STA-10"),
        examples=("wake Vera", "wake Vera blood giver=Boris", "wake Vera successes=2"),
        group="states",
    ),
)

FEATURE = Feature(actions=ACTIONS, verbs={"wake": _wake})
