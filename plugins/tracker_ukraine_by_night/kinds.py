"""The kinds of character and their sheets (UBN-RES-01). No chapter is imported here."""

from tracker.api import CharacterKind, MarkSpec, PoolSpec, TrackSpec, TraitSpec
from tracker_ukraine_by_night.gear import AGGRAVATED, BASHING, LETHAL, WEAPON_CHOICES
from tracker_ukraine_by_night.traits import ATTRIBUTES, SKILLS

HEALTH, VITAE = "health", "vitae"
MARK_OF = {BASHING: "/", LETHAL: "X", AGGRAVATED: "*"}
HIGHEST_TRAIT = 10
MOST_BOXES = 200
OWN_SIZE = {HEALTH: "health_levels", VITAE: "greatest_vitae"}
"""The trait that holds a number of boxes or a greatest Vitae that was typed; 0: it is worked out."""

_TRAITS = (
    *(TraitSpec(trait, field, default=2, maximum=HIGHEST_TRAIT) for trait, field in ATTRIBUTES.items()),
    *(TraitSpec(trait, field, maximum=HIGHEST_TRAIT) for trait, field in SKILLS.items()),
    TraitSpec("size", "body", default=5, maximum=20),
    TraitSpec("resilience", "body", maximum=HIGHEST_TRAIT),
    TraitSpec(OWN_SIZE[HEALTH], "body", maximum=MOST_BOXES, derived=True),
    TraitSpec("dodge", "combat", maximum=HIGHEST_TRAIT),
    TraitSpec("armour", "combat", maximum=20),
    TraitSpec("armour_penalty", "combat", maximum=20),
    TraitSpec("weapon", "combat", kind="text", default="fists", choices=WEAPON_CHOICES),
    TraitSpec("weapon_modifier", "combat", minimum=-20, maximum=20),
    TraitSpec("attacker_limit", "combat", maximum=100),
    TraitSpec("plane", "table", kind="text", default=""),
    TraitSpec("player", "table", kind="text", default=""),
)
_BLOOD = (
    TraitSpec("blood_potency", "body", default=1, minimum=1, maximum=10),
    TraitSpec(OWN_SIZE[VITAE], "body", maximum=1_000_000, derived=True),
)
_HEALTH = TrackSpec(HEALTH, tuple(MarkSpec(mark, kind) for kind, mark in MARK_OF.items()), vital=True)

KINDS = (
    CharacterKind("vampire", (*_TRAITS, *_BLOOD), (_HEALTH,), (PoolSpec(VITAE, shape="number"),)),
    *(CharacterKind(kind, _TRAITS, (_HEALTH,)) for kind in ("mortal", "ghoul", "werewolf")),
)
