"""What one is asked about a session that is damaged or was changed, and what is told of it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from tracker.journal.mending import Mending, accept, mend, plan
from tracker.journal.reader import Reading
from tracker.journal.sessions import mended_path
from tracker.opening import Session, write_beginning
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line
from tracker.ui.panels.menu import Item, Menu
from tracker.ui.view.pages import paragraph

PlayOn: TypeAlias = Callable[[Path, Callable[[], object], str], None]
"""Writes a file by the function and plays on in it; the text is the id of what is told then."""

Read: TypeAlias = Callable[[str, Callable[[int], Sequence[Line]]], None]
"""Opens a page to read."""


def mending_menu(session: Session, reading: Reading, look: Look, play_on: PlayOn, read: Read) -> Menu:
    """The ways to go on with a damaged session."""
    path, copy, mending = session.path, mended_path(session.path), plan(reading)
    first = session.faults[0].first
    say, file_words = look.say, session.table.words.say

    def item(name: str, key: str, choose: Callable[[], None]) -> Item:
        values = {"entry": first, "count": len(mending.left_out)}
        return Item(say(f"ui.mend.{name}", **values), choose, key, say(f"ui.mend.{name}_detail", **values))

    items = [
        item("copy", "c", lambda: play_on(copy, lambda: mend(path, copy, file_words), "ui.mend.mended")),
        item("cut", "x", lambda: play_on(copy, lambda: write_beginning(session, copy, first - 1), "ui.mend.mended")),
        item("show", "s", lambda: read(say("ui.mend.faults"), lambda width: _page(session, mending, width, look))),
        item("leave", "r", lambda: None),
    ]
    if not any(fault.left_out for fault in session.faults):
        items.insert(
            2,
            item(
                "accept", "a", lambda: play_on(session.path, lambda: accept(session.path, file_words), "ui.mend.kept")
            ),
        )
    return Menu(say("ui.mend.title"), items, look)


def _page(session: Session, mending: Mending, width: int, look: Look) -> list[Line]:
    """The faults, and what would differ in a mended copy."""
    doubts = [look.sentence(doubt) for doubt in mending.replay.doubts] or [look.say("ui.mend.no_doubts")]
    lines = [line for fault in session.faults for line in paragraph(look.sentence(fault.reason), width, look)]
    lines += [BLANK, *paragraph(look.say("ui.mend.doubts"), width, look, "title")]
    return lines + [line for doubt in doubts for line in paragraph(doubt, width, look)]
