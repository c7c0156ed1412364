"""Tab offers whatever may be named: each parameter, each trait, each option, and what those with choices may be."""

import pytest

from tests.how_many import part
from tests.languages import LANGUAGES
from tests.plugins.kept import kept_commands
from tests.plugins.test_other_words import SHIPPED, table_with_two
from tracker.command.commands import ActCommand
from tracker.command.complete import complete
from tracker.command.parse import CommandSet
from tracker.core.intents import Refusal
from tracker.core.state import State


def table(module: str, language: str) -> tuple[CommandSet, State]:
    return kept_commands(module, language), table_with_two(module).table.state


def offered(line: str, at: tuple[CommandSet, State]) -> list[str]:
    found = list(complete(line, *at).candidates)
    assert len(found) == len(set(found)), line
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", SHIPPED)
def test_every_parameter_is_offered_by_its_name(module: str, language: str) -> None:
    at = table(module, language)
    words = at[0].words
    for action in part(at[0].rules.actions.values(), 3):
        target = "" if action.targets == "none" else "David "
        for parameter in action.typed_parameters:
            label = words.parameter(action.id, parameter.id)
            if parameter.kind != "switch":
                assert f"{label}=" in offered(f"{words.verb(action.id)} {target}{label[:-1]}", at), (action.id, label)
        if action.acts:
            by = words.term("by")
            assert f"{by}=" in offered(f"{words.verb(action.id)} {target}{by[:-1]}", at), action.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", SHIPPED)
def test_every_option_and_every_trait_is_offered_with_what_it_may_be(module: str, language: str) -> None:
    at = table(module, language)
    words, rules = at[0].words, at[0].rules
    for option in part(rules.options.values(), 3):
        name = words.term(option.id)
        assert f"{name}=" in offered(f"option {name[:-1]}", at)
        if option.choices:
            choices = {words.term(choice.id) for choice in option.choices}
            assert choices <= set(offered(f"option {name}=", at))
            assert choices <= set(offered(f"option {name} ", at))
    kind = rules.kinds[at[1].characters["David"].kind]
    for trait in part(kind.traits, 3):
        name = words.term(trait.id)
        assert f"{name}=" in offered(f"set David {name[:-1]}", at)
        assert f"{name}=" in offered(f"add Vera {name[:-1]}", at)
        for choice in trait.choices:
            assert words.term(choice.id) in offered(f"set David {name} {words.term(choice.id)[:-1]}", at)


def test_tab_goes_on_with_a_list_of_people_behind_and() -> None:
    at = table("tracker_wod", "en")
    assert offered("damage David and Ki", at) == ["Killer"]
    assert offered("урон David и Ki", at) == ["Killer"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", SHIPPED)
def test_a_trait_of_several_words_is_given_behind_a_name_of_several_words(module: str, language: str) -> None:
    commands, state = table(module, language)
    for kind in commands.rules.kinds.values():
        for trait in part((trait for trait in kind.traits if trait.kind == "integer"), 3):
            name = commands.words.term(trait.id)
            line = f"add Sam Smith {commands.words.term(kind.id)} {name}={trait.minimum}"
            command = commands.parse(line, state)
            assert isinstance(command, ActCommand)
            assert command.intent.text("name") == "Sam Smith"
            if kind.id == next(iter(commands.rules.kinds)):
                command = commands.parse(f"add Sam Smith {name}={trait.minimum}", state)
                assert isinstance(command, ActCommand)
                assert command.intent.text("name") == "Sam Smith"
            with pytest.raises(Refusal):
                commands.parse(f"add Sam Smith {name} 3", state)
