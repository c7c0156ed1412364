"""Heat and cold by the hour: dice lost, Defence lost, and damage where the weather kills (WOD-HAZ-49, -50)."""

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_wod.effects import trait_value
from tracker_wod.hazards.harm import harm, hold_back
from tracker_wod.periodic import Elapsed, Periodic, changed, ended, first, flag, number
from tracker_wod.recovery import HOUR
from tracker_wod.states import DEAD, state_of
from tracker_wod.traits import named_traits

EXPOSED = "exposed"
"""`amount` hours in the weather; `data.hampered` the traits whose rolls it hampers, `data.deadly` whether it kills."""

LOWER_DEFENCE = {"dexterity", "wits"}
LARGEST_HOURS = 1000


def _hampered(condition: Condition) -> tuple[str, ...]:
    names = condition.data.get("hampered", ())
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, tuple) else ()


def expose(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Send characters into the weather, or count hours there by hand."""
    for who in intent.targets:
        running = first(draft.character(who), EXPOSED) or Condition(EXPOSED, EXPOSED)
        hampered = named_traits(intent.text("traits")) or _hampered(running)
        deadly = intent.flag("deadly") or flag(running, "deadly")
        data = {"hampered": hampered, "deadly": deadly, "spent": number(running, "spent")}
        changed(draft, who, running, "WOD-HAZ-49", message("wod.exposed", who=draft.character(who).name), **data)
        if hours := intent.integer("hours"):
            _hours(draft, who, hours)


def endurance(character: Character) -> int:
    """Hours that one withstands deadly weather, WOD-HAZ-50."""
    return trait_value(character, "stamina") + trait_value(character, "resolve")


def _hours(draft: Draft, who: str, hours: int) -> None:
    """Let whole hours go by."""
    condition = first(draft.character(who), EXPOSED)
    if condition is None:
        return
    before, after = condition.amount, condition.amount + hours
    hampered = _hampered(condition)
    burden: dict[str, Value] = {"rolls": frozen(dict.fromkeys(hampered, -after)), "rule": "WOD-HAZ-49"}
    if LOWER_DEFENCE & set(hampered):
        burden["defence"] = -after
    character = draft.character(who)
    line = message("wod.hours_exposed", who=character.name, count=after)
    changed(draft, who, condition, "WOD-HAZ-49", line, amount=after, **burden)
    for trait in hampered:
        if trait_value(character, trait) - after <= 0 < trait_value(character, trait) - before:
            draft.say(message("wod.spent", who=character.name, trait=Term(trait)))
    if flag(condition, "deadly"):
        free = endurance(character)
        points = max(0, after - free) - max(0, before - free)
        hold_back(draft, who, points, EXPOSED)
        harm(draft, who, "bashing", (Part(Term(EXPOSED), points, "WOD-HAZ-50"),), "WOD-HAZ-50")


def shelter(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Bring characters into better conditions: what they lost begins to come back."""
    for who in intent.targets:
        name = draft.character(who).name
        if first(draft.character(who), EXPOSED) is None:
            raise Refusal(message("wod.refused.not_exposed", who=name))
        ended(draft, who, EXPOSED, "WOD-HEAL-07", "WOD-HAZ-49", message("wod.sheltered", who=name))


def _due(view: State, who: str) -> int | None:
    condition = first(view.characters[who], EXPOSED)
    if condition is None or state_of(view.characters[who]) == DEAD:
        return None
    return HOUR - number(condition, "spent")


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    condition = first(draft.character(who), EXPOSED)
    if condition is None:
        return
    hours, spent = divmod(number(condition, "spent") + elapsed.seconds, HOUR)
    changed(draft, who, condition, spent=spent)
    if hours:
        _hours(draft, who, hours)


PERIODIC = Periodic(_due, _advance)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "expose", "act",
            (
                Parameter("hours", "integer", minimum=0, maximum=LARGEST_HOURS),
                Parameter("traits", "text", default="dexterity+strength"),
                Parameter("deadly", "switch"),
            ),
            acts=False, targets="many", rules=("WOD-HAZ-49", "WOD-HAZ-50"),
            examples=("expose David traits=dexterity+strength deadly", "expose David 3"), group="hazards",
        ), drafted(expose)),
        Deed(Action(
            "shelter", "act", acts=False, targets="many", rules=("WOD-HAZ-49", "WOD-HEAL-07"),
            examples=("shelter David",), group="hazards",
        ), drafted(shelter)),
    ),
    conditions=(ConditionKind(EXPOSED, amount=True, tone="warning", rule="WOD-HAZ-49"),),
)  # fmt: skip
