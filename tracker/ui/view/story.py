"""The log's lines: the story of each entry, wrapped to a width."""

from collections.abc import Sequence

from tracker.core.facts import RoundBegun, SceneBegun
from tracker.core.history import Entry, is_about_the_past
from tracker.table import story
from tracker.ui.look import Look
from tracker.ui.paint import Line, Tone, cut, width_of, wrap

INDENT = 3


def tone_of(entry: Entry, *, is_taken_back: bool) -> Tone:
    """The tone of the first line of an entry."""
    if is_taken_back:
        return "struck"
    if is_about_the_past(entry):
        return "dim"
    return "title" if any(isinstance(fact, (RoundBegun, SceneBegun)) for fact in entry.facts) else "text"


def short_entry_lines(
    entry: Entry, width: int, look: Look, *, is_taken_back: bool, is_selected: bool
) -> Sequence[Line]:
    """The lines of an entry for reading from afar: no round before it, and each sentence cut to one line."""
    glyphs = look.glyphs
    tone = tone_of(entry, is_taken_back=is_taken_back)
    lines: list[Line] = []
    for told in story(entry, look.words):
        pen = look.pen(width).write(glyphs.cursor if is_selected and not lines else " ", "accent").gap()
        if is_taken_back and not lines:
            pen.write(f"{glyphs.taken_back} ", "dim")
        pen.write(cut(glyphs.shown(told), pen.left - 1), tone)
        lines.append(pen.line("cursor" if is_selected else ""))
        tone = "text" if tone == "title" else tone
    return lines


def entry_lines(entry: Entry, width: int, look: Look, *, is_taken_back: bool, is_selected: bool) -> Sequence[Line]:
    """The lines of an entry. What was taken back is marked by a sign and struck out."""
    tone = tone_of(entry, is_taken_back=is_taken_back)
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
