"""What the program shows can be typed: every word of every ruleset, as it is shown, in each language."""

from functools import cache

import pytest

from tests.how_many import combined, part
from tests.languages import LANGUAGES
from tests.plugins.kept import kept_commands, kept_rules
from tests.plugins.shown_words import intents, is_typed, meant, shown_lines
from tests.plugins.test_contract import MODULES
from tracker.core.chance import RandomChance
from tracker.core.state import State
from tracker.engine import Engine
from tracker.rules.facade import Rules


@cache
def table(module: str) -> tuple[Rules, State]:
    rules = kept_rules(module)
    engine, state = Engine(rules), State(options={name: option.default for name, option in rules.options.items()})
    for intent in intents(rules):
        _, state = engine.worked_out(state, intent, RandomChance(1))
    return rules, state


@pytest.mark.parametrize(("module", "reader", "language"), combined(MODULES, LANGUAGES, LANGUAGES, least=10))
def test_every_word_that_is_shown_is_typed_back_and_does_the_same(module: str, reader: str, language: str) -> None:
    rules, state = table(module)
    commands = kept_commands(module, reader)
    shown = list(shown_lines(rules, kept_commands(module, language).words, commands))
    assert len({one.role for one in shown}) >= 5
    wrong = [(one.typed, one.meant, meant(commands, one.typed, state)) for one in part(shown, 10)
             if not is_typed(commands, one, state)]  # fmt: skip
    assert wrong == []


WORDS = {
    "en": ("by", "on", "faces", "all", "foes", "allies", "others", "hidden"),
    "ru": ("кто", "на", "грани", "все", "враги", "союзники", "остальные", "скрытый"),
}


@pytest.mark.parametrize("module", MODULES)
def test_the_words_of_the_language_itself_are_typed_in_every_language(module: str) -> None:
    _, state = table(module)
    for reader in LANGUAGES:
        commands = kept_commands(module, reader)
        damage = {}
        for language in LANGUAGES:
            by, on, faces, everybody, _, _, others, _ = WORDS[language]
            damage[language] = [
                meant(commands, f"damage {on}=David 2 {faces}=3", state),
                meant(commands, f"damage {everybody} 2 {by}=David", state),
                meant(commands, f"damage {others.upper()} 2", state),
            ]
        assert damage["en"] == damage["ru"]
        assert not any(isinstance(one, str) for one in damage["en"])
