"""Sessions are put away and brought back whole, with what lies beside them; nothing is written over or deleted."""

import os
from pathlib import Path

import pytest

from tests.journal.builders import varied_entries, write_session
from tracker.journal.bookmarks import read_bookmarks, write_bookmarks
from tracker.journal.errors import JournalError, SessionLocked
from tracker.journal.shelf import Shelf, put
from tracker.journal.writer import JournalWriter


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "dawn.toml"
    write_session(path, varied_entries(9))
    write_bookmarks(path, {3: "the alarm"})
    (tmp_path / "dawn.toml.torn-20250101T000000Z").write_bytes(b"piece")
    (tmp_path / "dawn.toml.ideas").write_bytes(b"what somebody else put there")
    write_session(tmp_path / "dawn-2.toml", [])
    return path


@pytest.mark.parametrize("shelf", ["archive", "removed"])
def test_a_session_moves_with_all_that_lies_beside_it_and_comes_back_as_it_was(session: Path, shelf: Shelf) -> None:
    folder = session.parent
    before = contents(folder)
    moved = put(session, shelf)
    assert moved == folder / shelf / "dawn.toml"
    assert read_bookmarks(moved) == {3: "the alarm"}
    assert sorted(path.name for path in folder.iterdir()) == sorted(["dawn-2.toml", shelf])
    assert sorted(contents(folder).values()) == sorted(before.values())
    assert put(moved, "") == session
    assert contents(folder) == before


def test_what_is_in_the_archive_can_be_removed_from_there(session: Path) -> None:
    removed = put(put(session, "archive"), "removed")
    assert removed == session.parent / "removed" / "dawn.toml"
    assert read_bookmarks(removed) == {3: "the alarm"}


def test_a_taken_name_gets_a_number_and_nothing_is_written_over(session: Path) -> None:
    first = put(session, "archive")
    write_session(session, varied_entries(2))
    write_bookmarks(session, {1: "another one"})
    second = put(session, "archive")
    assert second.name == "dawn-2.toml"
    assert (read_bookmarks(first), read_bookmarks(second)) == ({3: "the alarm"}, {1: "another one"})


def test_a_name_whose_companions_are_left_over_counts_as_taken(session: Path) -> None:
    (session.parent / "archive").mkdir()
    orphan = session.parent / "archive" / "dawn.toml.bookmarks"
    orphan.write_bytes(b"left over")
    assert put(session, "archive").name == "dawn-2.toml"
    assert orphan.read_bytes() == b"left over"


def test_a_session_that_is_being_played_stays_where_it_is(session: Path) -> None:
    before = contents(session.parent)
    with JournalWriter.open(session), pytest.raises(SessionLocked):
        put(session, "archive")
    assert contents(session.parent) == before


def test_a_damaged_file_can_be_put_away_too(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(b"nothing = 1")
    assert put(path, "removed").read_bytes() == b"nothing = 1"


def test_a_session_is_put_nowhere_twice(session: Path) -> None:
    with pytest.raises(JournalError) as raised:
        put(session, "")
    assert raised.value.reason.id == "shelf.already.back"
    archived = put(session, "archive")
    with pytest.raises(JournalError) as raised:
        put(archived, "archive")
    assert raised.value.reason.id == "shelf.already.archive"


def test_a_move_that_fails_half_way_leaves_everything_where_it_was(
    session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(session.parent)
    link, calls = os.link, []

    def failing(old: Path, new: Path, **options: bool) -> None:
        calls.append(old)
        if len(calls) == 3:
            raise FileExistsError(17, "File exists")
        link(old, new, **options)

    monkeypatch.setattr("os.link", failing)
    with pytest.raises(JournalError):
        put(session, "archive")
    assert contents(session.parent) == before


def test_a_file_system_without_second_names_moves_all_the_same(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refused)
    assert read_bookmarks(put(session, "archive")) == {3: "the alarm"}
