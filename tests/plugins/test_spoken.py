"""What the program shows as a line, in the reader's words, is read as the same act; no other language slips in."""

import re
from collections.abc import Iterator

import pytest

from tests.how_many import part
from tests.plugins.kept import kept_commands, kept_rules
from tests.plugins.test_contract import MODULES
from tests.tables import memory_session, play
from tracker import languages
from tracker.answers import help_lines
from tracker.answers.helping import LANGUAGE_WORDS
from tracker.api.descriptions import Action
from tracker.command.commands import ActCommand
from tracker.command.parse import CommandSet
from tracker.command.spoken import EXAMPLE
from tracker.command.tokens import tokenize
from tracker.core.intents import Intent, Refusal
from tracker.core.quoting import quote
from tracker.failures import failure_message
from tracker.opening import Session
from tracker.text import Words

ENGLISH = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(r"\b(?:[A-Z0-9]+-[A-Z]+-[0-9]+|[dD][0-9]+|Enter|Tab|Esc|Ctrl|TOML|HP|XP|PDF|DM)\b")
"""Rule ids, dice and keys."""


def table(module: str, language: str) -> tuple[CommandSet, Session]:
    return kept_commands(module, language), memory_session(kept_rules(module))


def names_in(commands: CommandSet, line: str) -> Iterator[str]:
    """The words of an example that may be names of people."""
    for token in tokenize(line)[1:]:
        names = (*token.items, token.key)
        known = (name for name in names if name[:1].isupper() and commands.words.has_term(EXAMPLE + name))
        yield from (name for name in known if token.quoted is False)


def read(commands: CommandSet, session: Session, line: str) -> Intent:
    command = commands.parse(line, session.table.state)
    assert isinstance(command, ActCommand), line
    return command.intent


@pytest.mark.parametrize("module", MODULES)
def test_every_example_is_the_same_act_in_the_words_of_a_russian_reader(module: str) -> None:
    english, session = table(module, "en")
    russian, other = table(module, "ru")
    for action in english.actions.values():
        for example in action.examples:
            for name in dict.fromkeys(names_in(english, example)):
                known = [person.name for person in session.table.state.characters.values()]
                if name not in known and action.id != "add":
                    play(session, f"add name={quote(name, always=True)}")
                    play(other, f"add name={quote(russian.words.term(EXAMPLE + name), always=True)}")
    first, second = (next(iter(one.table.state.characters)) for one in (session, other))
    play(session, f"turn {quote(first, always=True)}", "next")
    play(other, f"turn {quote(second, always=True)}", "next")
    ids = dict(zip(other.table.state.characters, session.table.state.characters, strict=True))
    for action in english.actions.values():
        for example in action.examples:
            spoken = russian.spoken(example)
            texts, words = translations(russian), russian.words
            wanted = understood(english, session, example, {}, texts, words)
            assert understood(russian, other, spoken, ids, texts, words) == wanted, (example, spoken)


def understood(
    commands: CommandSet, session: Session, line: str, ids: dict[str, str], texts: dict[str, str], words: Words
) -> object:
    """What a line asks for; what an example takes away a newcomer of some ruleset does not have."""
    try:
        return same(read(commands, session, line), ids, texts, words)
    except Refusal as refusal:
        if refusal.reason.id == "refused.number_range":
            return "too little is there"
        raise AssertionError((line, commands.words.say(refusal.reason))) from refusal


def translations(commands: CommandSet) -> dict[str, str]:
    """The texts of examples with those that stand for them."""
    words = commands.words
    tables = (layer.get("term", {}) for layer in (languages.words_of("ru"), commands.rules.catalogue("ru")))
    names = [name.removeprefix(EXAMPLE) for table in tables for name in table if name.startswith(EXAMPLE)]
    return {name: words.term(EXAMPLE + name) for name in names}


def same(intent: Intent, ids: dict[str, str], texts: dict[str, str], words: Words) -> object:
    """What an act is in Russian, whoever typed it: names and texts of examples, and sums of traits."""

    def one(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(one, value))
        if not isinstance(value, str):
            return value
        if "+" in value:
            return "+".join(map(words.term, value.split("+")))
        name = ids.get(value, value)
        return texts.get(name, name)

    values = {one(name.removeprefix("total:")): one(value) for name, value in intent.values.items()}
    return intent.verb, one(intent.actor), one(intent.targets), values


def foreign(text: str) -> list[str]:
    return ENGLISH.findall(ALLOWED.sub("", text))


@pytest.mark.parametrize("module", MODULES)
def test_the_help_of_every_command_is_in_the_readers_language(module: str) -> None:
    commands, _ = table(module, "ru")
    wrong = {
        (name, word) for name in commands.spellings for line in help_lines(commands, name) for word in foreign(line)
    }
    assert not sorted(wrong)


@pytest.mark.parametrize("module", MODULES)
def test_whatever_can_be_typed_can_be_asked_about(module: str) -> None:
    for language in ("en", "ru"):
        commands, _ = table(module, language)
        for word in part(dict.fromkeys(words_of(commands)), 6):
            told = list(help_lines(commands, word))
            assert told
            if language == "ru":
                assert not [found for line in told for found in foreign(line)], (word, told)


def words_of(commands: CommandSet) -> Iterator[str]:
    rules, words = commands.rules, commands.words
    yield from (words.term(word) for word in LANGUAGE_WORDS)
    for option in rules.options.values():
        yield words.term(option.id)
    for kind in rules.kinds.values():
        yield from (words.term(spec.id) for specs in (kind.traits, kind.tracks, kind.pools) for spec in specs)
    for condition in rules.conditions.values():
        if not condition.memory:
            yield words.term(condition.id)
    for action in commands.actions.values():
        yield from parameters_of(action, words)


def parameters_of(action: Action, words: Words) -> Iterator[str]:
    for parameter in action.typed_parameters:
        yield words.parameter(action.id, parameter.id)
        yield from (words.term(choice.id) for choice in parameter.choices)


@pytest.mark.parametrize("module", MODULES)
def test_what_a_refusal_shows_as_an_example_is_in_the_readers_language(module: str) -> None:
    commands, session = table(module, "ru")
    play(session, 'add "Анна"')
    for verb in commands.actions:
        try:
            commands.parse(verb, session.table.state)
        except Refusal as refusal:
            told = commands.words.say(failure_message(refusal))
            assert not foreign(told), (verb, told)
