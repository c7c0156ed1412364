"""Falls: a point for every three yards, what softens them, and from where nothing does (WOD-HAZ-31 to -35)."""

from functools import partial

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    State,
    Term,
    drafted,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.gear import armour_of, table
from tracker_wod.hazards.harm import harm, total_of
from tracker_wod.kinds import DAMAGE_TYPES
from tracker_wod.rolls import ROLL_PARAMETERS, chances_of_first, pool_of, throw_for

LARGEST_FALL = 100_000


def fall(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Let characters fall. From 30 yards on it is 10 lethal, and neither armour, grabbing nor a soft landing helps."""
    row = table("fall")["fall"]
    yards = intent.integer("yards")
    for who in intent.targets:
        draft.say(message("wod.fall", who=draft.character(who).name, yards=yards))
        if yards >= row["terminal_yards"]:
            deep = (Part(Term("fall"), row["terminal_damage"], "WOD-HAZ-32"),)
            harm(draft, who, _worse(row["terminal_type"], intent.text("type")), deep, "WOD-HAZ-32")
            draft.say(message("wod.fall.terminal", who=draft.character(who).name))
            continue
        parts = _softened(draft, who, intent, chance, yards // row["yards_per_point"])
        damage_type = intent.text("type") or row["type"]
        if not harm(draft, who, damage_type, parts, "WOD-HAZ-31"):
            draft.say(message("wod.fall.unhurt", who=draft.character(who).name))


def _worse(terminal: str, asked: str) -> str:
    return "aggravated" if asked == "aggravated" else terminal


def _softened(draft: Draft, who: str, intent: Intent, chance: Chance, points: int) -> tuple[Part, ...]:
    parts = [Part(Term("fall"), points, "WOD-HAZ-31")]
    if intent.flag("armour"):
        parts.append(Part(Term("armour"), -armour_of(draft.character(who)).general, "WOD-HAZ-33"))
    if reduction := intent.integer("reduction"):
        parts.append(Part(Term("soft-landing"), -reduction, "WOD-HAZ-35"))
    if intent.flag("grab") and total_of(tuple(parts)):
        thrown = throw_for(draft, intent, chance, who, _pool(draft.state, intent, who), "break-fall", rule="WOD-HAZ-34")
        saved = min(thrown.successes, intent.integer("limit", thrown.successes))
        parts.append(Part(Term("break-fall"), -saved, "WOD-HAZ-34"))
    return tuple(part for part in parts if part.value)


def _pool(view: State, intent: Intent, who: str) -> Pool:
    return pool_of(view, intent, who, ("dexterity", "athletics"))


def fall_odds(view: State, intent: Intent) -> Chances | None:
    """The odds of the grab that breaks a fall; None if nothing is rolled."""
    return chances_of_first(view, intent.targets if intent.flag("grab") else (), partial(_pool, view, intent))


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "fall", "act",
            (
                Parameter("yards", "integer", required=True, minimum=0, maximum=LARGEST_FALL),
                Parameter("type", "choice", choices=DAMAGE_TYPES),
                Parameter("armour", "switch"),
                Parameter("reduction", "integer", minimum=0, maximum=50),
                Parameter("grab", "switch"),
                Parameter("limit", "integer", minimum=0, maximum=50, common=False),
                *ROLL_PARAMETERS,
            ),
            acts=False, targets="many", rules=("WOD-HAZ-31", "WOD-HAZ-32", "WOD-HAZ-33", "WOD-HAZ-34", "WOD-HAZ-35"),
            examples=("fall David 10", "fall David 15 grab limit=3", "fall David 9 lethal armour"), group="hazards",
        ), drafted(fall), fall_odds),
    ),
)  # fmt: skip
