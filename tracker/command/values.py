"""How ids are spelled, and reading what has a form of its own: lengths of time and faces."""

from collections.abc import Container, Iterable, Sequence

from tracker.acts.amounts import MOST_DIGITS, is_number
from tracker.command.tokens import Token, joined
from tracker.core.facts import Face
from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.core.patterns import pattern
from tracker.core.record import replace
from tracker.core.sentences import DURATION_UNITS
from tracker.text import Words

LARGEST_DURATION_SECONDS = 100 * 365 * 86400
_DURATION = pattern(r"\s*([0-9]{1,9})\s*([^\W\d_]*)\s*")
_DURATIONS = pattern(r"(?:\s*[0-9]{1,9}\s*[^\W\d_]+)+\s*")
_BETWEEN_FACES = pattern(r"[\s,;|]+")


class Ways:
    """What may be typed for an id, in the words of a session."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def __call__(self, term_id: str) -> tuple[str, ...]:
        """The id, its word in the reader's language, and the other words for it."""
        return self._words.typed(term_id)

    def widely(self, term_id: str) -> tuple[str, ...]:
        """The id, and its words in every language."""
        return self._words.spellings_in_all(term_id)

    def unclear(self, term_id: str) -> Container[str]:
        """What says too little for a parameter."""
        return self._words.unclear(term_id)

    def on_other_keyboards(self, text: str) -> Iterable[str]:
        """What the same keys write on the keyboards of other languages."""
        return self._words.on_other_keyboards(text)


def read_faces(text: str) -> tuple[Face, ...]:
    """Typed faces or cards, separated by spaces, commas or semicolons."""
    pieces = [piece for piece in _BETWEEN_FACES.split(text) if piece]
    return tuple(int(piece) if _is_plain_number(piece) else piece for piece in pieces)


def _is_plain_number(piece: str) -> bool:
    """Whether a face says no more than its number: the 0 before others may be a die of its own."""
    return is_number(piece) and len(piece) <= MOST_DIGITS and (len(piece) == 1 or not piece.startswith("0"))


def read_duration(text: str, words: Words) -> int:
    """A length of time in seconds: `2 days`, `15m`, `1 day 3 hours`, `90`. A bare number is minutes. Raises Refusal."""
    if not _DURATION.fullmatch(text) and not _DURATIONS.fullmatch(text):
        raise Refusal(message("command.duration", typed=text))
    total = 0
    for count, unit in _DURATION.findall(text):
        length = unit_seconds(unit or "minute", words)
        if length is None:
            raise Refusal(message("command.duration", typed=text))
        total += int(count) * length
    if total > LARGEST_DURATION_SECONDS:
        raise Refusal(message("command.duration", typed=text))
    return total


def unit_seconds(unit: str, words: Words) -> int | None:
    """The seconds of a unit of time, which may be shortened; None where the word is none."""
    typed = unit.casefold()
    for name, length in DURATION_UNITS:
        if any(way.startswith(typed) for way in (name, f"{name}s", *words.term(f"time.{name}").split("|"))):
            return length
    return None


def whole_duration(token: Token, waiting: list[Token], words: Words) -> Token:
    """The word with those behind it that belong to a length of time: a unit, and smaller units with their numbers."""
    if waiting and not waiting[0].key and is_number(token.text):
        token = replace(joined(token, waiting.pop(0)), key=token.key)
    while further := _smaller_unit(token.text, waiting, words):
        for _ in range(further):
            token = replace(joined(token, waiting.pop(0)), key=token.key)
    return token


def _smaller_unit(typed: str, waiting: Sequence[Token], words: Words) -> int:
    """How many of the waiting words go on with a length of time: one for `15m`, two for `15 minutes`."""
    for count in (1, 2):
        after = " ".join(token.text for token in waiting[:count] if not token.key)
        units = _DURATION.findall(after) if _DURATIONS.fullmatch(typed) and _DURATIONS.fullmatch(after) else []
        if units and after.count(" ") == count - 1 and all(unit_seconds(unit, words) is not None for _, unit in units):
            return count
    return 0
