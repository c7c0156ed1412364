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


def dice_asked_for(more: MoreFaces) -> Message:
    """Whose dice or cards the game master is to type, what they are for, and how many of which kind."""
    if more.called:
        dice = message(more.called, count=more.count)
    elif more.sides:
        dice = message("faces.dice", count=more.count, sides=more.sides)
    else:
        dice = message("faces.cards", count=more.count)
    if not more.what:
        return dice
    if not more.who:
        return message("faces.of_nobody", what=Term(more.what), dice=dice)
    return message("faces.of_somebody", who=more.who, what=Term(more.what), dice=dice)


def _reason_of(error: Exception) -> Message:
    match error:
        case Refusal() | PluginError() | JournalError() | PreferencesError():
            return error.reason
        case MoreFaces():
            return message("refused.more_faces", dice=dice_asked_for(error))
        case BadFace(sides=0):
            return message("refused.bad_card", face=str(error.face), examples=message("faces.card_examples"))
        case BadFace():
            return message("refused.bad_face", face=str(error.face), sides=error.sides)
        case _:
            raise error
