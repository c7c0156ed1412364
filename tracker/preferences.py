"""The user's own settings: a small TOML file that the program writes and a person may edit.

What is given on the command line comes first, then these, then the defaults.
"""

from collections.abc import Mapping
from dataclasses import field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tracker.core.messages import Message, message
from tracker.core.record import record, replace
from tracker.core.values import nothing
from tracker.languages import codes, problems
from tracker.places import user_folder
from tracker.plain_files import Missing, Unreadable, make_folder, read_toml, write_private
from tracker.preferences_shape import problem_with_preferences
from tracker.reasons import os_reason

FILE_NAME = "settings.toml"


class PreferencesError(Exception):
    """The file cannot be read or written, or a setting is wrong: one message that names the file and the key."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id)
        self.reason = reason


@record
class Preferences:
    """The settings; "" and () leave a choice to the program.

    `language`: the code of an installed one. `theme`: name of a theme. `ascii`: plain signs. `typed_dice`: rolls ask
    for their faces. `next_at_once`: the key for the next turn passes at once, even where something must still be
    answered. `plugins`: folders with plugins. `keys`: those that the user has chosen, by the ids of commands and acts.
    """

    language: str = ""
    theme: str = ""
    ascii: bool = False
    typed_dice: bool = False
    next_at_once: bool = False
    plugins: tuple[str, ...] = ()
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=nothing)


def preferences_path() -> Path:
    """The file, in the user's configuration folder; it may be missing."""
    return user_folder("config") / FILE_NAME


def load_preferences(path: Path | None = None) -> Preferences:
    """Read the settings; the defaults where there is no file. Raises PreferencesError."""
    path = path or preferences_path()
    try:
        table = read_toml(path)
    except Missing:
        return Preferences()
    except Unreadable as error:
        raise PreferencesError(message("settings.unreadable", path=str(path), problem=error.reason)) from None
    language = table.get("language")
    if language not in codes() and any(problem.path.parent.name == language for problem in problems()):
        del table["language"]  # its head is broken, and that is told: the other settings hold
    return _checked(path, table)


def change_preferences(changes: dict[str, Any], path: Path | None = None) -> Preferences:
    """Set some settings and write the file, whole or not at all. Raises PreferencesError: nothing has changed."""
    import tomli_w  # settings are read at each start and hardly ever written

    path = path or preferences_path()
    preferences = _checked(path, {**as_table(load_preferences(path)), **changes})
    written = {name: value for name, value in as_table(preferences).items() if value}
    try:
        make_folder(path.parent)
        write_private(path, tomli_w.dumps(written).encode("utf-8"))
    except OSError as error:
        raise PreferencesError(message("settings.unwritable", path=str(path), problem=os_reason(error))) from None
    return preferences


def as_table(preferences: Preferences) -> dict[str, Any]:
    """The settings by name, as a file of TOML holds them."""
    table = {one.name: getattr(preferences, one.name) for one in fields(preferences)}
    return {**table, "keys": {name: list(keys) for name, keys in preferences.keys.items()}}


def _checked(path: Path, table: dict[str, Any]) -> Preferences:
    problem = problem_with_preferences(table)
    if problem is not None:
        key, said = problem
        raise PreferencesError(message("settings.wrong", path=str(path), key=key, problem=said))
    keys = {name: (given,) if isinstance(given, str) else tuple(given) for name, given in table.get("keys", {}).items()}
    plugins = tuple(table.get("plugins", ()))
    return replace(Preferences(), **{**table, "plugins": plugins, "keys": MappingProxyType(keys)})
