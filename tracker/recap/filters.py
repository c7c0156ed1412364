"""Finding entries: `who:David round:3-5 kind:damage not:turn window`.

Each word narrows what is found. A word with a known name before its colon asks for that; any other is looked for in
what the entry tells. `not:` before a word, or before a kind, turns it round. Commas list what will do:
`kind:damage,heal`. Names and kinds are understood in every language of the program, by unique beginnings too.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.core.messages import Part, Term, message
from tracker.core.patterns import pattern
from tracker.core.record import record
from tracker.languages import plain
from tracker.names import choose_word, folded, matches
from tracker.recap.kinds import KINDS, kinds_of
from tracker.recap.steps import AnyStep
from tracker.story import story
from tracker.text import SEVERAL, Words

KEYS = ("who", "by", "on", "kind", "round", "scene", "rule", "entry", "text")
"""What may stand before the colon; `not` may stand before any of them."""

PEOPLE_KEYS = frozenset(("who", "by", "on"))
KEY_TERM = "filter."
KIND_TERM = "entry-kind."

_WORD = pattern(r"""(?P<heads>(?:[^\W\d_]+:(?=\S))*)(?:"(?P<quoted>[^"]*)"?|(?P<bare>\S*))""")
_RANGE = pattern(r"(\d+)(?:[-–](\d*))?")
_ROUND = pattern(r"(\D+)(\d+)")
"""A round as the log writes it: `r3`."""

Test: TypeAlias = Callable[[AnyStep], bool]


@record
class FilterWord:
    """One word of a filter: what it asks for, the values of which any will do, and whether it is turned round."""

    key: str
    values: tuple[str, ...]
    negated: bool = False


class Told:
    """What entries tell, as it is sought: kept from one filter to the next, made again where an entry has changed."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._texts: dict[int, tuple[Entry, str, str]] = {}

    def text(self, step: AnyStep) -> str:
        """Return what an entry tells, and its line, between blanks."""
        known, language = self._texts.get(step.number), self._words.language
        if known is None or known[0] is not step.entry or known[1] != language:
            text = plain(f" {' '.join(story(step.entry, self._words))} {step.entry.do} ")
            known = self._texts[step.number] = step.entry, language, text
        return known[2]


class Filter:
    """Which entries are shown. Raises Refusal where a name before a colon, a kind or a range cannot be understood."""

    def __init__(
        self,
        text: str,
        words: Words,
        names: Iterable[str] = (),
        attacks: Collection[str] = (),
        told: Told | None = None,
    ) -> None:
        """Read a filter.

        `names` of several words ("Thug 1") need no quotes; `attacks` as for `kinds_of`; `told` keeps what entries tell
        from one filter to the next.
        """
        self._attacks = attacks
        self._told = told or Told(words)
        self.words = tuple(_read(text, words, names))
        self._tests = [self._test_of(word) for word in self.words]

    @property
    def is_empty(self) -> bool:
        """Whether everything is let through."""
        return not self.words

    @property
    def sought(self) -> tuple[str, ...]:
        """The words that are looked for in what entries tell."""
        return tuple(value for word in self.words if word.key == "text" and not word.negated for value in word.values)

    def takes(self, step: AnyStep) -> bool:
        """Tell whether an entry is let through."""
        return all(test(step) for test in self._tests)

    def _test_of(self, word: FilterWord) -> Test:
        tests = [self._test(word.key, value) for value in word.values]
        if word.negated:
            return lambda step: not any(test(step) for test in tests)
        return lambda step: any(test(step) for test in tests)

    def _test(self, key: str, value: str) -> Test:
        match key:
            case "kind":
                return lambda step: value in kinds_of(step, self._attacks)
            case "who":
                return lambda step: any(_is_called(step.name(who), value) for who in step.people)
            case "by":
                return lambda step: bool(step.actor) and _is_called(step.name(step.actor), value)
            case "on":
                return lambda step: any(_is_called(step.name(who), value) for who in _aimed_at(step))
            case "round" | "entry":
                first, last = _range(key, value)
                number: Callable[[AnyStep], int] = lambda step: step.entry.round if key == "round" else step.number  # noqa: E731
                return lambda step: first <= number(step) and (last is None or number(step) <= last)
            case "scene":
                return lambda step: value == str(step.moment.scene) or _is_called(step.moment.scene_name, value)
            case "rule":
                return lambda step: any(rule.casefold().startswith(value.casefold()) for rule in rules_of(step))
            case _:
                wanted = plain(value)
                return lambda step: _found(wanted, self._told.text(step))


def completions(text: str, words: Words, names: Iterable[str]) -> tuple[int, list[str]]:
    """Return what may stand at the end of a filter: from which offset on, and the words, in the reader's language.

    Before a colon these are the keys, behind one the kinds or the people.
    """
    start = max(text.rfind(" "), text.rfind(",")) + 1
    colon = text.rfind(":") + 1
    if text.count('"') % 2:
        start = text.rfind('"')
    if colon <= text.rfind(" ") or not colon:
        offers = [f"{words.term(KEY_TERM + key)}:" for key in (*KEYS, "not")]
    else:
        start = max(start, colon)
        head = text[:colon].rstrip(":").rpartition(" ")[2].rpartition(":")[2]
        key = _means(head, (*KEYS, "not"), words)
        kinds = [words.term(KIND_TERM + kind) for kind in KINDS]
        offers = kinds if key in ("kind", "not") else [quoted(name) for name in names] if key in PEOPLE_KEYS else []
        if key == "not":
            offers = [*kinds, *(f"{words.term(KEY_TERM + key)}:" for key in KEYS)]
    wanted = folded(text[start:].lstrip('"'))
    return start, [offer for offer in offers if folded(offer.lstrip('"')).startswith(wanted)]


def quoted(value: str) -> str:
    """Return a value as one word of a filter, whatever blanks it holds."""
    return f'"{value}"' if " " in value else value


# ---------------------------------------------------------------------- reading


def _read(text: str, words: Words, names: Iterable[str]) -> Iterator[FilterWord]:
    for name in sorted((name for name in names if " " in name), key=len, reverse=True):
        text = re.sub(rf'(?<![\w"]){re.escape(name)}(?![\w"])', _in_quotes, text, flags=re.IGNORECASE)
    for found in _WORD.finditer(text):
        if found[0]:
            yield _word(found, words)


def _in_quotes(found: re.Match[str]) -> str:
    return quoted(found[0])


def _word(found: re.Match[str], words: Words) -> FilterWord:
    heads = found["heads"].split(":")[:-1]
    is_quoted = found["quoted"] is not None
    typed = found["quoted"] if is_quoted else found["bare"]
    negated = bool(heads) and _means(heads[0], ("not",), words) == "not"
    heads = heads[1:] if negated else heads
    key = _means(heads[0], KEYS, words) if heads else ""
    if key:
        typed = ":".join((*heads[1:], typed))
    elif heads:
        if not is_quoted and _is_like_a_key(heads[0], words):
            choose_word(heads[0], KEYS, _Spelling(words, KEY_TERM), Term("filter"))
        # A colon inside ordinary text: half past twelve, a web address.
        return FilterWord("text", (":".join((*heads, typed)),), negated)
    elif not is_quoted and (number := _ROUND.fullmatch(typed)) and _is_round(number[1], words):
        return FilterWord("round", (number[2],), negated)
    elif not is_quoted and negated and len(kinds := matches(typed, _kind_spellings(words))) == 1:
        return FilterWord("kind", (kinds[0],), negated)
    if is_quoted or key in ("", "text"):
        return FilterWord(key or "text", (typed,), negated)
    return FilterWord(key, tuple(_checked(key, value, words) for value in typed.split(",") if value), negated)


def _checked(key: str, value: str, words: Words) -> str:
    if key == "kind":
        return choose_word(value, KINDS, _Spelling(words, KIND_TERM), Term("filter.kind"))
    if key in ("round", "entry"):
        _range(key, value)
    return value


def _means(typed: str, keys: Sequence[str], words: Words) -> str:
    spellings = {key: words.spellings_in_all(KEY_TERM + key) for key in keys}
    known = {key: (key, *ways) for key, ways in spellings.items()}
    return next((key for key, ways in known.items() if folded(typed) in map(folded, ways)), "")


def _is_round(typed: str, words: Words) -> bool:
    """Whether a word, or its letter, stands for a round in any language."""
    ways = [way for several in words.spellings_in_all("unit.rounds") for way in several.split(SEVERAL)]
    return folded(typed) in map(folded, ways)


def _is_like_a_key(typed: str, words: Words) -> bool:
    """Whether a word before a colon is one slip from a known one."""
    from difflib import get_close_matches

    known = [way for key in (*KEYS, "not") for way in (key, *words.typed(KEY_TERM + key))]
    return bool(get_close_matches(typed.casefold(), known, cutoff=0.75))


class _Spelling:
    """What may be typed for the ids of a filter."""

    def __init__(self, words: Words, prefix: str) -> None:
        self._words = words
        self._prefix = prefix

    def __call__(self, term_id: str) -> Sequence[str]:
        return (term_id, self._words.term(self._prefix + term_id))

    def widely(self, term_id: str) -> Sequence[str]:
        return (term_id, *self._words.spellings_in_all(self._prefix + term_id)[1:])

    def unclear(self, term_id: str) -> frozenset[str]:
        return frozenset()

    def on_other_keyboards(self, text: str) -> Iterable[str]:
        return self._words.on_other_keyboards(text)


def _kind_spellings(words: Words) -> Mapping[str, Sequence[str]]:
    spelling = _Spelling(words, KIND_TERM)
    return {kind: (kind, *spelling.widely(kind)) for kind in KINDS}


def _range(key: str, value: str) -> tuple[int, int | None]:
    found = _RANGE.fullmatch(value)
    if found is None:
        raise Refusal(message("filter.no_range", key=Term(KEY_TERM + key), typed=value))
    first, last = int(found[1]), found[2]
    return first, first if last is None else int(last) if last else None


# ---------------------------------------------------------------------- what an entry is about


def _is_called(name: str, wanted: str) -> bool:
    """Whether a name, or one of its words, begins so: `sco` finds Anna Scott, `thug 1` does not find Thug 12."""
    name, wanted = folded(name), folded(wanted)
    if not wanted or (wanted[-1].isdecimal() and name.startswith(wanted)):
        return name == wanted
    return name.startswith(wanted) or f"-{wanted}" in name


def _aimed_at(step: AnyStep) -> frozenset[str]:
    """The ids of those whom an act was aimed at, or whom it changed beside the one who acted."""
    return frozenset(step.targets) | (step.people - {step.actor})


def _found(word: str, text: str) -> bool:
    if " " not in word:
        return word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def rules_of(step: AnyStep) -> frozenset[str]:
    """Return the ids of the rules that the facts of an entry name."""
    rules: set[str] = set()
    for fact in step.entry.facts:
        rules.add(getattr(fact, "rule", ""))
        if isinstance(fact, f.DueSet):
            rules.add(fact.due.rule)
        parts: tuple[Part, ...] = getattr(fact, "parts", ())
        rules.update(part.rule for part in parts)
    return frozenset(rules - {""})
