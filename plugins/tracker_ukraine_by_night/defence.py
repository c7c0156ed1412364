"""Defence and total defence (UBN-DEF-01 to UBN-DEF-03)."""

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Part,
    State,
    Term,
    drafted,
    message,
)
from tracker_ukraine_by_night.actions import OVERRULE, action_objection, insist, spend_action
from tracker_ukraine_by_night.gear import Weapon

TOTAL_DEFENCE = "total_defence"


def defence_parts(view: State, target: Character, weapon: Weapon | None = None) -> tuple[Part, ...]:
    """Dexterity, armour and Dodge, doubled where the target defends totally; wounds lower none of it.

    Powers meet no Defence unless their description says so; what guns meet is a table option.
    """
    if weapon is not None and weapon.group == "power":
        return ()
    guns_meet_armour_only = view.option("guns_and_defence") == "armour only"
    only_armour = weapon is not None and weapon.group == "firearm" and guns_meet_armour_only
    traits = ("armour",) if only_armour else ("dexterity", "armour", "dodge")
    parts = [Part(Term(trait), target.integer(trait), "UBN-DEF-01") for trait in traits]
    if target.has_condition(TOTAL_DEFENCE):
        whole = view.option("total_defence") == "whole"
        doubled = [trait for trait in traits if whole or trait != "armour"]
        parts.append(Part(Term(TOTAL_DEFENCE), sum(target.integer(trait) for trait in doubled), "UBN-DEF-02"))
    return tuple(parts)


@drafted
def total_defence(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give up the action of the round: Defence counts double until the next turn of the defender begins."""
    who = intent.actor
    insist(draft, action_objection(draft.state, who), overruled=intent.flag("overrule"))
    spend_action(draft, who)
    stance = Condition(TOTAL_DEFENCE, TOTAL_DEFENCE, left=1, unit="turn", clock=who, moment="start")
    draft.add(ConditionSet(who, stance, "UBN-DEF-02"))
    parts = defence_parts(draft.state, draft.character(who))
    defence = sum(part.value for part in parts)
    draft.say(message("ubn.total_defence", who=draft.character(who).name, defence=defence, parts=parts))


ACTION = Action(
    "total_defence",
    "act",
    (OVERRULE,),
    key="f",
    rules=("UBN-DEF-02", "UBN-ATK-14"),
    examples=("total_defence", "total_defence by=Boris"),
    group="attack",
)
CHAPTER = Chapter(
    deeds=(Deed(ACTION, total_defence),),
    conditions=(ConditionKind(TOTAL_DEFENCE, tone="good", rule="UBN-DEF-02"),),
)
