"""Reach of powers and planes of existence (UBN-EFF-01 to UBN-EFF-04)."""

from collections.abc import Iterator

from tracker.api import (
    Chance,
    Chapter,
    Character,
    ConditionKind,
    CounterSet,
    Draft,
    DueItem,
    Intent,
    Message,
    State,
    message,
)
from tracker_ukraine_by_night.places import counted

HIDDEN = "supernaturally_hidden"
USED_POWER, AT, IN_SCENE = "used_power", "power_at:", "powers_in_scene"
"""The counters of someone who used a power in this turn, on whom, and how many in this scene."""


def plane_objection(view: State, who: str, target: Character) -> Message | None:
    """Why a power does not reach a target: another plane. Powers on oneself always do."""
    user = view.characters[who]
    if who == target.id or user.text("plane") == target.text("plane"):
        return None
    return message("ubn.refused.plane", who=user.name, target=target.name)


def note_power(draft: Draft, who: str, targets: tuple[str, ...]) -> None:
    """Note that someone uses a power in this turn, and on whom."""
    others = (f"{AT}{target}" for target in targets if target != who)
    draft.add(*(CounterSet(who, counter, 1, "turn") for counter in (USED_POWER, *others)))
    draft.add(CounterSet(who, IN_SCENE, draft.character(who).count(IN_SCENE) + 1, "scene"))


def due(view: State, who: str) -> Iterator[DueItem]:
    """Remind of how far powers reach, with the first of a scene, and of targets that stay hidden."""
    user = view.characters[who]
    if user.count(USED_POWER) and user.count(IN_SCENE) <= 1:
        line = message("ubn.due.reach", who=user.name)
        yield DueItem(f"reach:{who}", who, line, rule="UBN-EFF-01", weight="reminder")
    for target in counted(user, AT):
        if target in view.characters and view.characters[target].has_condition(HIDDEN):
            line = message("ubn.due.hidden", who=user.name, target=view.characters[target].name)
            yield DueItem(f"hidden:{who}:{target}", who, line, rule="UBN-EFF-04", weight="reminder")


def pass_time(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Outside a fight a turn is over when time passes."""
    for who, user in draft.state.characters.items():
        used = [counter for counter in user.counters if counter.startswith((USED_POWER, AT))]
        draft.add(*(CounterSet(who, counter, 0) for counter in used))


CHAPTER = Chapter(conditions=(ConditionKind(HIDDEN, rule="UBN-EFF-04"),), moments={"pass_time": pass_time}, due=due)
