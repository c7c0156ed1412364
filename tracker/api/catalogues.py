"""Reading a plugin's words and rules from the TOML files in its package."""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from tracker.api.descriptions import ImportedTrack, Importer, Rule
from tracker.languages import (
    Catalogue,
    package_languages,
    package_rules,
    package_words,
    plain,
    until_forgotten,
)


def load_catalogue(package: str, language: str, *further: str) -> Catalogue:
    """The words of a package in a language: tables `term`, `message`, `help` and so on. Empty where there are none.

    They lie in the files of the folder `locale/LANGUAGE`, and the user may have written over them. In a package that
    keeps a language in one file, `locale/LANGUAGE.toml`, `further` names more of that form,
    `locale/NAME.LANGUAGE.toml`; where ids repeat the later file counts, and what the folder has most of all.
    """
    folder = _folder(package)
    names = (f"{language}.toml", *(f"{part}.{language}.toml" for part in further))
    words: dict[str, dict[str, str]] = {}
    for tables in (*(_table(folder / name) for name in names), package_words(folder, language, package)):
        for table, entries in tables.items():
            words.setdefault(table, {}).update(entries)
    return words


def load_rules(package: str, language: str, *further: str) -> Sequence[Rule]:
    """The rules of a package in a language: a table `[ID]` with `title` and `text` each.

    They lie in the files of the folder `locale/LANGUAGE` whose names begin with `rules`. In a package that keeps a
    language in one file, `locale/rules.LANGUAGE.toml`, `further` names more of that form, `locale/NAME.LANGUAGE.toml`.
    """
    return _rules(_folder(package), package, language, *further)


@until_forgotten
@cache
def _rules(folder: Path, package: str, language: str, *further: str) -> Sequence[Rule]:
    names = (f"rules.{language}.toml", *(f"{part}.{language}.toml" for part in further))
    table = {rule_id: words for name in names for rule_id, words in _table(folder / name).items()}
    table.update(package_rules(folder, language, package))
    return tuple(Rule(rule_id, words["title"], words["text"]) for rule_id, words in table.items())


def catalogue_languages(package: str) -> Sequence[str]:
    """The languages in which a package may have words."""
    return package_languages(_folder(package))


def folded(text: str) -> str:
    """Text as it is compared: case makes no difference, nor do letters that a language types as others."""
    return plain(text)


def _folder(package: str) -> Path:
    return Path(sys.modules[package].__file__ or "").with_name("locale")


@cache
def _table(source: Path) -> Mapping[str, Any]:
    return tomli.loads(source.read_text("utf-8")) if source.is_file() else {}


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
