"""The title line: which session and ruleset, which scene and fight, which round, and whether it is saved."""

from functools import lru_cache

from tracker.acts.fights import fight_name, names_of_fights
from tracker.core.state import State
from tracker.opening import Session
from tracker.ui.glyphs import Glyphs
from tracker.ui.look import Look
from tracker.ui.paint import Line, Pen, Tone, cut, width_of

Piece = tuple[str, Tone]
"""A part of the title, and its tone."""

LEAST_TITLE, LEAST_SCENE = 10, 8


def title_line(session: Session, state: State, status: str, width: int, look: Look) -> Line:
    """The title with a status word at its right end. Where room is short the ruleset goes first, then of the scene."""
    end: list[str] = []
    if len(names_of_fights(state)) > 1:
        end.append(look.words.value(fight_name(state.fight)))
    if state.round:
        end.append(look.say("ui.title.round", round=state.round))
    return _laid_out(session.title, ruleset_title(session, look), state.scene_name, (*end,), status, width, look.glyphs)


@lru_cache(maxsize=16)
def _laid_out(
    title: str, ruleset: str, scene: str, told: tuple[str, ...], status: str, width: int, glyphs: Glyphs
) -> Line:
    shown, separator = glyphs.shown, f" {glyphs.separator} "
    tail = f"{glyphs.state} {shown(status)} "
    room = max(width - width_of(tail) - 1, 8)
    end: list[Piece] = [(text, "accent") for text in told]
    title = cut(shown(title), max(width // 2, LEAST_TITLE), glyphs.ellipsis)
    left = room - 1 - width_of(title) - sum(width_of(separator + shown(text)) for text, _ in end)
    middle: list[Piece] = []
    if width_of(separator + shown(ruleset)) + (width_of(separator + shown(scene)) if scene else 0) <= left:
        middle.append((ruleset, "dim"))
        left -= width_of(separator + shown(ruleset))
    if scene and left >= width_of(separator) + LEAST_SCENE:
        middle.append((cut(shown(scene), left - width_of(separator), glyphs.ellipsis), "text"))
    pen = Pen(room, glyphs).gap().write(title, "title")
    for text, tone in (*middle, *end):
        pen.write(separator, "dim").write(text, tone)
    return pen.line().beside(width - width_of(tail), Pen(width_of(tail), glyphs).write(tail, "good").line().spans)


def ruleset_title(session: Session, look: Look) -> str:
    """What the ruleset of a session is called."""
    rules = session.table.rules
    return rules.title(look.words.language) if rules is not None else session.header.ruleset
