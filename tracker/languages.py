"""The languages there are: a folder each, with a head that says how the language writes and files of words.

A language is the folder `locale/CODE`, in the package, and beside the user's settings. Its head, `language.toml`, names
it and says how it counts, folds letters, writes numbers and lists; every other file holds words, in tables such as
`term`, `message` and `help`, or rules where its name begins with `rules`. What the user has written counts over what is
shipped. A plugin has such a folder in its package, without a head; the user's words for it lie in
`locale/CODE/PACKAGE`. A file of the user's that cannot be read is left out, and told by `problems`.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from tracker import places
from tracker.compiled_words import compiled
from tracker.core.patterns import pattern
from tracker.core.record import record
from tracker.plain_files import Unreadable, read_toml

Catalogue: TypeAlias = Mapping[str, Mapping[str, str]]

FOLDER, HEAD, SUFFIX = "locale", "language.toml", ".toml"
RULES = "rules"
"""How the names of the files begin that hold rules instead of words."""


@record
class Language:
    """How a language is called and how it writes.

    `code` is the name of its folder, `name` its own name and `english` the English one. `fallback` is the language
    whose words stand in for those that it lacks; "" only for the one that all fall back on. `plural` has the categories
    of counted words in the order of their forms, each with its rule as CLDR writes it; the last has none and takes the
    rest. `keyboards` are the signs of its keys in the order of the keys: letters as they are, then with Shift held.
    `endings` turn one into several ("y>ies"), `folds` are letters that are typed as others ("ё>е"), `dice` letters
    that stand for the d of 2d6. `decimal` stands
    before the decimals, `thousands` between groups of digits, `percent` behind a number of per cent; `separator` stands
    between the members of a list, `joint` before the last one of several that all hold; `quotes` are the two signs
    around what is quoted, `dash` stands between two thoughts, with its blanks, and `range` between two numbers.
    """

    code: str
    name: str
    english: str = ""
    fallback: str = ""
    plural: tuple[tuple[str, str], ...] = (("other", ""),)
    keyboards: tuple[str, ...] = ()
    endings: tuple[tuple[str, str], ...] = ()
    folds: tuple[tuple[str, str], ...] = ()
    dice: str = ""
    decimal: str = "."
    thousands: str = ","
    percent: str = "%"
    separator: str = ", "
    joint: str = ", "
    quotes: str = "“”"
    dash: str = " — "
    range: str = "–"


@record
class Problem:
    """A file of the user's words that is left out: where it lies, and what is wrong with it."""

    path: Path
    error: Exception


class WrongTable(ValueError):
    """A file of words holds something else than tables of texts; the text names the place."""


class Remembering(Protocol):
    """A function that keeps what it has given."""

    def cache_clear(self) -> None:
        """Keep nothing any more."""
        ...


Kept = TypeVar("Kept", bound=Remembering)

_problems: dict[Path, Problem] = {}
_memory: list[Callable[[], None]] = []


def until_forgotten(function: Kept) -> Kept:
    """Let `forget` empty what a function keeps that depends on the languages; to be put over its `cache`."""
    _memory.append(function.cache_clear)
    return function


def problems() -> Sequence[Problem]:
    """What of the user's words has been left out so far."""
    return tuple(_problems.values())


def user_folder() -> Path:
    """The folder of the user's own words, beside the settings; it may be missing."""
    return places.user_folder("config") / FOLDER


def own_folder() -> Path:
    """The folder of the words that are shipped with the program."""
    return Path(__file__).with_name(FOLDER)


@until_forgotten
@cache
def languages() -> Mapping[str, Language]:
    """The languages by code, the one that all fall back on first; the user's own among them."""
    found = {head.parent.name: head_of(head.parent.name, _shipped_table(head)) for head in _heads(own_folder())}
    for head in _heads(user_folder()):
        code = head.parent.name
        if language := _of_the_user(head, partial(_checked_head, code)):
            found[code] = language
    return dict(sorted(found.items(), key=lambda item: (item[1].fallback != "", item[0])))


def codes() -> tuple[str, ...]:
    """The codes of the languages there are, the one that all fall back on first."""
    return tuple(languages())


def common_language() -> str:
    """The language that all others fall back on."""
    return next(iter(languages()))


@until_forgotten
@cache
def fallbacks(code: str) -> tuple[str, ...]:
    """The languages whose words may be shown to a reader: the last choice first, the reader's own last."""
    known, chain = languages(), [code if code in languages() else common_language()]
    while (following := known[chain[-1]].fallback) and following in known and following not in chain:
        chain.append(following)
    if common_language() not in chain:
        chain.append(common_language())
    return tuple(reversed(chain))


def language_of(locale_name: str | None) -> str:
    """The language of a locale name such as "ru_RU.UTF-8"; the common one where it is none of ours."""
    code = re.split(r"[_.@-]", locale_name or "")[0].lower()
    return code if code in languages() else common_language()


def words_of(code: str) -> Catalogue:
    """The program's own words in a language."""
    return package_words(own_folder(), code, "")


@until_forgotten
@cache
def package_words(folder: Path, code: str, package: str) -> Catalogue:
    """The words of a package whose folder `locale` this is, with those of the user's over them; `package` names it."""
    merged: dict[str, dict[str, str]] = {}
    for path in _files(folder / code, code):
        _merge(merged, _shipped_table(path))
    for path in _files(user_folder() / code / package, code):
        if (table := _of_the_user(path, _checked_words)) is not None:
            _merge(merged, table)
    return merged


@until_forgotten
@cache
def package_rules(folder: Path, code: str, package: str) -> Mapping[str, Mapping[str, str]]:
    """The rules of a package whose folder `locale` this is, by id, each with its `title` and its `text`."""
    merged: dict[str, Mapping[str, str]] = {}
    for path in _files(folder / code, code, rules=True):
        merged.update(_shipped_table(path))
    for path in _files(user_folder() / code / package, code, rules=True):
        if (table := _of_the_user(path, _checked_rules)) is not None:
            merged.update(table)
    return merged


def package_languages(folder: Path) -> tuple[str, ...]:
    """The languages in which there may be words for a package whose folder `locale` this is, as far as they are ours.

    The user may have written some in any of them.
    """
    return tuple(code for code in codes() if (folder / code).is_dir() or (user_folder() / code).is_dir())


def forget() -> None:
    """Read everything again when it is next asked for: the user has changed a file."""
    _problems.clear()
    for empty in _memory:
        empty()


# ---------------------------------------------------------------------- how a language writes


@until_forgotten
@lru_cache(maxsize=4096)
def plural_index(code: str, count: int) -> int:
    """Which of a counted word's forms belongs to `count`, from 0."""
    categories = languages()[code].plural
    number = abs(count)
    return next((place for place, (_, rule) in enumerate(categories) if not rule or _condition(rule)(number)), 0)


@until_forgotten
@cache
def folding() -> Mapping[int, str]:
    """What `str.translate` needs to fold the letters of every language."""
    return str.maketrans({letter: other for one in languages().values() for letter, other in one.folds})


@until_forgotten
@cache
def dice_letters() -> str:
    """The letters that stand between a number of dice and their sides, in any language."""
    return "".join(dict.fromkeys(letter for one in languages().values() for letter in one.dice))


def plain(text: str) -> str:
    """Text as it is sought: case makes no difference, nor do letters that a language types as others."""
    return text.casefold().translate(folding())


_RELATION = pattern(r"\s*([nivwftce])(?:\s*%\s*(\d+))?\s*(!?=)\s*([\d.,\s]+?)\s*")


@cache
def _condition(rule: str) -> Callable[[int], bool]:
    """A rule of CLDR for plurals, such as "i % 10 = 1 and i % 100 != 11", for whole numbers. Raises ValueError."""
    either = [_all_of(part) for part in rule.split(" or ")]
    return lambda number: any(all(holds(number) for holds in each) for each in either)


def _all_of(rule: str) -> tuple[Callable[[int], bool], ...]:
    return tuple(map(_relation, rule.split(" and ")))


def _relation(text: str) -> Callable[[int], bool]:
    """One comparison. Of a whole number `n` and `i` are the number itself, all other operands are 0."""
    found = _RELATION.fullmatch(text)
    if found is None:
        raise ValueError(text.strip())
    operand, divisor, sign, ranges = found.groups()
    if divisor is not None and not int(divisor):
        raise ValueError(text.strip())
    bounds = [tuple(map(int, one.split(".."))) for one in ranges.split(",")]

    def holds(number: int) -> bool:
        value = number if operand in "ni" else 0
        value = value % int(divisor) if divisor else value
        return any(one[0] <= value <= one[-1] for one in bounds) is (sign == "=")

    return holds


# ---------------------------------------------------------------------- reading files


def _heads(folder: Path) -> Sequence[Path]:
    return [head for name in _names(folder) if (head := folder / name / HEAD).exists()]


def _files(folder: Path, code: str, *, rules: bool = False) -> Iterator[Path]:
    """The files of words in a folder, or of rules, in the order of their names."""
    for name in _names(folder):
        if name.endswith(SUFFIX) and name != HEAD and name.startswith(RULES) is rules:
            yield folder / name


def _names(folder: Path) -> Sequence[str]:
    """The names in a folder, in order; none where it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


@until_forgotten
@cache
def _table(path: Path) -> Mapping[str, Any]:
    return read_toml(path)


@until_forgotten
@cache
def _shipped_table(path: Path) -> Mapping[str, Any]:
    """What a file holds that comes with the program or a plugin."""
    return compiled(path, read_toml)


def _of_the_user(path: Path, read: Callable[[Mapping[str, Any]], Any]) -> Any:
    """What a file of the user's holds; None where it is of no use, which `problems` then tells."""
    try:
        return read(_table(path))
    except (Unreadable, ValueError) as error:
        _problems[path] = Problem(path, error)
        return None


def _merge(merged: dict[str, dict[str, str]], tables: Catalogue) -> None:
    """Add tables. An empty text is none: a template that is not filled in yet."""
    for name, entries in tables.items():
        texts = entries if "" not in entries.values() else {key: text for key, text in entries.items() if text}
        merged.setdefault(name, {}).update(texts)


def _checked_words(tables: Mapping[str, Any]) -> Catalogue:
    for name, entries in tables.items():
        if not isinstance(entries, dict):
            raise WrongTable(name)
        for key, text in entries.items():
            if not isinstance(text, str):
                raise WrongTable(f"{name}.{key}")
    return tables


def _checked_rules(tables: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
    for name, entries in _checked_words(tables).items():
        if not {"title", "text"} <= entries.keys():
            raise WrongTable(name)
    return tables


def _checked_head(code: str, table: Mapping[str, Any]) -> Language:
    head = head_of(code, table)
    for _, rule in head.plural:
        _condition(rule) if rule else None
    return head


def head_of(code: str, table: Mapping[str, Any]) -> Language:
    """The head of a language. Raises ValueError where a value is of another form; a plural rule is read when used."""
    known = {*Language.__match_args__} - {"code"}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key == "plural" and isinstance(value, dict) and value:
            values[key] = tuple((name, str(rule)) for name, rule in value.items())
        elif key in ("endings", "folds") and _are_texts(value):
            values[key] = tuple(_pair(key, one) for one in value)
        elif key == "keyboards" and _are_texts(value):
            values[key] = tuple(value)
        elif key in known and isinstance(value, str) and key not in ("plural", "endings", "folds", "keyboards"):
            values[key] = value
        else:
            raise WrongTable(key)
    if not values.get("name"):
        raise WrongTable("name")
    if len(values.get("quotes", "“”")) != len("“”"):
        raise WrongTable("quotes")
    if any(len(letter) != 1 for letter, _ in values.get("folds", ())):
        raise WrongTable("folds")
    return Language(code, **values)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _pair(key: str, text: str) -> tuple[str, str]:
    one, sign, other = text.partition(">")
    if not sign:
        raise WrongTable(key)
    return one, other
