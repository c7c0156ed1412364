"""What a fighter strikes with and which dice that usually takes (V5-ATK-04, V5-DEF-01, V5-EQ-01, V5-EQ-02)."""

from dataclasses import replace
from typing import cast

from tracker.api import Character, Intent
from tracker_vtm5 import gear
from tracker_vtm5.kinds import NOT_TYPED


def arm_of(character: Character, intent: Intent, weapon: str = "weapon", damage: str = "weapon_damage") -> gear.Source:
    """The weapon that the intent names, else the card's own; a typed modifier goes before the list's.

    A stake in the hand adds nothing, whatever is typed (V5-EQ-01).
    """
    own = character.text("weapon") or "fists"
    name = intent.text(weapon) or own
    source = gear.SOURCES[name]
    if name == own:
        if nature := character.text("weapon_nature"):
            source = replace(source, nature=cast(gear.Nature, nature))
        if (typed := character.integer("weapon_damage", NOT_TYPED)) != NOT_TYPED:
            source = replace(source, modifier=typed)
    if weapon == "weapon" and intent.flag("fire"):
        source = replace(source, nature="fire")
    if damage in intent.values:
        source = replace(source, modifier=intent.integer(damage))
    return replace(source, modifier=0) if source.hand_stake else source


def harms_as(arm: gear.Source) -> str:
    """The source that its damage names: a weapon set on fire harms as fire (V5-HAZ-05)."""
    return "fire" if arm.nature == "fire" and gear.SOURCES[arm.id].nature != "fire" else arm.id


def attack_traits(arm: gear.Source) -> tuple[str, str]:
    """Attribute and Skill of an attack (V5-ATK-04)."""
    if arm.thrown:
        return "dexterity", "athletics"
    if arm.ranged:
        return "composure", "firearms"
    with_the_body = arm.nature == "fang" or arm.id in ("fists", "kick", "knuckles")
    return "strength", "brawl" if with_the_body or (arm.nature == "blow" and not arm.modifier) else "melee"


def defence_traits(character: Character, defence: str) -> tuple[str, str]:
    """Attribute and Skill of a defence (V5-DEF-01)."""
    if defence in ("brawl", "melee"):
        stronger = character.integer("strength") > character.integer("dexterity")
        return "strength" if stronger else "dexterity", defence
    return "dexterity", "athletics"
