"""Damaged and changed sessions: what is told, what a mended copy holds, and accepting what a person has changed."""

from pathlib import Path

import pytest

from tests.journal.builders import a_header, an_entry, session_bytes, write_session
from tracker.core import facts as f
from tracker.core.history import Entry
from tracker.core.messages import Message
from tracker.core.state import Pool, State
from tracker.journal.errors import Damaged
from tracker.journal.mending import accept, mend
from tracker.journal.reader import read, read_bytes
from tracker.journal.replay import replay
from tracker.journal.writer import JournalWriter
from tracker.text import Words

SAY = Words("en").say


def added(number: int, who: str) -> Entry:
    return an_entry(number, f.CharacterAdded(who, who, "person", pools={"hits": Pool(8, 8)}))


def hurt(number: int, before: int, after: int, who: str = "Ann") -> Entry:
    return an_entry(number, f.PoolSet(who, "hits", Pool(before, 8), Pool(after, 8)), say=f"{who}: {before} to {after}")


ENTRIES = (
    added(1, "Ann"),
    hurt(2, 8, 7),
    added(3, "Bob"),
    hurt(4, 7, 5),
    an_entry(5, f.Undone(4)),
    hurt(6, 7, 6),
    hurt(7, 8, 1, "Bob"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.toml"


def hits(state: State) -> dict[str, int]:
    return {who: person.pools["hits"].value for who, person in state.characters.items()}


def lines(messages: tuple[Message, ...]) -> list[str]:
    return [SAY(line) for line in messages]


def broken(number: int, data: bytes) -> bytes:
    """The file with entry `number` spoiled for any parser."""
    return data.replace(b"n = %d\n" % number, b"n = %d !\n" % number, 1)


def test_a_mended_copy_leaves_the_bad_entry_out_and_says_what_is_not_so_any_more(path: Path, tmp_path: Path) -> None:
    damaged = broken(2, write_session(path, ENTRIES))
    path.write_bytes(damaged)
    copy = tmp_path / "copy.toml"
    mending = mend(path, copy, SAY)
    assert mending.left_out == (2,)
    assert lines(mending.replay.doubts) == [
        "Entry 4: Ann, hits was 8 before, not 7; the new value stands",
        "Entry 6: Ann, hits was 8 before, not 7; the new value stands",
    ]
    assert path.read_bytes() == damaged
    with JournalWriter.open(copy) as writer:
        assert (writer.reading.faults, writer.notice) == ((), None)
        again = replay(writer.reading)
        assert (again.faults, again.doubts) == ((), ())
        assert hits(again.history.state) == {"Ann": 6, "Bob": 1}
        line = damaged[: damaged.index(b"n = 2 !")].count(b"\n") + 1
        assert writer.reading.entries[1].say == f"Left out of the story: line {line} is not TOML"
        writer.append(an_entry(8))
    assert read(copy).faults == ()


def test_a_changed_entry_is_left_out_where_the_rest_fits_without_it_and_kept_where_it_does_not(
    path: Path, tmp_path: Path
) -> None:
    data = write_session(path, ENTRIES)
    path.write_bytes(data.replace(b"Ann: 8 to 7", b"Ann: 8 to 3"))
    mending = mend(path, tmp_path / "left-out.toml", SAY)
    assert mending.left_out == (2,)
    assert hits(mending.replay.history.state_after(3)) == {"Ann": 8, "Bob": 8}
    path.write_bytes(data.replace(b'name = "Bob"', b'name = "Rob"'))
    mending = mend(path, tmp_path / "kept.toml", SAY)
    assert mending.left_out == ()
    assert mending.replay.history.state.characters["Bob"].name == "Rob"
    assert read(tmp_path / "kept.toml").faults == ()


def test_what_depends_on_a_lost_entry_is_left_out_with_it_and_the_rest_stands(path: Path, tmp_path: Path) -> None:
    path.write_bytes(broken(3, write_session(path, ENTRIES)))
    mending = mend(path, tmp_path / "copy.toml", SAY)
    assert mending.left_out == (3, 7)
    assert hits(mending.replay.history.state) == {"Ann": 6}
    assert [fault.problem.id for fault in mending.replay.faults] == ["journal.fault.misfit"]


def test_a_lost_undo_lets_the_next_undo_fit(path: Path) -> None:
    for lost in (4, 5):
        entries = (*ENTRIES[:5], an_entry(6, f.Undone(3)))
        again = replay(read_bytes(broken(lost, session_bytes(a_header(), entries))))
        assert hits(again.history.state) == {"Ann": 7}, lost


def test_a_false_before_is_told_in_an_entry_without_a_check_and_the_session_opens(path: Path) -> None:
    entries = (added(1, "Ann"), hurt(2, 7, 6))
    again = replay(read_bytes(session_bytes(a_header(), entries, checked=False)))
    assert lines(again.doubts) == ["Entry 2: Ann, hits was 8 before, not 7; the new value stands"]
    assert (again.faults, hits(again.history.state)) == ((), {"Ann": 6})
    assert replay(read_bytes(session_bytes(a_header(), entries))).doubts == ()


def test_a_change_by_hand_is_accepted_by_an_entry_that_names_its_check_and_holds_for_good(path: Path) -> None:
    data = write_session(path, ENTRIES).replace(b"Ann: 8 to 7", b"Ann trips, 8 to 7")
    data = data.replace(b"Red Dawn", b"Red Dusk")
    path.write_bytes(data)
    assert accept(path, SAY) == (1, 2)
    assert path.read_bytes().startswith(data), "the journal only grows"
    with JournalWriter.open(path) as writer:
        assert (writer.reading.faults, len(writer.reading.entries)) == ((), 8)
        assert writer.reading.entries[7].say.startswith("Edits by hand accepted: entries 1")
        assert writer.reading.header.title == "Red Dusk"
        writer.append(an_entry(9))
    assert accept(path, SAY) == ()
    path.write_bytes(path.read_bytes().replace(b"Ann trips", b"Ann drops"))
    assert [fault.numbers for fault in read(path).faults] == [range(2, 3)]


def test_what_cannot_be_read_or_does_not_fit_cannot_be_accepted(path: Path) -> None:
    data = write_session(path, ENTRIES)
    for damaged in (broken(2, data), data.replace(b'who = "Bob", pool', b'who = "Rob", pool')):
        path.write_bytes(damaged)
        with pytest.raises(Damaged):
            accept(path, SAY)
        assert path.read_bytes() == damaged


@pytest.mark.parametrize("number", range(1, 8))
def test_whatever_entry_is_lost_the_copy_opens_whole_and_plays_on(path: Path, tmp_path: Path, number: int) -> None:
    path.write_bytes(broken(number, write_session(path, ENTRIES)))
    mend(path, tmp_path / "copy.toml", SAY)
    with JournalWriter.open(tmp_path / "copy.toml") as writer:
        assert replay(writer.reading).faults == ()
        assert len(writer.reading.entries) == 7
        writer.append(an_entry(8))
