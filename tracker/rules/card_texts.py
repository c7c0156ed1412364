"""What a ruleset says of itself to a reader of a language."""

from collections.abc import Callable, Mapping

from tracker.languages import Catalogue, fallbacks


def card_text(key: str, catalogue: Callable[[str], Catalogue], texts: Mapping[str, str], language: str) -> str:
    """Its `title` or its `summary`, "" where it has none.

    The catalogue of a language comes before the `texts` of the card, then the languages that stand in for it.
    """
    chain = reversed(fallbacks(language))
    found = (catalogue(code).get("ruleset", {}).get(key) or texts.get(code) for code in chain)
    return next(filter(None, found), "")
