"""Names that look alike and are not the same: other capitals, blanks, accents, or letters of another alphabet."""

import unicodedata
from collections.abc import Iterable

# Small letters of the Cyrillic and the Greek alphabet that look like Latin ones, or do so as capitals.
_ALIKE = str.maketrans("аеорсухкмтвніјѕԁһαορντικβηυ0", "aeopcyxkmtbhijsdhaopvtikbhyo")


def skeleton(name: str) -> str:
    """What is left of a name to the eye: names with the same skeleton look alike."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    kept = (sign for sign in folded if unicodedata.category(sign) not in ("Mn", "Cf", "Cc", "Zl", "Zp"))
    return " ".join("".join(kept).translate(_ALIKE).split())


def alike(name: str, others: Iterable[str]) -> str:
    """The first of the others that looks like the name and is not the same; "" where there is none."""
    wanted = skeleton(name)
    return next((other for other in others if other != name and skeleton(other) == wanted), "")
