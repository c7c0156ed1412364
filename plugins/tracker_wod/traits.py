"""The names of Attributes and Skills, and how a game master may write them."""

from functools import cache

from tracker.api import Refusal, Term, load_catalogue, message

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


@cache
def _spellings() -> dict[str, str]:
    """Each trait's id and its words, in small letters without spaces."""
    spellings: dict[str, str] = {}
    for language in ("en", "ru"):
        words = load_catalogue(__package__, language).get("term", {})
        spellings.update({_plain(words[name]): name for name in ROLLED if name in words})
    return {**spellings, **{name: name for name in ROLLED}}


def _plain(word: str) -> str:
    return word.casefold().replace("ё", "е").replace(" ", "").replace("-", "")


def named_traits(text: str) -> tuple[str, ...]:
    """The ids of the traits in `wits+composure`, in either language, shortened if that is unique. Refuses others."""
    return tuple(_trait(word) for word in text.replace(",", "+").split("+") if word.strip())


def _trait(word: str) -> str:
    spellings = _spellings()
    wanted = _plain(word)
    if wanted in spellings:
        return spellings[wanted]
    found = {trait for spelling, trait in spellings.items() if spelling.startswith(wanted)}
    if len(found) != 1:
        raise Refusal(message("wod.refused.no_trait", typed=word.strip(), known=tuple(Term(name) for name in ROLLED)))
    return found.pop()
