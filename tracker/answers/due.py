"""What waits for the game master."""

from tracker.core.messages import message
from tracker.opening import Session


def due_lines(session: Session) -> list[str]:
    """What is due, numbered, each with its weight and the line that does it."""
    words, state = session.words, session.table.state
    waiting = state.open_due
    if not waiting:
        return [words.say(message("due.nothing"))]
    lines = []
    for number, due in enumerate(waiting, 1):
        weight = message(f"due.weight.{due.weight}")
        line = message("due.item", number=number, line=due.line, weight=weight)
        command = session.commands.spoken(due.command, state) if session.commands is not None else due.command
        lines.append(words.say(line) + (f" [{command}]" if command else ""))
    return lines
