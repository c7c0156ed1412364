"""A world of its own for a test: no user's folders, languages, colours or books."""

from pathlib import Path

import pytest

from tracker.journal.folder import saves_folder

ROOT = Path(__file__).resolve().parents[1]


def make_lonely(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    """Let the program keep all that is the user's below a folder, which it makes when it writes there."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, f"{home}/{name.lower()}")
    for name in ("NO_COLOR", "COTERIE_PLUGINS", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    # Run in the source tree, whose own saves would have books beside them, tests keep people elsewhere.
    monkeypatch.setattr("tracker.books.files.saves_folder", lambda: _saves_folder(home))
    monkeypatch.setattr("tracker.books.named.NAMED", [])


def _saves_folder(home: str) -> Path:
    return Path(home, "saves") if Path.cwd() == ROOT else saves_folder()
