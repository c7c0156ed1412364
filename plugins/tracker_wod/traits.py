"""The names of Attributes and Skills, and what a Skill without dots costs."""

from tracker.api import Refusal, Term, message
from tracker_wod.spellings import begun, meant

ATTRIBUTES = (
    "intelligence", "wits", "resolve", "strength", "dexterity", "stamina", "presence", "manipulation", "composure",
)  # fmt: skip
PHYSICAL_SKILLS = ("brawl", "weaponry", "firearms", "athletics", "drive", "stealth", "survival")
MENTAL_SKILLS = ("medicine", "science", "occult")
SOCIAL_SKILLS = ("streetwise", "empathy")
SKILLS = (*PHYSICAL_SKILLS, *MENTAL_SKILLS, *SOCIAL_SKILLS)
ROLLED = (*ATTRIBUTES, *SKILLS)

UNTRAINED = {
    **dict.fromkeys(PHYSICAL_SKILLS, -1),
    **dict.fromkeys(SOCIAL_SKILLS, -1),
    **dict.fromkeys(MENTAL_SKILLS, -3),
}
"""What a Skill without dots costs, WOD-DICE-10."""

SOCIAL = frozenset({"presence", "manipulation", *SOCIAL_SKILLS})
"""Traits that make a roll a social one."""


def named_traits(text: str) -> tuple[str, ...]:
    """The ids of the traits in `wits+composure`, in either language, shortened if that is unique. Refuses others.

    A roll begins with an Attribute: `str+br` is Strength, not Streetwise.
    """
    typed = [word.strip() for word in text.replace(",", "+").split("+") if word.strip()]
    return tuple(_trait(word, () if place else ATTRIBUTES) for place, word in enumerate(typed))


def _trait(word: str, likely: tuple[str, ...]) -> str:
    trait = meant(word, likely) or meant(word, ROLLED)
    if trait:
        return trait
    if several := begun(word, ROLLED):
        raise Refusal(message("wod.refused.which_trait", typed=word, list=tuple(map(Term, several))))
    raise Refusal(message("wod.refused.no_trait", typed=word, attributes=tuple(map(Term, ATTRIBUTES))))
