"""Keys as the game master means them: on another keyboard each letter stands for its Latin twin."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tracker.languages import common_language, languages, until_forgotten

CANCEL_KEYS = frozenset({"escape", "ctrl+c", "ctrl+g"})
"""Escape is slow in many terminals (it may begin another key), so two control keys do the same."""

INSIST_KEY = "ctrl+o"
"""Does what a rule forbids all the same, on the GM's call."""

SWAP_KEY = "ctrl+x"
"""Puts the selected one in the place of the one whose turn it is, as the one who acts, and back."""

STOP_KEY = "ctrl+z"
"""Stops the program, whatever is open, as any program of a shell; `fg` goes on with it."""

COPY_KEY = "ctrl+y"
"""Copies what one looks at."""

_NAMED_SIGNS = {"space": " "}

_ENTER_TOO = "ctrl+j"
"""What a terminal sends for Enter while a program starts, before it has taken the keyboard over."""


class Keystroke(NamedTuple):
    """One key press: `name` is what commands are bound to, `text` what it types ("" for none)."""

    name: str
    text: str = ""


def keystroke(key: str, character: str | None, *, printable: bool) -> Keystroke:
    """Read what the terminal sent. A printable key is named by its sign, any other by Textual's name for it."""
    if key == _ENTER_TOO:
        return Keystroke("enter")
    text = character if printable and character else ""
    if text and text != " ":
        return Keystroke(text, text)
    if key.startswith("ctrl+") and (twin := twins().get(key.removeprefix("ctrl+"))):
        return Keystroke(f"ctrl+{twin}")
    return Keystroke(key, text or _NAMED_SIGNS.get(key, ""))


def command_key(name: str) -> str:
    """The key that a command is bound to, whatever layout it was typed on."""
    return twins().get(name, name)


@until_forgotten
@cache
def twins() -> Mapping[str, str]:
    """The sign on the same key of the common language's keyboard, for each sign of any other."""
    [common] = languages()[common_language()].keyboards[:1]
    found: dict[str, str] = {}
    for signs in (keys for language in languages().values() for keys in language.keyboards):
        for sign, twin in zip(signs, common, strict=False):
            if sign != twin:
                found.setdefault(sign, twin)
    return found
