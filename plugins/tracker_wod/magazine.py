"""Rounds in the gun: a pool for each kind of gun that a character carries (WOD-RES-05)."""

from tracker.api import Character, Pool
from tracker_wod import gear


def magazine_id(weapon_id: str) -> str:
    """The pool that counts the rounds of a gun."""
    return f"rounds-{weapon_id}"


def magazines() -> tuple[str, ...]:
    """The pools of all guns, the sheet's own weapon included."""
    guns = [weapon.id for weapon in gear.weapons().values() if weapon.clip]
    return tuple(magazine_id(gun) for gun in (*guns, gear.OWN_WEAPON))


def full_magazine(character: Character, weapon_id: str = "") -> Pool | None:
    """The magazine of the weapon as it is at the start: full, with nothing in the chamber. None where it has none."""
    weapon = gear.weapon_of(character, weapon_id)
    if weapon is None or not weapon.clip:
        return None
    return Pool(weapon.clip, weapon.clip + weapon.chamber)


def magazine_of(character: Character, weapon: gear.Weapon) -> Pool | None:
    """The rounds now in the gun; None where rounds are not counted."""
    return character.pools.get(magazine_id(weapon.id)) or full_magazine(character, weapon.id)
