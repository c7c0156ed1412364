"""Numbers of a sheet in words."""

from functools import partial

import pytest

from tests.tables import memory_session, play
from tracker.answers import amount, why_lines
from tracker.command.run import perform_line
from tracker.core.facts import Prompted
from tracker.core.history import Entry
from tracker.core.intents import Refusal
from tracker.core.messages import Part, Term, message
from tracker.text import Words


@pytest.mark.parametrize(
    ("language", "number", "unit", "words"),
    [
        ("en", 7, "", "7"),
        ("en", -2, "", "−2"),
        ("en", 2 * 86400 + 900, "second", "2 days, 15 minutes"),
        ("ru", 21 * 60, "second", "21 минута"),
        ("en", 0, "second", "0 seconds"),
    ],
)
def test_a_length_of_time_is_told_in_units_that_a_game_master_reads(
    language: str, number: int, unit: str, words: str
) -> None:
    assert amount(Words(language), number, unit) == words


def test_the_parts_of_a_time_are_times() -> None:
    words = Words("en")
    parts = (Part(Term("rest"), 2 * 86400), Part(Term("gone"), -3600))
    assert words.parts(parts, partial(amount, words, unit="second")) == "rest 2 days − gone 1 hour"


def test_why_goes_back_to_the_last_act_that_has_numbers() -> None:
    session = play(memory_session(), "add David skill=3", "add Killer", "initiative David=9 Killer=5", "next")
    play(session, "attack Killer faces=18")
    history = session.table.history
    due = Prompted("due", "Killer", message("note.plain", text="bleeding"), rule="HP-04")
    last = history.entries[-1]
    history.append(Entry(last.number + 1, last.at, 1, "test", "test", (), (due,)))
    assert why_lines(session, ())[0].startswith("David: attack")
    assert any("HP-02" in line for line in why_lines(session, ()))


def test_nobody_is_moved_before_or_after_himself() -> None:
    session = play(memory_session(), "add David", "initiative David=9")
    with pytest.raises(Refusal) as refused:
        perform_line(session, "move David after David")
    assert "Somebody else" in session.words.say(refused.value.reason)
