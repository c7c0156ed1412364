"""What an entry tells: its lines in the reader's language, marked where it is hidden or its faces were typed."""

from collections.abc import Sequence

from tracker.core.chance import ROLLED, is_rolled
from tracker.core.facts import Rolled
from tracker.core.history import Entry, is_about_the_past
from tracker.core.messages import Message, message
from tracker.pieces import Piece, joined
from tracker.text import Words

FACES_KEY = ' faces="'
"""Between an act and the faces that fell, in the line that would do the same."""

TYPED = frozenset(("story.typed", "story.mixed"))
"""The sentences that say behind a line that faces were typed."""


def story(entry: Entry, words: Words) -> list[str]:
    """The lines of an entry in the reader's language; the line in the file where the words are missing.

    What came of an act stands first. The first line says where an act is hidden, and where its faces were typed.
    """
    return [joined(pieces) for _, pieces in told_lines(entry, words)]


def told_lines(entry: Entry, words: Words) -> list[tuple[str, Sequence[Piece]]]:
    """The lines of `story` in pieces, each with the id of its sentence, "" for a line of the file."""
    if not entry.tell or not all(map(words.knows, entry.tell)):
        told: list[tuple[str, Message | str]] = [("", entry.say)]
    else:
        told = [(line.id, line) for line in entry.tell]
    if told and not is_about_the_past(entry):
        first, line = told[0]
        if any(isinstance(fact, Rolled) and fact.typed for fact in entry.facts):
            line = _marked(line, entry.do.rpartition(FACES_KEY)[2].rstrip('"').split())
        if entry.hidden:
            line = message("story.hidden", line=line)
        told[0] = first, line
    return [(line_id, _pieces(line, words)) for line_id, line in told]


def _pieces(line: Message | str, words: Words) -> Sequence[Piece]:
    return (Piece(line),) if isinstance(line, str) else words.pieces(line)


def _marked(line: Message | str, written: Sequence[str]) -> Message | str:
    """A line marked where faces were typed, with those the program rolled; unmarked where it rolled all of them."""
    rolled = [face.removesuffix(ROLLED) for face in written if is_rolled(face)]
    if rolled and len(rolled) == len(written):
        return line
    return message("story.mixed", line=line, faces=" ".join(rolled)) if rolled else message("story.typed", line=line)
