"""The books at hand, checking one down to a trial of everything in it, and beginning a new one."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tracker.books.contents import Book, Problem, Source, in_language
from tracker.books.files import book_sources, write_book
from tracker.books.library import Library
from tracker.books.lines import LineIndex
from tracker.cli.output import DONE, REFUSED, complain, write_json
from tracker.command.parse import CommandSet
from tracker.command.values import Ways
from tracker.core.chance import RandomChance
from tracker.core.intents import Intent, Refusal
from tracker.core.messages import Term, message
from tracker.core.state import State
from tracker.core.values import frozen
from tracker.failures import FAILURES, failure_message
from tracker.names import choose
from tracker.opening import engine_for, load_rules
from tracker.reasons import os_reason
from tracker.rules.bare import BareTable
from tracker.rules.facade import Rules, is_ruleset
from tracker.rules.loader import PluginError, discover, full_name
from tracker.text import Words, literal


class _Shelf:
    """Reads books of any ruleset, each with the one that it is for."""

    def __init__(self, folders: Sequence[Path], words: Words) -> None:
        self._folders = folders
        self._language = words.language
        self.rules = cache(self._rules)

    def _rules(self, ruleset: str) -> Rules:
        return load_rules(ruleset, (), self._folders) if ruleset else Rules(BareTable())

    def words(self, ruleset: str) -> Words:
        """The words of a ruleset."""
        return Words(self._language, self.rules(ruleset).catalogue)

    def library(self, ruleset: str, sources: Sequence[Source]) -> Library:
        """These files, as sessions of a ruleset see them."""
        return Library(self.rules(ruleset), Ways(self.words(ruleset)), self._language, lambda: sources)

    def read(self, source: Source, ruleset: str = "") -> Book:
        """Read a book for the ruleset that it names, else for the given one."""
        book = self.library(ruleset, [source]).books()[0]
        if not book.ruleset or book.ruleset == ruleset:
            return book
        try:
            return self.library(book.ruleset, [source]).books()[0]
        except PluginError as error:
            line = LineIndex(source.path.read_text("utf-8")).line(("for",))
            return Book(book.id, source.path, book.ruleset, problems=(Problem(source.path, line, "for", error.reason),))


def list_books(folders: Sequence[Path], words: Words, *, as_json: bool) -> int:
    """List every book: what it holds, and each mistake in it on standard error."""
    shelf = _Shelf(folders, words)
    books = [shelf.read(source) for source in book_sources(list(_shipped(folders)))]
    if as_json:
        write_json([_as_data(book, words) for book in books])
    else:
        for book in books:
            print(literal(words.say(_line(book, words))))
    if not books:
        complain(words, message("books.none"))
    return _told(books, words)


def find_campaign(typed: str, folders: Sequence[Path], words: Words) -> Book:
    """The campaign with this name, read for its ruleset. Raises Refusal with the nearest, or with what is wrong."""
    shelf = _Shelf(folders, words)
    books = [shelf.read(source) for source in book_sources(())]
    campaigns = {book.id: book for book in reversed(books) if book.people or book.campaign}
    if not campaigns:
        raise Refusal(message("book.nothing", what=Term("campaign")))
    return campaigns[
        choose(typed, {one: (one, *book.titles.values()) for one, book in campaigns.items()}, Term("campaign"))
    ]


def _shipped(folders: Sequence[Path]) -> Iterator[Path]:
    """The books of all rulesets that can be loaded."""
    for source in discover(folders):
        try:
            plugin = source.load()
            if is_ruleset(plugin):
                yield from Rules(plugin, name=source.name).books
        except PluginError:
            continue  # `coterie rulesets` tells what is broken


def _line(book: Book, words: Words) -> Any:
    creatures, encounters, tables, decks, people = book.counts
    return message(
        "books.one",
        path=str(book.path),
        title=in_language(book.titles, words.language),
        ruleset=book.ruleset or "—",
        creatures=creatures,
        encounters=encounters,
        tables=tables + decks,
        people=people,
    )


def _as_data(book: Book, words: Words) -> dict[str, Any]:
    return {
        "id": book.id,
        "path": str(book.path),
        "title": in_language(book.titles, words.language),
        "for": book.ruleset,
        "creatures": list(book.creatures),
        "encounters": list(book.encounters),
        "tables": list(book.tables),
        "decks": list(book.decks),
        "people": list(book.people),
        "problems": [words.say(problem.told()) for problem in book.problems],
    }


def _told(books: Sequence[Book], words: Words) -> int:
    for book in books:
        for problem in book.problems:
            complain(words, problem.told())
    return REFUSED if any(book.problems for book in books) else DONE


def check_book(path: Path, ruleset: str, folders: Sequence[Path], words: Words) -> int:
    """Check one book: its shape, its words, and whether everyone in it can join."""
    shelf = _Shelf(folders, words)
    ruleset = full_name(ruleset, folders) if ruleset else ""
    book = shelf.read(Source(path), ruleset)
    if _told([book], words):
        return REFUSED
    problems = list(_problems_in_play(book, book.ruleset or ruleset, shelf)) if book.ruleset or ruleset else []
    for problem in problems:
        complain(shelf.words(book.ruleset or ruleset), problem.told())
    if problems:
        return REFUSED
    print(literal(words.say(_line(book, words))))
    return DONE


def _problems_in_play(book: Book, ruleset: str, shelf: _Shelf) -> Iterator[Problem]:
    """What refuses to join in an empty session, each creature and encounter by itself."""
    rules = shelf.rules(ruleset)
    sources = [Source(book.path), *(Source(path, is_shipped=True) for path in rules.books)]
    library = shelf.library(ruleset, sources)
    engine = engine_for(rules, CommandSet(rules, shelf.words(ruleset), library))
    state = State(options=frozen({name: option.default for name, option in rules.options.items()}))
    index = LineIndex(book.path.read_text("utf-8"))
    trials = [("creature", one, Intent("add", values=frozen({"name": one, "from": one}))) for one in book.creatures]
    trials += [("encounter", one, Intent("encounter", values=frozen({"name": one}))) for one in book.encounters]
    trials += [("table", one, Intent("deal", values=frozen({"name": one}))) for one in book.tables]
    for section, entry_id, intent in trials:
        try:
            engine.outcome(state, intent, RandomChance(0))
        except FAILURES as error:
            place = section, entry_id
            yield Problem(book.path, index.line(place), ".".join(place), failure_message(error))


def new_book(path: Path, ruleset: str, folders: Sequence[Path], words: Words) -> int:
    """Write a small book to begin with. Raises Refusal where a file is there already."""
    if path.exists():
        raise Refusal(message("books.exists", path=str(path)))
    ruleset = full_name(ruleset, folders) if ruleset else ""
    rules = load_rules(ruleset, (), folders) if ruleset else Rules(BareTable())
    try:
        write_book(path, _template(rules, ruleset, words))
    except OSError as error:
        raise Refusal(message("book.problem_of_file", path=str(path), reason=os_reason(error))) from None
    print(literal(words.say(message("books.new", path=str(path)))))
    return DONE


def _template(rules: Rules, ruleset: str, words: Words) -> str:
    def say(part: str) -> str:
        return words.say(message(f"books.template.{part}"))

    kind = next(iter(rules.kinds.values()), None)
    traits = [trait.id for trait in kind.traits if trait.kind == "integer"][:2] if kind else []
    lines = [f"# {say('head')}"]
    if ruleset:
        lines += [f'for = "{ruleset}"', "", "[creature.thug]", f'name = "{say("thug")}"', 'side = "foe"']
        lines += [f"{trait} = 3" for trait in traits]
        lines += ["", "[encounter.warehouse]", f'name = "{say("warehouse")}"', "people = { thug = 3 }"]
    rows = ", ".join(f'"{say(f"row_{number}")}"' for number in (1, 2, 3))
    return "\n".join([*lines, "", "[table.omens]", f"rows = [{rows}]", ""])
