"""How a game master may write an id: as it stands in files, or by its word in either language, shortened if unique."""

from collections.abc import Iterable
from functools import cache

from tracker.api import load_catalogue

LANGUAGES = ("en", "ru")


def plain(word: str) -> str:
    """A word as it is compared: case, blanks, hyphens and ё make no difference."""
    return word.casefold().replace("ё", "е").replace(" ", "").replace("-", "").replace("_", "")


@cache
def ways(term_id: str) -> tuple[str, ...]:
    """The ways to write an id, ready to be compared."""
    words = (load_catalogue(__package__, language).get("term", {}).get(term_id, term_id) for language in LANGUAGES)
    return tuple(dict.fromkeys(map(plain, (term_id, *words))))


def meant(typed: str, ids: Iterable[str]) -> str:
    """The one id that `typed` means, "" where there is none or several."""
    wanted = plain(typed)
    known = tuple(ids)
    exact = [name for name in known if wanted in ways(name)]
    if exact or not wanted:
        return exact[0] if exact else ""
    begun = [name for name in known if any(way.startswith(wanted) for way in ways(name))]
    return begun[0] if len(begun) == 1 else ""
