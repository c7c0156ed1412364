"""Where harm comes from: weapons with their damage modifiers, and what else hurts (V5-DMG-10 to 13, V5-EQ-01, 02)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Nature = Literal[
    "blow", "blunt", "blade", "gun", "fire", "sun", "fang", "faith", "lethal", "shame", "wound_of_heart", "frailty"
]
"""What kind of harm a source is: it decides, with the target, between slashes and crosses."""


@dataclass(frozen=True, slots=True)
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

_OTHER_WORDS = {
    # The book's own rows.
    "light_impact": "baton", "heavy_impact": "bat", "light_piercing": "knife", "light_gun": "small_pistol",
    "heavy_melee": "broadsword", "medium_gun": "pistol", "heavy_gun": "magnum", "huge_melee": "claymore",
    # Blows, and what is not meant to kill.
    "fist": "fists", "punch": "fists", "brawl": "fists", "unarmed": "fists", "bare_hands": "fists", "hands": "fists",
    "headbutt": "fists", "elbow": "fists", "blow": "fists", "blows": "fists", "slap": "fists", "grapple": "fists",
    "feet": "kick", "foot": "kick", "boot": "kick", "boots": "kick", "knee": "kick", "kicks": "kick",
    "rock": "improvised", "bottle": "improvised", "chair": "improvised", "brick": "improvised", "stone": "improvised",
    "frying_pan": "improvised", "pool_cue": "improvised", "stool": "improvised",
    "brass_knuckles": "knuckles", "truncheon": "baton", "nightstick": "baton", "blackjack": "baton", "sap": "baton",
    "tonfa": "baton", "non_lethal_weapon": "baton", "nonlethal_weapon": "baton", "less_lethal_weapon": "baton",
    "stun_gun": "taser", "stun_baton": "taser", "cattle_prod": "taser", "pepper_spray": "taser", "tear_gas": "taser",
    "rubber_bullet": "taser", "rubber_bullets": "taser", "beanbag": "taser",
    # Blunt weapons.
    "baseball_bat": "bat", "blunt_weapon": "club", "chain": "club", "cudgel": "club", "mace": "club",
    "sledgehammer": "hammer", "pipe": "crowbar", "wrench": "crowbar", "tire_iron": "crowbar",
    # Blades and shafts.
    "blade": "knife", "dagger": "knife", "razor": "knife", "scalpel": "knife", "rapier": "knife",
    "broken_bottle": "knife", "broken_glass": "knife", "cleaver": "machete", "kukri": "machete",
    "sabre": "sword", "saber": "sword", "scimitar": "sword", "cutlass": "sword", "falchion": "sword",
    "longsword": "sword", "shortsword": "sword", "wakizashi": "sword", "greatsword": "claymore", "greataxe": "claymore",
    "battle_axe": "axe", "battleaxe": "axe", "hatchet": "axe", "tomahawk": "axe", "halberd": "axe", "poleaxe": "axe",
    "scythe": "axe", "javelin": "spear", "stake": "wooden_stake",
    # Guns.
    "gun": "pistol", "handgun": "pistol", "firearm": "pistol", "firearms": "pistol", "revolver": "pistol",
    "bullet": "pistol", "bullets": "pistol", "9mm": "pistol", "derringer": "small_pistol", ".22": "small_pistol",
    ".357": "magnum", "carbine": "rifle", "assault_rifle": "rifle", "smg": "submachine_gun", "machine_gun": "rifle",
    "sniper_rifle": "rifle",
    # Fire, and what else there is to fear.
    "flame": "fire", "flames": "fire", "burning": "fire", "pyre": "fire", "blowtorch": "torch", "flare": "torch",
    "flare_gun": "torch", "lighter": "torch", "molotov": "firebomb", "molotov_cocktail": "firebomb",
    "claw": "claws", "tooth": "teeth", "fang": "teeth", "fangs": "teeth", "bite": "teeth",
    "sun": "sunlight", "daylight": "sunlight", "symbol": "holy_symbol", "cross": "holy_symbol",
    "crucifix": "holy_symbol", "rosary": "holy_symbol", "faith": "holy_symbol", "true_faith": "holy_symbol",
    "grenade": "explosion", "bomb": "explosion", "illness": "disease", "poison": "disease", "frost": "cold",
    "shame": "stress", "humiliation": "stress", "insult": "stress",
}  # fmt: skip


ORDINARY_BEASTS = frozenset(("animal", "bear", "cat", "dog", "human", "ordinary", "rat", "wolf"))
"""Words that make claws and teeth those of no supernatural creature."""
ONLY_ALONE = frozenset(("cold", "fire", "fall", "weapon"))
"""Words that name a source only by themselves or at the end: a fire extinguisher does not burn."""
BURNING = frozenset(("burning", "fiery", "flaming", "incendiary"))


def normal(name: str) -> str:
    """A source's name as its id is written."""
    return "_".join(name.strip().casefold().replace("-", " ").split())


def known_source(name: str) -> Source | None:
    """The source that a name means: whole, else by its last known word (`heavy crossbow bolt`); None: none of ours."""
    wanted = normal(name)
    words = set(wanted.split("_"))
    for candidate in _candidates(wanted):
        found = SOURCES.get(_OTHER_WORDS.get(candidate, candidate))
        if found is None:
            continue
        if found.nature == "fang" and words & ORDINARY_BEASTS:
            return SOURCES["animal_bite"]
        # A weapon that burns keeps its own modifier (V5-HAZ-05).
        return replace(found, nature="fire", armour=False) if words & BURNING else found
    return None


def _candidates(wanted: str) -> Iterable[str]:
    words = wanted.split("_")
    for start in range(len(words)):
        yield "_".join(words[start:])
    yield from (word for word in reversed(words[:-1]) if word not in ONLY_ALONE)


def source_named(name: str, *, modifier: int = 0) -> Source:
    """The source that a name means; an unknown name is an ordinary deadly weapon with that modifier."""
    return known_source(name) or Source(normal(name), "lethal", modifier)


def is_aggravated(source: Source, *, vampire: bool, blunt_is_deadly: bool) -> bool:
    """Whether a source draws crosses on a body by default (V5-DMG-10 to 13)."""
    if source.nature in ("fire", "fang", "faith", "sun"):
        return True
    if vampire or source.nature in ("blow", "shame"):
        return False
    if source.nature == "blunt":
        return blunt_is_deadly and source.modifier > 0
    return True
