"""Ambush and attacks from behind: who notices, who is surprised (WOD-INIT-11 to -16)."""

from tracker.api import (
    Action,
    Chance,
    Chances,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Refusal,
    State,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.feature import Feature
from tracker_wod.rolls import DIE_PARAMETERS, chances_of, pool_of, throw_for


def _pool(view: State, intent: Intent, who: str) -> Pool:
    return pool_of(view, intent, who, ("wits", "composure"))


def notice(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Roll Wits + Composure for each who may be caught unawares; whoever fails is surprised.

    Surprise lasts the first round; from `behind` it only lasts for the one attack (WOD-INIT-15). Nobody who already
    takes part in the fight can be surprised, unless the game master says `even-so` (WOD-INIT-14).
    """
    draft = Draft(view)
    for who in intent.targets:
        name = view.characters[who].name
        if view.round and view.place_of(who) is not None and not intent.flag("even-so"):
            raise Refusal(message("wod.refused.in_fight", who=name))
        thrown = throw_for(draft, intent, chance, who, _pool(view, intent, who), "notice", rule="WOD-INIT-11")
        if thrown.successes:
            draft.say(message("wod.notices", who=name))
        elif intent.flag("behind"):
            draft.add(ConditionSet(who, Condition("unaware", "unaware", unit="scene"), "WOD-INIT-15"))
            draft.say(message("wod.unaware", who=name))
        else:
            surprise(draft, who)
    return draft.outcome()


def surprise(draft: Draft, who: str) -> None:
    """Surprised for the whole first round: no action, no Defence (WOD-INIT-11, WOD-INIT-13)."""
    rounds = 2 if draft.state.round == 0 else 1
    surprised = Condition("surprised", "surprised", data=frozen({"rule": "WOD-INIT-13"}), left=rounds, unit="round")
    draft.add(ConditionSet(who, surprised, "WOD-INIT-11"))
    draft.say(message("wod.surprised", who=draft.character(who).name))


def enter_order(draft: Draft, intent: Intent, chance: Chance) -> None:
    """At the start of the second round the surprised roll Initiative."""
    late = tuple(
        who
        for who, character in draft.state.characters.items()
        if draft.state.place_of(who) is None
        and any(condition.left == 1 for condition in character.conditions_of_kind("surprised"))
    )
    if late and draft.state.round > 1:
        draft.follow(Intent("initiative", targets=late))


def notice_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of the first one asked."""
    return chances_of(view, _pool(view, intent, intent.target)) if intent.targets else None


FEATURE = Feature(
    actions=(
        Action(
            "notice",
            "roll",
            (Parameter("behind", "switch"), *DIE_PARAMETERS, Parameter("even-so", "switch", common=False)),
            acts=False,
            targets="many",
            rules=("WOD-INIT-11", "WOD-INIT-15"),
            examples=("notice David", "notice David behind"),
            group="initiative",
        ),
    ),
    verbs={"notice": notice},
    odds={"notice": notice_odds},
    conditions=(ConditionKind("surprised", tone="bad", rule="WOD-INIT-13"),),
    start_of_round=(enter_order,),
)
