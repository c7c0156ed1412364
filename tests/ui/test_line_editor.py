"""Editing one line: what each key does to the text and to the cursor."""

import pytest

from tracker.ui.line_editor import LONGEST_TEXT, LineEditor


def edited(text: str, *keys: str) -> tuple[str, int]:
    editor = LineEditor(text)
    for key in keys:
        assert editor.take(key), key
    return editor.text, editor.cursor


@pytest.mark.parametrize(
    ("text", "keys", "left", "cursor"),
    [
        ("abc", ("backspace",), "ab", 2),
        ("abc", ("home", "delete"), "bc", 0),
        ("abc", ("left", "left", "backspace"), "bc", 0),
        ("abc", ("left", "right", "right"), "abc", 3),
        ("", ("backspace", "delete", "left", "right"), "", 0),
        ("David Killer", ("ctrl+w",), "David ", 6),
        ("David Killer  ", ("ctrl+w",), "David ", 6),
        ("David Killer", ("ctrl+left", "ctrl+left", "ctrl+k"), "", 0),
        ("David Killer", ("home", "ctrl+right", "ctrl+k"), "David", 5),
        ("David Killer", ("ctrl+left", "ctrl+u"), "Killer", 0),
        ("й\u0306й", ("backspace",), "й\u0306", 2),
    ],
)
def test_editing_keys(text: str, keys: tuple[str, ...], left: str, cursor: int) -> None:
    assert edited(text, *keys) == (left, cursor)


def test_backspace_takes_a_combining_mark_with_its_letter() -> None:
    assert edited("ae\u0301", "backspace") == ("a", 1)


def test_a_key_that_edits_nothing_is_left_to_others() -> None:
    assert not LineEditor("abc").take("f5")


def test_pasted_line_breaks_and_control_characters_become_blanks() -> None:
    editor = LineEditor("a")
    editor.insert("b\nc\x1b[2Jd\te")
    assert editor.text == "ab c [2Jd e"


def test_a_text_does_not_grow_without_end() -> None:
    editor = LineEditor()
    editor.insert("x" * (LONGEST_TEXT + 100))
    editor.insert("y")
    assert editor.text == "x" * LONGEST_TEXT


def test_history_goes_back_and_forth_and_keeps_what_was_being_typed() -> None:
    history = ["first", "second"]
    editor = LineEditor("unfinished", history)
    for key, text in (("up", "second"), ("up", "first"), ("up", "first"), ("down", "second"), ("down", "unfinished")):
        editor.take(key)
        assert editor.text == text


def test_an_answer_is_remembered_once_and_last() -> None:
    history = ["first", "second"]
    editor = LineEditor("first", history)
    editor.remember()
    assert history == ["second", "first"]
    LineEditor("  ", history).remember()
    assert history == ["second", "first"]


def test_completion_cycles_through_candidates_and_back() -> None:
    editor = LineEditor("damage K")
    editor.complete(7, ["Killer", "Kurt"])
    assert editor.text == "damage Killer"
    editor.cycle(1)
    assert editor.text == "damage Kurt"
    editor.cycle(1)
    assert editor.text == "damage Killer"
    editor.cycle(-1)
    assert editor.text == "damage Kurt"
    editor.insert(" 3")
    assert editor.text == "damage Kurt 3"
    assert not editor.is_completing


def test_the_only_candidate_is_taken_with_a_blank_after_it() -> None:
    editor = LineEditor("dam")
    editor.complete(0, ["damage"])
    assert (editor.text, editor.is_completing) == ("damage ", False)
    parameter = LineEditor("attack mod")
    parameter.complete(7, ["modifier="])
    assert parameter.text == "attack modifier="
