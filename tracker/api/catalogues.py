"""Reading a plugin's words and rules from the TOML files in its package."""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from tracker.api.descriptions import ImportedTrack, Importer, Rule


@cache
def _table(package: str, name: str) -> Mapping[str, Any]:
    source = Path(sys.modules[package].__file__ or "").with_name("locale") / name
    return tomli.loads(source.read_text("utf-8")) if source.is_file() else {}


def load_catalogue(package: str, language: str, *further: str) -> Mapping[str, Mapping[str, str]]:
    """The words of `locale/LANGUAGE.toml` in a package: tables `term`, `message`, `help`. Empty where missing.

    `further` names more files of the same form, `locale/NAME.LANGUAGE.toml`; where ids repeat the later file counts.
    """
    words: dict[str, dict[str, str]] = {}
    for name in (f"{language}.toml", *(f"{part}.{language}.toml" for part in further)):
        for table, entries in _table(package, name).items():
            words.setdefault(table, {}).update(entries)
    return words


def load_rules(package: str, language: str, *further: str) -> Sequence[Rule]:
    """The rules of `locale/rules.LANGUAGE.toml` in a package: a table `[ID]` with `title` and `text` each.

    `further` names more files of the same form, `locale/NAME.LANGUAGE.toml`.
    """
    names = (f"rules.{language}.toml", *(f"{part}.{language}.toml" for part in further))
    table = {rule_id: words for name in names for rule_id, words in _table(package, name).items()}
    return [Rule(rule_id, words["title"], words["text"]) for rule_id, words in table.items()]


def load_importers(package: str) -> Sequence[Importer]:
    """The importers of `importers.toml` in a package: a table `[ID]` with the fields of an `Importer` each."""
    source = Path(sys.modules[package].__file__ or "").with_name("importers.toml")
    if not source.is_file():
        return []
    return [_importer(name, table) for name, table in tomli.loads(source.read_text("utf-8")).items()]


def _importer(name: str, table: Mapping[str, Any]) -> Importer:
    tracks = tuple(
        ImportedTrack(
            track,
            tuple(where.get("size", ())),
            {mark: path for mark, path in where.items() if mark not in ("size", "counts_down")},
            where.get("counts_down", False),
        )
        for track, where in table.get("tracks", {}).items()
    )
    lists = {key: tuple(table.get(key, ())) for key in ("needs", "ignored")}
    return Importer(**{**table, **lists, "id": name, "tracks": tracks})
