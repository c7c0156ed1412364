"""The title line: which session, which ruleset, which round, and whether it is saved."""

from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.look import Look
from tracker.ui.paint import Line, width_of


def title_line(session: Session, state: State, status: str, width: int, look: Look) -> Line:
    """The title with a status word at its right end."""
    separator = f" {look.glyphs.separator} "
    tail = f"{look.glyphs.state} {look.glyphs.shown(status)} "
    pen = look.pen(max(width - width_of(tail), 8)).gap()
    pen.write(session.header.title, "title", cells=max(width // 2, 10))
    pen.write(separator, "dim").write(_ruleset(session, look), "dim")
    if state.round:
        pen.write(separator, "dim").write(look.say("ui.title.round", round=state.round), "accent")
    return pen.line().beside(width - width_of(tail), look.pen(width_of(tail)).write(tail, "good").line().spans)


def _ruleset(session: Session, look: Look) -> str:
    rules = session.table.rules
    titles = rules.card.titles if rules is not None else {}
    return titles.get(look.words.language) or titles.get("en") or session.header.ruleset
