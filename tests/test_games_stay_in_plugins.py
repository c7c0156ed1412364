"""The tracker knows no game: what it does with one, it learns from a plugin."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RULESETS: dict[str, str] = PROJECT["entry-points"]["tracker.rulesets"]


def test_nothing_in_the_tracker_names_a_game() -> None:
    names = {*RULESETS, *RULESETS.values()}
    files = [path for path in (ROOT / "tracker").rglob("*") if path.suffix in {".py", ".toml", ".tcss"}]
    named = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in names
        if name in path.read_text(encoding="utf-8")
    }

    assert files
    assert not named
