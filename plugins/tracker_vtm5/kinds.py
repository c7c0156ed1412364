"""The kinds of character with their sheets: traits, the two tracks, Hunger. It imports no chapter."""

from collections.abc import Iterable

from tracker.api import Band, CharacterKind, Choice, MarkSpec, PoolSpec, TrackSpec, TraitSpec
from tracker_vtm5 import gear

PHYSICAL = ("strength", "dexterity", "stamina")
SOCIAL = ("charisma", "manipulation", "composure")
MENTAL = ("intelligence", "wits", "resolve")
SKILLS = (
    "athletics", "brawl", "craft", "drive", "firearms", "larceny", "melee", "stealth", "survival",
    "animal_ken", "etiquette", "insight", "intimidation", "leadership", "performance", "persuasion", "streetwise",
    "subterfuge",
    "academics", "awareness", "finance", "investigation", "medicine", "occult", "politics", "science", "technology",
)  # fmt: skip
MENTAL_DISCIPLINES = ("auspex", "dominate", "obfuscate", "presence")
DISCIPLINES = (
    *MENTAL_DISCIPLINES, "animalism", "blood_sorcery", "celerity", "fortitude", "oblivion", "potence", "protean",
    "thin_blood_alchemy",
)  # fmt: skip
CATEGORY_OF = {
    **dict.fromkeys(PHYSICAL, "physical"),
    **dict.fromkeys(SOCIAL, "social"),
    **dict.fromkeys(MENTAL, "mental"),
}


def choices(names: Iterable[str]) -> tuple[Choice, ...]:
    """Choices by their ids."""
    return tuple(Choice(name) for name in names)


ATTRIBUTE_CHOICES = choices(CATEGORY_OF)
SKILL_CHOICES = choices((*SKILLS, *CATEGORY_OF, *DISCIPLINES))
"""A Skill, or a second Attribute or a Discipline in its place."""
DISCIPLINE_CHOICES = choices(DISCIPLINES)

SHORTEST_TRACK, LONGEST_TRACK = 1, 30
HIGHEST_TRAIT = 20
HIGHEST_POTENCY = 10
NOT_TYPED = -1
"""The value of a trait that the card leaves to the tables."""

_ATTRIBUTES = tuple(TraitSpec(name, "attributes", default=2, maximum=HIGHEST_TRAIT) for name in CATEGORY_OF)
_SKILLS = tuple(TraitSpec(name, "skills", maximum=HIGHEST_TRAIT) for name in SKILLS)
_DISCIPLINES = tuple(TraitSpec(name, "disciplines", maximum=HIGHEST_TRAIT) for name in DISCIPLINES)
_COMMON = (
    TraitSpec("humanity", "advantages", default=7, maximum=10),
    TraitSpec("armour", "gear", maximum=HIGHEST_TRAIT),
    TraitSpec("weapon", "gear", "text", "fists", choices=gear.WEAPON_CHOICES),
    TraitSpec("weapon_damage", "gear", default=NOT_TYPED, minimum=NOT_TYPED, maximum=HIGHEST_TRAIT),
    TraitSpec("weapon_nature", "gear", "text", "", choices=choices(gear.OWN_NATURES)),
    TraitSpec("health_size", "tracks", maximum=LONGEST_TRACK),
    TraitSpec("willpower_size", "tracks", maximum=LONGEST_TRACK),
    TraitSpec("player", "advantages", maximum=1),
)
_MARKS = (MarkSpec("/", "superficial"), MarkSpec("X", "aggravated"))
_TRACKS = (TrackSpec("health", _MARKS, vital=True), TrackSpec("willpower", _MARKS))
_HUNGER = PoolSpec("hunger", (Band("hunger_high", 4, "warning"), Band("hunger_5", 5, "bad")))


def _vampire_kind(kind: str, potency: int) -> CharacterKind:
    own = (
        TraitSpec("blood_potency", "advantages", default=potency, maximum=HIGHEST_POTENCY),
        TraitSpec("bane_severity", "advantages", default=NOT_TYPED, minimum=NOT_TYPED, maximum=HIGHEST_TRAIT),
    )
    return CharacterKind(kind, (*_ATTRIBUTES, *_SKILLS, *own, *_COMMON, *_DISCIPLINES), _TRACKS, (_HUNGER,))


def _mortal_kind(kind: str, *, disciplines: bool) -> CharacterKind:
    own = (TraitSpec("true_faith", "advantages", maximum=5),)
    gifts = _DISCIPLINES if disciplines else ()
    return CharacterKind(kind, (*_ATTRIBUTES, *_SKILLS, *own, *_COMMON, *gifts), _TRACKS)


KINDS = (
    _vampire_kind("vampire", 1),
    _vampire_kind("thin-blood", 0),
    _mortal_kind("mortal", disciplines=False),
    _mortal_kind("ghoul", disciplines=True),
)
"""Vampires by default; ghouls follow the mortals' rules."""
