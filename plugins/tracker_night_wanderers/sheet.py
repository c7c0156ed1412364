"""The kinds of character and their sheets: ratings, powers, health and blood."""

from fractions import Fraction
from typing import Literal

from tracker.api import Band, Character, CharacterKind, Choice, Pool, PoolSpec, TraitSpec

VAMPIRE = "vampire"
HUMAN = "human"
WEREWOLF = "werewolf"
ANIMAL_BLOOD = {"cow": 5, "dog": 2, "cat": 1}
"""Blood points of an animal of each size (NW-RES-13)."""

DEFAULT_HEALTH = {VAMPIRE: 25, HUMAN: 10}
"""Health of the two printed scales (NW-STATE-02, 03); other kinds have what the game master enters (NW-STATE-05)."""
DEFAULT_BLOOD = {HUMAN: 10, **ANIMAL_BLOOD}
"""Blood of the kinds that the rules give a number for (NW-RES-09, 13); a vampire's depends on age and is entered."""
LOWEST_MORTAL_HEALTH = -10
"""Where a human or werewolf dies (NW-STATE-17)."""
GAUGES = {"health_max": "health", "blood_max": "blood"}
"""The traits that say how large a gauge is."""
LARGEST_POOL = 1000

STARTING_HUMANITY = {
    "aswang": 8,
    "belle_morte": 7,
    "vergshi": 9,
    "dragazhar": 5,
    "khatang": 8,
    "le_sang_royal": 8,
    "lougarou": 9,
    "talamar": 8,
    "tragander": 4,
    "knight": 5,
    "werewolf": 6,
    "human": 8,
}
"""Humanity at the start by origin (NW-RES-18)."""
HIGHEST_HUMANITY = 10

ATTRIBUTES = ("fa", "pa", "strength", "charisma", "manipulation", "mind", "education")
TRICKS = ("unarmed_combat", "physical_defence", "dodging", "persuasion", "seduction", "sneaking", "inspection")
RATINGS = ATTRIBUTES + TRICKS
PHYSICAL = frozenset({"fa", "strength", "unarmed_combat", "physical_defence", "dodging"})
"""The ratings that a boost of the physical attribute lifts (NW-RES-06)."""

WEAPONS = ("none", "claws", "fangs", "weapon")
THRESHOLDS = ("critical", "dangerous", "average", "normal")
"""The bands whose upper edge may be overruled on a character, from the lowest (NW-STATE-04)."""

_BAND_TONES: tuple[tuple[str, Literal["good", "warning", "bad"]], ...] = (
    ("critical", "bad"),
    ("dangerous", "bad"),
    ("average", "warning"),
    ("normal", "warning"),
    ("optimal", "good"),
)


def lowest(kind: str, gauge: str) -> int:
    """The least that a gauge can hold: only the health of the living goes below zero."""
    return LOWEST_MORTAL_HEALTH if gauge == "health" and kind != VAMPIRE else 0


def missing(gauge: Pool) -> int:
    """How many points a gauge lacks to its maximum, none where it has no maximum."""
    return (gauge.maximum or gauge.value) - gauge.value


def is_vampire(character: Character) -> bool:
    """Whether the Beast, soaking, blood spending and torpor concern the character."""
    return character.kind == VAMPIRE


def is_animal(character: Character) -> bool:
    """Whether the character is prey with little blood."""
    return character.kind in ANIMAL_BLOOD


def is_gone(character: Character) -> bool:
    """Final Death: out of the game for good (NW-STATE-14)."""
    return character.has_condition("final_death")


def is_in_torpor(character: Character) -> bool:
    """Torpor is a state of its own, entered and left by events (NW-STATE-10)."""
    return character.has_condition("torpor")


def is_unconscious(character: Character) -> bool:
    """Everyone but a vampire faints at zero health or below (NW-STATE-15); the game master may knock anyone out."""
    if character.has_condition("unconscious"):
        return True
    health = character.pools.get("health")
    return not is_vampire(character) and health is not None and health.value <= 0


def is_helpless(character: Character) -> bool:
    """Neither acts nor defends (NW-STATE-19); the game master may call anyone helpless."""
    if is_gone(character) or is_in_torpor(character) or is_unconscious(character):
        return True
    return character.has_condition("helpless")


def boost_of(character: Character) -> int:
    """Points by which blood lifts the physical attribute now (NW-RES-06)."""
    return max(0, sum(running.amount for running in character.conditions_of_kind("boost")))


def _health_bands() -> tuple[Band, ...]:
    return tuple(Band(name, 1, tone, share=Fraction(number, 5)) for number, (name, tone) in enumerate(_BAND_TONES))


def _ratings() -> tuple[TraitSpec, ...]:
    attributes = tuple(TraitSpec(name, "attributes", maximum=100) for name in ATTRIBUTES)
    return attributes + tuple(TraitSpec(name, "tricks", maximum=100) for name in TRICKS)


def _gauges(kind: str) -> tuple[TraitSpec, ...]:
    return (
        TraitSpec("health_max", "gauges", default=DEFAULT_HEALTH.get(kind, 0), maximum=LARGEST_POOL),
        TraitSpec("blood_max", "gauges", default=DEFAULT_BLOOD.get(kind, 0), maximum=LARGEST_POOL),
        *(TraitSpec(f"threshold_{band}", "thresholds", maximum=LARGEST_POOL) for band in reversed(THRESHOLDS)),
    )


def _powers(kind: str) -> tuple[TraitSpec, ...]:
    soaks = TraitSpec("soaks", "powers", default=int(kind == VAMPIRE), maximum=1)
    if kind != VAMPIRE:
        return (soaks,)
    return (
        TraitSpec("celerity", "powers", maximum=2),
        TraitSpec("potence", "powers", maximum=2),
        TraitSpec("fortitude", "powers", maximum=2),
        TraitSpec("hunters_instinct", "powers", maximum=1),
        TraitSpec("extra_actions", "powers", maximum=10, derived=True),
        soaks,
    )


def _kind(kind: str) -> CharacterKind:
    weapon = TraitSpec("wields", "fight", "text", "none", choices=tuple(Choice(name) for name in WEAPONS))
    origin = TraitSpec("origin", "origin", "text", "", choices=tuple(Choice(name) for name in STARTING_HUMANITY))
    humanity = TraitSpec("humanity", "origin", maximum=HIGHEST_HUMANITY, derived=True)
    people = (origin, humanity) if kind not in ANIMAL_BLOOD else ()
    return CharacterKind(
        kind,
        traits=(*_ratings(), *_gauges(kind), *_powers(kind), weapon, *people),
        pools=(PoolSpec("health", _health_bands(), "number", vital=True), PoolSpec("blood", shape="number")),
    )


KINDS: tuple[CharacterKind, ...] = tuple(map(_kind, (VAMPIRE, HUMAN, WEREWOLF, *ANIMAL_BLOOD)))
