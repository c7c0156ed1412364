"""Where the files that come with Coterie lie: its themes and its example saves."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def themes_folder() -> Path:
    """Return the folder of the themes that come with Coterie, a TOML file each.

    Raises:
        FileNotFoundError: the installation lacks the folder.
    """
    return _folder("themes", "themes")


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
