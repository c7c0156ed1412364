"""What waits for the game master."""

from tracker.core.messages import message
from tracker.opening import Session


def due_lines(session: Session) -> list[str]:
    """What is due, numbered, each with its weight and the line that does it."""
    words = session.words
    waiting = session.table.state.open_due
    if not waiting:
        return [words.say(message("due.nothing"))]
    lines = []
    for number, due in enumerate(waiting, 1):
        weight = message(f"due.weight.{due.weight}")
        line = message("due.item", number=number, line=due.line, weight=weight)
        lines.append(words.say(line) + (f" [{due.command}]" if due.command else ""))
    return lines
