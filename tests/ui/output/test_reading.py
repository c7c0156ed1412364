"""Reading keys: every key that anybody could mean is understood, and nothing that comes is a failure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from tracker.ui.output.reading import KeyReader


def keys_of(*pieces: bytes, encoding: str = "utf-8") -> list[str]:
    reader = KeyReader(encoding, lambda: None)
    messages = [message for piece in pieces for message in reader.read(piece)]
    messages += reader.give_up()
    return [message.character or message.key for message in messages if isinstance(message, events.Key)]


@given(st.lists(st.one_of(st.binary(max_size=12), st.from_regex(rb"\x1b\[[\d:;<>?]{0,12}[a-zA-Z~$]")), max_size=8))
def test_no_bytes_are_a_failure_and_what_follows_is_read(pieces: list[bytes]) -> None:
    reader = KeyReader("utf-8", lambda: None)
    for piece in pieces:
        reader.read(piece)
    reader.read(b"\x1b[201~")
    reader.give_up()
    reader.read(b"  ")  # ends a letter that was cut
    assert [message.key for message in reader.read(b"q") if isinstance(message, events.Key)] == ["q"]


@pytest.mark.parametrize("text", ["Привет, Клара", "naïve 小明"])
def test_letters_cut_anywhere_are_letters(text: str) -> None:
    data = text.encode()
    for at in range(len(data)):
        assert keys_of(data[:at], data[at:]) == list(text)


@pytest.mark.parametrize("encoding", ["koi8-r", "cp1251"])
def test_the_character_set_is_that_of_the_system(encoding: str) -> None:
    assert keys_of("Привет".encode(encoding), encoding=encoding) == list("Привет")


def test_bytes_of_another_character_set_are_signs_that_say_so() -> None:
    assert set(keys_of(b"\xab\xff")) == {"\ufffd"}


@pytest.mark.parametrize(
    ("report", "keys"),
    [
        (b"\x1b[97;1:1u", ["a"]), (b"\x1b[97;1:3u", []), (b"\x1b[97:65;2:1;65u", ["A"]), (b"\x1b[13u", ["\r"]),
        (b"\x1b[27u", ["escape"]), (b"\x1b[99999999u", []), (b"\x1b[55296u", []), (b"\x1b[97;5:1u", ["ctrl+a"]),
    ],
)  # fmt: skip
def test_key_reports_mean_the_key_that_was_pressed(report: bytes, keys: list[str]) -> None:
    assert keys_of(report) == keys


def test_an_answer_is_told_and_no_key() -> None:
    answers: list[bool] = []
    reader = KeyReader("utf-8", lambda: answers.append(True))
    assert reader.read(b"\x1b[0") == []
    assert reader.read(b"n") == []
    assert answers == [True]


def test_escape_alone_is_known_when_nothing_follows() -> None:
    reader = KeyReader("utf-8", lambda: None)
    assert reader.read(b"\x1b") == []
    assert reader.is_within_key
    assert [message.key for message in reader.give_up() if isinstance(message, events.Key)] == ["escape"]
    assert not reader.is_within_key


def test_reports_of_a_size_are_nobodys_business() -> None:
    assert KeyReader("utf-8", lambda: None).read(b"\x1b[48;9999;9999;1;1t") == []
