"""What every ruleset has to keep: words in both languages, help, examples, keys that clash with nothing, pure hooks."""

import ast
import importlib
import os
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from tests.languages import LANGUAGES
from tests.plugins.kept import kept_rules
from tests.tables import EPOCH, commands_for, words_for
from tracker.acts.names import HISTORY_VERBS, QUERY_VERBS
from tracker.acts.verbs import core_actions
from tracker.answers import parameter_help, parameter_line
from tracker.api import API_VERSION, Ruleset
from tracker.api.descriptions import Action, OptionSpec
from tracker.cli.picture import state_as_data
from tracker.core.chance import RandomChance
from tracker.core.history import History
from tracker.core.intents import Intent, Refusal
from tracker.core.state import State
from tracker.engine import Engine
from tracker.journal.header import SessionHeader
from tracker.languages import words_of
from tracker.opening import Session
from tracker.rules.facade import Rules
from tracker.table import Table
from tracker.ui.commands import SCREEN_COMMANDS

MODULES = ("coterie_sample", "tracker_wod", "tracker_vtm5", "tracker_night_wanderers", "tracker_ukraine_by_night")
KEYS_OF_THE_SCREEN = {key for command in SCREEN_COMMANDS if "fight" in command.places for key in command.keys}
KEYS_OF_THE_CORE = {action.key for action in core_actions((), (), ()) if action.key}


@pytest.fixture(params=MODULES, scope="module")
def plugin(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module(request.param)


@pytest.fixture(scope="module")
def rules(plugin: ModuleType) -> Rules:
    return kept_rules(plugin.__name__)


def described_ids(rules: Rules) -> Iterator[str]:
    """Every id that a reader may see."""
    for kind in rules.kinds.values():
        yield kind.id
        for trait in kind.traits:
            yield trait.id
            yield from (choice.id for choice in trait.choices)
            yield from ((trait.group,) if trait.group else ())
        for track in kind.tracks:
            yield track.id
            yield from (mark.id for mark in track.marks)
        for pool in kind.pools:
            yield pool.id
            yield from (band.id for band in pool.bands)
    for action in rules.actions.values():
        yield action.id
        yield from ((action.group,) if action.group else ())
        for parameter in action.typed_parameters:
            yield parameter.id
            yield from (choice.id for choice in parameter.choices)
    for option in rules.options.values():
        yield option.id
        yield from (choice.id for choice in option.choices)
    yield from rules.conditions


def all_words(rules: Rules, language: str, table: str) -> Mapping[str, str]:
    return {**words_of(language).get(table, {}), **rules.catalogue(language).get(table, {})}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_has_a_word(rules: Rules, language: str) -> None:
    known = all_words(rules, language, "term")
    assert not sorted(set(described_ids(rules)) - known.keys())


def test_both_languages_say_the_same_with_the_same_values(rules: Rules) -> None:
    for table in ("term", "message", "help"):
        english, russian = (rules.catalogue(language).get(table, {}) for language in ("en", "ru"))
        assert not sorted(english.keys() ^ russian.keys()), table
        if table == "message":
            for key in english:
                assert values_in(english[key]) == values_in(russian[key]), key


def values_in(text: str) -> set[str]:
    return {name for _, name, form, _ in string.Formatter().parse(text) if name and "|" not in (form or "")}


@pytest.mark.parametrize(("language", "forms"), [("en", 2), ("ru", 3)])
def test_counted_words_have_all_their_forms(rules: Rules, language: str, forms: int) -> None:
    for key, text in rules.catalogue(language).get("message", {}).items():
        for _, _, form, _ in string.Formatter().parse(text):
            assert not form or form == "+" or form.count("|") == forms - 1, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_the_code_says_is_in_the_catalogue(plugin: ModuleType, rules: Rules, language: str) -> None:
    known = all_words(rules, language, "message")
    folder = Path(plugin.__file__ or "").parent
    said = messages_in(folder)
    assert not sorted(said - known.keys())


@cache
def messages_in(folder: Path) -> frozenset[str]:
    return frozenset(found for path in folder.rglob("*.py") for found in message_ids(path))


def message_ids(path: Path) -> Iterator[str]:
    """The literal first arguments of `message(...)`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
            for argument in node.args[:1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_parameter_and_option_has_help(rules: Rules, language: str) -> None:
    words = words_for(rules, language)
    commands = commands_for(rules, words)
    missing = [action.id for action in rules.actions.values() if not words.help(action.id)]
    missing += [
        f"{action.id}.{parameter.id}"
        for action in rules.actions.values()
        for parameter in action.typed_parameters
        if not parameter_help(commands, action, parameter)
    ]
    missing += [option.id for option in rules.options.values() if not words.help(option.id)]
    assert not missing


def test_every_rule_named_in_a_description_has_its_text_in_both_languages(rules: Rules) -> None:
    named = {rule for action in rules.actions.values() for rule in action.rules}
    named |= {option.rule for option in rules.options.values()} | {kind.rule for kind in rules.conditions.values()}
    for language in LANGUAGES:
        reference = rules.reference(language)
        assert not sorted(named - {""} - reference.keys())
        assert all(rule.title and rule.text for rule in reference.values())
    assert rules.reference("en").keys() == rules.reference("ru").keys()


def test_no_verb_and_no_key_clashes(rules: Rules) -> None:
    own = {action.id for action in core_actions((), (), ())} | set(HISTORY_VERBS) | set(QUERY_VERBS)
    assert not own & rules.actions.keys()
    keys = [action.key for action in rules.actions.values() if action.key]
    assert len(keys) == len(set(keys))
    assert not sorted(set(keys) & (KEYS_OF_THE_SCREEN | KEYS_OF_THE_CORE | set("0123456789")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_verbs_are_spelled_alike(rules: Rules, language: str) -> None:
    commands = commands_for(rules, words_for(rules, language))
    seen: dict[str, str] = {}
    for verb, ways in commands.spellings.items():
        for way in ways:
            assert seen.setdefault(way.casefold(), verb) == verb, way


def table_of(rules: Rules) -> Session:
    """A session with the people that the examples name."""
    words = words_for(rules)
    table = Table(History(_with_people(rules)), rules, None, words)
    header = SessionHeader("x", rules.card.id, "1", "en", EPOCH)
    return Session(Path("x.toml"), header, table, words, commands_for(rules, words))


@cache
def _with_people(rules: Rules) -> State:
    state = State(options={name: option.default for name, option in rules.options.items()})
    engine = Engine(rules)
    for name in people_in_examples(rules):
        _, state = engine.worked_out(state, Intent("add", values={"name": name}), RandomChance(1))
    return state


def people_in_examples(rules: Rules) -> list[str]:
    """Capitalised words of the examples are names."""
    names: dict[str, None] = {"Jerry": None, "David": None, "Killer": None, "Night guard": None}
    for action in rules.actions.values():
        for example in action.examples:
            for piece in example.replace(",", " ").replace("=", " ").replace('"', " ").split():
                if piece[:1].isupper() and piece.isalpha():
                    names.setdefault(piece)
    return list(names)


def test_every_action_has_examples_that_can_be_read(rules: Rules) -> None:
    session = table_of(rules)
    assert session.commands is not None
    for action in rules.actions.values():
        assert action.examples, action.id
        for example in action.examples:
            assert example.split()[0] == action.id
            line = example if "by=" in example or not action.acts else f"{example} by=David"
            try:
                session.commands.parse(line, session.table.state)
            except Refusal as refusal:
                pytest.fail(f"{example}: {session.words.say(refusal.reason)}")
        for parameter in action.typed_parameters:
            assert parameter_line(session.commands, action, parameter)


def test_descriptions_make_sense(rules: Rules) -> None:
    rules.examine()
    titles = [rules.title(language) for language in LANGUAGES]
    assert len(set(titles)) == len(LANGUAGES)
    assert rules.card.id not in titles
    assert rules.kinds
    for action in rules.actions.values():
        check_action(action)
    for option in rules.options.values():
        check_option(option)
    for kind in rules.kinds.values():
        for track in kind.tracks:
            assert len({mark.mark for mark in track.marks}) == len(track.marks)
            assert all(len(mark.mark) == 1 and mark.mark != "." for mark in track.marks)


def check_action(action: Action) -> None:
    names = [parameter.id for parameter in action.typed_parameters]
    assert len(names) == len(set(names)), action.id
    assert not {"by", "on", "faces"} & set(names), action.id
    for parameter in action.typed_parameters:
        if parameter.kind == "choice" and parameter.default is not None:
            assert parameter.default in {choice.id for choice in parameter.choices}, parameter.id
        if parameter.kind == "integer":
            assert parameter.minimum is not None, (action.id, parameter.id)
            assert parameter.maximum is not None, (action.id, parameter.id)


def check_option(option: OptionSpec) -> None:
    if option.choices:
        assert option.default in {choice.id for choice in option.choices}, option.id


def test_a_character_made_by_name_alone_is_whole_and_can_be_shown(rules: Rules) -> None:
    session = table_of(rules)
    data = state_as_data(session, session.table.state)
    for character in data["characters"].values():
        assert character["tracks"] or character["pools"]
    for who in session.table.state.characters:
        for value in rules.derived(session.table.state, who):
            assert isinstance(value.value, int)
        rules.unavailable(session.table.state, who)


_LOADED = """
import importlib, sys
from tracker.rules.facade import Rules
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    ruleset, rules = module.RULESET, Rules(module)
    assert ruleset.card() and ruleset.character_kinds() and rules.card and rules.kinds, name
    assert ruleset.catalogue("en")["term"] and rules.catalogue("ru")["term"] and rules.reference("en"), name
    print(name, *(own.removeprefix(f"{name}.") for own in sys.modules if own.startswith(f"{name}.")))
    assert not [own for own in sys.modules if own.partition(".")[0] == name and own != name
                and any(type(member).__name__ == "Chapter" for member in vars(sys.modules[own]).values())], name
    assert ruleset.chapters(), name
"""
KINDS = {
    "coterie_sample": set(),
    "tracker_wod": {"gear", "kinds", "magazine", "spellings", "track", "traits"},
    "tracker_vtm5": {"gear", "kinds"},
    "tracker_night_wanderers": {"sheet"},
    "tracker_ukraine_by_night": {"gear", "kinds", "traits"},
}
"""The modules of each ruleset that tell of its kinds of character; card and words need none."""


def test_card_kinds_and_words_of_every_ruleset_load_without_a_chapter() -> None:
    plugins = map(importlib.import_module, MODULES)
    folders = [*{str(Path(plugin.__file__ or "").parents[1]) for plugin in plugins}, str(Path(__file__).parents[2])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    command = [sys.executable, "-c", _LOADED, *MODULES]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0, done.stderr
    loaded = {name: set(modules) for name, *modules in map(str.split, done.stdout.splitlines())}
    assert loaded.keys() == KINDS.keys()
    assert not {name: modules - KINDS[name] for name, modules in loaded.items() if modules - KINDS[name]}


def test_the_ruleset_is_made_of_chapters_and_lacks_no_hook(plugin: ModuleType, rules: Rules) -> None:
    assert isinstance(plugin.RULESET, Ruleset)
    rules.require_hooks()
    assert rules.card.api == API_VERSION


def test_every_condition_that_a_rule_remembers_is_kept_from_the_game_masters_list(rules: Rules) -> None:
    assert not [kind.id for kind in rules.conditions.values() if kind.memory and kind.by_hand]
