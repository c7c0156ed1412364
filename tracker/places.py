"""The user's own folders for what the program keeps, as the system lays them down."""

import os
import sys
from pathlib import Path
from typing import Literal, TypeAlias

Purpose: TypeAlias = Literal["config", "data", "state"]

NAME = "coterie"
_XDG: dict[Purpose, tuple[str, str]] = {
    "config": ("XDG_CONFIG_HOME", ".config"),
    "data": ("XDG_DATA_HOME", ".local/share"),
    "state": ("XDG_STATE_HOME", ".local/state"),
}
"""The variable that names each folder, and its usual place in the home folder."""


def user_folder(purpose: Purpose) -> Path:
    """Return the user's folder for the program's settings, data or states; it may be missing.

    On Linux two variables nearly always tell it, and every start asks for it; platformdirs, which knows all the rest,
    takes as long to import as a tenth of a command.
    """
    if sys.platform == "linux" and not hasattr(sys, "getandroidapilevel"):
        variable, usual = _XDG[purpose]
        named, home = os.environ.get(variable, ""), os.environ.get("HOME", "")
        if named.startswith("/"):
            return Path(named, NAME)
        if not named and home.startswith("/"):
            return Path(home, usual, NAME)
    import platformdirs

    folders = platformdirs.PlatformDirs(NAME, appauthor=False)
    return {
        "config": folders.user_config_path,
        "data": folders.user_data_path,
        "state": folders.user_state_path,
    }[purpose]
