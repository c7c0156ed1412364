"""Keys on any layout."""

import pytest

from tracker.ui.commands import SCREEN_COMMANDS
from tracker.ui.keys import Keystroke, command_key, keystroke, twins


@pytest.mark.parametrize(
    ("other", "latin"),
    [
        ("т", "n"),
        ("г", "u"),
        ("Г", "U"),
        ("в", "d"),
        ("ф", "a"),
        ("р", "h"),
        ("Ж", ":"),
        (".", "/"),
        (",", "?"),
        ("ц", "w"),
        ("ы", "s"),
        ("ъ", "]"),
        ("э", "'"),
        ("і", "s"),
        ("ї", "]"),
        ("є", "'"),
        ("І", "S"),
    ],
)
def test_a_letter_of_another_keyboard_means_the_key_it_stands_on(other: str, latin: str) -> None:
    assert command_key(other) == latin


def test_every_letter_has_a_twin() -> None:
    assert {latin for latin in twins().values() if latin.isalpha()} == set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )


def test_a_control_key_of_a_russian_layout_is_the_latin_one() -> None:
    assert keystroke("ctrl+й", None, printable=False) == Keystroke("ctrl+q")


def test_a_sign_types_itself_and_a_named_key_types_nothing() -> None:
    assert keystroke("colon", ":", printable=True) == Keystroke(":", ":")
    assert keystroke("enter", "\r", printable=False) == Keystroke("enter", "")
    assert keystroke("space", " ", printable=True) == Keystroke("space", " ")


def test_no_key_means_two_things_at_one_place() -> None:
    keys = [(place, key) for command in SCREEN_COMMANDS for place in command.places for key in command.keys]
    assert len(keys) == len(set(keys))
