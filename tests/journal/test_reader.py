import io
import random
from bisect import bisect
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.how_many import part, several, trying
from tests.journal.builders import a_header, an_entry, headers, session_bytes, varied_entries, write_session
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.journal import reader as reader_module
from tracker.journal.checks import sealed
from tracker.journal.codec import encode_entry
from tracker.journal.errors import JournalError, NewerFormat, OlderFormat
from tracker.journal.header import SessionHeader, encode_header
from tracker.journal.reader import count_entries, follow, read, read_bytes, read_header
from tracker.text import Words

ENTRIES = tuple(varied_entries(20))
PAIRS = [
    tuple(replace(entry, number=number) for number, entry in enumerate(ENTRIES[first : first + 2], 1))
    for first in (0, 2, 4)
]
"""Sessions of two entries each, to be cut at every byte: what comes before the one that is cut makes no difference."""
HEADER = encode_header(a_header())
WHOLE = session_bytes(a_header(), ENTRIES)
OLD = session_bytes(a_header(), ENTRIES, checked=False)
CHECK_LINE = len("# check 01234567\n")


def ends_of(entries: tuple[Entry, ...], header: bytes = HEADER, check: int = CHECK_LINE) -> list[int]:
    """The length of the file after the header and after each entry, from what was written alone."""
    ends = [len(header)]
    for entry in entries:
        ends.append(ends[-1] + len(encode_entry(entry)) + check)
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


@pytest.mark.parametrize("pair", PAIRS)
def test_a_file_of_an_older_program_cut_at_any_byte_keeps_every_whole_entry_and_no_half_one(
    pair: tuple[Entry, ...],
) -> None:
    old, ends = session_bytes(a_header(), pair, checked=False), ends_of(pair, check=0)
    for cut in range(len(HEADER), len(old) + 1):
        reading = read_bytes(old[:cut])
        whole = sum(1 for end in ends[1:] if end <= cut)
        assert (reading.entries, reading.faults) == (pair[:whole], ()), cut
        # A blank line behind an entry belongs to nobody and may stay.
        assert reading.whole_length == (cut if cut - ends[whole] <= 1 else ends[whole]), cut
        assert reading.torn == old[reading.whole_length : cut]


@pytest.mark.parametrize("pair", PAIRS)
def test_a_file_cut_at_any_byte_keeps_every_whole_entry_and_no_half_one(pair: tuple[Entry, ...]) -> None:
    whole, marks = session_bytes(a_header(), pair), [end - CHECK_LINE for end in ends_of(pair)[1:]]
    gone_on: dict[int, object] = {}
    for cut in range(len(HEADER), len(whole) + 1):
        reading = read_bytes(whole[:cut])
        assert reading.entries == pair[: sum(1 for mark in marks if mark <= cut)], cut
        assert reading.faults == (), cut
        assert reading.torn == whole[reading.whole_length : cut]
        # It goes on from any cut, under a check that vouches for all that is kept.
        if reading.whole_length in gone_on:
            assert reading.running == gone_on[reading.whole_length], cut
            continue
        gone_on[reading.whole_length] = reading.running
        more, _ = sealed(encode_entry(an_entry(len(reading.entries) + 1)), reading.running)
        again = read_bytes(whole[: reading.whole_length] + more)
        assert (len(again.entries), again.faults, again.torn) == (len(reading.entries) + 1, (), b"")
        assert again.covered == len(again.entries)


def test_a_header_cut_at_any_byte_never_passes_for_whole() -> None:
    for cut in range(len(HEADER)):
        with pytest.raises(JournalError):
            read_bytes(HEADER[:cut])


def test_random_cuts_of_a_long_file_keep_every_whole_entry() -> None:
    entries = tuple(varied_entries(300, seed=7))
    data, ends = session_bytes(a_header(), entries, checked=False), ends_of(entries, check=0)
    chance = random.Random(3)
    for _ in range(several(25)):
        cut = chance.randint(len(HEADER), len(data))
        assert read_bytes(data[:cut]).entries == entries[: sum(1 for end in ends[1:] if end <= cut)]


@pytest.mark.parametrize(
    "tail",
    [
        b"\x00" * 4096,
        b'\n[[entry]]\nn = 21\nsay = "\xd0',
        b"\nn = 21\n",
        b"\n[session]\n",
        b"\r",
        b"# a comment with a \x00\n",
        encode_entry(an_entry(21))[:-1],
        b"#",
        b"# check",
        b"# check 0123456",
    ],
)
@pytest.mark.parametrize("whole", [WHOLE, OLD], ids=["with checks", "without"])
def test_a_piece_of_an_entry_at_the_end_is_left_out(whole: bytes, tail: bytes) -> None:
    reading = read_bytes(whole + tail)
    assert (reading.entries, reading.faults) == (ENTRIES, ())
    assert (reading.torn, reading.whole_length) == (tail, len(whole))
    assert reading.notice is not None
    assert Words("en").say(reading.notice) == (
        f"The end of the file is cut off: 20 entries are whole, the last {len(tail)} "
        f"{'byte is' if len(tail) == 1 else 'bytes are'} left out"
    )


@pytest.mark.parametrize(
    ("tail", "problem"),
    [
        (b"\n[[entry]]\n" + b"\x00" * 100 + b"\nend = 21\n", "Entry 21: line "),
        (b'\n[[entry]]\nn = 21\nsay = "\xff\xfe"\nend = 21\n', "Entry 21: line "),
        (b"\n[[entry]]\nn = 21\nend = 21\n", "Entry 21: line {} begins something that isn't a whole entry"),
        (b"\nend = 21\n", "Entry 21: line {} begins something that isn't a whole entry"),
        (encode_entry(an_entry(22)), "Entry 21: missing"),
        (encode_entry(an_entry(20)), "Before entry 21: a whole entry 20 stands out of place"),
        (encode_entry(an_entry(21)).replace(b"end = 21", b"end = 2"), "Entry 21: line {} begins something"),
        (encode_entry(an_entry(21)).replace(b"facts = 1", b"facts = 2"), "Entry 21: line {} begins something"),
        (encode_entry(an_entry(21)).replace(b"facts = 1", b"facts = true"), "Entry 21: line {} begins something"),
        (encode_entry(an_entry(21)).replace(b"n = 21", b"n = 22", 1), "Entry 21: line {} begins something"),
        (encode_entry(an_entry(21)).replace(b"noted", b"doted"), "Entry 21: fact › 1 › kind: unknown kind"),
    ],
)
def test_an_entry_at_the_end_that_is_closed_and_makes_no_sense_is_told_and_not_cut_off(
    tail: bytes, problem: str
) -> None:
    reading = read_bytes(WHOLE + tail)
    assert reading.entries[:20] == ENTRIES
    assert (reading.torn, reading.whole_length) == (b"", len(WHOLE + tail))
    [fault] = reading.faults
    line = WHOLE.count(b"\n") + 2  # behind the blank one
    assert Words("en").say(fault.reason).startswith(problem.format(line))


@pytest.mark.parametrize("tail", [b"\n", b"\n\n  \n", b"# what a fight\n", b"# no line end", b"\r\n"])
def test_blank_lines_and_comments_at_the_end_do_not_harm(tail: bytes) -> None:
    reading = read_bytes(WHOLE + tail)
    assert (reading.entries, reading.torn, reading.whole_length) == (ENTRIES, b"", len(WHOLE + tail))
    assert read_bytes(WHOLE + tail + encode_entry(an_entry(21))).entries[20] == an_entry(21)


@given(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=6))
@trying(60)
def test_no_damage_passes_in_silence_and_what_is_whole_on_both_sides_is_kept(at: int, noise: bytes) -> None:
    damaged = WHOLE[:at] + noise + WHOLE[at + len(noise) :]
    try:
        reading = read_bytes(damaged)
    except JournalError:
        assert at < len(HEADER), "only a header that makes no sense costs the whole file"
        return
    ends = ends_of(ENTRIES)
    hit = bisect(ends, at), bisect(ends, at + len(noise) - 1)
    for number, entry in enumerate(ENTRIES[:-1], 1):
        if not hit[0] <= number <= hit[1]:
            assert reading.entries[number - 1] == entry
    if (reading.header, reading.entries) != (a_header(), ENTRIES):
        assert reading.faults or reading.torn


@pytest.mark.parametrize("noise", [b"\x00\x00\x00", b"\xff", b'"', b"\n]\n", b"[[entry]]\n"])
@pytest.mark.parametrize("whole", [WHOLE, OLD], ids=["with checks", "without"])
def test_one_damaged_entry_costs_itself_alone(whole: bytes, noise: bytes) -> None:
    place = whole.index(b"\nn = 8\n") + 40
    reading = read_bytes(whole[:place] + noise + whole[place:])
    assert reading.torn == b""
    assert [(fault.first, fault.last, fault.left_out) for fault in reading.faults] == [(8, 8, True)]
    assert [entry for entry in reading.entries if entry.number != 8] == [*ENTRIES[:7], *ENTRIES[8:]]
    in_its_place = reading.entries[7]
    assert (in_its_place.number, in_its_place.facts, in_its_place.tell[0].id) == (8, (), "journal.gap")


@pytest.mark.parametrize("missing", [1, 5, 19])
def test_an_entry_taken_out_of_the_middle_is_told_as_missing(missing: int) -> None:
    data = session_bytes(a_header(), [entry for entry in ENTRIES if entry.number != missing])
    reading = read_bytes(data)
    assert [fault.problem.id for fault in reading.faults] == ["journal.fault.missing"]
    assert [entry for entry in reading.entries if entry.number != missing] == [
        entry for entry in ENTRIES if entry.number != missing
    ]


def pieces_of(numbers: Iterable[int]) -> bytes:
    ends = ends_of(ENTRIES)
    return HEADER + b"".join(WHOLE[ends[number - 1] : ends[number]] for number in numbers)


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ([*range(1, 10), *range(5, 10), *range(10, 21)], range(10, 10)),
        ([1, 2, 7, 8, 3, 4, 5, 6, *range(9, 21)], range(7, 9)),
        ([*range(1, 21), *range(1, 21)], range(21, 21)),
    ],
)
def test_entries_that_stand_there_twice_or_in_another_place_are_told_and_the_others_kept(
    order: list[int], told: range
) -> None:
    reading = read_bytes(pieces_of(order))
    assert [fault.first for fault in reading.faults if fault.left_out and fault.numbers] == list(told)
    assert any(fault.problem.id == "journal.fault.out_of_place" for fault in reading.faults)
    kept = [entry for entry in reading.entries if entry.number not in told]
    assert kept == [entry for entry in ENTRIES if entry.number not in told]


# ---------------------------------------------------------------------- checks


def test_every_single_byte_that_is_changed_is_noticed() -> None:
    """A usual run changes each byte in two of the ways, one after the other in turn."""
    entries = tuple(varied_entries(2, seed=5))
    whole = session_bytes(a_header(), entries)
    for at in range(len(whole)):
        ways = (whole[at] ^ 1, whole[at] ^ 4, whole[at] ^ 16, ord("\n"), ord("#"), ord("\r"))
        for flipped in part((*ways[at % 3 :], *ways[: at % 3]), 3):
            damaged = whole[:at] + bytes([flipped]) + whole[at + 1 :]
            try:
                reading = read_bytes(damaged)
            except JournalError:
                continue
            if (reading.header, reading.entries) != (a_header(), entries):
                assert reading.faults or reading.torn, (at, flipped)


def test_an_entry_that_was_changed_and_still_makes_sense_stands_and_is_told() -> None:
    reading = read_bytes(WHOLE.replace(b"n = 7\nat = 2025", b"n = 7\nat = 2024"))
    assert [(fault.numbers, fault.left_out) for fault in reading.faults] == [(range(7, 8), False)]
    assert reading.entries[6].at.year == 2024
    assert [entry for entry in reading.entries if entry.number != 7] == [*ENTRIES[:6], *ENTRIES[7:]]


def test_a_changed_header_is_told_with_the_first_entry() -> None:
    reading = read_bytes(WHOLE.replace(b"Red Dawn", b"Dead Run"))
    assert reading.header.title == "Dead Run"
    assert [fault.problem.id for fault in reading.faults] == ["journal.fault.header_changed"]


def test_damage_to_a_check_alone_is_no_damage_to_the_entries() -> None:
    at = ends_of(ENTRIES)[7] - 3
    damaged = WHOLE[:at] + (b"0" if WHOLE[at : at + 1] != b"0" else b"1") + WHOLE[at + 1 :]
    assert read_bytes(damaged).faults == ()


def test_the_first_check_of_an_old_file_vouches_for_all_of_it() -> None:
    more, _ = sealed(encode_entry(an_entry(21)), read_bytes(OLD).running)
    reading = read_bytes(OLD + more)
    assert (reading.faults, reading.covered) == ((), 21)
    assert read_bytes(OLD).covered == 0
    reading = read_bytes((OLD + more).replace(b"n = 7\nat = 2025", b"n = 7\nat = 2024"))
    assert [fault.numbers for fault in reading.faults] == [range(1, 22)]


def test_entries_that_an_older_program_appended_are_covered_by_the_next_check() -> None:
    data = WHOLE + encode_entry(an_entry(21))
    reading = read_bytes(data)
    assert (reading.faults, reading.covered, len(reading.entries)) == ((), 20, 21)
    more, _ = sealed(encode_entry(an_entry(22)), reading.running)
    assert (read_bytes(data + more).faults, read_bytes(data + more).covered) == ((), 22)


def test_an_editor_that_changes_line_ends_does_not_harm() -> None:
    assert read_bytes(WHOLE.replace(b"\n", b"\r\n")).entries == ENTRIES
    windows = WHOLE.replace(b"\n", b"\r\n")
    assert read_bytes(windows).faults == ()
    assert read_bytes(OLD.replace(b"\n", b"\r\n")[:-1]).entries == ENTRIES[:-1]
    assert read_bytes(windows + encode_entry(an_entry(21))).entries[20] == an_entry(21)


def test_an_editor_that_puts_a_byte_order_mark_in_front_does_not_harm(tmp_path: Path) -> None:
    marked = b"\xef\xbb\xbf" + WHOLE
    assert read_bytes(marked).entries == ENTRIES
    assert read_bytes(marked).faults == ()
    old = b"\xef\xbb\xbf" + OLD
    assert read_bytes(old[:-3]).torn == old[-len(encode_entry(ENTRIES[-1])) : -3]
    path = tmp_path / "marked.toml"
    path.write_bytes(marked)
    assert read_header(path) == a_header()


def test_comments_and_spaces_of_a_person_do_not_harm() -> None:
    by_hand = OLD.replace(b"end = 3\n", b"  end=3   # the turning point\n\n# here it begins\n")
    by_hand = by_hand.replace(b"[[entry]]\nn = 1\n", b"[[ entry ]]  # first\nn = 1\n").replace(
        b"# end of header\n", b""
    )
    reading = read_bytes(by_hand)
    assert reading.entries == ENTRIES
    assert reading.whole_length == len(by_hand)


def test_a_string_of_several_lines_written_by_a_person_does_not_harm() -> None:
    entries = (an_entry(1, say="HERE"), an_entry(2))
    text = "one\n[[entry]]\nend = 1\n"
    by_hand = session_bytes(a_header(), entries, checked=False).replace(
        b'say = "HERE"', f'say = """\n{text}"""'.encode()
    )
    assert [entry.say for entry in read_bytes(by_hand).entries] == [text, "It rains"]


@given(headers)
@trying(30)
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

    monkeypatch.setattr(reader_module, "open", lambda file, mode, buffering: Counted(file, mode), raising=False)
    assert read_header(path) == header
    assert len(head) < sum(blocks) < len(head) + 10_000


def test_the_number_of_entries_is_told_by_the_end_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "session.toml"
    write_session(path, varied_entries(500))
    assert count_entries(path) == 500
    path.write_bytes(path.read_bytes()[: -CHECK_LINE - 4])
    assert count_entries(path) == 499
    write_session(path, [])
    assert count_entries(path) == 0
    path.write_bytes(HEADER + b"\x00" * 100_000)
    assert count_entries(path) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda head: b"", "This isn't a session file: the line format = 1 is missing"),
        (lambda head: b"[[event]]\nn = 1\n", "This isn't a session file"),
        (lambda head: b"\x89PNG\r\n\x1a\n\x00", "The header can't be read: line 1 is not TOML"),
        (lambda head: head.replace(b"[session]", b"[session"), "The header can't be read: line 3 is not TOML"),
        (lambda head: head.replace(b"# end of header\n", b""), "cut off: its last line must be # end of header"),
        (lambda head: head.replace(b"format = 1", b'format = "1"'), "This isn't a session file"),
        (
            lambda head: head.replace(b"[session]", b"[sesion]"),
            "sesion: unknown key; choose from: format, session",
        ),
        (lambda head: b"format = 1\n# end of header\n", "session: this key is missing"),
        (lambda head: head.replace(b"title", b"tittle"), "tittle: unknown key; choose from: title, ruleset"),
        (
            lambda head: head.replace(b"limit = 3", b"limit = 3.5"),
            "options › limit: must be a whole number, a text, true, false",
        ),
        (lambda head: head.replace(b'"Red Dawn"', b"7"), "title: must be a text in quotes"),
        (lambda head: head.replace(b'language = "en"\n', b""), "language: this key is missing"),
        (lambda head: head.replace(b"00Z", b"00"), "created: must be a time with its zone"),
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
    assert said(refused.value).startswith("The header can't be written: ")


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
        assert "this program reads up to 1. Open it with a newer version; nothing has changed" in said(refused.value)
    assert path.read_bytes() == data


def test_an_older_format_is_refused_and_named() -> None:
    with pytest.raises(OlderFormat):
        read_bytes(WHOLE.replace(b"format = 1", b"format = 0"))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for reader in (read, read_header):
        with pytest.raises(JournalError) as refused:
            reader(tmp_path / "none.toml")
        assert said(refused.value) == f"{tmp_path / 'none.toml'} can't be opened: no such file or folder"


def test_an_entry_with_a_fact_that_makes_no_sense_is_told_with_its_place_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "session.toml"
    data = write_session(path, [an_entry(1), an_entry(2, f.RoundBegun(1), f.TimePassed(3)), an_entry(3)])
    path.write_bytes(data.replace(b"seconds", b"second"))
    reading = read(path)
    [fault] = reading.faults
    assert Words("en").say(fault.reason) == (
        "Entry 2: fact › 2 › time_passed › second: unknown key; choose from: seconds"
    )
    assert (reading.entries[0], reading.entries[2]) == (an_entry(1), an_entry(3))


def test_deeply_nested_input_is_refused_or_left_out() -> None:
    deep = b"[" * 300 + b"]" * 300
    inside = session_bytes(a_header(), [an_entry(1, f.SceneSet("a", after=7))], checked=False).replace(
        b"after = 7", b"after = " + deep
    )
    [scene_set] = read_bytes(inside).entries[0].facts
    assert isinstance(scene_set, f.SceneSet)
    assert read_bytes(inside.replace(deep, b"[" * 5000 + b"]" * 5000)).faults[0].first == 1


@pytest.mark.parametrize("whole", [WHOLE, OLD], ids=["with checks", "without"])
def test_a_second_program_follows_what_is_appended(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "session.toml"
    data = write_session(path, ENTRIES[:3], checked=whole is WHOLE)
    reading, seen = read(path), 3
    offset, running = reading.whole_length, reading.running
    with path.open("ab") as file:
        for byte in whole[len(data) :]:
            file.write(bytes([byte]))
            file.flush()
            if byte in b"\n=k":
                news = follow(path, offset, seen, running)
                assert news.entries == ENTRIES[seen : seen + len(news.entries)]
                offset, running, seen = news.offset, news.running, seen + len(news.entries)
    assert seen == 20
    assert follow(path, offset, 20, running).entries == ()


def test_following_a_file_that_was_changed_behind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "session.toml"
    data = write_session(path, ENTRIES)
    running = read(path).running
    other, _ = sealed(encode_entry(an_entry(21)), 7)
    for changed in (
        data[:-5],
        data + encode_entry(an_entry(25)),
        data + b"\n[[entry]]\nnonsense\nend = 21\n",
        data + other,
    ):
        path.write_bytes(changed)
        with pytest.raises(JournalError) as refused:
            follow(path, len(data), 20, running)
        assert said(refused.value) == f"Another program changed {path}. Open it again before you go on"
    path.unlink()
    with pytest.raises(JournalError):
        follow(path, len(data), 20, running)
