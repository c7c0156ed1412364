"""The shape of the settings file, checked by pydantic. Imported only where such a file is."""

import difflib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from tracker.core.messages import Message, message
from tracker.languages import codes


class _Preferences(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    language: str = ""
    theme: str = ""
    ascii: bool = False
    typed_dice: bool = False
    next_at_once: bool = False
    plugins: list[str] = []
    keys: dict[str, str | list[str]] = {}


def problem_with_preferences(table: Mapping[str, Any]) -> tuple[str, Message] | None:
    """The first thing that is wrong, as the key and what would be right; None where all is well."""
    candidate = {**table, "plugins": list(table["plugins"])} if isinstance(table.get("plugins"), tuple) else dict(table)
    try:
        _Preferences.model_validate(candidate)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        key = str(first["loc"][0])
        known = list(_Preferences.model_fields)
        if first["type"] == "extra_forbidden":
            near = difflib.get_close_matches(key, known, 1)
            if near:
                return key, message("settings.unknown_near", near=near[0])
            return key, message("settings.unknown", known=", ".join(known))
        return key, message(f"settings.expected.{_EXPECTED.get(key, 'text')}")
    language = candidate.get("language")
    if language and language not in codes():
        return "language", message("settings.expected.language", list=codes())
    return None


_EXPECTED = {
    "ascii": "switch",
    "typed_dice": "switch",
    "next_at_once": "switch",
    "plugins": "folders",
    "keys": "keys",
}
