"""What every panel can do."""

from collections.abc import Sequence
from typing import Protocol

from tracker.ui.keys import Keystroke
from tracker.ui.paint import Line
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
