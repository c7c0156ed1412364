"""Where harm comes from: weapons with their damage modifiers, and what else hurts (V5-DMG-10 to 13, V5-EQ-01, 02)."""

from typing import Literal

from tracker.api import Choice, record

Nature = Literal[
    "blow", "blunt", "blade", "gun", "fire", "sun", "fang", "faith", "lethal", "shame", "wound_of_heart", "frailty"
]
"""What kind of harm a source is: it decides, with the target, between slashes and crosses."""


@record
class Source:
    """A source of damage.

    `modifier` is added to the margin. `ranged`, `thrown`: how it is used. `wood`: a shaft that can stake. `hand_stake`:
    a stake held in the hand. `beheads`: a hand weapon fit to take a head. `armour`: whether armour helps against it.
    """

    id: str
    nature: Nature
    modifier: int = 0
    ranged: bool = False
    thrown: bool = False
    wood: bool = False
    hand_stake: bool = False
    beheads: bool = False
    armour: bool = True


WEAPONS: tuple[Source, ...] = (
    Source("fists", "blow"),
    Source("kick", "blow"),
    Source("improvised", "blow"),
    Source("knuckles", "blow", 1),
    Source("baton", "blow", 1),
    Source("taser", "blow", ranged=True),
    Source("club", "blunt", 2),
    Source("bat", "blunt", 2),
    Source("crowbar", "blunt", 2),
    Source("hammer", "blunt", 2),
    Source("staff", "blunt", 2),
    Source("girder", "blunt", 4),
    Source("wooden_stake", "blade", 0, wood=True, hand_stake=True),
    Source("knife", "blade", 2),
    Source("throwing_knife", "blade", 2, thrown=True),
    Source("spear", "blade", 3, wood=True),
    Source("sword", "blade", 3, beheads=True),
    Source("broadsword", "blade", 3, beheads=True),
    Source("katana", "blade", 3, beheads=True),
    Source("machete", "blade", 3, beheads=True),
    Source("axe", "blade", 3, beheads=True),
    Source("fire_axe", "blade", 3, beheads=True),
    Source("claymore", "blade", 4, beheads=True),
    Source("chainsaw", "blade", 4, beheads=True),
    Source("bow", "gun", 2, ranged=True, wood=True),
    Source("arrow", "gun", 2, ranged=True, wood=True),
    Source("crossbow", "gun", 2, ranged=True, wood=True),
    Source("bolt", "gun", 2, ranged=True, wood=True),
    Source("small_pistol", "gun", 2, ranged=True),
    Source("pistol", "gun", 3, ranged=True),
    Source("rifle", "gun", 3, ranged=True),
    Source("submachine_gun", "gun", 3, ranged=True),
    Source("magnum", "gun", 4, ranged=True),
    Source("shotgun", "gun", 4, ranged=True),
    Source("torch", "fire", armour=False),
    Source("flamethrower", "fire", 3, ranged=True, armour=False),
    Source("firebomb", "fire", 2, thrown=True, armour=False),
    Source("claws", "fang"),
    Source("teeth", "fang"),
    Source("animal_bite", "lethal"),
)
"""The weapon list to start from; a card's own weapon and any typed modifier go before it."""

DANGERS: tuple[Source, ...] = (
    Source("weapon", "lethal"),
    Source("blow", "blow"),
    Source("blade", "blade"),
    Source("gun", "gun"),
    Source("fire", "fire", armour=False),
    Source("sunlight", "sun", armour=False),
    Source("holy_symbol", "faith", armour=False),
    Source("acid", "lethal", armour=False),
    Source("explosion", "lethal"),
    Source("fall", "blunt", armour=False),
    Source("disease", "frailty", armour=False),
    Source("cold", "frailty", armour=False),
    Source("stress", "shame", armour=False),
    Source("secret", "wound_of_heart", armour=False),
    Source("betrayal", "wound_of_heart", armour=False),
)

SOURCES: dict[str, Source] = {source.id: source for source in (*WEAPONS, *DANGERS)}
WEAPON_CHOICES = tuple(Choice(weapon.id) for weapon in WEAPONS)
OWN_NATURES = ("blow", "blunt", "blade", "gun", "fire", "fang", "lethal")
"""What a card may say that its own weapon is like."""


def is_aggravated(source: Source, *, vampire: bool, blunt_is_deadly: bool) -> bool:
    """Whether a source draws crosses on a body by default (V5-DMG-10 to 13)."""
    if source.nature in ("fire", "fang", "faith", "sun"):
        return True
    if vampire or source.nature in ("blow", "shame"):
        return False
    if source.nature == "blunt":
        return blunt_is_deadly and bool(source.modifier)
    return True
