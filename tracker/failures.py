"""Turning whatever refuses an act into one line."""

from tracker.core.chance import BadFace, MoreFaces
from tracker.core.intents import Refusal
from tracker.core.messages import Message, Term, message
from tracker.journal.errors import JournalError
from tracker.preferences import PreferencesError
from tracker.rules.loader import PluginError
from tracker.text import shortened

FAILURES = (Refusal, MoreFaces, BadFace, PluginError, JournalError, PreferencesError)
"""Every way in which an act may come to nothing; the session is then as it was."""


def failure_message(error: Exception) -> Message:
    """What went wrong, as a sentence for the game master. Very long texts in it, such as what he typed, are cut."""
    reason = _reason_of(error)
    values = {name: shortened(value) if isinstance(value, str) else value for name, value in reason.values.items()}
    return message(reason.id, **values)


def _reason_of(error: Exception) -> Message:
    match error:
        case Refusal() | PluginError() | JournalError() | PreferencesError():
            return error.reason
        case MoreFaces(sides=0):
            return message("refused.more_cards", count=error.count, what=Term(error.what))
        case MoreFaces():
            return message("refused.more_faces", count=error.count, sides=error.sides, what=Term(error.what))
        case BadFace(sides=0):
            return message("refused.bad_card", face=str(error.face))
        case BadFace():
            return message("refused.bad_face", face=str(error.face), sides=error.sides)
        case _:
            raise error
