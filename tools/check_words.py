"""Check what the catalogues say: style, completeness, and that it fits; `tools/words.toml` holds what is looked for.

Usage: `python -m tools.check_words [FILE_OR_FOLDER ...]`. Each finding is a line on standard output: the file, its
line, the kind of finding, and the text. With files or folders only theirs are told. The exit code is 1 if something is
told.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import tomli

from tools.telling import tell
from tracker.languages import HEAD, RULES, Language, languages

ROOT = Path(__file__).resolve().parent.parent
LOOKED_FOR = Path(__file__).with_name("words.toml")
SPOKEN = ("term", "message", "help", "ruleset", "rule")
LONGEST_LABEL = 9
"""In signs: a gauge with a longer name needs a short one, its term with `.short` behind."""


@dataclass(frozen=True)
class Text:
    """One text of a catalogue: the file it stands in, its language, its table and key."""

    file: Path
    language: str
    table: str
    key: str
    text: str

    @cached_property
    def plain(self) -> str:
        """The text without its placeholders, of counted words the first form."""
        return _PLACEHOLDER.sub(lambda found: found[1].split("|")[0] if "|" in (found[1] or "") else "", self.text)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a text, or with a file."""

    file: Path
    kind: str
    place: str
    told: str

    def __str__(self) -> str:
        line = _line_of(self.file, self.place)
        told = self.told.replace("\n", "⏎")
        return f"{self.file.relative_to(ROOT)}:{line}: {self.kind}: {self.place}: {told}"


_PLACEHOLDER = re.compile(r"\{\w*(?::([^{}]*))?\}")


def _line_of(file: Path, key: str) -> int:
    quoted = re.compile(rf'\[?"?{re.escape(key)}"?(?:\]| =)')
    lines = file.read_text("utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if quoted.match(line)), 1)


def packages(root: Path) -> Sequence[Path]:
    """Return the folders `locale` of the program and of each shipped ruleset."""
    return (root / "tracker" / "locale", *sorted(root.glob("plugins/*/locale")))


def texts_of(folder: Path, language: str) -> Iterator[Text]:
    """Yield the texts of a language in a folder `locale`; of a rule its title and its text."""
    for file in sorted((folder / language).glob("*.toml")):
        if file.name == HEAD:
            continue
        for table, entries in tomli.loads(file.read_text("utf-8")).items():
            for key, text in entries.items():
                if file.name.startswith(RULES):
                    yield Text(file, language, "rule", table, text)
                else:
                    yield Text(file, language, table, key, text)


# ---------------------------------------------------------------------- what is wrong with one text


Check = Callable[[Text, Mapping[str, Any]], Iterator[Finding]]


def patterns(text: Text, looked_for: Mapping[str, Any]) -> Iterator[Finding]:
    """Find turns of phrase that the style forbids, and other words for what has one name."""
    ours = looked_for.get(text.language, {})
    if not _any_of((*ours.get("patterns", {}).values(), *ours.get("synonyms", {}).values())).search(text.plain):
        return
    allowed = ours.get("exceptions", {}).get(f"{text.table}:{text.key}", ())
    for name, pattern in ours.get("patterns", {}).items():
        if name not in allowed and (found := _compiled(pattern).search(text.plain)):
            yield Finding(text.file, "pattern", text.key, f"{name} ({found[0].strip()}): {text.text}")
    for word, pattern in ours.get("synonyms", {}).items():
        if word not in allowed and (found := _compiled(pattern).search(text.plain)):
            yield Finding(text.file, "synonym", text.key, f"{found[0]}, not {word}: {text.text}")


def latin(text: Text, looked_for: Mapping[str, Any]) -> Iterator[Finding]:
    """Find words in Latin letters in a language that is written in others."""
    if languages()[text.language].name.isascii() or not _LATIN.search(text.plain):
        return
    if any(re.fullmatch(key, text.key) for key in looked_for["latin"]["keys"]):
        return
    left = text.plain
    for pattern in looked_for["latin"]["allowed"]:
        left = re.sub(pattern, " ", left)
    if found := _LATIN.findall(left):
        yield Finding(text.file, "latin", text.key, f"{', '.join(found)}: {text.text}")


def forms(text: Text, looked_for: Mapping[str, Any]) -> Iterator[Finding]:
    """Find counted words that lack a form, or cannot be read."""
    wanted = len(languages()[text.language].plural)
    if text.table != "message":
        return
    try:
        counted = [form for _, _, form, _ in string.Formatter().parse(text.text) if form and "|" in form]
    except ValueError as error:
        yield Finding(text.file, "forms", text.key, f"{error}: {text.text}")
        return
    for form in counted:
        if len(form.split("|")) != wanted:
            yield Finding(text.file, "forms", text.key, f"{form} has not {wanted} forms: {text.text}")


def widths(text: Text, looked_for: Mapping[str, Any]) -> Iterator[Finding]:
    """Find texts that are cut in a terminal of 80 columns."""
    for pattern, most in looked_for["widths"].items():
        table, _, key = pattern.partition(":")
        if text.table == table and _compiled(key).fullmatch(text.key) and len(text.plain) > most:
            yield Finding(text.file, "width", text.key, f"{len(text.plain)} signs of at most {most}: {text.text}")


_LATIN = re.compile(r"[A-Za-z][A-Za-z'_-]+=?")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@cache
def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """What finds something where one of the patterns does: hardly any text needs to be asked for each of them."""
    return _compiled("|".join(f"(?:{pattern})" for pattern in patterns) or "(?!)")


# ---------------------------------------------------------------------- what is wrong between languages


def between(folder: Path, texts: Mapping[str, Iterable[Text]], first: Language, other: Language) -> Iterator[Finding]:
    """Compare a language of a package with the first one: the keys, the placeholders, the files.

    `texts` are those in the folder `locale` of the package, by language.
    """
    ours = {(text.table, text.key): text for text in texts[first.code] if text.table in SPOKEN}
    theirs = {(text.table, text.key): text for text in texts[other.code] if text.table in SPOKEN}
    is_whole = other.code in tomli.loads(LOOKED_FOR.read_text("utf-8"))["whole"]
    for table, key in sorted(ours.keys() - theirs.keys()) if is_whole else ():
        file = folder / other.code / ours[table, key].file.name
        found = file if file.is_file() else next(iter(sorted((folder / other.code).glob("*.toml"))))
        yield Finding(found, "missing", key, f"[{table}] is not there in {other.english}")
    for table, key in sorted(theirs.keys() - ours.keys()) if is_whole else ():
        if not key.startswith("argparse:"):
            yield Finding(theirs[table, key].file, "missing", key, f"[{table}] is not there in {first.english}")
    for at in sorted(ours.keys() & theirs.keys()):
        one, two = ours[at], theirs[at]
        if one.table == "message" and _placeholders(one.text) != _placeholders(two.text):
            yield Finding(two.file, "placeholders", two.key, f"{two.text} | {one.text}")
        if one.file.name != two.file.name:
            yield Finding(two.file, "file", two.key, f"stands in {one.file.name} in {first.english}")


def _placeholders(text: str) -> set[str]:
    found = string.Formatter().parse(text)
    return {name for _, name, form, _ in found if name and "|" not in (form or "")}


def distinct(texts: Iterable[Text], groups: Iterable[Sequence[str]]) -> Iterator[Finding]:
    """Find words of a language that mean two things which have to be kept apart."""
    terms = {text.key: text for text in texts if text.table == "term"}
    for group in groups:
        taken: dict[str, str] = {}
        for key in group:
            if term := terms.get(key):
                first = taken.setdefault(term.text.casefold(), key)
                if first != key:
                    yield Finding(term.file, "one word for two", key, f"{term.text} is {first} too")


def labels(texts: Iterable[Text], gauges: Iterable[str]) -> Iterator[Finding]:
    """Find gauges whose long name has no short one in a language."""
    terms = {text.key: text for text in texts if text.table == "term"}
    for gauge in gauges:
        term = terms.get(gauge)
        if term and len(term.text) > LONGEST_LABEL and f"{gauge}.short" not in terms:
            yield Finding(term.file, "short", gauge, f"{term.text} needs {gauge}.short, at most {LONGEST_LABEL} signs")


def gauges_of(package: str) -> Sequence[str]:
    """Return the ids of the tracks, pools and counters that a ruleset's characters have."""
    from tracker.opening import load_rules

    project = tomli.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    rulesets = {module: name for name, module in project["entry-points"]["tracker.rulesets"].items()}
    kinds = load_rules(rulesets[package], (), ()).kinds.values()
    tracks = [track.id for kind in kinds for track in kind.tracks]
    return list(dict.fromkeys((*tracks, *(pool.id for kind in kinds for pool in kind.pools))))


# ---------------------------------------------------------------------- all of it


def findings(root: Path = ROOT) -> Iterator[Finding]:
    """Yield all that is wrong with the catalogues of the program and of the shipped rulesets."""
    looked_for = tomli.loads(LOOKED_FOR.read_text("utf-8"))
    checks: Sequence[Check] = (patterns, latin, forms, widths)
    for folder in packages(root):
        there = [language for language in languages().values() if (folder / language.code).is_dir()]
        gauges = gauges_of(folder.parent.name) if folder.parent.parent.name == "plugins" else ()
        texts = {language.code: tuple(texts_of(folder, language.code)) for language in there}
        for of_one in texts.values():
            for text in of_one:
                if text.table in SPOKEN:
                    for check in checks:
                        yield from check(text, looked_for)
            yield from labels(of_one, gauges)
            yield from distinct(of_one, looked_for["distinct"]["groups"])
        for other in there[1:]:
            yield from between(folder, texts, there[0], other)


def main(arguments: Sequence[str]) -> int:
    """Print what is wrong with the catalogues, or with those that are named; return 1 if there is anything, else 0."""
    wanted = [Path(argument).resolve() for argument in arguments] or [ROOT]
    found = (one for one in findings() if any(one.file.is_relative_to(path) for path in wanted))
    return tell(found, "The catalogues hold nothing that the style forbids.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
