"""Which file a SAVE on the command line means."""

from pathlib import Path

from tracker.journal.sessions import SUFFIX, saves_folder


def existing_save(name: str) -> Path:
    """The file of a session: a path, or a name in the saves folder with or without its suffix."""
    path = Path(name)
    if path.exists() or _is_path(name):
        return path
    in_folder = saves_folder() / name
    if in_folder.exists():
        return in_folder
    with_suffix = saves_folder() / f"{name}{SUFFIX}"
    return with_suffix if with_suffix.exists() else path


def fresh_save(name: str) -> Path:
    """The file that a new session shall get: a path as it is, a bare name in the saves folder."""
    return Path(name) if _is_path(name) else saves_folder() / f"{name}{SUFFIX}"


def _is_path(name: str) -> bool:
    return name.endswith(SUFFIX) or Path(name).parent != Path()
