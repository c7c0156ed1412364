"""The story of a session in every form that it can be taken out in; each is imported where it is wanted."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TypeAlias

from tracker.recap.telling import Telling

Form: TypeAlias = Callable[[Telling], Iterator[str]]
"""Yields pieces of text, a line or more each, without the last line's end."""

FORMATS = {
    "text": ("plain", "as_text"),
    "markdown": ("markdown", "as_markdown"),
    "html": ("page", "as_page"),
    "csv": ("rolls", "as_rolls"),
    "jsonl": ("data", "as_json_lines"),
    "json": ("data", "as_json"),
}
"""What `log --format` offers: the module that writes it, and the function."""

WITH_RULES = "html"
"""The form that needs a session opened with its rules."""


def form_of(name: str) -> Form:
    """What writes a form."""
    module, function = FORMATS[name]
    form: Form = getattr(import_module(f"{__name__}.{module}"), function)
    return form
