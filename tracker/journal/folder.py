"""Where sessions lie, and how their files are called."""

import contextlib
from pathlib import Path

from tracker.places import user_folder

SUFFIX = ".toml"
_FOLDER = "saves"


def saves_folder(start: Path | None = None) -> Path:
    """The folder `saves` in `start` (the working folder), else in the user's data folder, perhaps missing yet."""
    with contextlib.suppress(OSError):  # the working folder may be gone
        beside = (start or Path.cwd()) / _FOLDER
        if beside.is_dir():
            return beside
    return user_folder("data") / _FOLDER
