"""A file is replaced whole or stays as it was, also when the way there fails."""

import os
from pathlib import Path

import pytest

from tracker.journal.files import numbered, replace_whole_file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_and_what_stood_there_may_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "new" / "book.toml"
    replace_whole_file(path, b"one", path.with_name("book.toml.1"))
    assert names(path.parent) == ["book.toml"], "there was nothing to keep"
    replace_whole_file(path, b"two", path.with_name("book.toml.1"))
    replace_whole_file(path, b"three")
    assert names(path.parent) == ["book.toml", "book.toml.1"]
    assert (path.read_bytes(), path.with_name("book.toml.1").read_bytes()) == (b"three", b"one")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_way_that_fails_leaves_the_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "book.toml"
    path.write_bytes(b"one")
    monkeypatch.setattr(os, call, fail)
    with pytest.raises(OSError, match="No space"):
        replace_whole_file(path, b"two")
    assert names(tmp_path) == ["book.toml"]
    assert path.read_bytes() == b"one"


def test_names_are_numbered_from_two(tmp_path: Path) -> None:
    found = numbered("a", ".toml")
    assert [next(found) for _ in range(3)] == ["a.toml", "a-2.toml", "a-3.toml"]
