"""The refusal of what a rule bars: it names who, why, and the word with which the game master does it anyway."""

from collections.abc import Iterable

from tracker.api import Refusal, State, Term, message


def barred(view: State, who: str, reason: str, insist: str = "free") -> Refusal:
    """Return the refusal of what `reason`, the id of a message, bars for `who`; `insist` is "" if nothing helps."""
    name, why = view.characters[who].name, message(reason)
    if insist:
        return Refusal(message("wod.refused.unless", who=name, why=why, way=Term(insist)))
    return Refusal(message("wod.refused.because", who=name, why=why))


def require(view: State, who: str, reason: str, *, free: bool = False) -> None:
    """Refuse what `reason` bars for `who`, where there is one; `free`: the game master grants it all the same."""
    if reason and not free:
        raise barred(view, who, reason)


def require_same_fight(view: State, who: str, targets: Iterable[str], *, free: bool) -> None:
    """Refuse to get at someone in another fight; `free`: the game master grants it all the same."""
    for target in targets:
        if view.fight_of(target) != view.fight_of(who) and not free:
            names = {"who": view.characters[who].name, "target": view.characters[target].name}
            raise Refusal(message("wod.refused.elsewhere", **names, way=Term("free")))


def names_of(view: State, people: Iterable[str]) -> tuple[str, ...]:
    """Return the names of those that a line or a refusal is about."""
    return tuple(view.characters[who].name for who in people)
