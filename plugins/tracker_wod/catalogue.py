"""The tables of gear to look up: what a thing does, what it asks for, what it costs (WOD-EQ, WOD-RES-08)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Choice,
    Deed,
    Intent,
    Message,
    Outcome,
    Parameter,
    State,
    Term,
    message,
)
from tracker_wod import gear

EXPLOSIVE = "explosive-"
SPECIAL = ("two_handed", "auto", "bulletproof", "knockout", "heart", "aerodynamic", "fire", "knockdown")
COUNTED = ("reload_rounds", "piercing", "durability_bonus", "defence_vs_unarmed", "throw")
"""Columns of the tables that are told where a row has them: as they are, with their number."""

ITEMS = (
    *gear.table("firearm"),
    *gear.table("melee"),
    *gear.table("armour"),
    *(f"{EXPLOSIVE}{name}" for name in gear.table("explosive")),
)


def look_up(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Tell all numbers of a thing and what is special about it."""
    item = intent.text("item")
    row = _row(item)
    price = message("wod.gear.cost", cost=row["cost"]) if row["cost"] else message("wod.gear.homemade")
    notes = tuple(_notes(row))
    return Outcome((), (_numbers(item), *((message("wod.gear.notes", list=notes),) if notes else ()), price))


def _notes(row: gear.Row) -> Iterator[Message]:
    """What the table says about a thing besides its plain numbers."""
    if row.get("again") == 9:
        yield message("wod.gear.nine_again")
    if row.get("skill") == "brawl":
        yield message("wod.gear.brawl")
    if row.get("throwable") is False:
        yield message("wod.gear.too_big")
    yield from (message(f"wod.gear.{name}") for name in SPECIAL if row.get(name) is True)
    yield from (message(f"wod.gear.{name}", count=row[name]) for name in COUNTED if row.get(name))


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


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "gear", "act", (Parameter("item", "choice", required=True, choices=tuple(map(Choice, ITEMS))),),
            acts=False, asks=True, rules=("WOD-EQ-01", "WOD-EQ-02", "WOD-EQ-03", "WOD-EQ-04", "WOD-RES-08"),
            examples=("gear shotgun", "gear flak-jacket"), group="resources",
        ), look_up),
    ),
)  # fmt: skip
