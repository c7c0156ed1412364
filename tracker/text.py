"""Words: catalogues in the reader's language, plural forms, and text made safe to show.

A catalogue text holds `{name}` for a value and `{name:one|few|many}` for a word that is counted by a value, with a
form for each category that the head of the language names. Several values are listed with commas; `{name:and}` has the
language's word before the last, `{name: }` what stands behind the colon between all of them. Besides `term`, `message`
and `help` a catalogue may have tables for what is typed: `also`, further words for an id (`"verb.heal" = "mend|cure"`);
`unclear`, what says too little for a parameter (`type = "t|l"`).
"""

import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from tracker.acts.names import CORE_VERBS, value_called
from tracker.core.messages import Faces, FromFact, Message, MessageValue, Part, Term, message
from tracker.languages import Catalogue, Language, codes, fallbacks, languages, plural_index, problems, words_of
from tracker.pieces import Piece, joined
from tracker.plain_files import Unreadable

if TYPE_CHECKING:
    from fractions import Fraction

MINUS = "−"
VERB = "verb."
"""Before the id of a term that is a verb: a choice or a trait of a ruleset may have the same id and another word."""
WORD = "word."
"""Before the id of a term that is a word of the language itself, such as `by` or `all`; no ruleset renames it."""
TAG = "tag."
"""What stands before a tag of a book in the catalogue."""
SHORT = ".short"
"""After the id of a term: the word for it in a row, where room is scarce."""
SEVERAL = "|"
"""Between several words of a catalogue for one thing."""
LONGEST_PLURAL = 3
"""In words: how many at the end of a name may have another ending when several are called so."""
LONGEST_QUOTED = 240
"""In signs: a name of 200 letters is still told whole."""

_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REPLACED = {**{code: chr(0x2400 + code) for code in range(0x20)}, 0x7F: "␡"}


def literal(text: str) -> str:
    """Return `text` safe for a terminal: control characters, direction marks and lone surrogates become signs."""
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def is_harmless(character: str) -> bool:
    """Whether a character neither controls a terminal nor turns the direction of a text."""
    return character.isprintable() or _shown(character) == character


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


class Words:
    """The words of a session in one language: the program's own catalogue and over it the ruleset's.

    `further` gives words by id that neither has, such as those of books. What a language says is read when it is asked
    for: who only checks a file hardly does.
    """

    def __init__(self, language: str, catalogue: Callable[[str], Catalogue] | None = None) -> None:
        self.further: Callable[[], Mapping[str, str]] = dict
        self._catalogue = catalogue
        self.speak(language)

    @property
    def head(self) -> Language:
        """How the language writes."""
        return languages()[self.language]

    def decimal(self, number: "Fraction | float", places: int) -> str:
        """A number with so many decimals, as the language writes it."""
        written = f"{abs(float(number)):.{places}f}"
        sign = MINUS if number < 0 and written.strip("0.") else ""
        return f"{sign}{written}".replace(".", self.head.decimal)

    def speak(self, language: str) -> None:
        """Speak another language from now on."""
        self.language = fallbacks(language)[-1]
        self._read: dict[str, list[Catalogue]] = {}
        self._also: dict[str, list[Mapping[str, str]]] = {}
        self._foreign: dict[str, Mapping[str, str]] = {}
        self._typed: dict[str, tuple[str, ...]] = {}
        self._typed_in_all: dict[str, tuple[str, ...]] = {}
        for name, made in vars(Words).items():
            if isinstance(made, cached_property):
                vars(self).pop(name, None)

    @cached_property
    def _spoken(self) -> Sequence[Catalogue]:
        """The catalogues of the language and of those that it falls back on, the last choice first."""
        return [layer for each in fallbacks(self.language) for layer in self._layers_of(each)]

    @cached_property
    def _borrowed(self) -> Mapping[str, str]:
        return {message_id: each for each, message_id in self._missing(fallbacks(self.language))}

    @cached_property
    def _terms(self) -> Mapping[str, str]:
        return _merged(self._spoken, "term")

    @cached_property
    def _own_terms(self) -> Mapping[str, str]:
        return _merged([words_of(each) for each in fallbacks(self.language)], "term")

    @cached_property
    def _own_help(self) -> Mapping[str, str]:
        return _merged([words_of(each) for each in fallbacks(self.language)], "help")

    @cached_property
    def _messages(self) -> Mapping[str, str]:
        return _merged(self._spoken, "message")

    @cached_property
    def _help(self) -> Mapping[str, str]:
        return _merged(self._spoken, "help")

    def read(self) -> None:
        """Read the catalogues of all languages now: what a plugin gives may be of no use.

        Raises PluginError as the plugin's catalogue does.
        """
        for language in codes():
            self._layers_of(language)

    def twin(self) -> "Words":
        """Return the same words in the same language, to stay so where these change."""
        twin = Words(self.language, self._catalogue)
        twin.further = self.further
        return twin

    def _missing(self, chain: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The sentences that another language stands in for, with that language: its counted words are chosen so."""
        own = {message_id for layer in self._layers_of(chain[-1]) for message_id in layer.get("message", ())}
        for each in chain[:-1]:
            for layer in self._layers_of(each):
                yield from ((each, message_id) for message_id in layer.get("message", {}).keys() - own)

    def _layers(self, language: str) -> list[Catalogue]:
        """The catalogues of a language, the program's own first."""
        return [words_of(language), *([self._catalogue(language)] if self._catalogue is not None else [])]

    def term(self, term_id: str) -> str:
        """The word for an id; the id itself, readable, where the catalogue lacks it.

        `verb.ID` is the verb, and `word.ID` a word of the language itself, whatever else a ruleset calls so.
        """
        name, is_own = _name_of(term_id)
        found = self._own_terms.get(name) if is_own else None
        found = found or self._terms.get(name) or self.further().get(name)
        return found or name.replace("_", " ").replace("-", " ")

    def short(self, term_id: str) -> str:
        """The word for an id where room is scarce: the catalogue's `ID.short`, else the whole word."""
        return self._terms.get(f"{term_id}{SHORT}") or self.term(term_id)

    def verb(self, verb_id: str) -> str:
        """What a verb is called: one of the program's own as the program says, whatever else a ruleset calls so."""
        return self.term(f"{VERB}{verb_id}")

    def spellings(self, term_id: str) -> tuple[str, ...]:
        """How an id is shown and may be typed, or a verb as `verb.ID`: itself, and its word in this language."""
        (name, _), word = _name_of(term_id), self.term(term_id)
        return (name,) if word == name else (name, word)

    def typed(self, term_id: str) -> tuple[str, ...]:
        """What may be typed for an id in this language: itself, its word, and the other words for it (`also`)."""
        if term_id not in self._typed:
            further = self._further(self.language, term_id)
            own = (_name_of(term_id)[0], self.term(term_id))
            self._typed[term_id] = (*own, *further) if further else self.spellings(term_id)
        return self._typed[term_id]

    def spellings_in_all(self, term_id: str) -> tuple[str, ...]:
        """What may be typed for an id in any language; the other catalogues are read when they are first wanted."""
        if term_id not in self._typed_in_all:
            name, is_own = _name_of(term_id)
            found = list(self.typed(term_id))
            for language in codes():
                if language != self.language:
                    if word := self._terms_in(language, is_own).get(name):
                        found.append(word)
                    found += self._further(language, term_id)
            self._typed_in_all[term_id] = tuple(found)
        return self._typed_in_all[term_id]

    def _further(self, language: str, term_id: str) -> list[str]:
        """The other words for an id: the ruleset's add to the program's."""
        if language not in self._also:
            self._also[language] = [layer["also"] for layer in self._layers_of(language) if "also" in layer]
        found = [also[term_id] for also in self._also[language] if term_id in also]
        return [word for several in found for word in several.split(SEVERAL) if word]

    def _layers_of(self, language: str) -> list[Catalogue]:
        if language not in self._read:
            self._read[language] = self._layers(language)
        return self._read[language]

    def unclear(self, term_id: str) -> frozenset[str]:
        """What says too little for a parameter, because in other rulesets it means another of its choices.

        The reader's language decides; if it says nothing about it, those of all languages count.
        """
        return self._unclear_in((self.language,), term_id) or self._unclear_in(codes(), term_id)

    def _unclear_in(self, languages_read: Iterable[str], term_id: str) -> frozenset[str]:
        texts = (
            layer.get("unclear", {}).get(term_id, "")
            for language in languages_read
            for layer in self._layers_of(language)
        )
        return frozenset(word for several in texts for word in several.split(SEVERAL) if word)

    def on_other_keyboards(self, text: str) -> Iterator[str]:
        """What the same keys write on the keyboards of other languages: `ehjy` and `урон` are the same keys."""
        keyboards = [(language.code, keys) for language in languages().values() for keys in language.keyboards]
        for here, keys in keyboards:
            for there, others in keyboards:
                if here != there and any(sign in keys for sign in text):
                    twins = dict(zip(keys, others, strict=False))
                    yield "".join(twins.get(sign, sign) for sign in text)

    def plurals(self, name: str) -> Iterator[str]:
        """How several of a name may be called, in any language: its words with the endings of the plural."""
        for language in languages().values():
            words = [[word, *_with_endings(word, language.endings)] for word in name.split()[-LONGEST_PLURAL:]]
            head = name.split()[:-LONGEST_PLURAL]
            yield from (" ".join((*head, *chosen)) for chosen in product(*words) if chosen[-1] != name.split()[-1])

    def _terms_in(self, language: str, is_own: bool) -> Mapping[str, str]:
        key = f"{language} own" if is_own else language
        if key not in self._foreign:
            self._foreign[key] = _merged(self._layers_of(language)[: 1 if is_own else None], "term")
        return self._foreign[key]

    def has_term(self, term_id: str) -> bool:
        """Whether the catalogue has a word for this id."""
        return term_id in self._terms

    def tag(self, tag: str) -> str:
        """The word for a tag of a book: `tag.ID`, else the word for what is called so, else the tag itself."""
        found = self._terms.get(f"{TAG}{tag}")
        return found or self._terms.get(tag, tag)

    def parameter(self, action: str, parameter: str) -> str:
        """The word for a parameter: that of the action, else the general one."""
        return self._terms.get(f"{action}.{parameter}") or self.term(value_called(action, parameter))

    def help(self, topic: str) -> str:
        """The help text of a command, a parameter or an option; "" where there is none."""
        own = self._own_help.get(topic) if topic in CORE_VERBS else None
        return own or self._help.get(topic, "")

    def knows(self, line: Message) -> bool:
        """Whether the catalogue has the sentence, and all sentences inside it, and they get the values they need."""
        pattern = self._messages.get(line.id)
        if pattern is None or not _fields_of(pattern) <= line.values.keys():
            return False
        return all(map(self._knows_value, line.values.values()))

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
        return joined(self.pieces(line))

    def value(self, value: MessageValue) -> str:
        """One value of a message in words; several are listed with commas, parts are summed up."""
        pieces: list[Piece] = []
        self._add_value(pieces, value)
        return joined(pieces)

    def pieces(self, line: Message) -> list[Piece]:
        """The sentence in words, with what each stretch of it is."""
        pieces: list[Piece] = []
        self._add_line(pieces, line)
        return pieces

    def _add_line(self, pieces: list[Piece], line: Message) -> None:
        first = len(pieces)
        fields = _pattern_in_pieces(self._messages.get(line.id))
        if fields is None:
            self._add_unknown(pieces, line)
        else:
            for text, name, form in fields:
                if text:
                    pieces.append(Piece(text, "text", line.id))
                if name is not None:
                    self._add_field(pieces, line, name, form)
        if line.working:
            pieces[first:] = [piece._replace(working=True) for piece in pieces[first:]]

    def _add_unknown(self, pieces: list[Piece], line: Message) -> None:
        pieces.append(Piece(line.id, "text", line.id))
        for number, value in enumerate(line.values.values()):
            pieces.append(Piece(", " if number else ": ", "text", line.id))
            self._add_value(pieces, value)

    def _add_field(self, pieces: list[Piece], line: Message, name: str, form: str) -> None:
        value = line.values.get(name, f"{{{name}}}")
        if "|" in form:
            forms, language = form.split("|"), self._borrowed.get(line.id, self.language)
            chosen = plural_index(language, value) if isinstance(value, int) else len(forms) - 1
            pieces.append(Piece(forms[min(chosen, len(forms) - 1)], "text", line.id))
        elif form == "+" and isinstance(value, int):
            pieces.append(Piece(signed(value), "number"))
        elif form and isinstance(value, tuple):
            self._add_list(pieces, value, *((self.head.separator, self.head.joint) if form == "and" else (form, form)))
        else:
            self._add_value(pieces, value)

    def _add_value(self, pieces: list[Piece], value: MessageValue) -> None:
        match value:
            case str():
                pieces.append(Piece(value, "value"))
            case int():
                pieces.append(Piece(_in_figures(value), "number"))
            case Term():
                pieces.append(Piece(self.term(value.id), "term", value.id))
            case Message():
                self._add_line(pieces, value)
            case Part():
                pieces.append(Piece(self.parts((value,)), "sum"))
            case Faces():
                faces = value.faces if isinstance(value.faces, tuple) else (f"{{{value.faces.path}}}",)
                pieces.append(Piece((" " if value.spaced else ", ").join(map(str, faces)), "faces", value.what, value))
            case FromFact():
                pieces.append(Piece(f"{{{value.path}}}"))
            case tuple():
                self._add_list(pieces, value, self.head.separator)

    def _add_list(
        self, pieces: list[Piece], values: "tuple[MessageValue, ...]", separator: str, last: str = ""
    ) -> None:
        """Several values with what stands between them, and before the last of them where that is something else."""
        parts = [member for member in values if isinstance(member, Part)]
        numbers = tuple(member for member in values if isinstance(member, int))
        if values and len(parts) == len(values):
            pieces.append(Piece(self.parts(parts), "sum"))
        elif values and len(numbers) == len(values):
            pieces.append(Piece(", ".join(map(_in_figures, numbers)), "faces", "", Faces(numbers)))
        else:
            for number, member in enumerate(values):
                if number:
                    pieces.append(Piece(last if last and number == len(values) - 1 else separator))
                self._add_value(pieces, member)

    def parts(self, parts: Sequence[Part], number_in_words: Callable[[int], str] = str) -> str:
        """Parts as a sum: `Strength 2 + Brawl 3 − Defence 1`; `number_in_words` writes how large each part is."""
        written: list[str] = []
        for part in parts:
            label = self.value(part.label)
            sign = "" if part.value >= 0 else MINUS
            number = number_in_words(abs(part.value))
            written.append(f" {sign or '+'} {label} {number}" if written else f"{label} {sign}{number}")
        return "".join(written)


def left_out() -> list[Message]:
    """What to tell of the user's own words that could not be read and are left out."""
    return [message("words.left_out", path=str(one.path), problem=_what_is_wrong(one.error)) for one in problems()]


def _what_is_wrong(error: Exception) -> Message:
    if isinstance(error, Unreadable):
        return error.reason
    return message("words.misplaced", place=str(error))


def _name_of(term_id: str) -> tuple[str, bool]:
    """The id of a term without what stands before it, and whether only the program says what it is called."""
    if term_id.startswith(VERB):
        name = term_id.removeprefix(VERB)
        return name, name in CORE_VERBS
    return term_id.removeprefix(WORD), term_id.startswith(WORD)


def _with_endings(word: str, endings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The word with each ending that fits in the place of its own."""
    for single, several in endings:
        if word.endswith(single):
            yield word[: len(word) - len(single)] + several


def _in_figures(number: int) -> str:
    return str(number).replace("-", MINUS)


_Field: TypeAlias = tuple[str, str | None, str]
"""A piece of a catalogue's text: the words before a value, the value's name (None: no value), and how to write it."""


@cache
def _pattern_in_pieces(pattern: str | None) -> Sequence[_Field] | None:
    """The text of a catalogue, cut where values stand; None where there is none, or it cannot be read, such as "{"."""
    if pattern is None:
        return None
    with suppress(ValueError):
        return [(text, name, form or "") for text, name, form, _ in string.Formatter().parse(pattern)]
    return None


@cache
def _fields_of(pattern: str) -> frozenset[str]:
    """The names of the values that a sentence needs."""
    try:
        return frozenset(name for _, name, _, _ in string.Formatter().parse(pattern) if name)
    except ValueError:
        return frozenset()


def _merged(layers: Sequence[Catalogue], table: str) -> dict[str, str]:
    merged: dict[str, str] = {}
    for layer in layers:
        merged.update(layer.get(table, {}))
    return merged
