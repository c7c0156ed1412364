"""The log's lines: the story of each entry, wrapped to a width."""

from collections.abc import Sequence

from tracker.core.facts import RoundBegun, SceneBegun
from tracker.core.history import Entry, is_about_the_past
from tracker.table import story
from tracker.ui.look import Look
from tracker.ui.paint import Line, Tone, width_of, wrap

INDENT = 3


def entry_lines(entry: Entry, width: int, look: Look, *, is_taken_back: bool, is_selected: bool) -> Sequence[Line]:
    """The lines of an entry. What was taken back is marked by a sign and struck out."""
    tone: Tone = "text"
    if is_taken_back:
        tone = "struck"
    elif is_about_the_past(entry):
        tone = "dim"
    elif any(isinstance(fact, (RoundBegun, SceneBegun)) for fact in entry.facts):
        tone = "title"
    lines: list[Line] = []
    glyphs = look.glyphs
    head = look.say("ui.log.round", round=entry.round)
    if is_taken_back:
        head = f"{glyphs.taken_back} {head}"
    for number, told in enumerate(story(entry, look.words)):
        first = f"{head} " if number == 0 else " " * INDENT
        room = width - width_of(first) - 1
        pieces = wrap(glyphs.shown(told), max(room, 10))
        for position, piece in enumerate(pieces):
            sign = glyphs.cursor if is_selected and not lines else " "
            pen = look.pen(width).write(sign, "accent")
            pen.write(first if position == 0 else " " * INDENT, "dim")
            room_left = pen.left
            pen.write(piece, tone, cells=room_left)
            lines.append(pen.line("cursor" if is_selected else ""))
        if number == 0 and tone == "title":
            tone = "text"
    return lines
