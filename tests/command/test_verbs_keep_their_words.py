"""No term and no help of a ruleset changes a verb of the program or what it asks for, in any language."""

import importlib

import pytest

from tests.languages import LANGUAGES
from tests.plugins.test_contract import MODULES, table_of
from tracker.acts.names import ACTING_VERBS, CORE_VERBS
from tracker.acts.verbs import core_actions
from tracker.command.commands import ActCommand
from tracker.command.complete import complete
from tracker.command.parse import CommandSet
from tracker.command.vocabulary import Vocabulary
from tracker.core.intents import Intent, Refusal
from tracker.languages import words_of
from tracker.names import is_exact
from tracker.rules.facade import Rules
from tracker.text import Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", MODULES)
def test_every_verb_of_the_program_is_called_and_explained_as_without_a_ruleset(module: str, language: str) -> None:
    rules = Rules(importlib.import_module(module), name=module)
    words, own = Words(language, rules.catalogue), words_of(language)
    commands = CommandSet(rules, words)
    for verb in CORE_VERBS:
        assert words.verb(verb) == own["term"][verb]
        assert words.help(verb) == own["help"][verb]
        assert commands.spellings[verb] == ((verb,) if own["term"][verb] == verb else (verb, own["term"][verb]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", MODULES)
def test_what_a_verb_of_the_program_asks_for_is_called_as_without_a_ruleset(module: str, language: str) -> None:
    rules = Rules(importlib.import_module(module), name=module)
    words, own = Words(language, rules.catalogue), words_of(language)["term"]
    commands, state = CommandSet(rules, words), table_of(rules).table.state
    for verb in ACTING_VERBS:
        for parameter in commands.actions[verb].typed_parameters:
            name = own.get(f"{verb}.{parameter.id}") or own[parameter.id]
            assert words.parameter(verb, parameter.id) == name
            vocabulary = Vocabulary(rules, words, commands.values, commands.actions[verb])
            assert is_exact(name, {parameter.id: vocabulary.names()[parameter.id]})
    secretly = commands.parse(f"dice {own['secret']} 1d10", state)
    assert isinstance(secretly, ActCommand)
    assert secretly.intent.flag("secret")
    with pytest.raises(Refusal) as refused:
        commands.values.checked(state, Intent("dice"))
    assert own["expression"] in words.say(refused.value.reason)
    assert own["secret"] in complete("dice ", commands, state).candidates


def test_a_verb_is_understood_in_the_other_language_too() -> None:
    rules = Rules(importlib.import_module("tracker_wod"), name="tracker_wod")
    session = table_of(rules)
    command = CommandSet(rules, Words("en", rules.catalogue)).parse("ход David", session.table.state)
    assert isinstance(command, ActCommand)
    assert (command.intent.verb, command.intent.targets) == ("turn", ("David",))


def test_the_names_of_the_verbs_are_those_that_are_described() -> None:
    assert tuple(action.id for action in core_actions((), (), ())) == ACTING_VERBS
