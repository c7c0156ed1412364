"""What is due now: the offered rolls and the reminders, each with its number."""

from tracker.core.state import State
from tracker.ui.look import Look
from tracker.ui.paint import Line, rule_line


def due_lines(state: State, width: int, height: int, look: Look) -> list[Line]:
    """The heading and as many prompts as there is room for; nothing where nothing is due."""
    if not state.prompts:
        return []
    hidden = len(state.prompts) - (height - 1)
    after = look.say("ui.due.more", count=hidden) if hidden > 0 else ""
    lines = [rule_line(look.say("ui.due.title"), width, look.glyphs, after)]
    for number, prompt in enumerate(state.prompts[: height - 1], 1):
        pen = look.pen(width).gap().column(str(number), 2, "key" if number < 10 else "dim")
        name = state.characters[prompt.who].name if prompt.who in state.characters else ""
        sentence = look.sentence(prompt.line)
        if name and name not in sentence:
            pen.write(f"{name}: ")
        pen.write(sentence, "warning")
        if prompt.command:
            pen.gap(2).write(prompt.command, "dim")
        lines.append(pen.line())
    return lines
