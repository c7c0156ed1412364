"""Books are read entry by entry: what is wrong is told with its line, its key and the nearest right word."""

from pathlib import Path

import pytest
import tomli_w
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.tables import sample_rules
from tracker.books.contents import Book
from tracker.books.files import MOST_BYTES
from tracker.books.reading import BookReader
from tracker.command.values import Ways
from tracker.text import Words

TEN_LINES = """\
for = "sample"

[creature.thug]
name = "Thug"
side = "foe"
skill = 3

[encounter.alley]
people = { thug = 2 }
"""


def read(path: Path, text: str | bytes) -> Book:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    rules = sample_rules()
    return BookReader(rules, Ways(Words("en", rules.catalogue))).read(path)


def told(book: Book) -> list[str]:
    rules = sample_rules()
    words = Words("en", rules.catalogue)
    return [words.say(problem.told()).replace(str(book.path), "FILE") for problem in book.problems]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def test_a_book_of_ten_lines_is_whole(path: Path) -> None:
    book = read(path, TEN_LINES)
    assert told(book) == []
    assert book.creatures["thug"].given == {"kind": "creature", "side": "foe", "skill": 3}
    assert [(group.creature, group.count) for group in book.encounters["alley"].groups] == [("thug", 2)]


def test_traits_kinds_and_sides_may_be_written_in_either_language(path: Path) -> None:
    text = '[creature.thug]\n"имя" = "Громила"\n"сторона" = "враг"\n"умение" = 3\n'
    english = read(path, text.replace("имя", "name").replace("сторона", "side").replace("умение", "skill"))
    rules = sample_rules()
    skill = Words("ru", rules.catalogue).term("skill")
    assert read(path, text.replace("умение", skill)).creatures["thug"].given == english.creatures["thug"].given


MISTAKES = {
    "a trait that is misspelt": (
        "[creature.orc]\nsklil = 3",
        'FILE, line 2, creature.orc.sklil: Unknown key. Did you mean "skill"?',
    ),
    "a key of every creature that is misspelt": (
        "[creature.orc]\nnmae = 'x'",
        'FILE, line 2, creature.orc.nmae: Unknown key. Did you mean "name"?',
    ),
    "a number that is a text": (
        "[creature.orc]\n\nskill = 'high'",
        'FILE, line 3, creature.orc.skill: skill: "high" is not a whole number',
    ),
    "a number out of its bounds": (
        "[creature.orc]\nskill = 99",
        "FILE, line 2, creature.orc.skill: skill must be 0–20",
    ),
    "a kind that is not there": (
        "[creature.orc]\nkind = 'creatur3'",
        'FILE, line 2, creature.orc.kind: Unknown kind "creatur3". Did you mean "creature"?',
    ),
    "an id that means something else behind add": (
        "[creature.Foe]\nskill = 1",
        "FILE, line 1, creature.Foe: Foe means something else after add. Choose another id",
    ),
    "a trait that is given twice": (
        "[creature.orc]\nskill = 3\nSkill = 4",
        "FILE, line 3, creature.orc.Skill: skill is given twice",
    ),
    "a condition that is misspelt": ("[creature.orc]\nconditions = ['bleeeding']", "bleeding"),
    "a fraction": ("[creature.orc]\nskill = 1.5", "FILE, line 2, creature.orc.skill: Must be a whole number"),
    "a switch that is a text": (
        "[creature.orc]\nhidden = 'yes'",
        "FILE, line 2, creature.orc.hidden: Must be true or false",
    ),
    "an entry that is no table": (
        "[creature]\norc = 3",
        "FILE, line 2, creature.orc: Must be a table with keys of its own",
    ),
    "a section that is no table": ("creature = 3", "FILE, line 1, creature: Must be a table with keys of its own"),
    "a section that is misspelt": (
        "[creatures.orc]\nskill = 3",
        'FILE, line 1, creatures: Unknown key. Did you mean "creature"?',
    ),
    "a group with too many": (
        "[encounter.a]\npeople = { orc = 900 }",
        "FILE, line 2, encounter.a.people.orc: Must be at most 200",
    ),
    "a misspelt key of a group": (
        "[encounter.a.people]\norc = { cuont = 2 }",
        'FILE, line 2, encounter.a.people.orc.cuont: Unknown key. Did you mean "count"?',
    ),
    "an encounter without people": ("[encounter.a]\nname = 'x'", "FILE, line 1, encounter.a.people: people is missing"),
    "an encounter with nobody": ("[encounter.a]\npeople = {}", "FILE, line 2, encounter.a.people: Must not be empty"),
    "a table without rows": ("[table.t]\nrows = []", "FILE, line 2, table.t.rows: Must not be empty"),
    "rows that do not begin where the dice do": (
        "[table.t]\ndice = '2d6'\nrows = [{ on = 3, text = 'x' }]",
        "FILE, line 3, table.t.rows.0: This row begins at 3. It should begin at 2",
    ),
    "rows that end before the dice do": (
        "[table.t]\ndice = '1d4'\nrows = ['a', 'b']",
        "FILE, line 3, table.t.rows: The rows end before 1d4 does. Rows for 3–4 are missing",
    ),
    "dice that are none": (
        "[table.t]\ndice = 'two'\nrows = ['a']",
        'FILE, line 2, table.t.dice: Didn\'t understand the dice "two". Write them like 2d6+3',
    ),
    "a card that is there twice": (
        "[deck.d]\ncards = ['a', 'b', 'a']",
        "FILE, line 2, deck.d.cards.2: The card a is there twice",
    ),
    "no TOML": ("[creature.orc\n", "FILE: "),
    "no UTF-8": (b"# \xff\n", "FILE: "),
}


@pytest.mark.parametrize(("text", "wanted"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_place(path: Path, text: str | bytes, wanted: str) -> None:
    [line] = told(read(path, text))
    assert wanted in line


def test_the_rest_of_a_book_with_mistakes_serves(path: Path) -> None:
    book = read(path, f"{TEN_LINES}\n[creature.orc]\nsklil = 3\n")
    assert list(book.creatures) == ["thug"]
    assert list(book.broken) == ["orc"]
    assert book.encounters


def test_a_book_for_another_ruleset_holds_nothing_here(path: Path) -> None:
    book = read(path, TEN_LINES.replace('"sample"', '"chess"'))
    assert (book.ruleset, sum(book.counts), told(book)) == ("chess", 0, [])


# ---------------------------------------------------------------------- hostile files

HOSTILE = {
    "nested deep": "a = " + "[" * 5000 + "]" * 5000,
    "nested deep in a table": "[creature.orc]\nskill = " + "{a = " * 200 + "1" + "}" * 200,
    "too large": "#" * (MOST_BYTES + 1),
    "a table that is its own row": "[table.a]\nrows = ['{a}']",
    "a name that is too long": f"[creature.orc]\nname = '{'x' * 5000}'",
    "a number that is too long": f"[creature.orc]\nskill = {'9' * 400}",
    "a date": "[creature.orc]\nskill = 2026-01-01",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_gets_one_line(path: Path, text: str) -> None:
    assert len(told(read(path, text))) == 1


def test_tables_that_lead_in_a_circle_are_left_out(path: Path) -> None:
    book = read(path, "[table.a]\nrows = ['{b}']\n[table.b]\nrows = ['{a}']\n[table.c]\nrows = ['x']")
    assert list(book.tables) == ["c"]
    assert len(book.problems) == 2


def test_markup_stays_as_it_is_and_control_characters_cannot_reach_a_terminal(path: Path) -> None:
    book = read(path, '[creature.orc]\nname = "[red]\\u001b[2J\\u202eOrc"\nnote = "\\u0007"')
    assert dict(book.creatures["orc"].names) == {"": "[red]␛[2J�Orc"}
    assert dict(book.creatures["orc"].notes) == {"": "␇"}


_keys = st.sampled_from(
    ["name", "kind", "side", "skill", "hits", "people", "rows", "cards", "conditions", "dice", "text", "on", "traits",
     "tracks", "pools", "id", "data", "note", "from", "count", "orc", "x"]
)  # fmt: skip
_leaves = st.one_of(
    st.integers(-5, 50), st.booleans(), st.text(max_size=8), st.floats(), st.sampled_from(["creature", "1d4", "{a}"])
)
_values = st.recursive(
    _leaves, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_keys, inner, max_size=4))
)
_sections = st.dictionaries(
    st.sampled_from(["creature", "encounter", "table", "deck", "person", "campaign", "title", "for"]),
    st.one_of(_values, st.dictionaries(_keys, _values, max_size=2)),
)


@trying(25, HealthCheck.function_scoped_fixture)
@given(_sections)
def test_no_file_brings_the_reader_down(tmp_path: Path, document: dict[str, object]) -> None:
    book = read(tmp_path / "any.toml", tomli_w.dumps(document))
    assert all(isinstance(line, str) for line in told(book))
