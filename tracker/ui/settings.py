"""What the screen is started with."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from tracker.core.record import record
from tracker.core.values import nothing


@record
class Settings:
    """How the screen looks and where it finds things.

    `theme` None chooses by the terminal's colours; `theme_folders` hold the user's own themes, None means the usual
    place. `saves_folder` is what the session list shows, None the usual one. `typed_dice`: rolls ask for the faces that
    fell on the real table. `next_at_once`: the key for the next turn passes without asking. `keys` are those that
    the user has chosen, by the ids of commands and acts. `watch`: the given session is followed while another program
    writes it; with `players` only what they may see is shown. `seed` makes the dice repeatable.
    """

    language: str = ""
    theme: str | None = None
    theme_folders: tuple[Path, ...] | None = None
    ascii: bool = False
    plugin_folders: tuple[Path, ...] = ()
    saves_folder: Path | None = None
    typed_dice: bool = False
    next_at_once: bool = False
    keys: Mapping[str, Sequence[str]] = field(default_factory=nothing)
    watch: bool = False
    players: bool = False
    seed: int | None = None
