"""The refusal of what a rule bars: it names who, why, and the word with which the game master does it anyway."""

from tracker.api import Refusal, State, Term, message


def barred(view: State, who: str, reason: str, insist: str = "free") -> Refusal:
    """Return the refusal of what `reason`, the id of a message, bars for `who`; `insist` is "" where nothing helps."""
    name, why = view.characters[who].name, message(reason)
    if insist:
        return Refusal(message("wod.refused.unless", who=name, why=why, way=Term(insist)))
    return Refusal(message("wod.refused.because", who=name, why=why))
