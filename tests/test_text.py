"""Words in two languages, counted words, and text that cannot harm a terminal."""

import string
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.languages import LANGUAGES
from tracker.answers import decimal, percent
from tracker.core.messages import Part, Term, message
from tracker.core.sentences import duration
from tracker.languages import language_of, plural_index, words_of
from tracker.text import Words, literal, signed


@pytest.mark.parametrize(
    ("count", "word"),
    [(1, "успех"), (2, "успеха"), (4, "успеха"), (5, "успехов"), (11, "успехов"), (12, "успехов"), (21, "успех"),
     (22, "успеха"), (111, "успехов"), (0, "успехов")],
)  # fmt: skip
def test_russian_counts_take_the_right_form(count: int, word: str) -> None:
    words = Words("ru", lambda language: {"message": {"n": "{n} {n:успех|успеха|успехов}"}})
    assert words.say(message("n", n=count)) == f"{count} {word}"


def test_english_has_two_forms() -> None:
    assert [plural_index("en", count) for count in (0, 1, 2)] == [1, 0, 1]


def test_values_are_inserted_literally_and_never_read_as_a_format() -> None:
    words = Words("en", lambda language: {"message": {"hit": "{who} hits {target}"}})
    assert (
        words.say(message("hit", who="{target}", target="{who.__class__} [red]"))
        == "{target} hits {who.__class__} [red]"
    )


def test_a_missing_sentence_a_missing_value_and_a_missing_word_stay_readable() -> None:
    words = Words("ru", lambda language: {"message": {"half": "{here} {there}"}})
    assert words.say(message("nobody.knows", who="Ann", count=3)) == "nobody.knows: Ann, 3"
    assert words.say(message("half", here=1)) == "1 {there}"
    assert words.term("short_burst") == "short burst"


def test_parts_read_as_a_sum() -> None:
    words = Words("en", lambda language: {"term": {"strength": "Strength"}})
    assert words.parts([Part(Term("strength"), 2), Part("hand", -4), Part("luck", 3)]) == "Strength 2 − hand 4 + luck 3"
    assert signed(-3) == "−3"
    words = Words("en", lambda language: {"term": {"strength": "Strength"}, "message": {"pool": "{parts}: {n}"}})
    line = message("pool", parts=(Part(Term("strength"), 2), Part("hand", -4)), n=-2)
    assert words.say(line) == "Strength 2 − hand 4: −2"


def test_means_have_two_places_and_the_minus_of_the_log() -> None:
    words = Words("en")
    assert [decimal(words, number) for number in (Fraction(-4, 7), Fraction(3), Fraction(1, 3))] == [
        "−0.57",
        "3.00",
        "0.33",
    ]


def test_both_catalogues_have_the_same_ids_with_the_same_placeholders() -> None:
    english, russian = words_of("en"), words_of("ru")
    for table in ("message", "help"):
        assert english[table].keys() == russian[table].keys()
        for key in english[table]:
            assert placeholders(english[table][key]) == placeholders(russian[table][key]), key
    assert english["term"].keys() == {key for key in russian["term"] if not key.startswith("argparse:")}


def test_counted_words_have_two_english_and_three_russian_forms() -> None:
    for language, wanted in (("en", 2), ("ru", 3)):
        for key, text in words_of(language)["message"].items():
            for _, _, form, _ in string.Formatter().parse(text):
                assert "|" not in (form or "") or form.count("|") == wanted - 1, (language, key)


def placeholders(text: str) -> set[str]:
    return {name for _, name, form, _ in string.Formatter().parse(text) if name and "|" not in (form or "")}


@given(st.text())
def test_nothing_that_a_terminal_obeys_gets_through(text: str) -> None:
    shown = literal(text)
    assert not any(ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0 for sign in shown)
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u2028\u2029")
    assert len(shown) == len(text)
    assert literal(shown) == shown


def test_ordinary_text_of_any_script_is_left_alone() -> None:
    for text in ("Bob [red]", "Дракула", "🧛‍♀️ Mina", "龍", "[/]"):
        assert literal(text) == text


@pytest.mark.parametrize(
    ("name", "language"), [("ru_RU.UTF-8", "ru"), ("ru", "ru"), ("de_DE", "en"), ("C", "en"), (None, "en")]
)
def test_the_locale_chooses_the_language(name: str | None, language: str) -> None:
    assert language_of(name) == language
    assert language in LANGUAGES


@pytest.mark.parametrize(
    ("language", "mean", "chance", "rare", "time", "names"),
    [
        ("en", "−1.67", "83.2%", "<0.1%", "2 hours 30 minutes", "Ann, Bob and Eve"),
        ("ru", "−1,67", "83,2\N{NO-BREAK SPACE}%", "<0,1\N{NO-BREAK SPACE}%", "2 часа 30 минут", "Ann, Bob и Eve"),
    ],
)
def test_numbers_times_and_lists_are_written_as_the_language_writes_them(
    language: str, mean: str, chance: str, rare: str, time: str, names: str
) -> None:
    words = Words(language, lambda _: {"message": {"t.list": "{list:and}"}})
    assert decimal(words, Fraction(-5, 3)) == mean
    assert percent(words, Fraction(832, 1000)) == chance
    assert percent(words, Fraction(1, 10_000)) == rare
    assert words.say(duration(9000)) == time
    assert words.say(message("t.list", list=("Ann", "Bob", "Eve"))) == names
    assert words.say(message("t.list", list=("Ann",))) == "Ann"
