"""All the books at hand for one session, read when first wanted: finding creatures, encounters, tables, people.

Of two entries with one id that of the nearer book counts: one that is named, then those beside the saves, then the
user's own, then those of the ruleset.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from tracker.core.intents import IntentValue, Refusal
from tracker.core.messages import Message, Term, message
from tracker.core.state import Character
from tracker.names import Spelling, Spellings, choose, folded
from tracker.rules.facade import Rules
from tracker.text import TAG

if TYPE_CHECKING:  # no session waits for these before a book is wanted
    from tracker.books.contents import Book, Creature, Deck, Encounter, Found, Gear, RandomTable, Source, Texts
    from tracker.books.reading import BookReader
    from tracker.journal.header import SessionHeader

Entry = TypeVar("Entry")


class _HasNames(Protocol):
    @property
    def names(self) -> "Texts": ...


Named = TypeVar("Named", bound=_HasNames)


class Library:
    """The books of a session. Nothing is read before the first question; a file that has changed is read again.

    `sources` finds the files, the nearest first; `language` is that of the session, `home` its header where it is in
    a file.
    """

    def __init__(
        self,
        rules: Rules,
        spell: Spelling,
        language: str,
        sources: "Callable[[], Sequence[Source]]" = tuple,
        home: "SessionHeader | None" = None,
    ) -> None:
        self.home = home
        self._rules = rules
        self.spell = spell
        self._sources = sources
        self._reader: BookReader | None = None
        self._words: Mapping[str, str] | None = None
        self._read: dict[Path, tuple[tuple[int, int], Book]] = {}
        self._texts: dict[Path, tuple[tuple[int, int], str]] = {}
        self.language = language

    def books(self) -> "list[Book]":
        """All books, the nearest first, each as its file now is."""
        return [self._book(source) for source in self._sources()]

    def _book(self, source: "Source") -> "Book":
        stamp = _stamp(source.path)
        known = self._read.get(source.path)
        if known is None or known[0] != stamp:
            self._words = None
            known = self._read[source.path] = stamp, self._books().read(source.path, is_shipped=source.is_shipped)
        return known[1]

    def _books(self) -> "BookReader":
        if self._reader is None:
            from tracker.books.reading import BookReader

            self._reader = BookReader(self._rules, self.spell)
        return self._reader

    def read_text(self, path: Path, text: str) -> "Book":
        """What a file would hold with this text."""
        return self._books().read_text(path, text)

    @property
    def ruleset(self) -> str:
        """The id of the ruleset, as books name it."""
        return self._rules.card.id

    def text(self, texts: "Texts") -> str:
        """A text of a book in the session's language."""
        from tracker.books.contents import in_language

        return in_language(texts, self.language)

    # ------------------------------------------------------------------ creatures

    def creatures(self) -> "Mapping[str, Found]":
        """All creatures by id, those of the nearest book first."""
        from tracker.books.contents import Found

        return {one: Found(*found) for one, found in self._all(_creatures).items()}

    def is_creature(self, typed: str) -> bool:
        """Whether a creature has exactly this id, also one that its book holds wrongly.

        Any name is asked for when someone joins: a book in which it stands nowhere is not read for that.
        """
        books = (self._book(source) for source in self._sources() if self._may_hold(source.path, typed))
        return any(typed in book.creatures or _is_broken_creature(book, typed) for book in books)

    def _may_hold(self, path: Path, entry_id: str) -> bool:
        """Whether the text of a book holds an id, or signs that stand for others."""
        if path in self._read:
            return True
        stamp, known = _stamp(path), self._texts.get(path)
        if known is None or known[0] != stamp:
            known = self._texts[path] = stamp, _text(path)
        return entry_id in known[1] or "\\" in known[1]

    def creature(self, typed: str) -> "Found":
        """The creature that was meant. Raises Refusal with the nearest one."""
        from tracker.books.contents import Found

        return Found(*self._one(typed, self._all(_creatures), "creature"))

    def kind_of(self, typed: str) -> tuple[str, str]:
        """The id of the creature that was meant, and its kind of character. Raises Refusal."""
        creature = self.creature(typed).creature
        return creature.id, creature.kind

    def name_of(self, creature_id: str) -> str:
        """What a creature is called, in the session's language. Raises Refusal where its book holds it wrongly."""
        return self.text(self.creature(creature_id).creature.names)

    def search(self, typed: str) -> "list[Found]":
        """The creatures that have every word of the search in their names, tags, notes or kinds, best known first."""
        wanted = folded(typed).split("-") if typed.strip() else []
        return [found for found in self.creatures().values() if all(word in self._words_of(found) for word in wanted)]

    def _words_of(self, found: "Found") -> str:
        one = found.creature
        kind = self.spell.widely(one.kind)
        tags = [way for tag in one.tags for way in (*self.spell.widely(tag), *self.spell.widely(f"{TAG}{tag}"))]
        return folded(" ".join((one.id, *one.names.values(), *tags, *one.notes.values(), *kind)))

    # ------------------------------------------------------------------ everything else

    def gear(self) -> "Mapping[str, tuple[Book, Gear]]":
        """All things to equip someone with by id."""
        return self._all(lambda book: book.gear)

    def one_gear(self, typed: str) -> "tuple[Book, Gear]":
        """The thing that was meant. Raises Refusal with the nearest one."""
        return self._one(typed, self.gear(), "gear")

    def given_of(self, creature: "Creature") -> "Mapping[str, IntentValue]":
        """What a creature is given when it joins: its gear's traits, and over them its own. Raises Refusal."""
        given: dict[str, IntentValue] = {}
        for name in creature.gear:
            given |= self.one_gear(name)[1].given
        return {**given, **creature.given}

    def words(self) -> "Mapping[str, str]":
        """The words of the user's books by id, in the session's language: what labels of their own are called."""
        if self._words is None:
            found: dict[str, str] = {}
            for book in (self._book(source) for source in self._sources() if not source.is_shipped):
                for name, texts in book.words.items():
                    found.setdefault(name, self.text(texts))
            self._words = found
        return self._words

    def encounters(self) -> "Mapping[str, tuple[Book, Encounter]]":
        """All encounters by id."""
        return self._all(lambda book: book.encounters)

    def encounter(self, typed: str) -> "tuple[Book, Encounter]":
        """The encounter that was meant. Raises Refusal with the nearest one."""
        return self._one(typed, self.encounters(), "encounter")

    def drawn_from(self) -> "Mapping[str, tuple[Book, RandomTable | Deck]]":
        """All random tables and decks by id."""
        return self._all(lambda book: {**book.tables, **book.decks})

    def table_or_deck(self, typed: str) -> "tuple[Book, RandomTable | Deck]":
        """The random table or deck that was meant. Raises Refusal with the nearest one."""
        return self._one(typed, self.drawn_from(), "table-or-deck")

    def people(self, campaign: str = "") -> "Mapping[str, tuple[Book, Character]]":
        """All people who were kept, by id; with a `campaign` those of that book."""
        return self._all(lambda book: book.people if campaign in ("", book.id) else {})

    def person(self, typed: str, campaign: str = "") -> "tuple[Book, Character]":
        """The person who was meant. Raises Refusal with the nearest one."""
        if campaign:
            campaign = self.campaign(campaign).id
        everybody = self.people(campaign)
        spellings = {one: (one, person.name) for one, (_, person) in everybody.items()}
        return everybody[self._chosen(typed, spellings, "person")]

    def campaign(self, typed: str) -> "Book":
        """The book with that name, in which people are kept. Raises Refusal with the nearest one."""
        books = {book.id: book for book in reversed(self.books()) if book.people or book.campaign}
        return books[
            self._chosen(typed, {one: (one, *book.titles.values()) for one, book in books.items()}, "campaign")
        ]

    def campaigns(self) -> list[str]:
        """The books in which people are kept."""
        return [book.id for book in self.books() if book.people or book.campaign]

    def ids(self, verb: str) -> list[str]:
        """What may be named behind a verb that takes something from books: ids, of people their names."""
        match verb:
            case "add":
                return list(self.creatures())
            case "encounter":
                return list(self.encounters())
            case "deal":
                return list(self.drawn_from())
            case "equip":
                return list(self.gear())
            case "bring":
                return [person.name for _, person in self.people().values()]
            case _:
                return []

    def campaign_to_keep_in(self, typed: str) -> str:
        """The name of the book to keep people in: what was typed, else the session's campaign, else its title.

        Raises Refusal where the session is in no file.
        """
        from tracker.journal.sessions import file_stem

        if self.home is None:
            raise Refusal(message("refused.no_campaign"))
        return file_stem(typed or self.home.campaign or self.home.title)

    def cast(self, campaign: str) -> "Mapping[str, tuple[Book, Character]]":
        """Everyone of a campaign; without a name of the session's own. Raises Refusal where there is none."""
        return self.people(self.campaign(campaign or self.campaign_to_keep_in("")).id)

    def means_everybody(self, typed: str) -> bool:
        """Whether the word is the one for all, and no one who was kept is called so."""
        is_name = any(person.name == typed for _, person in self.people().values())
        return not is_name and folded(typed) in map(folded, self.spell.widely("all"))

    def _all(self, entries: "Callable[[Book], Mapping[str, Entry]]") -> "dict[str, tuple[Book, Entry]]":
        found: dict[str, tuple[Book, Entry]] = {}
        for book in self.books():
            for entry_id, entry in entries(book).items():
                found.setdefault(entry_id, (book, entry))
        return found

    def _one(self, typed: str, entries: "Mapping[str, tuple[Book, Named]]", what: str) -> "tuple[Book, Named]":
        if typed in entries:  # an id comes before every name
            return entries[typed]
        spellings = {one: self._ways(one, entry.names) for one, (_, entry) in entries.items()}
        return entries[self._chosen(typed, spellings, what)]

    def _ways(self, entry_id: str, names: "Texts") -> tuple[str, ...]:
        """What an entry may be typed as: its id, then its name in the session's language, which lists show."""
        return (entry_id, *dict.fromkeys((self.text(names), *names.values())))

    def _chosen(self, typed: str, spellings: Spellings, what: str) -> str:
        """The id that was typed. Raises Refusal: with what is wrong with the entry, where its book tells."""
        if typed not in spellings:
            for problem in self._broken(typed):
                raise Refusal(problem)
        if not spellings:
            raise Refusal(message("book.nothing", what=Term(what)))
        return choose(typed, spellings, Term(what))

    def _broken(self, typed: str) -> Iterator[Message]:
        return (book.broken[typed].told() for book in self.books() if typed in book.broken)


def _stamp(path: Path) -> tuple[int, int]:
    """What becomes another when a file changes."""
    try:
        state = path.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


def _text(path: Path) -> str:
    """The text of a book; of one that cannot be read there is none."""
    from tracker.books.files import MOST_BYTES
    from tracker.plain_files import Unreadable, read_text

    try:
        return read_text(path, MOST_BYTES)
    except Unreadable:
        return ""


def _creatures(book: "Book") -> "Mapping[str, Creature]":
    return book.creatures


def _is_broken_creature(book: "Book", typed: str) -> bool:
    return typed in book.broken and book.broken[typed].key.startswith("creature.")
