"""Bookmarks lie beside the session, are written whole, and a damaged file of them is refused in a sentence."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.journal.bookmarks import LONGEST_NAME, bookmarks_path, read_bookmarks, write_bookmarks
from tracker.journal.errors import JournalError


def test_there_are_none_before_the_first(tmp_path: Path) -> None:
    assert read_bookmarks(tmp_path / "dawn.toml") == {}


@given(st.dictionaries(st.integers(0, 99_999), st.text(st.characters(exclude_categories=["Cs"]), max_size=30)))
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, bookmarks: dict[int, str]) -> None:
    save = tmp_path_factory.mktemp("marks") / "dawn.toml"
    write_bookmarks(save, bookmarks)
    assert read_bookmarks(save) == dict(sorted(bookmarks.items()))


def test_a_name_has_a_length(tmp_path: Path) -> None:
    write_bookmarks(tmp_path / "a.toml", {1: "x" * 999})
    assert len(read_bookmarks(tmp_path / "a.toml")[1]) == LONGEST_NAME


@pytest.mark.parametrize(
    "content",
    [b"\xff", b"[bookmark]\n1 = 2\n", b"bookmark = 3\n", b'[bookmark]\nx = "a"\n', b'[bookmark]\n1 = "a',
     b"a" * 2_000_000, b"[bookmark]\n1 = " + b"[" * 5000, b"[bookmark]\n1 = " + b"9" * 5000,
     b'[bookmark]\n"\xd9\xa3x" = "a"\n'],
    ids=["no text", "a number", "no table", "no number", "cut off", "too long", "deep", "huge number", "odd key"],
)  # fmt: skip
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    bookmarks_path(tmp_path / "a.toml").write_bytes(content)
    with pytest.raises(JournalError):
        read_bookmarks(tmp_path / "a.toml")


def test_what_cannot_be_written_leaves_the_old_ones(tmp_path: Path) -> None:
    save = tmp_path / "a.toml"
    write_bookmarks(save, {1: "a"})
    (tmp_path / ".a.toml.bookmarks.new").mkdir()
    with pytest.raises(JournalError):
        write_bookmarks(save, {2: "b"})
    assert read_bookmarks(save) == {1: "a"}
