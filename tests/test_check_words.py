"""`tools/check_words.py` notices each way in which a catalogue can be badly spoken, unfinished or too long."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
import tomli

from tests.languages import LANGUAGES
from tools import check_words
from tools.check_words import LOOKED_FOR, Finding, Text, between, distinct, findings, labels, texts_of
from tracker.languages import Language, languages, words_of

LOCALE = check_words.ROOT / "tracker" / "locale"
TABLES = tomli.loads(LOOKED_FOR.read_text("utf-8"))


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the program's own words, to be spoilt."""
    monkeypatch.setattr(check_words, "ROOT", tmp_path)
    shutil.copytree(LOCALE, tmp_path / "locale")
    return tmp_path / "locale"


def add(locale: Path, language: str, table: str, entries: Mapping[str, str]) -> None:
    lines = [f"[{table}]", *(f'"{key}" = "{text}"' for key, text in entries.items())]
    (locale / language / "zz.toml").write_text("\n".join(lines), "utf-8")


def told(language: str, text: str, table: str = "message", key: str = "refused.x") -> list[str]:
    one = Text(LOCALE / language / "zz.toml", language, table, key, text)
    checks = (check_words.patterns, check_words.latin, check_words.forms, check_words.widths)
    return [finding.kind for check in checks for finding in check(one, TABLES)]


@pytest.mark.parametrize(
    "text",
    [
        "x is no whole number", "there are: a, b", "a number is wanted", "take back so many", "Begin anew",
        "10 forth", "the token is yours", "the own turn", "Whoever dodges moves", "of whom nobody acts",
        "Somebody is hurt", "what to call him", "where none is given", "While dodging one may move",
        "several get numbers behind the name", "By the game master's word: 3",
    ],
)  # fmt: skip
def test_turns_of_phrase_that_no_native_would_write_are_found(text: str) -> None:
    assert told("en", text) == ["pattern"]


@pytest.mark.parametrize(
    "text", ["There is no book here", "Killer has no jammed weapon", "A wall to stand behind", "Someone waits"]
)  # fmt: skip
def test_plain_english_is_left_alone(text: str) -> None:
    assert told("en", text) == []


@pytest.mark.parametrize(
    "text", ["Нужна ещё 1 грань", "Сделано снова: бросок", "{who}: {what} — всё", "Анна: оглушён", "еще раз", "а – б"]
)
def test_turns_of_phrase_that_no_russian_would_write_are_found(text: str) -> None:
    assert told("ru", text) == ["pattern"]


def test_words_in_latin_letters_are_found_but_for_files_options_and_keys() -> None:
    assert told("ru", "Добавьте weapon=ИМЯ") == ["latin"]
    assert told("ru", "Задайте его командой cover full") == ["latin"]
    assert told("ru", "Ключ --seed, файл red-dawn.toml, клавиша Esc, 2d6 и {word}") == []
    assert told("en", "Add weapon=NAME") == []


def test_counted_words_need_a_form_for_each_category_of_their_language() -> None:
    assert told("en", "{n} {n:box|boxes}") == told("ru", "{n} {n:клетка|клетки|клеток}") == []
    assert told("ru", "{n} {n:клетка|клетки}") == told("en", "{n} {n:box|boxes|boxes}") == ["forms"]


def test_what_does_not_fit_the_screen_is_found() -> None:
    assert told("en", "undo all that has happened", key="ui.hint.undo") == ["width"]


def test_what_one_language_lacks_or_has_otherwise_is_found(locale: Path) -> None:
    first, *others = [languages()[language] for language in LANGUAGES]

    def compared(*others: Language) -> list[Finding]:
        texts = {language.code: list(texts_of(locale, language.code)) for language in (first, *others)}
        return [one for other in others for one in between(locale, texts, first, other)]

    assert compared(*others) == []
    add(locale, first.code, "message", {"zz.one": "{who} waits", "zz.two": "waiting"})
    add(locale, others[0].code, "message", {"zz.one": "{target} ждёт", "zz.three": "ждёт"})
    found = [(one.kind, one.place) for one in compared(others[0])]
    assert found == [("missing", "zz.two"), ("missing", "zz.three"), ("placeholders", "zz.one")]


def test_a_word_for_two_things_and_a_long_gauge_are_found(locale: Path) -> None:
    add(locale, "en", "term", {"zz-blood": "Blood", "zz-vitae": "blood", "zz-long": "Willpower points"})
    texts = list(texts_of(locale, "en"))
    assert [one.place for one in distinct(texts, [["zz-blood", "zz-vitae"]])] == ["zz-vitae"]
    assert [one.place for one in labels(texts, ["zz-blood", "zz-long"])] == ["zz-long"]


def test_what_is_looked_for_names_texts_that_there_are() -> None:
    texts = [
        text
        for folder in check_words.packages(check_words.ROOT)
        for language in languages()
        for text in texts_of(folder, language)
    ]
    terms = {text.key for text in texts if text.table == "term"}
    assert {one for group in TABLES["distinct"]["groups"] for one in group} <= terms
    places = {f"{text.table}:{text.key}" for text in texts}
    assert [one for one in TABLES["widths"] if not any(re.fullmatch(one, place) for place in places)] == []
    for language in languages():
        assert TABLES.get(language, {}).get("exceptions", {}).keys() <= places


def test_every_sentence_of_a_program_is_looked_at() -> None:
    for language in LANGUAGES:
        read = {(text.table, text.key) for text in texts_of(LOCALE, language)}
        for table in ("term", "message", "help"):
            assert {(table, key) for key in words_of(language)[table]} <= read


def test_no_catalogue_holds_what_the_style_forbids() -> None:
    assert [str(one) for one in findings()] == []
