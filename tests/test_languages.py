"""A language is a folder of data: nothing in the source names one, and a user's own is as good as a shipped one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.languages import LANGUAGES
from tests.sources import nodes_of
from tests.tables import sample_rules
from tracker import languages as known
from tracker.core.messages import message
from tracker.languages import codes, fallbacks, forget, languages, plain, plural_index, problems, user_folder, words_of
from tracker.names import folded
from tracker.text import Words
from tracker.ui.keys import twins

ROOT = Path(__file__).resolve().parents[1]
SIGNS_THAT_LOOK_ALIKE = ("lookalikes.py", "values.py")
"""Modules that know which letters of any script are taken for which others."""
CYRILLIC = re.compile("[\u0400-\u04ff]")
SOURCES = sorted(path for folder in ("tracker", "plugins") for path in (ROOT / folder).rglob("*.py"))

POLISH = """
name = "polski"
english = "Polish"
fallback = "en"
decimal = ","
folds = ["ł>l", "ó>o"]

[plural]
one = "i = 1 and v = 0"
few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
many = ""
"""


@pytest.fixture
def own_words() -> Iterator[Path]:
    """The folder of the user's own words, in a home of its own; what was read from it is forgotten again."""
    folder = user_folder()
    folder.mkdir(parents=True)
    forget()
    yield folder
    for path in folder.rglob("*.toml"):
        path.unlink()
    forget()


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    forget()
    return path


def test_no_source_names_a_language_or_speaks_one() -> None:
    named = {name for one in languages().values() for name in (one.code, one.name, one.english)}
    assert len(SOURCES) > 400
    wrong = {}
    for path in SOURCES:
        texts = set(texts_in(path))
        spoken = set() if path.name in SIGNS_THAT_LOOK_ALIKE else set(filter(CYRILLIC.search, texts))
        if texts & named or spoken:
            wrong[str(path.relative_to(ROOT))] = texts & named | spoken
    assert wrong == {}


def texts_in(path: Path) -> Iterator[str]:
    """The texts of a source but for its docstrings."""
    docstrings = set()
    for node in nodes_of(path.read_text("utf-8")):
        if isinstance(node, ast.Expr):
            docstrings.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("n = 1", (1,)),
        ("n % 10 = 2..4 and n % 100 != 12..14", (2, 3, 4, 22, 34, 104)),
        ("n % 100 = 3..10", (3, 10, 103, 110)),
        ("n = 0,1 or n % 100 = 11..19", (0, 1, 11, 19)),
        ("v = 0 and i % 10 = 1 and i % 100 != 11", (1, 21, 101)),
        ("n % 10 = 6 or n % 10 = 9 or n % 10 = 0 and n != 0", (6, 9, 10, 16, 20)),
        ("v != 0", ()),
    ],
)
def test_rules_of_cldr_choose_the_category(rule: str, numbers: tuple[int, ...]) -> None:
    holds = known._condition(rule)
    found = {number for number in range(120) if holds(number)}
    assert set(numbers) <= found
    assert bool(found) is bool(numbers)
    assert len(found) < 60


@pytest.mark.parametrize("rule", ["n is 1", "x = 1", "n % = 1", "n = one", "n % 0 = 1"])
def test_a_rule_that_cannot_be_read_is_told(rule: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        known._condition(rule)


def test_heads_say_how_languages_write() -> None:
    for language in languages().values():
        assert language.name
        assert language.english.isascii()
        assert len(language.quotes) == 2
        assert language.plural[-1][1] == ""
    assert [code for code in codes() if not languages()[code].fallback] == [known.common_language()]


def test_a_language_of_the_user_s_is_spoken_counted_and_typed(own_words: Path) -> None:
    write(own_words, "pl/language.toml", POLISH)
    write(own_words, "pl/log.toml", '[message]\n"t.x" = "{n} {n:sukces|sukcesy|sukcesów}"\n[term]\nundo = "cofnij"\n')
    words = Words("pl", sample_rules().catalogue)
    assert [words.say(message("t.x", n=n)) for n in (1, 2, 5, 22)] == [
        "1 sukces",
        "2 sukcesy",
        "5 sukcesów",
        "22 sukcesy",
    ]
    assert words.verb("undo") == "cofnij"
    assert words.verb("redo") == Words("en").verb("redo")
    assert "cofnij" in Words("ru").spellings_in_all("verb.undo")
    assert plain("Żółw Łódź") == "żolw lodź"
    assert "pl" in codes()


def test_a_head_that_is_written_again_holds_at_once_for_all_that_depends_on_it(own_words: Path) -> None:
    write(own_words, "pl/language.toml", 'name = "polski"\nfallback = "en"\nkeyboards = ["ĸ"]\n')
    assert plural_index("pl", 2) == 0
    assert folded("Łódź") != "lodź"
    assert twins().get("ß") is None
    write(own_words, "pl/language.toml", POLISH.replace("[plural]", 'keyboards = ["ß"]\n[plural]'))
    assert plural_index("pl", 2) == 1
    assert folded("Łódź") == "lodź"
    assert twins()["ß"] == languages()["en"].keyboards[0][0]


def test_counted_words_of_a_sentence_that_another_language_lends_are_chosen_as_there(own_words: Path) -> None:
    write(own_words, "pl/language.toml", POLISH.replace('fallback = "en"', 'fallback = "ru"'))
    words = Words("pl", lambda code: {"message": {"t.y": "{n} {n:успех|успеха|успехов}"}} if code == "ru" else {})
    assert fallbacks("pl") == ("en", "ru", "pl")
    assert words.say(message("t.y", n=21)) == "21 успех"
    assert plural_index("pl", 21) == 2


def test_the_user_s_words_count_over_ours_also_those_of_a_ruleset(own_words: Path) -> None:
    write(own_words, "en/mine.toml", '[term]\nundo = "take back"\n')
    write(own_words, "en/coterie_sample/mine.toml", '[term]\nblunt = "dull"\n')
    words = Words("en", sample_rules().catalogue)
    assert (words.verb("undo"), words.term("blunt")) == ("take back", "dull")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en/mine.toml", "[term\n"),
        ("en/mine.toml", "term = 1"),
        ("en/mine.toml", "[term]\nundo = 3"),
        ("pl/language.toml", 'name = ""'),
        ("pl/language.toml", 'name = "polski"\nplural = 3'),
        ("pl/language.toml", 'name = "polski"\n[plural]\none = "n is 1"\nother = ""'),
        ("en/rules.toml", '["X-1"]\ntitle = "only a title"'),
    ],
)
def test_a_broken_file_of_the_user_s_is_told_and_stands_in_nobodys_way(own_words: Path, name: str, text: str) -> None:
    path = write(own_words, name, text)
    assert Words("en").verb("undo") == "undo"
    known.package_rules(known.own_folder(), "en", "")
    assert [problem.path for problem in problems()] == [path]
    assert set(LANGUAGES) <= set(codes())


def test_all_that_our_languages_hold_is_texts() -> None:
    for code in LANGUAGES:
        for table, entries in words_of(code).items():
            assert all(isinstance(text, str) for text in entries.values()), (code, table)
