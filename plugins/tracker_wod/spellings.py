"""How a game master may write an id: as it stands in files, or by its word in any language, shortened if unique."""

from collections.abc import Iterable
from functools import cache

from tracker.api import catalogue_languages, folded, load_catalogue


def plain(word: str) -> str:
    """A word as it is compared: case, blanks, hyphens and letters that are typed as others make no difference."""
    return folded(word).replace(" ", "").replace("-", "").replace("_", "")


@cache
def ways(term_id: str) -> tuple[str, ...]:
    """The ways to write an id, ready to be compared."""
    words = [term_id]
    for language in catalogue_languages(__package__):
        catalogue = load_catalogue(__package__, language)
        also = catalogue.get("also", {}).get(term_id, "")
        words += [catalogue.get("term", {}).get(term_id, term_id), *filter(None, also.split("|"))]
    return tuple(dict.fromkeys(map(plain, words)))


def meant(typed: str, ids: Iterable[str]) -> str:
    """The one id that `typed` means, "" where there is none or several."""
    wanted = plain(typed)
    known = tuple(ids)
    exact = [name for name in known if wanted in ways(name)]
    if exact or not wanted:
        return exact[0] if exact else ""
    several = begun(typed, known)
    return several[0] if len(several) == 1 else ""


def begun(typed: str, ids: Iterable[str]) -> tuple[str, ...]:
    """The ids that begin with `typed`."""
    wanted = plain(typed)
    return tuple(name for name in ids if wanted and any(way.startswith(wanted) for way in ways(name)))
