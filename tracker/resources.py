"""Where the files that come with Coterie lie: its themes and its example saves."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tracker.places import user_folder

THEME_SUFFIX = ".toml"
_PACKAGE = Path(__file__).resolve().parent


def themes_folder() -> Path:
    """Return the folder of the themes that come with Coterie, a TOML file each.

    Raises:
        FileNotFoundError: the installation lacks the folder.
    """
    return _folder("themes", "themes")


def user_themes_folder() -> Path:
    """Return the folder of the user's own themes; it may be missing."""
    return user_folder("config") / "themes"


def theme_paths(folders: Sequence[Path] | None = None) -> Mapping[str, Path]:
    """Return the theme files by name: our own, then those of the folders. A name that is taken is not given again.

    Folders None: the user's own place.
    """
    found: dict[str, Path] = {}
    for folder in (themes_folder(), *((user_themes_folder(),) if folders is None else folders)):
        for path in sorted(folder.glob(f"*{THEME_SUFFIX}")):
            found.setdefault(path.stem, path)
    return found


def examples_folder() -> Path:
    """Return the folder of the example saves (`example-*.toml`) that come with Coterie.

    Raises:
        FileNotFoundError: the installation lacks the folder.
    """
    return _folder("examples", "saves")


def _folder(in_package: str, beside_package: str) -> Path:
    # A wheel carries these files inside the package; a source tree has them beside it.
    candidates = (_PACKAGE / in_package, _PACKAGE.parent / beside_package)
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"neither {candidates[0]} nor {candidates[1]} is a folder")
