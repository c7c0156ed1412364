"""Who is meant by a word: a whole name before a part of one, and nobody where two might be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import memory_session, play
from tracker.core.intents import Refusal
from tracker.names import Indexed, further_words, is_exact, matches, nearest


def test_a_whole_name_comes_before_a_word_of_a_longer_one() -> None:
    session = play(memory_session(), 'add "Night Guard"', "add Guard", "damage Guard 2")
    hits = {who: character.pools["hits"].value for who, character in session.table.state.characters.items()}
    assert hits == {"Night Guard": 8, "Guard": 6}


def test_a_word_of_two_names_is_refused_and_not_guessed() -> None:
    session = play(memory_session(), 'add "Night Guard"', 'add "Day Guard"')
    with pytest.raises(Refusal) as refused:
        play(session, "damage guard 2")
    assert session.words.say(refused.value.reason) == 'character "guard" could be Night Guard, Day Guard'


def test_names_that_differ_in_case_alone_are_told_apart_by_it() -> None:
    spellings = {"Bob": ["Bob"], "bob": ["bob"]}
    assert [matches(typed, spellings) for typed in ("Bob", "bob", "BOB")] == [["Bob"], ["bob"], ["Bob", "bob"]]


def test_an_id_comes_before_the_same_word_in_the_readers_language() -> None:
    assert matches("hit", {"stroke": ["stroke", "hit"], "hit": ["hit", "blow"]}) == ["hit"]


ways = st.lists(st.text("aAbB 1-", min_size=1, max_size=6), min_size=1, max_size=3)
spelled = st.dictionaries(st.text("aB-1", min_size=1, max_size=4), ways, max_size=6)


@given(spelled, st.text("aAbB 1-", max_size=5), st.lists(st.text("aAbB1", min_size=1, max_size=3), max_size=3))
def test_looking_names_up_finds_what_going_through_them_finds(
    spellings: dict[str, list[str]], typed: str, following: list[str]
) -> None:
    indexed = Indexed(spellings)
    assert matches(typed, indexed) == matches(typed, spellings)
    assert is_exact(typed, indexed) == is_exact(typed, spellings)
    assert further_words(typed, following, indexed) == further_words(typed, following, spellings)


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("strenght", "strength"), ("agravated", "aggravated"), ("добвить", "добавить"), ("undu", "undo"),
        ("sunlight", "direct sunlight"), ("initative", "initiative"),
    ],
)  # fmt: skip
def test_a_slip_is_answered_with_the_word_that_was_meant(typed: str, near: str) -> None:
    assert nearest(typed, {near: [near]}) == near


@pytest.mark.parametrize(
    ("typed", "other"),
    [("exit", "next"), ("пора", "спор"), ("уклонение", "лечение"), ("бить", "добавить"), ("драка", "Наука"),
     ("using", "single"), ("half", "Health"), ("удалить", "добавить")],
)  # fmt: skip
def test_a_word_that_only_sounds_alike_is_not_offered(typed: str, other: str) -> None:
    assert nearest(typed, {other: [other]}) == ""
