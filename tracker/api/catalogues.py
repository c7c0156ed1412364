"""Reading a plugin's words and rules from the TOML files in its package."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import tomli

from tracker.api.descriptions import Rule


@cache
def _table(package: str, name: str) -> Mapping[str, Any]:
    source = files(package).joinpath("locale", name)
    return tomli.loads(source.read_text("utf-8")) if source.is_file() else {}


def load_catalogue(package: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """The words of `locale/LANGUAGE.toml` in a package: tables `term`, `message`, `help`. Empty where missing."""
    return _table(package, f"{language}.toml")


def load_rules(package: str, language: str) -> Sequence[Rule]:
    """The rules of `locale/rules.LANGUAGE.toml` in a package: a table `[ID]` with `title` and `text` each."""
    table = _table(package, f"rules.{language}.toml")
    return [Rule(rule_id, words["title"], words["text"]) for rule_id, words in table.items()]
