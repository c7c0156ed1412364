"""Thirst and the Beast: what calls for a frenzy check, the check itself, and how a frenzy ends."""

from collections.abc import Callable, Mapping

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Condition,
    ConditionSet,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Refusal,
    State,
    Term,
    frozen,
    message,
)
from tracker_night_wanderers.actions import BONUS, CHANGE, DIFFICULTY, NO_PAIN, rating_parameter
from tracker_night_wanderers.dice import (
    DicePool,
    chosen_rating,
    dice_pool,
    difficulty_of,
    modifier,
    throw,
)
from tracker_night_wanderers.options import is_set
from tracker_night_wanderers.states import calm, require_able, require_vampire, settle_checks, settle_prompts
from tracker_night_wanderers.thirst import (
    OF_DANGER,
    STIMULI,
    ask_for_check,
    check_difficulty,
    check_needed,
    check_prompt,
)

_STIMULUS = tuple(Choice(name) for name in STIMULI)

ACTIONS: tuple[Action, ...] = (
    Action(
        "frenzy_check",
        "roll",
        (
            Parameter("stimulus", "choice", default="rage", choices=_STIMULUS),
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
    ),
    Action(
        "end_frenzy",
        "act",
        acts=False,
        targets="many",
        rules=("NW-EFF-15",),
        examples=("end_frenzy Zoya",),
        group="beast",
    ),
    Action(
        "provoke",
        "act",
        (Parameter("stimulus", "choice", required=True, choices=_STIMULUS),),
        acts=False,
        targets="many",
        rules=("NW-EFF-08", "NW-EFF-09", "NW-EFF-10", "NW-EFF-12"),
        examples=("provoke all blood_sensed", "provoke Viktor insult"),
        group="beast",
    ),
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


def frenzy_check(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll the check; without a success the Beast takes over (NW-EFF-11).

    Raises Refusal where nothing calls for it, unless the game master names a difficulty.
    """
    draft = Draft(view)
    who = intent.target
    character = draft.character(who)
    require_vampire(character)
    require_able(character)
    stimulus = intent.text("stimulus", "rage")
    if character.has_condition("frenzy"):
        raise Refusal(message("nw.frenzied_already", who=character.name))
    if "difficulty" not in intent.values and not check_needed(view, character, stimulus):
        raise Refusal(message("nw.no_check_needed", who=character.name, stimulus=Term(stimulus)))
    difficulty = difficulty_of(intent, check_difficulty(character, stimulus))
    thrown = throw(chance, check_pool(view, character, intent), difficulty, "frenzy_check")
    resisted = thrown.successes > 0
    draft.add(thrown.fact(who, "frenzy_check", "NW-EFF-11", result="success" if resisted else "failure"))
    draft.say(thrown.line(character.name, "frenzy_check"))
    settle_prompts(draft, check_prompt(who, stimulus))
    if resisted:
        draft.say(message("nw.beast_held", who=character.name))
        if stimulus in OF_DANGER and is_set(view, "frenzy_recheck", "once_per_episode"):
            draft.add(CounterSet(who, f"calm_{stimulus}", 1, "scene"))
        return draft.outcome()
    begin_frenzy(draft, who, stimulus)
    return draft.outcome()


def begin_frenzy(draft: Draft, who: str, stimulus: str) -> None:
    """The frenzy and its cause, until the end of the episode at the latest (NW-EFF-13 to 15)."""
    draft.add(
        ConditionSet(who, Condition("frenzy", "frenzy", data=frozen({"cause": stimulus}), unit="scene"), "NW-EFF-11")
    )
    draft.say(message(frenzy_line(stimulus), who=draft.character(who).name))
    settle_checks(draft, who)


def frenzy_line(stimulus: str) -> str:
    """What the Beast wants: flight from fire and sunlight, else attack (NW-EFF-13, 14)."""
    return "nw.frenzy_flees" if stimulus in OF_DANGER else "nw.frenzy_attacks"


def end_frenzy(view: State, intent: Intent, chance: Chance) -> Outcome:
    """End frenzies whose cause is gone (NW-EFF-15)."""
    draft = Draft(view)
    for who in intent.targets:
        if not calm(draft, who):
            raise Refusal(message("nw.no_frenzy", who=draft.character(who).name))
        draft.say(message("nw.frenzy_ends", who=draft.character(who).name))
    return draft.outcome()


def provoke(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Something happens that may wake the Beast: ask for the checks that it calls for (NW-EFF-12)."""
    draft = Draft(view)
    stimulus = intent.text("stimulus")
    for who in intent.targets:
        prompt = ask_for_check(draft, who, stimulus)
        unmoved = message("nw.unmoved", who=draft.character(who).name, stimulus=Term(stimulus))
        draft.say(prompt.line if prompt else unmoved)
    return draft.outcome()


ROLL: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {"frenzy_check": frenzy_check}
PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {"end_frenzy": end_frenzy, "provoke": provoke}
