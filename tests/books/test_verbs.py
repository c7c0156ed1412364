"""What books bring into a session: one act, one undo, in the session's file so that it replays without the book."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tests.tables import memory_session, play, sample_rules
from tracker.books import named
from tracker.books.contents import Source
from tracker.books.library import Library
from tracker.command.commands import ActCommand
from tracker.command.parse import CommandSet
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance, TypedChance
from tracker.core.expressions import NoExpression, read_expression
from tracker.core.history import History
from tracker.core.intents import Refusal
from tracker.core.state import State
from tracker.languages import dice_letters
from tracker.names import folded
from tracker.opening import NewSession, Session, create_session, engine_for, load_rules, review_session
from tracker.rules.facade import Rules
from tracker.story import story
from tracker.table import Table
from tracker.text import Words


def session_with(*books: Path) -> Session:
    """A session in memory with the sample's own book and these."""
    bare = memory_session()
    rules = bare.table.rules
    assert rules is not None
    words = bare.words
    sources = [*map(Source, books), *(Source(path, is_shipped=True) for path in rules.books)]
    spell = CommandSet(rules, words).spell
    commands = CommandSet(rules, words, Library(rules, spell, "en", lambda: sources))
    history = History(State(options=bare.header.options))
    table = Table(history, rules, bare.table._journal, words, RandomChance(1), engine_for(rules, commands))
    return Session(bare.path, bare.header, table, words, commands)


def told(session: Session, line: str, *faces: int | str) -> list[str]:
    entries = perform_line(session, line, TypedChance(faces) if faces else None)
    assert isinstance(entries, list)
    return [text.removesuffix(" · typed") for entry in entries for text in story(entry, session.words)]


def test_the_id_of_a_creature_means_the_creature_and_the_answer_says_so() -> None:
    session = session_with()
    assert told(session, "add goblin count=3")[-2] == "Goblin 1, Goblin 2, Goblin 3: Goblin, from the book Hit Points"
    goblin = session.table.state.characters["Goblin 3"]
    assert (goblin.side, goblin.traits["skill"], goblin.pools["hits"].value) == ("foe", 2, 6)
    assert session.table.history.entries[-1].do == "add Goblin kind=creature count=3 from=goblin"


@pytest.mark.parametrize("line", ["add Goblin", 'add "goblin"', "add gobli", "add goblin-like"])
def test_any_other_name_is_only_a_name(line: str) -> None:
    session = session_with()
    told(session, line)
    [person] = session.table.state.characters.values()
    assert person.side == ""


def test_what_is_typed_goes_over_what_the_book_says() -> None:
    session = session_with()
    told(session, 'add "Jack the Knife" from=goblin skill=9 side=ally note=scarred')
    jack = session.table.state.characters["Jack the Knife"]
    assert (jack.traits["skill"], jack.traits["toughness"], jack.side, jack.note) == (9, 6, "ally", "scarred")


def test_a_name_that_is_no_creature_is_refused_with_the_nearest() -> None:
    with pytest.raises(Refusal) as refused:
        told(session_with(), "add X from=gobling")
    assert refused.value.reason.values["near"] == "Goblin"


@pytest.mark.parametrize("line", ["add X from=orc", "add orc", "encounter orcs"])
def test_an_entry_that_its_book_holds_wrongly_is_refused_with_the_place(tmp_path: Path, line: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[creature.orc]\nsklil = 3\n[encounter.orcs]\npeople = { orc = 2 }")
    with pytest.raises(Refusal) as refused:
        told(session_with(path), line)
    assert refused.value.reason.values["line"] == 2


def test_a_book_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    session = session_with(path)
    told(session, "add orc")
    path.write_text("[creature.orc]\nname = 'Orc'\nskill = 3\n")
    told(session, "add orc")
    assert session.table.state.characters["Orc"].traits["skill"] == 3


def test_who_joins_by_a_name_that_stands_in_no_book_waits_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_with()
    monkeypatch.setattr("tracker.books.reading.BookReader.read", lambda *_, **__: pytest.fail("a book is read"))
    told(session, "add Vera")
    assert "Vera" in session.table.state.characters


def test_a_creature_whose_id_is_written_in_other_signs_is_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[creature."\\u006frc"]\nskill = 3\n')
    session = session_with(path)
    told(session, "add orc")
    assert [person.traits["skill"] for person in session.table.state.characters.values()] == [3]


def test_an_encounter_brings_everybody_its_scene_and_what_is_hidden_in_one_act() -> None:
    session = session_with()
    before = session.table.state
    told(session, "encounter cave")
    state = session.table.state
    assert list(state.characters) == ["Goblin 1", "Goblin 2", "Goblin 3", "Troll"]
    assert state.scene_name == "The cave"
    troll = state.characters["Troll"]
    assert troll.hidden
    assert sorted(troll.conditions) == ["bleeding", "dazzled"]
    told(session, "undo")
    assert session.table.state == before


def test_a_session_replays_without_the_book_it_was_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tmp_path / "mine.toml"
    book.write_text('[creature.orc]\nname = "Orc"\nskill = 3\n[deck.d]\ncards = ["a", "b"]\n')
    rules = sample_rules()
    path = tmp_path / "s.toml"
    monkeypatch.setattr(named, "NAMED", [book])
    session = create_session(path, NewSession("sample", "T", "en", {}), rules, "en", RandomChance(1))
    play(session, "add orc count=2", "deal d", "dice 2d6+3", "encounter cave")
    state = session.table.state
    session.table.close()
    book.unlink()
    assert review_session(path, [], "en").table.state == state


# ---------------------------------------------------------------------- tables and decks


def test_a_row_names_other_tables_and_dice() -> None:
    session = session_with()
    assert told(session, "deal omens", 2, 3, 4) == ["(hidden) Omens: Thunder: fog (2)"]
    assert told(session, "deal omens", 4, 6, 5) == ["(hidden) Omens: 11 rats (4)"]


def test_a_deck_outlives_scenes_and_deals_no_card_twice_until_it_is_shuffled() -> None:
    session = session_with()
    told(session, "deal fate 2", "Sun", "Moon")
    told(session, "scene")
    assert told(session, "deal fate public", "Star") == ["Fate deals Star; cards left: 0"]
    with pytest.raises(Refusal):
        told(session, "deal fate")
    told(session, "deal fate shuffle")
    told(session, "deal fate 3", "Star", "Moon", "Sun")
    told(session, "undo")
    assert told(session, "deal fate 3", "Sun", "Moon", "Star")


def test_a_card_of_several_words_is_typed_with_hyphens(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[deck.tarot]\ncards = ["The Tower", "The Star"]')
    session = session_with(path)
    assert told(session, "deal tarot 2", "the-star", "The-Tower") == [
        "(hidden) Tarot deals The Star, The Tower; cards left: 0"
    ]
    assert session.table.history.entries[-1].do == 'deal tarot count=2 faces="The-Star The-Tower"'


def test_what_is_dealt_is_the_game_masters_unless_it_is_public() -> None:
    session = session_with()
    told(session, "deal omens")
    told(session, "deal omens public")
    told(session, "dice 2d6")
    told(session, "dice secret 2d6")
    assert [entry.hidden for entry in session.table.history.entries] == [True, False, False, True]


def test_tables_of_two_books_that_lead_in_a_circle_are_refused(tmp_path: Path) -> None:
    for name, text in (("one", "[table.a]\nrows = ['{b}']"), ("two", "[table.b]\nrows = ['{a}']")):
        (tmp_path / f"{name}.toml").write_text(text)
    with pytest.raises(Refusal):
        told(session_with(tmp_path / "one.toml", tmp_path / "two.toml"), "deal a")


def test_tables_that_multiply_end_soon(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    rows = "\n".join(f"[table.t{number}]\nrows = ['{{t{number + 1}}} {{t{number + 1}}}']" for number in range(40))
    path.write_text(f"{rows}\n[table.t40]\nrows = ['x']")
    with pytest.raises(Refusal):
        told(session_with(path), "deal t0")


# ---------------------------------------------------------------------- dice


def test_dice_add_up_and_keep_their_faces() -> None:
    session = session_with()
    assert told(session, "dice 2d6+3", 4, 5) == ["2d6+3: 4, 5 = 12"]
    assert told(session, 'dice 2d6 + 1d8 - 2 text="falling rocks"', 1, 2, 8) == [
        "falling rocks: 2d6+1d8-2: 1, 2, 8 = 9"
    ]
    assert session.table.history.entries[0].do == 'dice 2d6+3 faces="4 5"'


@pytest.mark.parametrize("text", ["", "six", "2d", "d0", "0d6", "2d6+", "1001d6", "2d6d6", "9" * 300 + "d6", "3"])
def test_what_is_not_dice_is_refused(text: str) -> None:
    with pytest.raises(NoExpression):
        read_expression(text, dice_letters())


@pytest.mark.parametrize("text", ["2d6+3", "2к6+3", " 2d6 + 3 ", "2Д6+3"])
def test_dice_are_read_as_people_write_them(text: str) -> None:
    expression = read_expression(text, dice_letters())
    assert (expression.written(), expression.least, expression.most, expression.mean) == ("2d6+3", 5, 15, 10)


def test_the_chances_of_dice_are_exact() -> None:
    chances = read_expression("2d6-1").chances()
    assert chances is not None
    assert sum(chances.values()) == 1
    assert chances[6] == Fraction(6, 36)
    assert sum(total * chance for total, chance in chances.items()) == read_expression("2d6-1").mean


@pytest.mark.parametrize(
    ("line", "chances"),
    [("dice 1d4", [Fraction(1, 4)] * 4), ("deal fate", [Fraction(1, 3)] * 3), ("deal weather", [15, 15, 6])],
)
def test_odds_are_told_before_anything_is_rolled(line: str, chances: list[Fraction]) -> None:
    session = session_with()
    assert session.commands is not None
    command = session.commands.parse(line, session.table.state)
    assert isinstance(command, ActCommand)
    found = session.table.odds(command.intent)
    assert found is not None
    wanted = [Fraction(one, 36) if isinstance(one, int) else one for one in chances]
    assert [chance for _, chance in found.events] == wanted
    assert not session.table.history.entries


# ---------------------------------------------------------------------- words

NEW_VERBS = ("encounter", "deal", "dice", "equip", "keep", "bring", "copy", "import")
SHIPPED = ("world-of-darkness", "vtm5", "night-wanderers", "ukraine-by-night")


@pytest.mark.parametrize("ruleset", SHIPPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_verb_of_books_takes_a_word_of_a_shipped_ruleset(ruleset: str, language: str) -> None:
    rules: Rules = load_rules(ruleset, (), ())
    words = Words(language, rules.catalogue)
    taken = {folded(way) for action in rules.actions for way in words.spellings_in_all(f"verb.{action}")}
    own = {folded(way) for verb in NEW_VERBS for way in words.spellings_in_all(f"verb.{verb}")}
    assert not own & taken
    assert set(NEW_VERBS) <= rules.verbs.keys()
