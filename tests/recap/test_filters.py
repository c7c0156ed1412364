"""One filter language: each word narrows what is found, in any language of the program, and a slip is told."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.languages import LANGUAGES
from tests.tables import memory_session, play
from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.opening import Session, review_session
from tracker.recap.filters import KEY_TERM, KEYS, KIND_TERM, Filter, Told, quoted
from tracker.recap.kinds import KINDS
from tracker.recap.steps import steps_of
from tracker.resources import examples_folder
from tracker.story import story
from tracker.text import Words


@pytest.fixture(scope="module")
def session() -> Session:
    return play(
        memory_session(), "add David ally skill=3", 'add "Thug 1" foe', 'add "Thug 12" foe',
        'initiative David=13 "Thug 1"=9 "Thug 12"=5', "next",
        "attack Thug-1 by=David", "damage Thug-12 3", "note He breaks the window at 12:30", "scene The old warehouse",
        "set David skill=4",
    )  # fmt: skip


def found(session: Session, text: str) -> list[int]:
    names = [person.name for person in session.table.state.characters.values()]
    chosen = Filter(text, session.words, names)
    return [step.number for step in steps_of(session.table.history) if chosen.takes(step)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", list(range(1, 11))),
        ("window", [8]),
        ("WINDOW breaks", [8]),
        ("12:30", [8]),
        ("kind:note", [8]),
        ("kind:note,time", [5, 8, 9]),
        ("kind:not", [8]),
        ("not:note kind:note", []),
        ("not:kind:note entry:8-9", [9]),
        ("entry:8-", [8, 9, 10]),
        ("entry:2", [2]),
        ("by:David", [6]),
        ("by:dav", [6]),
        ("on:Thug 1", [2, 4, 6]),
        ('who:"Thug 1"', [2, 4, 6]),
        ("who:Thug 12", [3, 4, 7]),
        ("scene:2", [9, 10]),
        ("scene:warehouse", [9, 10]),
        ("scene:old not:who:David", [9]),
        ("kind:hand", [10]),
        ("вид:заметка", [8]),
        ("кто:David вид:вручную", [10]),
        ("не:заметка запись:8-9", [9]),
        ("r1 kind:damage", [7]),
        ("round:1 kind:damage", [7]),
        ("text:window", [8]),
        ("text:window:", []),
    ],
)
def test_a_filter_finds(session: Session, text: str, numbers: list[int]) -> None:
    assert found(session, text) == numbers


@pytest.mark.parametrize(
    ("text", "near"), [("kind:dmage", "damage"), ("knid:damage", "kind"), ("round:three", "3-5"), ("вид:уроны", "урон")]
)
def test_a_slip_is_told_with_what_would_be_right(session: Session, text: str, near: str) -> None:
    words = Words("ru" if text.startswith("вид") else "en")
    with pytest.raises(Refusal) as refused:
        Filter(text, words)
    assert near in words.say(refused.value.reason)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_and_kind_is_understood_in_its_language(session: Session, language: str) -> None:
    words = Words(language)
    for key in KEYS:
        value = {"kind": words.term(KIND_TERM + "note"), "round": "1", "entry": "1"}.get(key, "x")
        assert Filter(f"{words.term(KEY_TERM + key)}:{value}", words).words[0].key == key
    for kind in KINDS:
        assert Filter(f"{words.term(KEY_TERM + 'kind')}:{words.term(KIND_TERM + kind)}", words).words[0].values == (
            kind,
        )
        assert Filter(f"{words.term(KEY_TERM + 'not')}:{words.term(KIND_TERM + kind)}", words).words[0].negated


@given(st.text(max_size=40))
def test_any_text_is_a_filter_or_is_refused_in_a_sentence(text: str) -> None:
    words = Words("en")
    try:
        Filter(text, words, ("Thug 1", "A (b"))
        told = "understood"
    except Refusal as refusal:
        told = words.say(refusal.reason)
    assert told
    assert not told.startswith(("filter.", "command."))


def test_a_name_of_several_words_is_one_value() -> None:
    assert quoted("Thug 1") == '"Thug 1"'
    assert quoted("David") == "David"


PAGE = Path(__file__).parents[2] / "docs" / "review.md"


@pytest.fixture(scope="module")
def example() -> Session:
    return review_session(examples_folder() / "example-fight.toml", (), "en")


@pytest.mark.parametrize("text", re.findall(r"^\| `([^`]+)` \| [^|]*\|$", PAGE.read_text("utf-8"), re.MULTILINE)[:13])
def test_each_filter_of_the_guide_finds_some_entries_and_not_all(text: str, example: Session) -> None:
    numbers = found(example, text)
    assert 0 < len(numbers) < len(example.table.history.entries)


def test_what_entries_tell_is_made_once_for_all_letters_and_again_where_an_entry_has_changed(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(entry: Entry, words: Words) -> list[str]:
        made.append(entry.number)
        return story(entry, words)

    monkeypatch.setattr("tracker.recap.filters.story", counted)
    told = Told(session.words)
    steps = list(steps_of(session.table.history))
    for text in ("w", "wi", "win"):
        chosen = Filter(text, session.words, told=told)
        assert sum(chosen.takes(step) for step in steps)
    assert made == [step.number for step in steps]
    changed = replace(steps[7], entry=replace(steps[7].entry, do="note the window is whole"))
    assert Filter("whole", session.words, told=told).takes(changed)
