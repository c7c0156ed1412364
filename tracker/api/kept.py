"""What a ruleset describes, kept beside its compiled modules: a session that opens need not import its chapters.

Only what comes with the program is kept; what else a plugin may hang on no one knows.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tracker.beside_modules import keep

Descriptions: TypeAlias = Mapping[str, Sequence[Any]]
"""What the chapters of a ruleset describe, by what it is."""


def kept(package: str, describe: Callable[[], Descriptions]) -> Descriptions:
    """Return what a package describes, by `describe` where that is not kept as it now is."""
    import pickle

    folder = Path(sys.modules[package].__file__ or "").parent
    return keep(folder, "descriptions", describe, pickle, also=(Path(__file__).parent,))
