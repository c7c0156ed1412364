"""What a typed line may ask for."""

from typing import TypeAlias

from tracker.core.facts import Face
from tracker.core.intents import Intent
from tracker.core.record import record


@record
class Filled:
    """What some words of a line stand for: `names` of values, or "on", "by", "faces", "hidden", "verb".

    `start` and `end` are offsets in the line as it was typed. `part`: in which of several amounts, from 0.
    """

    start: int
    end: int
    names: tuple[str, ...]
    part: int = 0


@record
class ActCommand:
    """An act to carry out; `faces` are the typed dice or cards, None if none were given.

    `filled` tells of each word of the line, in its order, what it stands for: every word once, none is left out.
    """

    intent: Intent
    faces: tuple[Face, ...] | None = None
    filled: tuple[Filled, ...] = ()


@record
class HistoryCommand:
    """Undo or redo so many acts, or throw some `faces` of the last one again, all of them if none is named.

    `entry` is the number of one earlier act to take back, 0 if none is meant; with `line` that is done in its place.
    Then `faces` are those that the acts after it need beyond their own.
    """

    verb: str
    count: int = 1
    faces: tuple[Face, ...] = ()
    entry: int = 0
    line: str = ""


@record
class QueryCommand:
    """Something that only wants an answer: `words` are its arguments, `intent` the act that `odds` asks about."""

    verb: str
    words: tuple[str, ...] = ()
    intent: Intent | None = None


Command: TypeAlias = ActCommand | HistoryCommand | QueryCommand
