"""The names of Attributes and Skills, and what a Skill without dots costs."""

from tracker.api import Refusal, Term, message
from tracker_wod.spellings import meant

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
    """The ids of the traits in `wits+composure`, in either language, shortened if that is unique. Refuses others."""
    return tuple(_trait(word.strip()) for word in text.replace(",", "+").split("+") if word.strip())


def _trait(word: str) -> str:
    trait = meant(word, ROLLED)
    if not trait:
        raise Refusal(message("wod.refused.no_trait", typed=word, known=tuple(Term(name) for name in ROLLED)))
    return trait
