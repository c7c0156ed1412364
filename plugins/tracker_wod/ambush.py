"""Ambush and attacks from behind: who notices, who is surprised (WOD-INIT-11 to -16)."""

from functools import partial

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Refusal,
    State,
    Term,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.rolls import ROLL_PARAMETERS, chances_of_first, pool_of, throw_for


def _pool(view: State, intent: Intent, who: str) -> Pool:
    return pool_of(view, intent, who, ("wits", "composure"))


def notice(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll Wits + Composure for each who may be caught unawares; those who fail are surprised.

    Surprise lasts the first round; from `behind` it only lasts for the one attack (WOD-INIT-15). No one who already
    takes part in the fight can be surprised, unless the game master says `even-so` (WOD-INIT-14).
    """
    view = draft.state
    _check_outside_fight(view, intent)
    for who in intent.targets:
        name = view.characters[who].name
        thrown = throw_for(draft, intent, chance, who, _pool(view, intent, who), "notice", rule="WOD-INIT-11")
        if thrown.successes:
            draft.say(message("wod.notices", who=name))
        elif intent.flag("behind"):
            unaware = Condition("unaware", "unaware", unit="scene")
            draft.tell(message("wod.unaware", who=name), ConditionSet(who, unaware, "WOD-INIT-15"))
        else:
            surprise(draft, who)


def _check_outside_fight(view: State, intent: Intent) -> None:
    for who in intent.targets if view.round and not intent.flag("even-so") else ():
        if view.place_of(who) is not None:
            raise Refusal(message("wod.refused.in_fight", who=view.characters[who].name, way=Term("even-so")))


def surprise(draft: Draft, who: str) -> None:
    """Surprised for the whole first round: no action, no Defence (WOD-INIT-11, WOD-INIT-13)."""
    surprised = Condition("surprised", "surprised", data=frozen({"rule": "WOD-INIT-13"}), left=1, unit="round")
    draft.tell(message("wod.surprised", who=draft.character(who).name), ConditionSet(who, surprised, "WOD-INIT-11"))


def enter_order(draft: Draft, intent: Intent, chance: Chance) -> None:
    """At the start of the second round the surprised roll Initiative."""
    late = tuple(
        character.id
        for character in draft.state.fighters
        if draft.state.place_of(character.id) is None
        and any(condition.left == 1 for condition in character.conditions_of_kind("surprised"))
    )
    if late and draft.state.round > 1:
        draft.follow(Intent("initiative", targets=late))


def notice_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of the first one asked; whoever else cannot roll bars the whole act."""
    _check_outside_fight(view, intent)
    return chances_of_first(view, intent.targets, partial(_pool, view, intent))


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "notice", "roll",
            (Parameter("behind", "switch"), *ROLL_PARAMETERS), acts=False,
            targets="many", rules=("WOD-INIT-11", "WOD-INIT-15"), examples=("notice David", "notice David behind"),
            group="initiative",
        ), drafted(notice), notice_odds),
    ),
    moments={"start_of_round": enter_order},
    conditions=(ConditionKind("surprised", tone="bad", rule="WOD-INIT-13", weight=badges.BARRED),),
)  # fmt: skip
