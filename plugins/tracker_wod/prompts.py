"""Command lines for prompts."""

from tracker.api import State


def named(view: State, who: str) -> str:
    """The name of a character as it can stand in a command line."""
    name = view.characters[who].name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{name}"'
