"""Ability: Attribute + Skill + bonuses - penalties, each part with its rule (UBN-RES-02 to UBN-RES-04)."""

import re
from collections.abc import Iterable

from tracker.api import Character, Intent, Parameter, Part, Refusal, State, Term, message
from tracker_ukraine_by_night.health import wound_penalty
from tracker_ukraine_by_night.traits import ATTRIBUTE_CHOICES, FIELD_CHOICES, SKILL_CHOICES, SKILLS, UNTRAINED_PENALTY

LARGEST_ABILITY = 100
VITAE_BONUS = 2
CALLED_OVER = "called_over"
"""The switch of an intent that repeats a draw: nothing is spent or claimed a second time."""

TRAIT_PARAMETERS = (
    Parameter("attribute", "choice", choices=ATTRIBUTE_CHOICES),
    Parameter("skill", "choice", choices=SKILL_CHOICES),
)
DRAW_SWITCHES = (
    Parameter("storyteller", "switch", common=False),
    Parameter("overrule", "switch", common=False, overrules=True),
    Parameter("boosted", "switch", inner=True),
    Parameter(CALLED_OVER, "switch", inner=True),
)
"""The Storyteller draws; it is done against all objections; what a draw that is called over had and is."""

MODIFIER_PARAMETERS = (
    Parameter("ability", "integer", minimum=-LARGEST_ABILITY, maximum=LARGEST_ABILITY, common=False),
    Parameter("equipment", "integer", minimum=-LARGEST_ABILITY, maximum=LARGEST_ABILITY, common=False),
    Parameter("modifiers", "text", common=False),
    Parameter("difficulty", "integer", minimum=1, maximum=LARGEST_ABILITY, common=False),
    Parameter("field", "choice", choices=FIELD_CHOICES, common=False),
    Parameter("boost", "switch", common=False),
    Parameter("no_wound", "switch", common=False),
    *DRAW_SWITCHES,
)
"""What every act with a draw may be told besides."""

FREE_MODIFIER = Parameter("modifier", "integer", minimum=-LARGEST_ABILITY, maximum=LARGEST_ABILITY)

_NAMED_MODIFIER = re.compile(r"(?P<name>.*?)\s*(?P<number>[+\-−]?\d{1,3})")


def trait_parts(view: State, character: Character, intent: Intent, attribute: str, skill: str) -> list[Part]:
    """Attribute and Skill, or the ready Ability that was typed. Raises Refusal where there is neither."""
    if "ability" in intent.values:
        return [Part(Term("ready_ability"), intent.integer("ability"), "UBN-RES-02")]
    parts = [Part(Term(trait), character.integer(trait), "UBN-RES-02") for trait in (attribute, skill) if trait]
    if skill and character.integer(skill) == 0 and view.option("untrained") == "penalty":
        parts.append(Part(Term("untrained"), -UNTRAINED_PENALTY[SKILLS[skill]], "UBN-RES-01"))
    if not parts:
        raise Refusal(message("ubn.refused.no_ability", who=character.name))
    return parts


def circumstance_parts(character: Character, intent: Intent) -> list[Part]:
    """What the character's state and the game master's words add: wounds, equipment, named modifiers, a free one."""
    parts = [Part(Term("equipment"), intent.integer("equipment"), "UBN-RES-04")]
    parts += named_modifiers(intent.text("modifiers"))
    parts.append(Part(Term("modifier"), intent.integer("modifier"), "UBN-RES-04"))
    if not intent.flag("no_wound"):
        parts.append(Part(Term("wound_penalty"), -wound_penalty(character), "UBN-STA-01"))
    return parts


def named_modifiers(text: str) -> list[Part]:
    """The modifiers of a list such as "good tools 2, storm -4". Raises Refusal."""
    parts: list[Part] = []
    for piece in filter(None, (piece.strip() for piece in re.split(r"[,;]", text))):
        found = _NAMED_MODIFIER.fullmatch(piece)
        if found is None or abs(number := int(found["number"].replace("−", "-"))) > LARGEST_ABILITY:
            raise Refusal(message("ubn.refused.modifiers", typed=piece, most=LARGEST_ABILITY))
        parts.append(Part(found["name"] or Term("modifier"), number, "UBN-RES-04"))
    return parts


def in_order(traits: list[Part], modifiers: Iterable[Part]) -> tuple[Part, ...]:
    """The parts of an Ability: traits, then bonuses, then penalties (UBN-RES-03); what adds nothing is left out."""
    listed = list(modifiers)
    bonuses = [part for part in listed if part.value > 0]
    penalties = [part for part in listed if part.value < 0]
    return (*traits, *bonuses, *penalties)


def total(parts: Iterable[Part]) -> int:
    """The sum of the parts."""
    return sum(part.value for part in parts)
