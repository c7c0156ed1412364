"""Defence within a round: what it is, when it counts, how it wears, Dodge (WOD-DEF-01 to -14)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Derived,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    badges,
    drafted,
    message,
)
from tracker_wod import gear
from tracker_wod.economy import FREE, for_this_round, lose_aim, no_action, paid_with_defence, spend_action
from tracker_wod.effects import defence_parts, lowered, trait_value
from tracker_wod.merits import has_merit
from tracker_wod.periodic import words
from tracker_wod.refusing import require
from tracker_wod.rolls import RESIST_BONUS, spend_willpower
from tracker_wod.states import as_able, is_helpless

DEFENDED = "defended"
"""Counter: attacks of this round that Defence was applied to, WOD-DEF-04."""

WAIVED = "waived"
"""Counter: attacks of this round that met no Defence by choice, WOD-DEF-05."""

DODGES = ("dodge", "brawling-dodge", "weaponry-dodge")
WITHOUT_DEFENCE = ("surprised", "unaware", "immobilised", "asleep", "no-defence")
"""Conditions under which Defence does not count."""


def bare_defence(character: Character) -> tuple[Part, ...]:
    """The lower of Dexterity and Wits, less armour and effects (WOD-DEF-01, WOD-DEF-20). Wounds leave it alone."""
    if "defence" in character.traits:
        own = Part(Term("defence"), character.integer("defence"))
    else:
        lower = min(("dexterity", "wits"), key=lambda trait: trait_value(character, trait))
        own = Part(Term(lower), trait_value(character, lower), "WOD-DEF-01")
    worn = gear.armour_of(character)
    armour = (Part(Term(worn.id or "armour"), worn.defence, "WOD-DEF-20"),) if worn.defence else ()
    return lowered((own,), (*armour, *defence_parts(character)))


def whole_defence(character: Character) -> tuple[Part, ...]:
    """Defence, or what Dodge makes of it, before this round's attacks have worn it (WOD-DEF-08, WOD-DEF-13)."""
    parts = bare_defence(character)
    dodging = character.conditions.get("dodging")
    if dodging is None:
        return parts
    match words(dodging, "way", dodging.note):
        case "brawling-dodge":
            more = Part(Term("brawl"), trait_value(character, "brawl"), "WOD-DEF-13")
        case "weaponry-dodge":
            more = Part(Term("weaponry"), trait_value(character, "weaponry"), "WOD-DEF-13")
        case _:
            more = Part(Term("dodge"), sum(part.value for part in parts), "WOD-DEF-08")
    return (*parts, more)


def worn_defence(character: Character) -> Derived:
    """Defence or Dodge as it stands after the attacks already met (WOD-DEF-04, -10, -11)."""
    parts = whole_defence(character)
    whole = sum(part.value for part in parts)
    worn = min(whole, character.count(DEFENDED))
    wear = (Part(Term("worn"), -worn, "WOD-DEF-04"),) if worn else ()
    return Derived("defence", whole - worn, (*parts, *wear))


def why_no_defence(character: Character) -> str:
    """The condition that takes Defence away, "" where it counts (WOD-DEF-03)."""
    if is_helpless(character):
        return "helpless"
    return next((kind for kind in (*WITHOUT_DEFENCE, "pinned") if character.has_condition(kind)), "")


def defence_now(character: Character) -> Derived:
    """Defence against the next attack from outside: 0 where something takes it away."""
    worn = worn_defence(character)
    reason = why_no_defence(character)
    if not reason:
        return worn
    return Derived("defence", 0, (*worn.parts, Part(Term(reason), -worn.value, "WOD-DEF-03")))


def is_waiving(character: Character) -> bool:
    """Whether Defence is being saved for a later attack (WOD-DEF-05)."""
    return character.has_condition("saving-defence")


def meet_attack(draft: Draft, who: str, *, applied: bool, resisted: bool, waived: bool) -> None:
    """Write down what an attack means for the Defence of its target: wear, a lost aim, Willpower spent."""
    character = draft.character(who)
    if resisted:
        spend_willpower(draft, who, "WOD-RES-02")
    if waived:
        draft.add(CounterSet(who, WAIVED, character.count(WAIVED) + 1, "round"))
    if applied:
        draft.add(CounterSet(who, DEFENDED, character.count(DEFENDED) + 1, "round"))
        if character.has_condition("aiming"):
            lose_aim(draft, who, message("wod.aim.defended", who=character.name, waive=Term("waive")))


def target_parts(character: Character, *, resisted: bool) -> tuple[Part, ...]:
    """What Defence takes from an attack that it counts against; Willpower adds to the worn value (WOD-DEF-12)."""
    value = worn_defence(character).value
    dodging = character.has_condition("dodging")
    label = Term("dodge" if dodging else "defence")
    rule = "WOD-DEF-10" if dodging else "WOD-DEF-04" if character.count(DEFENDED) else "WOD-DEF-02"
    parts = (Part(label, -value, rule),) if value else ()
    return (*parts, Part(Term("resist"), -RESIST_BONUS, "WOD-DEF-12")) if resisted else parts


# ---------------------------------------------------------------------- Dodge


def _why_no_dodge(view: State, who: str) -> str:
    character = view.characters[who]
    if reason := no_action(view, who, "dodge"):
        return reason
    if any(condition.kind == "holding" for condition in character.conditions.values()):
        return "wod.reason.holding"
    if paid_with_defence(character):
        return "wod.reason.paid"
    return ""


def dodge(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give up the action and double Defence for the rest of the round, at any point before having acted."""
    _take_dodge(draft, intent.actor, intent.text("way"), free=intent.flag("free"))


def _take_dodge(draft: Draft, who: str, way: str, *, free: bool) -> None:
    view = draft.state
    character = view.characters[who]
    require(view, who, _why_no_dodge(view, who), free=free)
    if way != "dodge" and not has_merit(character, way):
        raise Refusal(message("wod.refused.merit", who=character.name, merit=Term(way)))
    spend_action(draft, who, "dodge", free=free)
    dodging = for_this_round("dodging", "WOD-DEF-08", way=way)
    value = worn_defence(replace(character, conditions={**character.conditions, dodging.id: dodging})).value
    line = message("wod.dodges", who=character.name, way=Term(way), value=value)
    draft.tell(line, ConditionSet(who, dodging, "WOD-DEF-08"))


def may_dodge(view: State, who: str) -> bool:
    """Whether someone could still dodge an attack that comes now."""
    return not view.characters[who].has_condition("dodging") and not _why_no_dodge(view, who)


def dodge_first(draft: Draft, targets: Sequence[str]) -> None:
    """Let the targets of an attack give up their actions for a Dodge before it; who dodges already goes on."""
    for who in targets:
        if not draft.character(who).has_condition("dodging"):
            _take_dodge(draft, who, "dodge", free=False)


def view_of_dodging(view: State, targets: Sequence[str]) -> State:
    """The state in which the targets dodge. Refuses where one of them cannot."""
    draft = Draft(view)
    dodge_first(draft, targets)
    return draft.state


def save_defence(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let the next attacks meet no Defence, the main one comes later; said again, it counts again (WOD-DEF-05)."""
    view = draft.state
    name = view.characters[intent.actor].name
    if running := draft.character(intent.actor).conditions_of_kind("saving-defence"):
        ended = (ConditionEnded(intent.actor, one.id, "used", "WOD-DEF-05") for one in running)
        draft.tell(message("wod.uses_defence", who=name), *ended, working=True)
        return
    saving = for_this_round("saving-defence", "WOD-DEF-05")
    draft.tell(message("wod.saves_defence", who=name), ConditionSet(intent.actor, saving, "WOD-DEF-05"))


def count_attacks(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Set by hand how many attacks of this round Defence has met already (WOD-DEF-04)."""
    view = draft.state
    who, number = intent.actor, intent.integer("attacks")
    draft.add(CounterSet(who, DEFENDED, number, "round"))
    value = worn_defence(draft.character(who)).value
    draft.say(message("wod.defended", who=view.characters[who].name, count=number, value=value), working=True)


def derived(view: State, who: str) -> Sequence[Derived]:
    """Defence as it stands now, and what a Dodge would be."""
    character = view.characters[who]
    bare = bare_defence(character)
    value = sum(part.value for part in bare)
    whole = (*bare, Part(Term("dodge"), value, "WOD-DEF-08"))
    worn = min(2 * value, character.count(DEFENDED))
    wear = (Part(Term("worn"), -worn, "WOD-DEF-11"),) if worn else ()
    return [defence_now(character), as_able(character, Derived("dodge", 2 * value - worn, (*whole, *wear)))]


def unavailable(view: State, who: str) -> Mapping[str, str]:
    """Why no Dodge."""
    reason = _why_no_dodge(view, who)
    return {"dodge": reason} if reason else {}


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "dodge", "act", (Parameter("way", "choice", default="dodge", choices=tuple(map(Choice, DODGES))), FREE),
            key="z", rules=("WOD-DEF-08", "WOD-DEF-09", "WOD-DEF-11"),
            examples=("dodge by=David", "dodge brawling-dodge by=David"), group="defence",
        ), drafted(dodge)),
        Deed(Action(
            "save-defence", "act", rules=("WOD-DEF-05",), examples=("save-defence by=David",), group="defence",
        ), drafted(save_defence)),
        Deed(Action(
            "count-attacks", "act", (Parameter("attacks", "integer", required=True, minimum=0, maximum=100),),
            rules=("WOD-DEF-04",), examples=("count-attacks 2 by=David",), group="defence",
        ), drafted(count_attacks)),
    ),
    conditions=(
        ConditionKind("dodging", tone="good", rule="WOD-DEF-08"),
        ConditionKind("saving-defence", rule="WOD-DEF-05"),
        ConditionKind("no-defence", tone="warning", rule="WOD-DEF-14"),
        ConditionKind("immobilised", tone="bad", rule="WOD-STATE-13", weight=badges.BARRED + 3),
        ConditionKind("unaware", tone="bad", rule="WOD-INIT-15", weight=badges.HINDERED),
    ),
    derived=derived,
    unavailable=unavailable,
)  # fmt: skip
