"""Which file a SAVE on the command line means."""

import os
from pathlib import Path

from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.journal.sessions import SUFFIX, list_saves, saves_folder
from tracker.text import literal


def existing_save(name: str) -> Path:
    """The file of a session: a path, or in the saves folder a name or a title, of which the beginning is enough.

    Raises Refusal where nothing, or more than one session, is called so.
    """
    path = Path(name)
    if path.exists() or path.parent != Path():
        return path
    folder = saves_folder()
    for candidate in (folder / name, folder / f"{name}{SUFFIX}"):
        if candidate.exists():
            return candidate
    return path if _is_path(name) else _named(name, folder) or path


def _named(name: str, folder: Path) -> Path | None:
    from tracker.core.messages import Term
    from tracker.names import choose

    saves = {save.path.stem: save for save in list_saves(folder)}
    if not saves:
        return None
    spellings = {stem: (stem, stem, save.header.title) if save.header else (stem,) for stem, save in saves.items()}
    return saves[choose(name, spellings, Term("session"))].path


def fresh_save(name: str) -> Path:
    """The file that a new session shall get: a path as it is, a bare name in the saves folder.

    Raises Refusal for a name that would hide the file from the list of sessions, or that no terminal shows as it is.
    """
    if not Path(name).stem.strip(".") or Path(name).name.startswith("."):
        raise Refusal(message("new.hidden_name", typed=name))
    if literal(name) != name:
        raise Refusal(message("new.unprintable_name", typed=name))
    path = Path(name) if _is_path(name) else saves_folder() / name
    return path if name.endswith(SUFFIX) else path.with_name(f"{path.name}{SUFFIX}")


def _is_path(name: str) -> bool:
    return name.endswith(SUFFIX) or os.sep in name
