"""Numbers as they are typed, and their bounds."""

from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.core.patterns import pattern

MOST_DIGITS = 9
_NUMBER = pattern(r"[+\-−]?[0-9]+")


def check_range(name: str, number: int, minimum: int | None, maximum: int | None) -> None:
    """Raise Refusal where a number lies outside its bounds; None: there is no such bound."""
    if (minimum is None or number >= minimum) and (maximum is None or number <= maximum):
        return
    term = Term(name)
    if minimum is not None and maximum is not None:
        raise Refusal(message("refused.number_range", name=term, minimum=minimum, maximum=maximum))
    if minimum is not None:
        raise Refusal(message("refused.number_minimum", name=term, limit=minimum))
    raise Refusal(message("refused.number_maximum", name=term, limit=maximum or 0))


def is_number(text: str) -> bool:
    """Whether the text is written as a whole number."""
    return _NUMBER.fullmatch(text) is not None


def read_integer(text: str, name: Term) -> int:
    """A whole number of at most nine digits. Raises Refusal."""
    if not is_number(text):
        raise Refusal(message("refused.no_number", name=name, text=text))
    if len(text.lstrip("+-−")) > MOST_DIGITS:
        raise Refusal(message("refused.number_long", name=name, text=text, digits=MOST_DIGITS))
    return int(text.replace("−", "-"))
