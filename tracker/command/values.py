"""Reading typed values: numbers, switches, lengths of time, faces, table options."""

import re

from tracker.acts.amounts import DURATION_UNITS, MOST_DIGITS, check_range, is_number, read_integer
from tracker.api.descriptions import OptionSpec
from tracker.command.names import choose
from tracker.core.facts import Face
from tracker.core.intents import Refusal
from tracker.core.messages import Term, message
from tracker.core.values import Value
from tracker.text import Words

LARGEST_DURATION_SECONDS = 100 * 365 * 86400
_DURATION = re.compile(r"\s*([0-9]{1,9})\s*([^\W\d_]*)\s*")
_DURATIONS = re.compile(r"(?:\s*[0-9]{1,9}\s*[^\W\d_]+)+\s*")
_BETWEEN_FACES = re.compile(r"[\s,;|]+")


def ways(term_id: str, words: Words) -> tuple[str, ...]:
    """How something may be spelled: its id, and its word in the reader's language."""
    word = words.term(term_id)
    return (term_id,) if word == term_id else (term_id, word)


def read_switch(text: str, name: Term, words: Words) -> bool:
    """Yes or no, on or off, 1 or 0, true or false. Raises Refusal."""
    typed = text.casefold()
    if typed in ("1", "true", *ways("yes", words), *ways("on", words)):
        return True
    if typed in ("", "0", "false", *ways("no", words), *ways("off", words)):
        return False
    raise Refusal(message("command.switch", name=name, typed=text))


def read_option(spec: OptionSpec, text: str, words: Words) -> Value:
    """The value of a table option. Raises Refusal with the values there are."""
    name = Term(spec.id)
    if isinstance(spec.default, bool):
        return read_switch(text, name, words)
    if spec.choices:
        return choose(text, {choice.id: ways(choice.id, words) for choice in spec.choices}, name)
    if not isinstance(spec.default, int):
        return text
    number = read_integer(text, name)
    check_range(spec.id, number, spec.minimum, spec.maximum)
    return number


def read_faces(text: str) -> tuple[Face, ...]:
    """Typed faces or cards, separated by spaces, commas or semicolons."""
    pieces = [piece for piece in _BETWEEN_FACES.split(text) if piece]
    return tuple(int(piece) if is_number(piece) and len(piece) <= MOST_DIGITS else piece for piece in pieces)


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


def goes_on(typed: str, following: str, words: Words) -> bool:
    """Whether a length of time that begins with `typed` takes the next words as well: `2 days` takes `15 minutes`."""
    return bool(_DURATIONS.fullmatch(typed) and _DURATIONS.fullmatch(following)) and all(
        unit_seconds(unit, words) is not None for _, unit in _DURATION.findall(following)
    )
