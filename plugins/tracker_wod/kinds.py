"""The kinds of character: which traits, tracks and pools stand on a sheet."""

from collections.abc import Mapping, Sequence

from tracker.api import CharacterKind, Choice, MarkSpec, PoolSpec, TrackSpec, TraitSpec
from tracker_wod import gear, track
from tracker_wod.magazine import magazines
from tracker_wod.traits import ATTRIBUTES, MENTAL_SKILLS, PHYSICAL_SKILLS, SOCIAL_SKILLS

LARGEST_TRACK = 200
DAMAGE_TYPES = tuple(Choice(damage_type) for damage_type in track.MARKS)
WEAPON_SKILLS = tuple(Choice(skill) for skill in ("brawl", "weaponry", "firearms", "thrown"))


def _numbers(group: str, names: Sequence[str], default: int = 0, maximum: int = 20) -> tuple[TraitSpec, ...]:
    return tuple(TraitSpec(name, group, default=default, maximum=maximum) for name in names)


def _traits() -> tuple[TraitSpec, ...]:
    """Traits with a default of their own stand on every sheet; `derived` ones only where the game master gives them."""
    return (
        *_numbers("attributes", ATTRIBUTES, default=2),
        *_numbers("skills", (*PHYSICAL_SKILLS, *MENTAL_SKILLS, *SOCIAL_SKILLS)),
        TraitSpec("size", "body", default=5, maximum=50),
        TraitSpec("species-factor", "body", default=5, maximum=50),
        TraitSpec("boxes", "body", minimum=1, maximum=LARGEST_TRACK, derived=True),
        TraitSpec("defence", "body", maximum=50, derived=True),
        TraitSpec("speed", "body", maximum=200, derived=True),
        TraitSpec("initiative", "body", maximum=50, derived=True),
        TraitSpec("weapon", "gear", "text", "", choices=tuple(map(Choice, (*gear.weapon_ids(), gear.OWN_WEAPON)))),
        TraitSpec("armour", "gear", "text", "", choices=tuple(map(Choice, gear.armour_ids()))),
        *(TraitSpec(name, "armour", maximum=20, derived=True) for name in ("general", "ballistic", "armour-strength")),
        *(
            TraitSpec(name, "armour", minimum=-20, maximum=20, derived=True)
            for name in ("armour-defence", "armour-speed")
        ),
        TraitSpec("bulletproof", "armour", maximum=1, derived=True),
        TraitSpec("weapon-skill", "own-weapon", "text", "weaponry", choices=WEAPON_SKILLS, derived=True),
        TraitSpec("weapon-type", "own-weapon", "text", "lethal", choices=DAMAGE_TYPES, derived=True),
        *(
            TraitSpec(f"weapon-{name}", "own-weapon", maximum=maximum, derived=True)
            for name, maximum in (
                ("rating", 20), ("size", 20), ("strength", 20), ("piercing", 20), ("again", 11), ("clip", 1000),
                ("chamber", 10), ("reload", 20), ("short", 5000), ("medium", 10000), ("long", 20000), ("auto", 1),
                ("two-handed", 1), ("stuns", 1), ("aerodynamic", 1),
            )
        ),
        TraitSpec("merits", "merits", "text", ""),
        TraitSpec("guns", "nature", "text", "lethal", choices=DAMAGE_TYPES, derived=True),
        TraitSpec("fire", "nature", "text", "lethal", choices=DAMAGE_TYPES, derived=True),
    )  # fmt: skip


TRAITS = _traits()
SPECS: Mapping[str, TraitSpec] = {spec.id: spec for spec in TRAITS}


def _kind(kind_id: str) -> CharacterKind:
    marks = tuple(MarkSpec(mark, damage_type) for damage_type, mark in track.MARKS.items())
    return CharacterKind(
        kind_id,
        TRAITS,
        (TrackSpec(track.HEALTH, marks, vital=True),),
        (PoolSpec("willpower"), *(PoolSpec(name, shape="number") for name in magazines())),
    )


NATURES: Mapping[str, Mapping[str, str]] = {"vampire": {"guns": "bashing", "fire": "aggravated"}}
"""What harms a kind of being differently from ordinary people, WOD-DMG-02."""

KINDS = tuple(_kind(kind_id) for kind_id in ("mortal", "extra", "vampire"))
