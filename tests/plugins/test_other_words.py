"""The commonest words are understood in every ruleset; no other word takes a word of the ruleset away."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.how_many import part
from tests.languages import LANGUAGES
from tests.plugins.kept import kept_commands, kept_rules
from tests.plugins.test_contract import MODULES, table_of
from tests.tables import memory_session, play, played
from tracker.answers import answer
from tracker.api.descriptions import Action
from tracker.command.commands import ActCommand, QueryCommand
from tracker.command.parse import CommandSet
from tracker.command.run import perform_line
from tracker.command.tokens import tokenize
from tracker.command.values import read_faces
from tracker.core.chance import TypedChance
from tracker.core.intents import Refusal
from tracker.names import folded
from tracker.opening import Session
from tracker.story import story
from tracker.text import VERB

SHIPPED = tuple(module for module in MODULES if module.startswith("tracker_"))
COMMON = {
    "en": {"attack": ("attack",), "damage": ("damage",), "heal": ("heal",), "roll": ("roll",),
           "next": ("next", "next turn", "end turn"), "remove": ("remove", "delete")},
    "ru": {"attack": ("атака", "атаковать", "ударить", "бить"), "damage": ("урон",), "heal": ("лечить", "вылечить"),
           "roll": ("бросок", "бросить"), "next": ("дальше", "следующий", "конец хода"),
           "remove": ("убрать", "удалить"), "due": ("пора",)},
}  # fmt: skip
MEANT = {
    "attack": {"attack", "strike"}, "damage": {"damage"}, "heal": {"heal", "mend"}, "roll": {"roll", "test"},
    "next": {"next"}, "remove": {"remove"}, "due": {"due"},
}  # fmt: skip


def table_with_two(module: str) -> Session:
    return played("add David", "add Killer", rules=kept_rules(module))


def read(commands: CommandSet, line: str) -> ActCommand:
    command = commands.parse(line, table_of(commands.rules).table.state)
    assert isinstance(command, ActCommand)
    return command


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", sorted(MEANT))
@pytest.mark.parametrize("module", SHIPPED)
def test_the_commonest_verbs_have_their_commonest_words_in_every_ruleset(module: str, word: str, language: str) -> None:
    for reader in LANGUAGES:
        commands = kept_commands(module, reader)
        for common in COMMON[language].get(word, ()):
            spelled = {verb for verb in commands.spellings for way in commands.words.spellings_in_all(f"{VERB}{verb}")
                       if folded(way) == folded(common)}  # fmt: skip
            assert spelled, common
            assert spelled <= MEANT[word]


@pytest.mark.parametrize("reader", LANGUAGES)
@pytest.mark.parametrize("module", SHIPPED)
def test_a_verb_of_several_words_is_understood_whole_in_every_language(module: str, reader: str) -> None:
    commands, state = kept_commands(module, reader), table_of(kept_rules(module)).table.state
    told = 0
    for verb in commands.spellings:
        for way in commands.words.spellings_in_all(f"{VERB}{verb}"):
            line = way.replace("-", " ")
            if len(line.split()) > 1:
                told += 1
                assert commands.verb_of(tokenize(f"{line} David"), f"{line} David", state) == (verb, len(line.split()))
    assert told > 20


def roles(commands: CommandSet) -> Iterator[tuple[str, list[str]]]:
    """Each place in which a word is looked up, with the ids that may be meant there."""
    yield "verbs", [f"{VERB}{verb}" for verb in commands.spellings]
    yield "options", list(commands.rules.options)
    for kind in commands.rules.kinds.values():
        yield f"traits of {kind.id}", [spec.id for specs in (kind.traits, kind.tracks, kind.pools) for spec in specs]
        for trait in kind.traits:
            yield f"{kind.id}.{trait.id}", [choice.id for choice in trait.choices]
    for action in commands.actions.values():
        yield f"parameters of {action.id}", [one.id for one in action.typed_parameters]
        for parameter in action.typed_parameters:
            yield f"{action.id}.{parameter.id}", [choice.id for choice in parameter.choices]


@pytest.mark.parametrize("module", MODULES)
def test_no_other_word_is_a_word_for_something_else(module: str) -> None:
    for language in LANGUAGES:
        commands = kept_commands(module, language)
        for role, ids in roles(commands):
            meant: dict[str, str] = {}
            for one in dict.fromkeys(ids):
                for way in commands.words.spellings(one):
                    meant.setdefault(folded(way), one)
            for one in dict.fromkeys(ids):
                for way in commands.words.typed(one):
                    assert meant.setdefault(folded(way), one) == one, (language, role, way)


@pytest.mark.parametrize("module", MODULES)
def test_other_words_are_for_something_that_there_is(module: str) -> None:
    rules = kept_rules(module)
    for language in LANGUAGES:
        commands = kept_commands(module, language)
        known = {one for _, ids in roles(commands) for one in ids}
        assert set(rules.catalogue(language).get("also", {})) <= known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", MODULES)
def test_help_is_given_on_every_word_with_blanks_that_is_shown(module: str, language: str) -> None:
    commands = kept_commands(module, language)
    session = replace(table_of(commands.rules), commands=commands, words=commands.words)
    ids = {one for role, found in roles(commands) for one in found if not role.startswith(("traits", "parameters"))}
    of_traits = {choice.id for kind in commands.rules.kinds.values() for one in kind.traits for choice in one.choices}
    for one in part(sorted(ids - of_traits), 2):
        shown = commands.words.term(one)
        if " " in shown:
            query = perform_line(session, f"help {shown}")
            assert isinstance(query, QueryCommand)
            assert answer(session, query), shown


def kinds_of_harm(commands: CommandSet) -> Iterator[tuple[str, str]]:
    """Each letter that begins a kind of damage, with the kind."""
    ids = {choice.id for action in commands.actions.values() for one in action.typed_parameters
           if one.id == "type" for choice in one.choices}  # fmt: skip
    for one in ids:
        yield from ((folded(way)[0], one) for way in commands.words.typed(one))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_that_is_two_kinds_of_damage_in_the_shipped_rulesets_is_refused_in_all(language: str) -> None:
    all_commands = [kept_commands(module, language) for module in SHIPPED]
    meant: dict[str, set[str]] = {}
    for commands in all_commands:
        for letter, kind in kinds_of_harm(commands):
            meant.setdefault(letter, set()).add(kind)
    clear = {letter for letter, kinds in meant.items() if len(kinds) == 1}
    for commands in all_commands:
        for letter, kind in kinds_of_harm(commands):
            line = f"damage David 2{letter}"
            if letter in clear:
                assert read(commands, line).intent.text("type") == kind, (letter, commands.rules.card.id)
                continue
            with pytest.raises(Refusal) as refused:
                read(commands, line)
            told = commands.words.say(refused.value.reason)
            assert all(commands.words.term(one.id) in told for one in damage_kinds(commands.actions["damage"]))


def damage_kinds(action: Action) -> tuple[object, ...]:
    return next(one.choices for one in action.typed_parameters if one.id == "type")


@pytest.mark.parametrize(
    ("module", "line", "kind"),
    [
        ("tracker_wod", "урон David 2 бэш", "bashing"),
        ("tracker_wod", "урон David 2 летал", "lethal"),
        ("tracker_wod", "damage David 2 лет", "lethal"),
        ("tracker_wod", "урон David 2 bash", "bashing"),
        ("tracker_vtm5", "damage David 2 тяж", "aggravated"),
        ("tracker_wod", "урон David 2 агр", "aggravated"),
        ("tracker_wod", "damage David 2b", "bashing"),
        ("tracker_wod", "damage David 2l", "lethal"),
        ("tracker_wod", "damage David 2a", "aggravated"),
        ("tracker_vtm5", "урон David 2 тяжёлых", "aggravated"),
        ("tracker_vtm5", "повреждение David 2 легких", "superficial"),
        ("tracker_vtm5", "damage David 2s", "superficial"),
        ("tracker_vtm5", "damage David 2a", "aggravated"),
        ("tracker_ukraine_by_night", "урон David 2 бэшей", "bashing"),
        ("tracker_ukraine_by_night", "урон David 1 летал", "lethal"),
        ("tracker_ukraine_by_night", "урон David 2 агравов", "aggravated"),
        ("tracker_ukraine_by_night", "урон David 2 постоянных", "lethal"),
    ],
)
def test_kinds_of_damage_have_the_words_of_the_table(module: str, line: str, kind: str) -> None:
    for language in LANGUAGES:
        assert read(kept_commands(module, language), line).intent.text("type") == kind


@pytest.mark.parametrize(
    ("module", "expected"),
    [("tracker_wod", 2), ("tracker_vtm5", 3), ("tracker_night_wanderers", 2), ("tracker_ukraine_by_night", 2)],
)
def test_half_of_an_amount_is_rounded_as_the_ruleset_says(module: str, expected: int) -> None:
    intent = read(kept_commands(module), "damage David 5, Killer half").intent
    assert [one.values["amount"] for one in intent.each] == [5, expected]


def test_half_of_an_amount_goes_by_the_tables_option_where_a_ruleset_leaves_it_to_one() -> None:
    session = play(table_with_two("tracker_night_wanderers"), "option half_rounding=up")
    assert session.commands is not None
    command = session.commands.parse("damage David 5, Killer half", session.table.state)
    assert isinstance(command, ActCommand)
    assert [one.values["amount"] for one in command.intent.each] == [5, 3]


@pytest.mark.parametrize("cards", ["туз пик 10 червей", "ТП 10Ч", "AS 10H", "ace of spades 10 of hearts", "Туз Пик 10"])
def test_cards_are_typed_as_the_log_writes_them(cards: str) -> None:
    session = table_with_two("tracker_ukraine_by_night")
    made = perform_line(session, "initiative David,Killer", TypedChance(read_faces(cards)))
    assert isinstance(made, list)
    told = " ".join(story(made[0], session.words))
    assert "ace of spades" in told
    assert "draws 10" in told


@pytest.mark.parametrize("typed", ["ХХ/....", "хх/....", "XX/····", "✕✕/....", "××/....", "●●/○○○○"])
def test_boxes_are_typed_as_rulebooks_print_them(typed: str) -> None:
    session = play(table_with_two("tracker_wod"), f"set David health {typed}", f"add Vera health={typed}")
    assert session.table.state.characters["David"].tracks["health"].marks.startswith("XX/....")
    assert session.table.state.characters["Vera"].tracks["health"].marks.startswith("XX/....")


@pytest.mark.parametrize("word", ["скрыт", "скрыта", "скрытые", "прихована", "hidden"])
def test_somebody_new_is_hidden_in_any_gender(word: str) -> None:
    session = play(memory_session(language="ru"), f"добавить Вера враг {word}")
    (vera,) = session.table.state.characters.values()
    assert vera.hidden
