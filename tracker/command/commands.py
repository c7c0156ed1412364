"""What a typed line may ask for."""

from typing import TypeAlias

from tracker.core.facts import Face
from tracker.core.intents import Intent
from tracker.core.record import record


@record
class ActCommand:
    """An act to carry out; `faces` are the typed dice or cards, None where none were given."""

    intent: Intent
    faces: tuple[Face, ...] | None = None


@record
class HistoryCommand:
    """Undo or redo so many acts."""

    verb: str
    count: int = 1


@record
class QueryCommand:
    """Something that only wants an answer: `words` are its arguments, `intent` the act that `odds` asks about."""

    verb: str
    words: tuple[str, ...] = ()
    intent: Intent | None = None


Command: TypeAlias = ActCommand | HistoryCommand | QueryCommand
