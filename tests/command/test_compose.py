"""The line that the journal keeps does the same again, whatever people are called."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.tables import NASTY_NAMES, memory_session, play, try_line
from tracker.command.commands import Command
from tracker.command.compose import compose, tidied
from tracker.command.parse import CommandSet
from tracker.command.run import perform_intent, perform_line
from tracker.core.intents import Intent
from tracker.core.quoting import quote
from tracker.core.values import frozen
from tracker.opening import Session

WORDS_OF_THE_LANGUAGE = ("all", "by", "on", "foe", "ally", "3", "yes", "sharp", "5s", "note", "faces", "count", "about")
NAMES = st.sampled_from((*WORDS_OF_THE_LANGUAGE, *NASTY_NAMES))
VERBS = st.sampled_from(["add", "damage", "note", "side", "rename", "attack", "total", "end"])


def line_for(session: Session, intent: Intent) -> str:
    assert session.commands is not None
    intent = tidied(intent, session.commands.actions[intent.verb])
    return compose(intent, session.commands, session.table.state)


@given(st.lists(st.tuples(NAMES, NAMES, VERBS)))
@trying(8)
def test_lines_about_people_who_are_called_like_words_of_the_language_do_the_same_again(
    acts: list[tuple[str, str, str]],
) -> None:
    first = memory_session()
    try_line(first, "add Ann")
    for name, other, verb in acts:
        one, two = quote(name, always=True), quote(other, always=True)
        try_line(first, f"add name={one}")
        try_line(first, f"add name={two}")
        line = {
            "add": f"add name={one} side={two}",
            "damage": f"damage on={one},{two} 2 sharp by={two}",
            "note": f"note about={one} text={two}",
            "side": f"side on={one} side={two}",
            "rename": f"rename on={one} name={two}x",
            "attack": f"attack on={one} by={two}",
            "total": f"initiative {one}=7 {two}=3",
            "end": f"condition on={one} kind={two} rounds=2",
        }[verb]
        try_line(first, line)
    again = memory_session(seed=99)
    for entry in first.table.history.entries:
        perform_line(again, entry.do)
    assert again.table.state == first.table.state


def test_a_line_is_short_where_no_word_can_be_taken_for_another() -> None:
    session = play(memory_session(), "add Ann", "add Bob", "damage Bob 3 sharp by=Ann", "set Bob skill 2")
    written = [entry.do for entry in session.table.history.entries]
    assert written[2:] == ["damage Bob 3 type=sharp by=Ann", "set Bob skill=2"]


@pytest.mark.parametrize(
    ("name", "line"),
    [("foe", 'add name="foe"'), ("3", "add 3 side=foe"), ("by", "add by"), ("a b", 'add "a b" side=foe')],
)
def test_a_word_that_could_be_another_gets_its_key(name: str, line: str) -> None:
    values = {"name": name, **({"side": "foe"} if "side" in line else {})}
    assert line_for(memory_session(), Intent("add", values=frozen(values))) == line


def test_a_name_beats_the_word_for_everybody() -> None:
    session = play(memory_session(), "add Ann", 'add "all"', "damage all 2")
    assert [person.pools["hits"].value for person in session.table.state.characters.values()] == [8, 6]


def test_a_verb_for_one_target_does_not_take_everybody() -> None:
    session = play(memory_session(), "add Ann", "add Bob")
    assert not try_line(session, "rename all Cid")


def test_the_order_in_which_a_dialog_gives_values_leaves_no_trace() -> None:
    one, other = (play(memory_session(), "add Bob") for _ in range(2))
    perform_intent(one, Intent("damage", targets=("Bob",), values=frozen({"type": "sharp", "amount": 2})))
    perform_intent(other, Intent("damage", targets=("Bob",), values=frozen({"amount": 2, "type": "sharp"})))
    assert one.table.history.entries[-1].do == other.table.history.entries[-1].do == "damage Bob 2 type=sharp"


def test_a_switch_that_is_off_is_as_good_as_not_given() -> None:
    session = play(memory_session(), "note public=no it rains")
    assert session.table.history.entries[-1].do == 'note "it rains"'


@pytest.mark.parametrize(
    ("line", "times"), [("damage Bob 2 type=sharp", 1), ("damage Bob 2 sharp", 2), ("damage bob 2 type=sharp", 2)]
)
def test_only_a_line_that_is_just_as_the_journal_keeps_it_is_not_read_again(
    line: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = play(memory_session(), "add Bob")
    read: list[str] = []
    parse = CommandSet.parse

    def noted(commands: CommandSet, line: str, *more: Any) -> Command:
        read.append(line)
        return parse(commands, line, *more)

    monkeypatch.setattr(CommandSet, "parse", noted)
    perform_line(session, line)
    assert session.table.history.entries[-1].do == "damage Bob 2 type=sharp"
    assert len(read) == times
