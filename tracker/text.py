"""Words: catalogues in the reader's language, plural forms, and text made safe to show.

A catalogue text holds `{name}` for a value and `{name:one|few|many}` for a word that is counted by a value. English
chooses between one|other, Russian between one|few|many.
"""

import string
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from tracker.core.messages import Message, MessageValue, Part, Term

LANGUAGES = ("en", "ru")
FALLBACK_LANGUAGE = "en"
MINUS = "−"
LONGEST_QUOTED = 240
"""In signs: a name of 200 letters is still told whole."""

_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REPLACED = {**{code: chr(0x2400 + code) for code in range(0x20)}, 0x7F: "␡"}


def literal(text: str) -> str:
    """Return `text` safe for a terminal: control characters, direction marks and lone surrogates become signs."""
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def shortened(text: str) -> str:
    """Return the beginning of a text that is too long to be quoted in a sentence."""
    return text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 1]}…"


def _shown(character: str) -> str:
    code = ord(character)
    if code in _REPLACED:
        return _REPLACED[code]
    if character in _BIDI_CONTROLS or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return "\N{REPLACEMENT CHARACTER}"
    return character


def signed(number: int) -> str:
    """A number with its sign, the minus as wide as the plus: +2, −3, 0."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


def plural_index(language: str, count: int) -> int:
    """Which of a counted word's forms belongs to `count`, from 0."""
    count = abs(count)
    if language == "ru":
        if count % 10 == 1 and count % 100 != 11:
            return 0
        return 1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2
    return 0 if count == 1 else 1


class _Sentence(string.Formatter):
    """`str.format` that knows counted words and leaves a missing value visible instead of failing."""

    def __init__(self, language: str) -> None:
        self._language = language

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Only plain names are looked up: no attribute and no index of a value can be reached from a catalogue."""
        return kwargs.get(field_name, f"{{{field_name}}}"), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        """Choose the counted word, or write the value."""
        if "|" in format_spec:
            forms = format_spec.split("|")
            chosen = plural_index(self._language, value) if isinstance(value, int) else len(forms) - 1
            return forms[min(chosen, len(forms) - 1)]
        if format_spec == "+" and isinstance(value, int):
            return signed(value)
        return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)


class Words:
    """The words of a session in one language: the program's own catalogue and over it the ruleset's."""

    def __init__(
        self, language: str, catalogue: Callable[[str], Mapping[str, Mapping[str, str]]] | None = None
    ) -> None:
        self.language = language
        self._sentence = _Sentence(language)
        layers = [own_catalogue(FALLBACK_LANGUAGE)]
        if catalogue is not None:
            layers.append(catalogue(FALLBACK_LANGUAGE))
        if language != FALLBACK_LANGUAGE:
            layers.append(own_catalogue(language))
            if catalogue is not None:
                layers.append(catalogue(language))
        self._terms = _merged(layers, "term")
        self._messages = _merged(layers, "message")
        self._help = _merged(layers, "help")

    def term(self, term_id: str) -> str:
        """The word for an id; the id itself, readable, where the catalogue lacks it."""
        return self._terms.get(term_id) or term_id.replace("_", " ").replace("-", " ")

    def has_term(self, term_id: str) -> bool:
        """Whether the catalogue has a word for this id."""
        return term_id in self._terms

    def parameter(self, action: str, parameter: str) -> str:
        """The word for a parameter: that of the action, else the general one."""
        return self._terms.get(f"{action}.{parameter}") or self.term(parameter)

    def help(self, topic: str) -> str:
        """The help text of a command, a parameter or an option; "" where there is none."""
        return self._help.get(topic, "")

    def knows(self, line: Message) -> bool:
        """Whether the catalogue has the sentence and all sentences inside it."""
        return line.id in self._messages and all(map(self._knows_value, line.values.values()))

    def _knows_value(self, value: MessageValue) -> bool:
        match value:
            case Message():
                return self.knows(value)
            case Part():
                return self._knows_value(value.label)
            case tuple():
                return all(map(self._knows_value, value))
            case _:
                return True

    def say(self, line: Message) -> str:
        """The sentence in words. Values are inserted as they are: they are never read as a format.

        A sentence that is missing, or that cannot be filled in, reads as its id and its values.
        """
        pattern = self._messages.get(line.id)
        if pattern is not None:
            values_in_words = {
                name: value if isinstance(value, int) else self.value(value) for name, value in line.values.items()
            }
            with suppress(ValueError):  # a pattern of a plugin such as "{"
                return self._sentence.vformat(pattern, (), values_in_words)
        values = ", ".join(self.value(value) for value in line.values.values())
        return f"{line.id}: {values}" if values else line.id

    def value(self, value: MessageValue) -> str:
        """One value of a message in words; several are listed with commas, parts are summed up."""
        match value:
            case Message():
                return self.say(value)
            case Term():
                return self.term(value.id)
            case Part():
                return self.parts((value,))
            case tuple() if value and all(isinstance(member, Part) for member in value):
                return self.parts([member for member in value if isinstance(member, Part)])
            case tuple():
                return ", ".join(self.value(member) for member in value)
            case int():
                return str(value).replace("-", MINUS)
            case _:
                return value

    def parts(self, parts: Sequence[Part], number_in_words: Callable[[int], str] = str) -> str:
        """Parts as a sum: `Strength 2 + Brawl 3 − Defence 1`; `number_in_words` writes how large each part is."""
        written: list[str] = []
        for part in parts:
            label = self.value(part.label)
            sign = "+" if part.value >= 0 else MINUS
            number = f"{label} {number_in_words(abs(part.value))}"
            if written:
                written.append(f" {sign} {number}")
            else:
                written.append(number if part.value >= 0 else f"{MINUS}{number}")
        return "".join(written)


def _merged(layers: Sequence[Mapping[str, Mapping[str, str]]], table: str) -> dict[str, str]:
    merged: dict[str, str] = {}
    for layer in layers:
        merged.update(layer.get(table, {}))
    return merged


@cache
def own_catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    """The program's own words in a language: tables `term`, `message` and `help`."""
    return tomli.loads(Path(__file__).with_name("locale").joinpath(f"{language}.toml").read_text("utf-8"))


def language_of(locale_name: str | None) -> str:
    """The supported language of a locale name such as "ru_RU.UTF-8"; English where it is none of ours."""
    code = (locale_name or "").split("_")[0].split(".")[0].split("-")[0].lower()
    return code if code in LANGUAGES else FALLBACK_LANGUAGE
