"""The shape of a theme file that a user writes, checked by pydantic. Imported only for such a file."""

import difflib
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from tracker.core.messages import Message, message


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Colors(_Table):
    """The colours that Textual's own widgets use; `primary` must be there."""

    primary: str
    secondary: str | None = None
    warning: str | None = None
    error: str | None = None
    success: str | None = None
    accent: str | None = None
    foreground: str | None = None
    background: str | None = None
    surface: str | None = None
    panel: str | None = None
    boost: str | None = None


class Tones(_Table):
    """A style for each kind of text."""

    text: str = ""
    dim: str = ""
    empty: str = ""
    title: str = ""
    accent: str = ""
    key: str = ""
    good: str = ""
    warning: str = ""
    bad: str = ""
    grave: str = ""
    struck: str = ""
    changed: str = ""
    ally: str = ""
    foe: str = ""
    hit: str = ""
    hunger: str = ""
    light: str = ""
    heavy: str = ""
    worst: str = ""
    input: str = ""
    caret: str = ""
    """Of older themes: now the terminal's own cursor shows where one types."""


class Grounds(_Table):
    """What lies under a whole line."""

    cursor: str = ""
    panel: str = ""


class ThemeShape(_Table):
    """A theme file."""

    colors: Colors
    dark: bool = True
    ansi: bool = False
    tones: Tones = Tones()
    grounds: Grounds = Grounds()


def problem_with_shape(table: Mapping[str, Any]) -> tuple[str, Message] | None:
    """The first key that is wrong, and what is wrong with it; None where the shape is right."""
    try:
        ThemeShape.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        return key, _problem(first["type"], [str(part) for part in first["loc"]])
    return None


def _problem(kind: str, location: list[str]) -> Message:
    match kind:
        case "missing":
            return message("ui.theme.missing")
        case "extra_forbidden":
            known = _known_keys(location[:-1])
            near = difflib.get_close_matches(location[-1], known, 1)
            if near:
                return message("ui.theme.unknown_key_near", near=near[0])
            return message("ui.theme.unknown_key", known=", ".join(known))
        case "bool_type":
            return message("ui.theme.no_switch")
        case "model_type":
            return message("ui.theme.no_table")
        case _:
            return message("ui.theme.no_text")


def _known_keys(location: list[str]) -> list[str]:
    tables: Mapping[str, type[BaseModel]] = {"colors": Colors, "tones": Tones, "grounds": Grounds}
    shape = tables.get(location[0], ThemeShape) if location else ThemeShape
    return list(shape.model_fields)
