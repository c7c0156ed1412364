"""Reading a plugin's words and rules from the TOML files in its package."""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from tracker.api.descriptions import Rule


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
