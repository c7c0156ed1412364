"""What every panel can do, and what several of them do alike."""

from collections.abc import Sequence
from typing import Protocol

from tracker.ui.keys import Keystroke
from tracker.ui.look import Look
from tracker.ui.paint import Line, rule_line
from tracker.ui.view.hints import Hint


class Panel(Protocol):
    """Something that lies over a screen and takes its keys; `is_done` says that it is to be closed."""

    is_done: bool

    def height(self, width: int) -> int:
        """The lines that it would like to have."""
        ...

    def lines(self, width: int, height: int) -> Sequence[Line]:
        """Draw it."""
        ...

    def take(self, key: Keystroke) -> bool:
        """Take a key; tell whether it meant anything here."""
        ...

    def paste(self, text: str) -> None:
        """Take pasted text."""
        ...

    def click(self, y: int) -> None:
        """Take a click on one of its lines, from 0."""
        ...

    def detail(self) -> str:
        """What the thing under the cursor means, "" where the panel says it all."""
        ...

    def hints(self) -> Sequence[Hint]:
        """Which keys to press here."""
        ...


def panel_heading(title: str, width: int, look: Look, top: int, shown: int, total: int) -> Line:
    """The heading of a panel that shows so many of its lines, from the one at `top`; where not all, it says which."""
    after = look.say("ui.page.part", first=top + 1, last=top + shown, total=total) if shown < total else ""
    return rule_line(title, width, look.glyphs, after, tone="accent")


def step_of(name: str, page: int, total: int) -> int | None:
    """How many lines a key moves by in a panel in which nothing is typed, None for a key that does not move."""
    return {
        "down": 1, "j": 1, "up": -1, "k": -1, "pagedown": page, "pageup": -page, "home": -total, "end": total,
    }.get(name)  # fmt: skip
