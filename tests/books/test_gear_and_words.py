"""Things and words of books: a weapon as a row of traits, labels with a word in each language."""

from pathlib import Path

import pytest

from tests.books.test_reading import read
from tests.books.test_reading import told as problems
from tests.books.test_verbs import session_with, told
from tests.tables import sample_rules
from tracker.books import named
from tracker.command.complete import complete
from tracker.command.run import perform_line
from tracker.core.chance import RandomChance
from tracker.core.intents import Refusal
from tracker.opening import NewSession, create_session
from tracker.story import story

BOOK = """\
[gear.club]
name = { en = "Nailed club", ru = "Дубина с гвоздями" }
skill = 7
note = "It sticks"

[creature.orc]
gear = ["club"]
toughness = 9

[creature.champion]
gear = ["club"]
skill = 9

[words.en]
hexed = "under a hex"

[words.ru]
hexed = "порча"
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(BOOK)
    return path


def test_a_thing_sets_its_traits_in_one_act(book: Path) -> None:
    session = session_with(book)
    told(session, "add Ann skill=1")
    lines = told(session, "equip Ann club")
    assert lines[:2] == ["Ann: Nailed club, from the book Mine", "It sticks"]
    assert session.table.state.characters["Ann"].traits["skill"] == 7
    told(session, "undo")
    assert session.table.state.characters["Ann"].traits["skill"] == 1


def test_a_creature_has_its_gear_and_its_own_traits_go_over_it(book: Path) -> None:
    session = session_with(book)
    told(session, "add orc")
    told(session, "add champion")
    people = session.table.state.characters
    assert (people["Orc"].traits["skill"], people["Orc"].traits["toughness"]) == (7, 9)
    assert people["Champion"].traits["skill"] == 9


def test_a_thing_that_no_book_has_is_told_with_the_nearest(book: Path) -> None:
    session = session_with(book)
    told(session, "add Ann")
    with pytest.raises(Refusal) as refused:
        told(session, "equip Ann clubb")
    assert refused.value.reason.values["near"] == "club"


def test_a_misspelt_trait_of_a_thing_is_told_with_its_line(tmp_path: Path) -> None:
    assert problems(read(tmp_path / "b.toml", "[gear.club]\nsklil = 3")) == [
        'FILE, line 2, gear.club.sklil: Unknown key. Did you mean "skill"?'
    ]


@pytest.mark.parametrize(("language", "word"), [("en", "under a hex"), ("ru", "порча")])
def test_a_label_is_called_as_the_book_says(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    new = NewSession("sample", "T", language, {})
    monkeypatch.setattr(named, "NAMED", [book])
    session = create_session(tmp_path / "s.toml", new, sample_rules(), language, RandomChance(1))
    perform_line(session, "add Ann")
    entries = perform_line(session, "condition Ann hexed")
    assert isinstance(entries, list)
    assert word in story(entries[0], session.words)[0]
    session.table.close()


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("add go", ["goblin"]),
        ("add X from=tr", ["troll"]),
        ("encounter c", ["cave"]),
        ("deal fa", ["fate"]),
        ("equip Ann c", []),
    ],
)
def test_what_books_hold_is_completed(line: str, wanted: list[str]) -> None:
    session = session_with()
    assert session.commands is not None
    completion = complete(line, session.commands, session.table.state)
    assert list(completion.candidates) == wanted
    assert line[completion.start :] in line
