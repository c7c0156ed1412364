import io
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.journal.builders import a_header, an_entry, headers, session_bytes, varied_entries, write_session
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.journal.codec import encode_entry
from tracker.journal.errors import JournalError, NewerFormat, OlderFormat
from tracker.journal.header import SessionHeader, encode_header
from tracker.journal.reader import count_entries, follow, read, read_bytes, read_header
from tracker.text import Words

ENTRIES = tuple(varied_entries(20))
HEADER = encode_header(a_header())
WHOLE = session_bytes(a_header(), ENTRIES)


def ends_of(entries: tuple[Entry, ...], header: bytes = HEADER) -> list[int]:
    """The length of the file after the header and after each entry, from what was written alone."""
    ends = [len(header)]
    for entry in entries:
        ends.append(ends[-1] + len(encode_entry(entry)))
    return ends


def said(error: JournalError) -> str:
    words = Words("en")
    assert words.knows(error.reason)
    return words.say(error.reason)


def test_a_whole_file_opens_with_all_its_entries() -> None:
    reading = read_bytes(WHOLE)
    assert reading.header == a_header()
    assert reading.entries == ENTRIES
    assert (reading.torn, reading.whole_length, reading.notice) == (b"", len(WHOLE), None)


def test_a_file_cut_at_any_byte_keeps_every_whole_entry_and_no_half_one() -> None:
    ends = ends_of(ENTRIES)
    for cut in range(len(HEADER), len(WHOLE) + 1):
        reading = read_bytes(WHOLE[:cut])
        whole = sum(1 for end in ends[1:] if end <= cut)
        assert reading.entries == ENTRIES[:whole], cut
        # A blank line behind an entry belongs to nobody and may stay.
        assert reading.whole_length == (cut if cut - ends[whole] <= 1 else ends[whole]), cut
        assert reading.torn == WHOLE[reading.whole_length : cut]


def test_a_header_cut_at_any_byte_never_passes_for_whole() -> None:
    for cut in range(len(HEADER)):
        with pytest.raises(JournalError):
            read_bytes(HEADER[:cut])


def test_random_cuts_of_a_long_file_keep_every_whole_entry() -> None:
    entries = tuple(varied_entries(300, seed=7))
    data, ends = session_bytes(a_header(), entries), ends_of(entries)
    chance = random.Random(3)
    for _ in range(60):
        cut = chance.randint(len(HEADER), len(data))
        assert read_bytes(data[:cut]).entries == entries[: sum(1 for end in ends[1:] if end <= cut)]


@pytest.mark.parametrize(
    "tail",
    [
        b"\x00" * 4096,
        b"\n[[entry]]\n" + b"\x00" * 100 + b"\nend = 21\n",
        b'\n[[entry]]\nn = 21\nsay = "\xff\xfe"\nend = 21\n',
        b'\n[[entry]]\nn = 21\nsay = "\xd0',
        b"\n[[entry]]\nn = 21\nend = 21\n",
        b'\n[[entry]]\nn = 21\nfacts = 2\nfact = [\n  { kind = "scene_begun" },\n]\nend = 21\n',
        b"\nend = 21\n",
        b"\nend = 20\n",
        b"\nn = 21\n",
        b"\n[session]\n",
        b"\r",
        b"# a comment with a \x00\n",
        encode_entry(an_entry(22)),
        encode_entry(an_entry(20)),
        encode_entry(an_entry(21))[:-1],
        encode_entry(an_entry(21)).replace(b"end = 21", b"end = 2"),
        encode_entry(an_entry(21)).replace(b"facts = 1", b"facts = 2"),
        encode_entry(an_entry(21)).replace(b"n = 21", b"n = 22", 1),
    ],
)
def test_what_is_no_whole_entry_at_the_end_is_left_out(tail: bytes) -> None:
    reading = read_bytes(WHOLE + tail)
    assert reading.entries == ENTRIES
    assert WHOLE + tail == WHOLE[: reading.whole_length] + reading.torn
    assert reading.torn == tail
    assert reading.notice is not None
    is_closed = re.search(rb"^end = \d+\n", tail, re.MULTILINE) is not None
    assert Words("en").say(reading.notice) == (
        f"The file is damaged behind entry 20; the {len(tail)} bytes from there on are left out"
        if is_closed
        else f"The end of the file is cut off: 20 entries are whole; the other {len(tail)} "
        f"{'byte is' if len(tail) == 1 else 'bytes are'} left out"
    )


@pytest.mark.parametrize("tail", [b"\n", b"\n\n  \n", b"# what a fight\n", b"# no line end", b"\r\n"])
def test_blank_lines_and_comments_at_the_end_do_not_harm(tail: bytes) -> None:
    reading = read_bytes(WHOLE + tail)
    assert (reading.entries, reading.torn, reading.whole_length) == (ENTRIES, b"", len(WHOLE + tail))
    assert read_bytes(WHOLE + tail + encode_entry(an_entry(21))).entries[20] == an_entry(21)


@given(st.integers(0, len(WHOLE) - len(HEADER) - 1), st.binary(min_size=1, max_size=6))
@settings(max_examples=150)
def test_damage_in_the_middle_keeps_the_entries_before_it_or_is_refused_with_its_place(at: int, noise: bytes) -> None:
    place = len(HEADER) + at
    damaged = WHOLE[:place] + noise + WHOLE[place + len(noise) :]
    untouched = sum(1 for end in ends_of(ENTRIES)[1:] if end <= place)
    try:
        reading = read_bytes(damaged)
    except JournalError as error:
        # The frame still holds: a person can mend the word that makes no sense, so nothing is thrown away.
        found = re.match(r"Entry (\d+) cannot be read: ", said(error))
        assert found
        assert int(found[1]) >= untouched
        return
    assert reading.entries[:untouched] == ENTRIES[:untouched]
    assert damaged == damaged[: reading.whole_length] + reading.torn


@pytest.mark.parametrize("noise", [b"\x00\x00\x00", b"\xff", b'"', b"\n]\n", b"[[entry]]\n"])
def test_what_follows_damage_is_left_out(noise: bytes) -> None:
    ends = ends_of(ENTRIES)
    damaged = WHOLE[: ends[7] + 30] + noise + WHOLE[ends[7] + 30 :]
    reading = read_bytes(damaged)
    assert reading.entries == ENTRIES[:7]
    assert reading.torn == damaged[reading.whole_length :]
    assert reading.notice is not None
    assert Words("en").say(reading.notice).startswith("The file is damaged behind entry 7;")
    assert len(reading.torn) > len(WHOLE) - ends[8]


@pytest.mark.parametrize("missing", [1, 5, 19])
def test_an_entry_taken_out_of_the_middle_ends_the_session_before_it(missing: int) -> None:
    data = session_bytes(a_header(), [entry for entry in ENTRIES if entry.number != missing])
    assert read_bytes(data).entries == ENTRIES[: missing - 1]


def test_an_editor_that_changes_line_ends_does_not_harm() -> None:
    assert read_bytes(WHOLE.replace(b"\n", b"\r\n")).entries == ENTRIES
    windows = WHOLE.replace(b"\n", b"\r\n")
    assert read_bytes(windows[:-1]).entries == ENTRIES[:-1]
    assert read_bytes(windows + encode_entry(an_entry(21))).entries[20] == an_entry(21)


def test_an_editor_that_puts_a_byte_order_mark_in_front_does_not_harm(tmp_path: Path) -> None:
    marked = b"\xef\xbb\xbf" + WHOLE
    assert read_bytes(marked).entries == ENTRIES
    assert read_bytes(marked[:-3]).torn == marked[-len(encode_entry(ENTRIES[-1])) : -3]
    path = tmp_path / "marked.toml"
    path.write_bytes(marked)
    assert read_header(path) == a_header()


def test_comments_and_spaces_of_a_person_do_not_harm() -> None:
    by_hand = WHOLE.replace(b"end = 3\n", b"  end=3   # the turning point\n\n# here it begins\n")
    by_hand = by_hand.replace(b"[[entry]]\nn = 1\n", b"[[ entry ]]  # first\nn = 1\n").replace(
        b"# end of header\n", b""
    )
    reading = read_bytes(by_hand)
    assert reading.entries == ENTRIES
    assert reading.whole_length == len(by_hand)


def test_a_string_of_several_lines_written_by_a_person_does_not_harm() -> None:
    entries = (an_entry(1, say="HERE"), an_entry(2))
    text = "one\n[[entry]]\nend = 1\n"
    by_hand = session_bytes(a_header(), entries).replace(b'say = "HERE"', f'say = """\n{text}"""'.encode())
    assert [entry.say for entry in read_bytes(by_hand).entries] == [text, "It rains"]


@given(headers)
@settings(max_examples=150)
def test_every_header_reads_back_as_it_was(header: SessionHeader) -> None:
    reading = read_bytes(encode_header(header))
    assert (reading.header, reading.entries, reading.torn) == (header, (), b"")


def test_a_header_reads_well_in_a_pager() -> None:
    assert HEADER.decode() == (
        """\
format = 1

[session]
title = "Red Dawn"
ruleset = "hit-points"
ruleset_version = "1.2"
language = "en"
created = 2025-03-01T18:30:00Z
house_rules = ["glass-jaw"]

[session.options]
deadly = true
limit = 3

# end of header
"""
    )


def test_only_the_header_of_a_long_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.toml"
    options = {f"option-{number}": "x" * 100 for number in range(200)}  # longer than one block
    header = a_header(options=options)
    head = encode_header(header)
    path.write_bytes(head + encode_entry(an_entry(1)) + b"\x00 no TOML from here on" * 400_000)
    blocks: list[int] = []

    class Counted(io.FileIO):
        def read(self, size: int = -1, /) -> bytes:
            block = super().read(size)
            blocks.append(len(block))
            return block

    monkeypatch.setattr(Path, "open", lambda path, mode, buffering: Counted(path, mode))
    assert read_header(path) == header
    assert len(head) < sum(blocks) < len(head) + 10_000


def test_the_number_of_entries_is_told_by_the_end_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "session.toml"
    write_session(path, varied_entries(500))
    assert count_entries(path) == 500
    path.write_bytes(path.read_bytes()[:-4])
    assert count_entries(path) == 499
    write_session(path, [])
    assert count_entries(path) == 0
    path.write_bytes(HEADER + b"\x00" * 100_000)
    assert count_entries(path) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda head: b"", "This is no session file: it lacks the line format = 1"),
        (lambda head: b"[[event]]\nn = 1\n", "This is no session file"),
        (lambda head: b"\x89PNG\r\n\x1a\n\x00", "The header cannot be read: line 1 is no TOML"),
        (lambda head: head.replace(b"[session]", b"[session"), "The header cannot be read: line 3 is no TOML"),
        (lambda head: head.replace(b"# end of header\n", b""), "cut off: its last line must be # end of header"),
        (lambda head: head.replace(b"format = 1", b'format = "1"'), "This is no session file"),
        (
            lambda head: head.replace(b"[session]", b"[sesion]"),
            "sesion: there is no such key; there are: format, session",
        ),
        (lambda head: b"format = 1\n# end of header\n", "session: this key is missing"),
        (lambda head: head.replace(b"title", b"tittle"), "tittle: there is no such key; there are: title, ruleset"),
        (
            lambda head: head.replace(b"limit = 3", b"limit = 3.5"),
            "options › limit: a whole number, a text, true, false",
        ),
        (lambda head: head.replace(b'"Red Dawn"', b"7"), "title: a text in quotes belongs here"),
        (lambda head: head.replace(b'language = "en"\n', b""), "language: this key is missing"),
        (lambda head: head.replace(b"00Z", b"00"), "created: a time with its zone belongs here"),
    ],
)
def test_a_damaged_header_is_refused_with_what_is_right(
    tmp_path: Path, change: Callable[[bytes], bytes], sentence: str
) -> None:
    path = tmp_path / "session.toml"
    path.write_bytes(change(HEADER))
    for reader in (read, read_header):
        with pytest.raises(JournalError) as refused:
            reader(path)
        assert said(refused.value).startswith(f"{path}: ")
        assert sentence in said(refused.value)


@pytest.mark.parametrize("header", [{"title": 1}, {"title": "\ud800"}, {"options": {"a": 1.5}}, {"house_rules": "x"}])
def test_a_header_that_could_not_be_read_back_is_not_written(header: dict[str, object]) -> None:
    with pytest.raises(JournalError) as refused:
        encode_header(a_header(**header))
    assert said(refused.value).startswith("The header cannot be written: ")


@pytest.mark.parametrize(
    "data",
    [
        WHOLE.replace(b"format = 1", b"format = 2"),
        b"format = 2\n[campaign]\nname = 'x'\n[[act]]\n",
        b"format = 99\n",
    ],
)
def test_a_newer_format_is_refused_and_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "session.toml"
    path.write_bytes(data)
    for reader in (read, read_header):
        with pytest.raises(NewerFormat) as refused:
            reader(path)
        assert "this program reads up to 1; open it with a newer version. Nothing has changed" in said(refused.value)
    assert path.read_bytes() == data


def test_an_older_format_is_refused_and_named() -> None:
    with pytest.raises(OlderFormat):
        read_bytes(WHOLE.replace(b"format = 1", b"format = 0"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for reader in (read, read_header):
        with pytest.raises(JournalError) as refused:
            reader(tmp_path / "none.toml")
        assert said(refused.value) == f"{tmp_path / 'none.toml'} cannot be opened: there is no such file or folder"


def test_a_fact_that_makes_no_sense_is_refused_with_its_place_and_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "session.toml"
    data = write_session(path, [an_entry(1), an_entry(2, f.RoundBegun(1), f.TimePassed(3)), an_entry(3)])
    path.write_bytes(broken := data.replace(b"seconds", b"second"))
    with pytest.raises(JournalError) as refused:
        read(path)
    assert said(refused.value) == (
        f"{path}: Entry 2 cannot be read: fact › 2 › time_passed › second: there is no such key; there are: seconds"
    )
    assert path.read_bytes() == broken


def test_deeply_nested_input_is_refused_or_left_out() -> None:
    deep = b"[" * 300 + b"]" * 300
    inside = session_bytes(a_header(), [an_entry(1, f.SceneSet("a", after=7))]).replace(
        b"after = 7", b"after = " + deep
    )
    [scene_set] = read_bytes(inside).entries[0].facts
    assert isinstance(scene_set, f.SceneSet)
    assert read_bytes(inside.replace(deep, b"[" * 5000 + b"]" * 5000)).entries == ()


def test_a_second_program_follows_what_is_appended(tmp_path: Path) -> None:
    path = tmp_path / "session.toml"
    write_session(path, ENTRIES[:3])
    offset, seen = read(path).whole_length, 3
    with path.open("ab") as file:
        for byte in WHOLE[offset:]:
            file.write(bytes([byte]))
            file.flush()
            if byte in b"\n=":
                news = follow(path, offset, after=seen)
                assert news.entries == ENTRIES[seen : seen + len(news.entries)]
                offset, seen = news.offset, seen + len(news.entries)
    assert seen == 20
    assert follow(path, offset, after=20).entries == ()


def test_following_a_file_that_was_changed_behind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "session.toml"
    data = write_session(path, ENTRIES)
    for changed in (data[:-5], data + encode_entry(an_entry(25)), data + b"\n[[entry]]\nnonsense\nend = 21\n"):
        path.write_bytes(changed)
        with pytest.raises(JournalError) as refused:
            follow(path, len(data), after=20)
        assert said(refused.value) == f"{path} was changed by another program; open it again before you go on"
    path.unlink()
    with pytest.raises(JournalError):
        follow(path, len(data), after=20)
