"""The tables of gear to look up: what a thing does, what it asks for, what it costs (WOD-EQ, WOD-RES-08)."""

from tracker.api import Action, Chance, Choice, Intent, Message, Outcome, Parameter, Refusal, State, Term, message
from tracker_wod import gear
from tracker_wod.feature import Feature

EXPLOSIVE = "explosive-"
ITEMS = (
    *gear.table("firearm"),
    *gear.table("melee"),
    *gear.table("armour"),
    *(f"{EXPLOSIVE}{name}" for name in gear.table("explosive")),
)


def look_up(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Tell all numbers of a thing."""
    item = intent.text("item")
    if item not in ITEMS:
        raise Refusal(message("wod.refused.weapon", weapon=item))
    cost = _row(item)["cost"]
    price = message("wod.gear.cost", cost=cost) if cost else message("wod.gear.homemade")
    return Outcome((), (_numbers(item), price))


def _row(item: str) -> gear.Row:
    for name in ("firearm", "melee", "armour"):
        if item in gear.table(name):
            return gear.table(name)[item]
    return gear.table("explosive")[item.removeprefix(EXPLOSIVE)]


def _numbers(item: str) -> Message:
    row = _row(item)
    if item in gear.table("firearm"):
        return message(
            "wod.gear.gun",
            item=Term(item),
            rating=row["damage"],
            short=row["short"],
            medium=row["medium"],
            long=row["long"],
            clip=row["clip"],
            chamber=row["chamber"],
            strength=row["strength"],
            size=row["size"],
        )
    if item in gear.table("melee"):
        return message("wod.gear.hand", item=Term(item), rating=row["damage"], type=Term(row["type"]), size=row["size"])
    if item in gear.table("armour"):
        return message(
            "wod.gear.armour",
            item=Term(item),
            general=row["general"],
            ballistic=row["ballistic"],
            strength=row["strength"],
            defence=row["defence"],
            speed=row["speed"],
        )
    return message(
        "wod.gear.explosive", item=Term(item), rating=row["damage"], type=Term(row["type"]), area=row["area"]
    )


FEATURE = Feature(
    actions=(
        Action(
            "gear",
            "act",
            (Parameter("item", "choice", required=True, choices=tuple(map(Choice, ITEMS))),),
            acts=False,
            rules=("WOD-EQ-01", "WOD-EQ-02", "WOD-EQ-03", "WOD-EQ-04", "WOD-RES-08"),
            examples=("gear shotgun", "gear flak-jacket"),
            group="resources",
        ),
    ),
    verbs={"gear": look_up},
)
