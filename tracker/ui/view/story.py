"""The log's lines: the story of each entry, wrapped to a width."""

import re
from collections.abc import Callable, Iterable, Sequence

from tracker.core.facts import Redone, RoundBegun, SceneBegun, Undone
from tracker.core.history import Entry
from tracker.table import story
from tracker.ui.look import Look
from tracker.ui.paint import Line, Tone, width_of, wrap

INDENT = 3


def is_about_history(entry: Entry) -> bool:
    """Whether an entry is an undo or a redo."""
    return any(isinstance(fact, (Undone, Redone)) for fact in entry.facts)


def entry_lines(entry: Entry, width: int, look: Look, *, is_taken_back: bool, is_selected: bool) -> Sequence[Line]:
    """The lines of an entry. What was taken back is marked by a sign and struck out."""
    tone: Tone = "text"
    if is_taken_back:
        tone = "struck"
    elif is_about_history(entry):
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


class Filter:
    """Which entries the log shows: those whose story, round (`r3`) or command holds every word typed.

    A name of several words ("Thug 1") counts as one word, and does not find "Thug 12".
    """

    def __init__(self, tell: Callable[[Entry], str]) -> None:
        self._tell = tell
        self._texts: dict[int, str] = {}
        self.words: tuple[str, ...] = ()

    @property
    def is_active(self) -> bool:
        """Whether anything is left out."""
        return bool(self.words)

    def set(self, text: str, names: Iterable[str] = ()) -> None:
        """Filter by the words of a text, and by those of the names that stand in it; "" shows everything."""
        wanted = f" {' '.join(text.casefold().split())} "
        words: list[str] = []
        for name in sorted((name.casefold() for name in names if " " in name), key=len, reverse=True):
            if f" {name} " in wanted:
                words.append(name)
                wanted = wanted.replace(f" {name} ", " ")
        self.words = (*words, *wanted.split())

    def takes(self, entry: Entry) -> bool:
        """Whether an entry is shown."""
        if not self.words:
            return True
        if entry.number not in self._texts:
            self._texts[entry.number] = f" r{entry.round} {self._tell(entry)} {entry.do}".casefold()
        text = self._texts[entry.number]
        return all(_found(word, text) for word in self.words)


def _found(word: str, text: str) -> bool:
    if word[0] in "rр" and word[1:].isdecimal():
        return f" r{word[1:]} " in text
    if " " not in word:
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None
