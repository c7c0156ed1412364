"""The shape of the settings file. Every start reads it, so these few lines do without pydantic, which takes as long to
import as a whole command.
"""

from collections.abc import Callable, Mapping
from typing import Any

from tracker.core.messages import Message, message
from tracker.languages import codes


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(_is_text, value))


def _are_keys(value: object) -> bool:
    return isinstance(value, dict) and all(_is_text(keys) or _are_texts(keys) for keys in value.values())


_SETTINGS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "language": (_is_text, "text"),
    "theme": (_is_text, "text"),
    "ascii": (_is_switch, "switch"),
    "typed_dice": (_is_switch, "switch"),
    "next_at_once": (_is_switch, "switch"),
    "plugins": (_are_texts, "folders"),
    "keys": (_are_keys, "keys"),
}
"""What each setting has to be, and what is said that it should be."""


def problem_with_preferences(table: Mapping[str, Any]) -> tuple[str, Message] | None:
    """The first thing that is wrong, as the key and what would be right; None where all is well."""
    for key, (is_right, expected) in _SETTINGS.items():
        if key in table and not is_right(table[key]):
            return key, message(f"settings.expected.{expected}")
    for key in table:
        if key not in _SETTINGS:
            return key, _unknown(key)
    language = table.get("language")
    if language and language not in codes():
        return "language", message("settings.expected.language", list=codes())
    return None


def _unknown(key: str) -> Message:
    import difflib

    near = difflib.get_close_matches(key, _SETTINGS, 1)
    if near:
        return message("settings.unknown_near", near=near[0])
    return message("settings.unknown", known=", ".join(_SETTINGS))
