"""What a character is reduced to: impairment, torpor, coma, death, the stake, Final Death (V5-STA-01 to 15)."""

from collections.abc import Mapping, Sequence

from tracker.api import (
    Action,
    Chance,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Prompted,
    PromptSettled,
    State,
    Status,
    Term,
    frozen,
    message,
    quoted,
)
from tracker_vtm5 import blood, marks, people
from tracker_vtm5.feature import Feature

TORPOR_REASONS = ("by_choice", "hunger", "wounds", "frozen", "injury", "other")
DEATH_CAUSES = (
    "decapitation", "fire", "sunlight", "destruction", "acid", "explosion", "pressure", "injury", "other",
)  # fmt: skip

ENDED_BY_TORPOR = (
    "half_awake", "immobile", "turn_lost", "retreating", "fleeing", "only_defends", *people.FRENZIES,
)  # fmt: skip

CONDITIONS = (
    ConditionKind("torpor", tone="bad", rule="V5-STA-06"),
    ConditionKind("coma", tone="bad", rule="V5-STA-04"),
    ConditionKind("dead", tone="bad", rule="V5-STA-04"),
    ConditionKind("final_death", tone="bad", rule="V5-STA-12"),
    ConditionKind("staked", tone="bad", rule="V5-STA-13"),
    ConditionKind("immobile", tone="bad", rule="V5-STA-15"),
    ConditionKind("half_awake", tone="warning", rule="V5-STA-09"),
    ConditionKind("loses_face", tone="warning", rule="V5-STA-05"),
)


def status(view: State, who: str) -> Sequence[Status]:
    """The status words of a character: what keeps it out of the turn order, then its full tracks."""
    character = view.characters[who]
    words = [Status(kind, can_act=False) for kind in people.SENSELESS if character.has_condition(kind)]
    for track in ("health", "willpower"):
        if track in character.tracks and marks.is_crossed_out(character.tracks[track]):
            words.append(Status(f"crossed_out_{track}"))
        if track in character.tracks and marks.is_full(character.tracks[track]):
            words.append(Status(f"impaired_{track}"))
    return tuple(words)


# ---------------------------------------------------------------------- falling


def crossed_out(draft: Draft, who: str) -> None:
    """What a Health track of nothing but crosses does: torpor, or a coma that the game master may turn into death."""
    character = draft.character(who)
    if people.is_vampire(character):
        fall_into_torpor(draft, who, "wounds", "V5-STA-04")
    elif not people.first_of(character, people.SENSELESS):
        draft.add(ConditionSet(who, Condition("coma", "coma"), "V5-STA-04"))
        draft.say(message("vtm5.coma", who=character.name))
        offer_death(draft, who, "V5-STA-04")


def work_out_again(draft: Draft, who: str) -> None:
    """Work defeat out anew after Health was changed otherwise than by harm (V5-RES-13)."""
    character = draft.character(who)
    if marks.is_crossed_out(character.tracks["health"]):
        crossed_out(draft, who)
        return
    torpor = next(iter(character.conditions_of_kind("torpor")), None)
    down = "coma" if character.has_condition("coma") else "torpor" if torpor and _is_from_wounds(torpor) else ""
    if down:
        line = message("vtm5.due.stirs", who=character.name, state=Term(down))
        draft.add(Prompted(f"stirs:{who}", who, line, f"end {quoted(who)} {down}", "V5-RES-13", "scene"))


def _is_from_wounds(torpor: Condition) -> bool:
    return torpor.data.get("reason") == "wounds"


def offer_death(draft: Draft, who: str, rule: str) -> None:
    """Ask whether a mortal dies."""
    line = message("vtm5.due.death", who=draft.character(who).name)
    draft.add(Prompted(f"death:{who}", who, line, f"death {quoted(who)}", rule, "scene"))


def fall_into_torpor(draft: Draft, who: str, reason: str, rule: str) -> None:
    """Send a vampire into torpor; nothing happens to one that sleeps already."""
    character = draft.character(who)
    if people.first_of(character, people.SENSELESS):
        return
    people.end_conditions(draft, who, ENDED_BY_TORPOR, "torpor", rule)
    settle_prompts(draft, who)
    draft.add(ConditionSet(who, Condition("torpor", "torpor", data=frozen({"reason": reason})), rule))
    draft.say(message("vtm5.torpor", who=character.name, reason=Term(reason), term=Term(blood.torpor_term(character))))


def meet_final_death(draft: Draft, who: str, cause: str, rule: str) -> None:
    """The end of a vampire: nothing that ran on it matters any more."""
    character = draft.character(who)
    for condition in character.conditions.values():
        draft.add(ConditionEnded(who, condition.id, "final_death", rule))
    settle_prompts(draft, who)
    draft.add(ConditionSet(who, Condition("final_death", "final_death", data=frozen({"cause": cause})), rule))
    draft.say(message("vtm5.final_death", who=character.name, cause=Term(cause)))


def settle_prompts(draft: Draft, who: str) -> None:
    """Whatever waited for this character waits no longer."""
    for prompt in draft.state.prompts:
        if prompt.who == who:
            draft.add(PromptSettled(prompt.id))


def settle_prompt(draft: Draft, prompt_id: str) -> None:
    """A prompt is done, where it waits at all."""
    if any(prompt.id == prompt_id for prompt in draft.state.prompts):
        draft.add(PromptSettled(prompt_id))


def drive_stake(draft: Draft, who: str, rule: str = "V5-HAZ-11") -> None:
    """A stake in the heart: the vampire is paralysed (V5-STA-13)."""
    character = draft.character(who)
    draft.add(ConditionSet(who, Condition("staked", "staked"), rule))
    draft.say(message("vtm5.staked", who=character.name))


# ---------------------------------------------------------------------- by the game master's word


def gauge_changed(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Health that was set by hand: a row of crosses takes the character out like any other (V5-STA-04)."""
    if intent.text("gauge") == "health":
        work_out_again(draft, intent.target)


_WAITING: Mapping[str, tuple[str, ...]] = {
    "torpor": ("stirs",),
    "coma": ("stirs", "death"),
    "loses_face": ("face",),
    "stunned": ("stunned",),
    "turn_lost": ("turn_lost",),
    "cold": ("cold",),
    **dict.fromkeys(people.FRENZIES, ("beast",)),
}
"""The prompts that speak of a condition and go with it."""


def condition_ended(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Nothing waits any more for a condition that is over."""
    for prompt in _WAITING.get(intent.text("kind"), ()):
        settle_prompt(draft, f"{prompt}:{intent.target}")


def _stake(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    if intent.flag("out"):
        if not character.has_condition("staked"):
            people.refuse("not_staked", character)
        people.end_conditions(draft, who, ("staked",), "hand", "V5-STA-13")
        draft.say(message("vtm5.stake_out", who=character.name))
        return
    if people.first_of(character, people.GONE) or character.has_condition("staked"):
        people.refuse("already", character, state=Term(people.first_of(character, (*people.GONE, "staked"))))
    drive_stake(draft, who)


def _torpor(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_senses(character)
    fall_into_torpor(draft, who, intent.text("reason", "by_choice"), "V5-STA-06")


def _final_death(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    if people.first_of(character, people.GONE):
        people.refuse("already", character, state=Term(people.first_of(character, people.GONE)))
    cause = intent.text("cause", "destruction")
    if people.is_vampire(character):
        meet_final_death(draft, who, cause, "V5-HAZ-10" if cause == "decapitation" else "V5-STA-12")
    else:
        _kill(draft, who)


def _death(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_mortal(character)
    if character.has_condition("dead"):
        people.refuse("already", character, state=Term("dead"))
    _kill(draft, who)


def _kill(draft: Draft, who: str) -> None:
    people.end_conditions(draft, who, ("coma",), "death", "V5-STA-04")
    settle_prompts(draft, who)
    draft.add(ConditionSet(who, Condition("dead", "dead"), "V5-STA-04"))
    draft.say(message("vtm5.dead", who=draft.character(who).name))


ACTIONS = (
    Action(
        "stake",
        "act",
        (Parameter("out", "switch"),),
        acts=False,
        targets="one",
        rules=("V5-STA-13", "V5-STA-14"),
        examples=("stake Vera", "stake Vera out"),
        group="states",
    ),
    Action(
        "torpor",
        "act",
        (Parameter("reason", "choice", default="by_choice", choices=tuple(Choice(name) for name in TORPOR_REASONS)),),
        acts=False,
        targets="one",
        rules=("V5-STA-06", "V5-STA-07", "V5-STA-08"),
        examples=("torpor Vera",),
        group="states",
    ),
    Action(
        "final_death",
        "act",
        (Parameter("cause", "choice", default="destruction", choices=tuple(Choice(name) for name in DEATH_CAUSES)),),
        acts=False,
        targets="one",
        rules=("V5-STA-11", "V5-STA-12", "V5-HAZ-10"),
        examples=("final_death Vera decapitation",),
        group="states",
    ),
    Action(
        "death",
        "act",
        acts=False,
        targets="one",
        rules=("V5-STA-04",),
        examples=("death Hunter",),
        group="states",
    ),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"stake": _stake, "torpor": _torpor, "final_death": _final_death, "death": _death},
    conditions=CONDITIONS,
    moments={"gauge_changed": gauge_changed, "condition_ended": condition_ended},
)
