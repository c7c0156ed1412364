"""How the checks of a developer tell what they have found."""

from collections.abc import Iterable


def tell(found: Iterable[object], if_nothing: str) -> int:
    """Print what is wrong, a line each, or the sentence for nothing; return the exit code, 1 if there is anything."""
    told = list(found)
    for one in told:
        print(one)
    if not told:
        print(if_nothing)
    return 1 if told else 0
