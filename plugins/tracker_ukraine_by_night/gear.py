"""Weapons: the harm that each does to whom, and the Attribute and Skill that wield it (UBN-DMG-01 to UBN-DMG-03)."""

from typing import Literal

from tracker.api import Character, Choice, Refusal, message, record

WeaponGroup = Literal["blunt", "sharp", "firearm", "supernatural", "power", "fire", "sunlight"]

BASHING, LETHAL, AGGRAVATED = "bashing", "lethal", "aggravated"
DAMAGE_TYPES = (BASHING, LETHAL, AGGRAVATED)


@record
class Weapon:
    """One kind of weapon; its id is also its term. A power names no Attribute: its description does."""

    id: str
    group: WeaponGroup
    attribute: str = ""
    skill: str = ""


_TABLE = (
    Weapon("fists", "blunt", "strength", "brawl"),
    Weapon("club", "blunt", "strength", "weaponry"),
    Weapon("knife", "sharp", "strength", "weaponry"),
    Weapon("sword", "sharp", "strength", "weaponry"),
    Weapon("axe", "sharp", "strength", "weaponry"),
    Weapon("firearm", "firearm", "dexterity", "firearms"),
    Weapon("pistol", "firearm", "dexterity", "firearms"),
    Weapon("rifle", "firearm", "dexterity", "firearms"),
    Weapon("shotgun", "firearm", "dexterity", "firearms"),
    Weapon("vampire_fangs", "supernatural", "strength", "brawl"),
    Weapon("werewolf_fangs", "supernatural", "strength", "brawl"),
    Weapon("werewolf_claws", "supernatural", "strength", "brawl"),
    Weapon("fangs", "supernatural", "strength", "brawl"),
    Weapon("claws", "supernatural", "strength", "brawl"),
    Weapon("supernatural_weapon", "supernatural", "strength", "weaponry"),
    Weapon("discipline", "power"),
    Weapon("supernatural_power", "power"),
    Weapon("fire", "fire", "dexterity", "athletics"),
    Weapon("sunlight", "sunlight"),
)
WEAPONS = {weapon.id: weapon for weapon in _TABLE}
WEAPON_CHOICES = tuple(Choice(weapon) for weapon in WEAPONS)
TYPE_CHOICES = tuple(Choice(damage_type) for damage_type in DAMAGE_TYPES)


def is_vampire(character: Character) -> bool:
    """Whether the rules for vampires hold; everyone else is hurt and heals as mortals do."""
    return character.kind == "vampire"


def damage_type(weapon: Weapon, target: Character) -> str:
    """The kind of harm that a weapon does to a target. Raises Refusal where it does none."""
    match weapon.group:
        case "blunt":
            return BASHING
        case "sharp":
            return LETHAL
        case "firearm":
            return BASHING if is_vampire(target) else LETHAL
        case "supernatural" | "power":
            return AGGRAVATED
        case "fire":
            return AGGRAVATED if is_vampire(target) else LETHAL
        case "sunlight":
            if is_vampire(target):
                return AGGRAVATED
            raise Refusal(message("ubn.refused.sunlight", target=target.name))
