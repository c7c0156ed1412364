"""What the terminal can do, asked before the screen starts. Imports nothing of Textual."""

import os
import sys
from typing import NamedTuple

from tracker.core.messages import Message, message

UNUSABLE_TERMINALS = ("dumb",)
SIMPLE_TERMINALS = ("linux", "vt")
"""The beginnings of names of terminals with a few hundred signs: the console of Linux, and real ones."""
SIMPLE_LOCALES = ("C", "POSIX")
_COERCED = ("C.UTF-8", "C.utf8", "UTF-8")
LIGHT_BACKGROUNDS = ("7", "15")
"""What COLORFGBG says of the background where it is light."""


def problem_with_terminal() -> Message | None:
    """Why no full screen is possible here; None where it is. The screen is drawn on standard error and reads keys."""
    streams = (sys.__stdin__, sys.__stderr__)
    if any(stream is None or stream.closed or not stream.isatty() for stream in streams):
        return message("ui.terminal.none")
    if os.environ.get("TERM", "").lower() in UNUSABLE_TERMINALS:
        return message("ui.terminal.dumb", term=os.environ["TERM"])
    return None


class Terminal(NamedTuple):
    """What a terminal shows: its character set, such as "utf-8"; `is_simple`: not all of that has a sign there.

    `is_light`: it is known to have a light background. `has_title`: it can show the name of what runs in it.
    """

    encoding: str = "utf-8"
    is_simple: bool = False
    is_light: bool = False
    has_title: bool = True

    @property
    def is_unicode(self) -> bool:
        """Whether every character can be sent to it."""
        return self.encoding.replace("-", "").replace("_", "").lower().startswith("utf")


def terminal_here() -> Terminal:
    """The terminal that the screen is drawn on."""
    stream, environment = sys.__stderr__, os.environ
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
    term = environment.get("TERM", "").lower()
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return Terminal(
        encoding,
        is_simple=term.startswith(SIMPLE_TERMINALS) or _named_locale() in SIMPLE_LOCALES,
        is_light=background in LIGHT_BACKGROUNDS,
        has_title=not term.startswith(SIMPLE_TERMINALS),
    )


def _named_locale() -> str:
    """The locale that someone has chosen, "" if no one has. Python replaces the C locale by a larger one itself."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if not names[0] and names[1] in _COERCED and names[2]:
        return names[2]
    return next((name for name in names if name), "")
