"""Weapons, armour and the other tables of the rulebook, read once from `data/gear.toml`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from tracker.api import Character, record

Row = Mapping[str, Any]

OWN_WEAPON = "own-weapon"
"""The weapon that the sheet itself describes by its `weapon-...` traits."""

UNARMED = "unarmed"


@cache
def tables() -> Mapping[str, Mapping[str, Row]]:
    """Every table by name, each a mapping from the id of a row to the row."""
    text = Path(__file__).with_name("data").joinpath("gear.toml").read_text("utf-8")
    return {name: {row["id"]: row for row in rows} for name, rows in tomli.loads(text).items()}


def table(name: str) -> Mapping[str, Row]:
    """One table, its rows by id."""
    return tables()[name]


@record
class Ranges:
    """The ends of the short, the medium and the long range in yards."""

    short: int
    medium: int
    long: int


@record
class Weapon:
    """What an attack is made with. `skill`: brawl, weaponry, firearms or thrown; `strength`: what it asks for."""

    id: str
    skill: str
    rating: int = 0
    type: str = "bashing"
    size: int = 0
    strength: int = 0
    two_handed: bool = False
    again: int = 10
    ranges: Ranges | None = None
    clip: int = 0
    chamber: int = 0
    auto: bool = False
    piercing: int = 0
    reload_rounds: int = 1
    heart: bool = False
    stuns: bool = False
    spear_reach: int = 0
    aerodynamic: bool = False

    @property
    def is_body(self) -> bool:
        """Whether the attacker strikes with nothing but the body: the opponent counts as unarmed."""
        return self.id == UNARMED or self.id.startswith("bite-")


@record
class Armour:
    """Worn armour. `defence` and `speed` are signed changes; `strength`: what it asks for."""

    id: str
    general: int
    ballistic: int
    strength: int
    defence: int
    speed: int
    bulletproof: bool


@cache
def weapons() -> Mapping[str, Weapon]:
    """Every weapon of the tables by id, the body included."""
    found = {UNARMED: Weapon(UNARMED, "brawl")}
    for row in table("firearm").values():
        found[row["id"]] = Weapon(
            id=row["id"],
            skill="firearms",
            rating=row["damage"],
            type=row["type"],
            size=row["size"],
            strength=row["strength"],
            two_handed=row["two_handed"],
            again=row["again"],
            ranges=Ranges(row["short"], row["medium"], row["long"]),
            clip=row["clip"],
            chamber=row["chamber"],
            auto=row["auto"],
            reload_rounds=row.get("reload_rounds", 1),
            heart=row.get("heart", False),
        )
    for row in table("melee").values():
        found[row["id"]] = Weapon(
            id=row["id"],
            skill=row["skill"],
            rating=row["damage"],
            type=row["type"],
            size=row["size"],
            strength=row["size"],
            two_handed=row["two_handed"],
            again=row["again"],
            piercing=row.get("piercing", 0),
            heart=row.get("heart", False),
            spear_reach=row.get("defence_vs_unarmed", 0),
            aerodynamic=row["id"] == "spear",
        )
    for row in table("bite").values():
        bite = f"bite-{row['id']}"
        found[bite] = Weapon(bite, "brawl", rating=row["bonus"], type=row["type"])
    return found


def own_weapon(character: Character) -> Weapon:
    """The weapon that the `weapon-...` traits of a sheet describe."""
    short, medium, long = (character.integer(f"weapon-{band}") for band in ("short", "medium", "long"))
    return Weapon(
        id=OWN_WEAPON,
        skill=character.text("weapon-skill", "weaponry"),
        rating=character.integer("weapon-rating"),
        type=character.text("weapon-type", "lethal"),
        size=character.integer("weapon-size"),
        strength=character.integer("weapon-strength"),
        two_handed=bool(character.integer("weapon-two-handed")),
        again=character.integer("weapon-again", 10),
        ranges=Ranges(short, medium or 2 * short, long or 4 * short) if short else None,
        clip=character.integer("weapon-clip"),
        chamber=character.integer("weapon-chamber"),
        auto=bool(character.integer("weapon-auto")),
        piercing=character.integer("weapon-piercing"),
        reload_rounds=character.integer("weapon-reload", 1),
        stuns=bool(character.integer("weapon-stuns")),
        aerodynamic=bool(character.integer("weapon-aerodynamic")),
    )


def weapon_of(character: Character, chosen: str = "") -> Weapon | None:
    """The weapon `chosen` by id, else the one in hand, else bare hands. None where there is no such weapon."""
    name = chosen or character.text("weapon") or UNARMED
    return own_weapon(character) if name == OWN_WEAPON else weapons().get(name)


def armour_of(character: Character) -> Armour:
    """The armour worn: the row that the sheet names, each number replaced where the sheet has its own."""
    row = table("armour").get(character.text("armour"), {})
    return Armour(
        id=row.get("id", ""),
        general=character.integer("general", row.get("general", 0)),
        ballistic=character.integer("ballistic", row.get("ballistic", 0)),
        strength=character.integer("armour-strength", row.get("strength", 0)),
        defence=character.integer("armour-defence", row.get("defence", 0)),
        speed=character.integer("armour-speed", row.get("speed", 0)),
        bulletproof=bool(character.integer("bulletproof", int(row.get("bulletproof", False)))),
    )


def weapon_ids() -> tuple[str, ...]:
    """The ids of all weapons, the body included."""
    return tuple(weapons())


def armour_ids() -> tuple[str, ...]:
    """The ids of all kinds of armour."""
    return tuple(table("armour"))
