"""What a language still lacks: the texts, by package and file, and templates to fill in."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tracker.core.record import record
from tracker.journal import toml_text
from tracker.languages import (
    FOLDER,
    HEAD,
    RULES,
    SUFFIX,
    common_language,
    languages,
    own_folder,
    package_rules,
    package_words,
)
from tracker.plain_files import read_toml
from tracker.rules.loader import PluginError, discover

TABLES = ("term", "message", "help", "ruleset")
"""What is shown. The other tables hold what may be typed besides; a language may have none of it."""


@record
class Package:
    """Something that has words: the program itself ("") or a plugin, with the folder that its languages lie in."""

    name: str
    folder: Path


class Text(NamedTuple):
    """A text of the common language: its file, its table and its key there; of a rule the table is its id."""

    file: str
    table: str
    key: str
    text: str


def packages(folders: Sequence[Path]) -> list[Package]:
    """The program and every plugin that keeps its languages in folders, as they are found."""
    found = [Package("", own_folder())]
    for source in discover(folders):
        try:
            plugin = source.load()
        except PluginError:
            continue  # `coterie rulesets` tells of it
        name = getattr(plugin, "__name__", "")
        folder = _folder_of(name)
        if folder is not None and (folder / common_language()).is_dir():
            found.append(Package(name, folder))
    return found


def _folder_of(name: str) -> Path | None:
    module = sys.modules.get(name)
    return Path(module.__file__).with_name(FOLDER) if module is not None and module.__file__ else None


def texts(package: Package) -> Iterator[Text]:
    """What a package says in the common language, file by file."""
    for path in sorted((package.folder / common_language()).glob(f"*{SUFFIX}")):
        if path.name != HEAD:
            for table, entries in read_toml(path).items():
                if table in TABLES or path.name.startswith(RULES):
                    yield from (Text(path.name, table, key, text) for key, text in entries.items())


def missing(package: Package, code: str) -> Iterator[Text]:
    """What a language lacks of it."""
    words = package_words(package.folder, code, package.name)
    rules = package_rules(package.folder, code, package.name)
    for text in texts(package):
        theirs: Mapping[str, Mapping[str, str]] = rules if text.file.startswith(RULES) else words
        if not theirs.get(text.table, {}).get(text.key):
            yield text


def coverage(of: Iterable[Package], code: str) -> tuple[int, int]:
    """How many texts a language has, of how many."""
    total = lacking = 0
    for package in of:
        total += sum(1 for _ in texts(package))
        lacking += sum(1 for _ in missing(package, code))
    return total - lacking, total


def template(wanted: Iterable[Text]) -> str:
    """A file to fill in: each text that is missing, empty, under what the common language says.

    An empty text counts as missing, so that a template half filled in can be used.
    """
    lines: list[str] = []
    table = None
    for text in wanted:
        if text.table != table:
            lines += ["", f"[{toml_text.key(text.table)}]"] if lines else [f"[{toml_text.key(text.table)}]"]
            table = text.table
        lines += [f"# {line}" for line in text.text.split("\n")]
        lines.append(f'{toml_text.key(text.key)} = ""')
    return "".join(f"{line}\n" for line in lines)


def head_template(code: str) -> str:
    """The head of a new language, to be changed: that of the common one."""
    common = languages()[common_language()]
    text = (own_folder() / common.code / HEAD).read_text("utf-8")
    return re.sub(r"^name = .*$", f'name = "{code}"\nfallback = "{common.code}"', text, count=1, flags=re.MULTILINE)


def templates(of: Iterable[Package], code: str) -> Iterator[tuple[Path, str]]:
    """The files to fill in for a language, by where they belong below a folder `locale`, with what stands in them."""
    if code not in languages():
        yield Path(code, HEAD), head_template(code)
    for package in of:
        by_file: dict[str, list[Text]] = {}
        for text in missing(package, code):
            by_file.setdefault(text.file, []).append(text)
        for name, wanted in by_file.items():
            yield Path(code, package.name, name), template(wanted)


def write_templates(found: Iterable[tuple[Path, str]], folder: Path) -> Iterator[Path]:
    """Write them below a folder and yield each file. What is there already stays: a further file stands beside it."""
    for path, text in found:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        number = 1
        while target.exists():
            number += 1
            target = (folder / path).with_stem(f"{path.stem}_{number}")
        target.write_text(text, "utf-8")
        yield target
