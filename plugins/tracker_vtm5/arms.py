"""What a fighter strikes with and which dice that usually takes (V5-ATK-04, V5-DEF-01, V5-EQ-01, V5-EQ-02)."""

from dataclasses import dataclass, replace
from typing import cast

from tracker.api import Character, Intent
from tracker_vtm5 import gear

NATURES = ("blow", "blunt", "blade", "gun", "fire", "fang", "lethal")


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon in a hand: its name as it was typed, and what it does."""

    name: str
    source: gear.Source

    @property
    def modifier(self) -> int:
        """What it adds to the margin."""
        return self.source.modifier

    @property
    def harms_as(self) -> str:
        """The source that its damage names: a weapon set on fire harms as fire (V5-HAZ-05)."""
        on_fire = self.source.nature == "fire" and gear.source_named(self.name).nature != "fire"
        return "fire" if on_fire else self.name


def arm_of(character: Character, intent: Intent, weapon: str = "weapon", damage: str = "weapon_damage") -> Arm:
    """The weapon that the intent names, else the card's own; a typed modifier goes before the list's.

    A stake in the hand adds nothing, whatever is typed (V5-EQ-01).
    """
    own = character.text("weapon") or "fists"
    name = intent.text(weapon) or own
    source = gear.source_named(name)
    if gear.normal(name) == gear.normal(own):
        nature = character.text("weapon_nature")
        if nature in NATURES:
            source = replace(source, nature=cast(gear.Nature, nature), armour=nature != "fire")
        if character.integer("weapon_damage", -1) >= 0:
            source = replace(source, modifier=character.integer("weapon_damage"))
    if weapon == "weapon" and intent.flag("fire"):
        source = replace(source, nature="fire", armour=False)
    if damage in intent.values:
        source = replace(source, modifier=max(intent.integer(damage), 0))
    if source.hand_stake:
        source = replace(source, modifier=0)
    return Arm(name, source)


def attack_traits(arm: Arm) -> tuple[str, str]:
    """Attribute and Skill of an attack (V5-ATK-04)."""
    if arm.source.thrown:
        return "dexterity", "athletics"
    if arm.source.ranged:
        return "composure", "firearms"
    return "strength", "brawl" if arm.source.nature in ("blow", "fang") and not arm.source.modifier else _melee(arm)


def _melee(arm: Arm) -> str:
    return "brawl" if arm.source.nature == "fang" or arm.source.id in ("fists", "kick", "knuckles") else "melee"


def defence_traits(character: Character, defence: str) -> tuple[str, str]:
    """Attribute and Skill of a defence (V5-DEF-01)."""
    if defence in ("brawl", "melee"):
        stronger = character.integer("strength") > character.integer("dexterity")
        return "strength" if stronger else "dexterity", defence
    return "dexterity", "athletics"
