"""The book of each shipped ruleset: its shape, both languages, and everybody in it joins and fights."""

from functools import cache
from pathlib import Path

import pytest

from tests.how_many import part
from tests.tables import EPOCH, MemoryJournal, shipped_rules
from tracker.books.contents import Book
from tracker.books.reading import BookReader
from tracker.command.library import library_for
from tracker.command.parse import CommandSet
from tracker.command.run import perform_line
from tracker.command.values import Ways
from tracker.core.chance import RandomChance
from tracker.core.history import History
from tracker.core.state import State
from tracker.failures import FAILURES, failure_message
from tracker.journal.header import SessionHeader
from tracker.opening import Session, engine_for
from tracker.rules.facade import Rules
from tracker.table import Table
from tracker.text import Words

BLOW = {"world-of-darkness": "attack", "vtm5": "attack", "night-wanderers": "strike", "ukraine-by-night": "attack"}
RULESETS = tuple(BLOW)
LANGUAGES = ("en", "ru")


@cache
def commands_of(rules: Rules, language: str) -> CommandSet:
    words = Words(language, rules.catalogue)
    return CommandSet(rules, words, library_for(rules, words))


def session_of(ruleset: str, rules: Rules, language: str = "en") -> Session:
    commands = commands_of(rules, language)
    words = commands.words
    history = History(State(options={name: spec.default for name, spec in rules.options.items()}))
    table = Table(history, rules, MemoryJournal(), words, RandomChance(1), engine_for(rules, commands))
    return Session(Path("memory.toml"), SessionHeader("T", ruleset, "1", language, EPOCH), table, words, commands)


@cache
def book_of(rules: Rules) -> Book:
    [path] = rules.books
    return BookReader(rules, Ways(Words("en", rules.catalogue))).read(path)


@pytest.fixture(params=RULESETS, scope="module")
def ruleset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def rules(ruleset: str) -> Rules:
    return shipped_rules(ruleset)


def refused(session: Session, *lines: str) -> list[str]:
    """What refuses to be done of the lines."""
    told = []
    for line in lines:
        try:
            perform_line(session, line)
        except FAILURES as error:
            told.append(f"{line}: {session.words.say(failure_message(error))}")
    return told


def test_the_book_is_right_and_large_enough(rules: Rules) -> None:
    book = book_of(rules)
    assert book.problems == ()
    assert book.ruleset == rules.card.id
    assert 30 <= len(book.creatures) <= 50
    assert len(book.encounters) >= 12
    assert book.tables


def test_everything_that_people_read_is_there_in_both_languages(rules: Rules) -> None:
    book = book_of(rules)
    texts = [book.titles]
    for creature in book.creatures.values():
        texts += [creature.names, creature.notes]
    for encounter in book.encounters.values():
        texts += [encounter.names, encounter.notes, encounter.scenes]
    for table in book.tables.values():
        texts += [table.names, *(row.texts for row in table.rows)]
    assert [text for text in texts if text and not set(text) >= set(LANGUAGES)] == []
    further = {language for text in texts for language in text} - set(LANGUAGES)
    assert [text for text in texts if text and not set(text) >= further] == []
    for language in LANGUAGES:
        names = [creature.names[language] for creature in book.creatures.values()]
        assert len(set(names)) == len(names)


def test_every_creature_joins_and_fights_and_is_hurt(ruleset: str, rules: Rules) -> None:
    book = book_of(rules)
    everybody = session_of(ruleset, rules)
    problems = refused(everybody, *(f"add {creature}" for creature in book.creatures))
    kinds = [person.kind for person in everybody.table.state.characters.values()]
    assert kinds == [creature.kind for creature in book.creatures.values()]
    for creature in part(book.creatures.values(), 3):
        session = session_of(ruleset, rules)
        name = creature.names["en"]
        problems += refused(
            session,
            f"add {creature.id}",
            "add Victim",
            "initiative",
            "next",
            f'{BLOW[ruleset]} Victim by="{name}"',
            f'damage "{name}" 1',
            "next",
            "next",
            f'sheet "{name}"',
        )
        state = session.table.state
        assert state.characters[name].kind == creature.kind
        assert state.round >= 1
        session.table.close()
    assert problems == []


def test_every_encounter_joins_in_either_language(ruleset: str, rules: Rules) -> None:
    for language in LANGUAGES:
        session = session_of(ruleset, rules, language)
        for encounter in book_of(rules).encounters.values():
            before = len(session.table.state.characters)
            assert refused(session, f"encounter {encounter.id}") == []
            joined = len(session.table.state.characters) - before
            assert joined == sum(group.count for group in encounter.groups)


def test_every_table_comes_up_with_something(ruleset: str, rules: Rules) -> None:
    session = session_of(ruleset, rules)
    for table in book_of(rules).tables.values():
        for total in range(1, len(table.rows) + 1):
            assert table.row(total).texts
        assert refused(session, f"deal {table.id}") == []


def test_every_thing_of_the_book_can_be_taken_in_hand(ruleset: str, rules: Rules) -> None:
    things = book_of(rules).gear
    assert len(things) >= 3
    for thing in things:
        session = session_of(ruleset, rules)
        assert refused(session, "add Ann", f"equip Ann {thing}") == []
        assert session.table.history.entries[-1].facts


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_tag_has_a_word_and_finds_by_it(rules: Rules, language: str) -> None:
    commands = commands_of(rules, language)
    for creature in book_of(rules).creatures.values():
        for tag in creature.tags:
            word = commands.words.tag(tag)
            assert language == "en" or not word.isascii(), f"{tag} of {creature.id} is English"
            assert creature.id in {found.creature.id for found in commands.library.search(word)}, (tag, word)
