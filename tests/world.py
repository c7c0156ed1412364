"""A world of its own for a test: no user's folders, languages, colours or books."""

import os
from pathlib import Path

from tracker.books import files, named
from tracker.journal.folder import saves_folder

ROOT = Path(__file__).resolve().parents[1]
_FOLDERS = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")


def leave_the_users_world() -> None:
    """Forget for the rest of this process what the user has set; where the program keeps things, a test says."""
    for name in ("NO_COLOR", "COTERIE_PLUGINS", "LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "en_US.UTF-8"
    # Run in the source tree, whose own saves would have books beside them, tests keep people elsewhere.
    files.saves_folder = _saves_folder


def live_in(home: str) -> None:
    """Let the program keep all that is the user's below a folder from now on, which it makes when it writes there."""
    os.environ.update({name: f"{home}/{name.lower()}" for name in _FOLDERS})
    named.NAMED.clear()


def _saves_folder() -> Path:
    own = Path(os.environ[_FOLDERS[0]]).with_name("saves")
    return own if Path.cwd() == ROOT else saves_folder()
