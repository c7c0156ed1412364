"""What the screen is started with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Mode = Literal["play", "review", "watch"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the screen looks and where it finds things.

    `theme` "" chooses by the terminal's colours; `theme_folders` hold the user's own themes, the first counts.
    `saves_folder` is what the session list shows. `typed_dice`: rolls ask for the faces that fell on the real table.
    `mode` tells how the given session is opened: to play on, to step through, or to follow another program's writing.
    `seed` makes the dice repeatable.
    """

    language: str = "en"
    theme: str = ""
    theme_folders: tuple[Path, ...] = ()
    ascii: bool = False
    plugin_folders: tuple[Path, ...] = ()
    saves_folder: Path | None = None
    typed_dice: bool = False
    mode: Mode = "play"
    seed: int | None = None
