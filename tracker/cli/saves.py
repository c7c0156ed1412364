"""Which file a SAVE on the command line means."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.journal.folder import SUFFIX, saves_folder
from tracker.text import literal

if TYPE_CHECKING:
    from tracker.journal.shelf import Shelf


def existing_save(name: str, *shelves: "Shelf") -> Path:
    """The file of a session: a path, or in the saves folder a name or a title, of which the beginning is enough.

    With `shelves` it is looked for in these folders beside the saves. Raises Refusal if nothing, or more than one
    session, is called so.
    """
    path = Path(name)
    if path.exists() or path.parent != Path():
        return path
    folders = [saves_folder() / shelf for shelf in shelves or ("",)]
    for folder in folders:
        found = _in_folder(name, folder, is_last=folder == folders[-1])
        if found is not None:
            return found
    return path


def _in_folder(name: str, folder: Path, *, is_last: bool) -> Path | None:
    for candidate in (folder / name, folder / f"{name}{SUFFIX}"):
        if candidate.exists():
            return candidate
    if _is_path(name):
        return None
    try:
        return _named(name, folder)
    except Refusal:
        if is_last:
            raise
        return None


def _named(name: str, folder: Path) -> Path | None:
    from tracker.core.messages import Term
    from tracker.journal.sessions import titles
    from tracker.names import choose

    found = {path.stem: (path, title) for path, title in titles(folder).items()}
    if not found:
        return None
    spellings = {stem: (stem, stem, title) if title else (stem,) for stem, (_, title) in found.items()}
    return found[choose(name, spellings, Term("session"))][0]


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
