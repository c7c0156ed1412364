"""How a character stands by the Health track: up, fighting for consciousness, unconscious, dying, dead (WOD-STATE)."""

from collections.abc import Sequence

from tracker.api import (
    Action,
    Chance,
    Chances,
    Character,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Derived,
    Draft,
    Intent,
    OptionSpec,
    Outcome,
    Prompted,
    PromptSettled,
    Refusal,
    State,
    Status,
    Track,
    frozen,
    message,
)
from tracker_wod import track
from tracker_wod.dice import Pool
from tracker_wod.effects import wound_part, wound_penalty
from tracker_wod.feature import Feature
from tracker_wod.prompts import named
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for

UP, FIGHTING, UNCONSCIOUS, DYING, DEAD = "up", "fighting-for-consciousness", "unconscious", "dying", "dead"
ASLEEP = "asleep"
"""Whoever sleeps cannot act nor defend himself, WOD-STATE-13."""

UNTIL_CLEAR = "until-clear"
"""Marks the faint that lasts until the last box is clear, WOD-STATE-06."""


def state_of(character: Character) -> str:
    """Read the track by its last box, then the conditions (WOD-STATE-04 to -09)."""
    health = character.tracks.get(track.HEALTH, Track(""))
    if track.is_full(health):
        last = health.marks[-1]
        if last == "*":
            return DEAD
        if last == "X":
            return DYING
        return UNCONSCIOUS if character.has_condition(UNCONSCIOUS) else FIGHTING
    knocked_out = [
        condition
        for condition in character.conditions_of_kind(UNCONSCIOUS)
        if condition.data.get(UNTIL_CLEAR) is not True
    ]
    return UNCONSCIOUS if knocked_out else UP


def is_helpless(character: Character) -> bool:
    """Unconscious, dying or dead: no action, no Defence."""
    return state_of(character) in (UNCONSCIOUS, DYING, DEAD)


def status_of(view: State, who: str) -> Sequence[Status]:
    """The status words that the core shows and skips turns by."""
    state = state_of(view.characters[who])
    if state == UP:
        return (Status(ASLEEP, can_act=False),) if view.characters[who].has_condition(ASLEEP) else ()
    return (Status(state, can_act=state == FIGHTING),)


# ---------------------------------------------------------------------- staying conscious


def _conscious_pool(view: State, intent: Intent, who: str) -> Pool:
    """Stamina without the wound penalty, WOD-STATE-05 and WOD-STATE-02."""
    return pool_of(view, intent, who, ("stamina",), wounds=False)


def stay_conscious(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll to stay conscious: a failure is a faint until the last box is clear."""
    who = intent.actor
    character = view.characters[who]
    if state_of(character) != FIGHTING:
        raise Refusal(message("wod.refused.not_fighting", who=character.name))
    draft = Draft(view)
    thrown = throw_for(
        draft, intent, chance, who, _conscious_pool(view, intent, who), "stay-conscious", rule="WOD-STATE-05"
    )
    draft.add(PromptSettled(f"stay-conscious:{who}"))
    if thrown.successes:
        draft.add(CounterSet(who, "conscious", 1, "round"))
        draft.say(message("wod.conscious", who=character.name))
    else:
        faint(draft, who)
    return draft.outcome()


def faint(draft: Draft, who: str) -> None:
    """The faint of a full track that ends in bashing."""
    draft.add(
        ConditionSet(
            who,
            Condition(UNCONSCIOUS, UNCONSCIOUS, data=frozen({UNTIL_CLEAR: True, "rule": "WOD-STATE-06"})),
            "WOD-STATE-06",
        )
    )
    draft.say(message("wod.faints", who=draft.character(who).name))


def stay_conscious_odds(view: State, intent: Intent) -> Chances:
    """The odds of staying conscious."""
    return chances_of(view, _conscious_pool(view, intent, intent.actor))


def prompt_stay_conscious(draft: Draft, intent: Intent, chance: Chance) -> None:
    """On the turn of someone whose track is full of marks that end in bashing, the roll is due."""
    _prompt(draft, intent.actor)


def prompt_all_conscious(draft: Draft, intent: Intent, chance: Chance) -> None:
    """By the table option the roll is due as the round begins."""
    if draft.state.option("conscious-roll", "turn") == "round":
        for who in draft.state.characters:
            _prompt(draft, who)


def _prompt(draft: Draft, who: str) -> None:
    character = draft.state.characters.get(who)
    if character is None or state_of(character) != FIGHTING or character.count("conscious"):
        return
    draft.add(
        Prompted(
            f"stay-conscious:{who}",
            who,
            message("wod.prompt.conscious", who=character.name),
            f"stay-conscious by={named(draft.state, who)}",
            "WOD-STATE-05",
        )
    )


def settle(draft: Draft, who: str, chance: Chance) -> None:
    """Wake whoever's last box is clear again."""
    character = draft.character(who)
    health = character.tracks.get(track.HEALTH, Track(""))
    if not track.is_full(health):
        for condition in character.conditions_of_kind(UNCONSCIOUS):
            if condition.data.get(UNTIL_CLEAR) is True:
                draft.add(ConditionEnded(who, condition.id, "healed", "WOD-HEAL-04"))
                draft.say(message("wod.wakes", who=character.name))


def tell_dying(draft: Draft, who: str, before: str) -> None:
    """Tell that somebody is dying or dead now, who was in the state `before`."""
    character = draft.character(who)
    state = state_of(character)
    if state in (DYING, DEAD) and state != before:
        draft.say(message(f"wod.now.{state}", who=character.name))


def derived(view: State, who: str) -> Sequence[Derived]:
    """The wound penalty."""
    character = view.characters[who]
    return [Derived("wound-penalty", wound_penalty(view, character), wound_part(view, character))]


FEATURE = Feature(
    actions=(
        Action(
            "stay-conscious",
            "roll",
            DIE_PARAMETERS,
            rules=("WOD-STATE-05", "WOD-STATE-02"),
            examples=("stay-conscious by=Killer",),
            group="states",
        ),
    ),
    verbs={"stay-conscious": stay_conscious},
    odds={"stay-conscious": stay_conscious_odds},
    conditions=(ConditionKind(UNCONSCIOUS, tone="bad", rule="WOD-STATE-06"),),
    start_of_turn=(prompt_stay_conscious,),
    start_of_round=(prompt_all_conscious,),
    options=(OptionSpec("conscious-roll", "turn", (Choice("turn"), Choice("round")), "WOD-STATE-05"),),
    settled=(settle,),
    derived=derived,
)
