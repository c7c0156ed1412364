from pathlib import Path
from typing import Any

import pytest

from tests.journal.builders import a_header, session_bytes, varied_entries
from tracker.journal.errors import JournalError, OlderFormat
from tracker.journal.migration import STEPS, Step, migrate
from tracker.journal.reader import read
from tracker.text import Words

ENTRIES = tuple(varied_entries(5))
OLD = session_bytes(a_header(), ENTRIES).replace(b"format = 1", b"format = 0").replace(b"title =", b"name =")


def rename_title(document: dict[str, Any]) -> dict[str, Any]:
    session = {("title" if key == "name" else key): value for key, value in document["session"].items()}
    return {**document, "session": session}


FROM_ZERO = {0: Step("the title was called name", rename_title)}


def test_an_older_file_is_brought_up_to_date_in_a_copy(tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_bytes(OLD)
    with pytest.raises(OlderFormat):
        read(old)
    assert migrate(old, new, FROM_ZERO) == ("the title was called name",)
    assert old.read_bytes() == OLD
    assert new.read_bytes() == session_bytes(a_header(), ENTRIES)


def test_steps_are_taken_one_after_the_other(tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_bytes(OLD.replace(b"format = 0", b"format = -1").replace(b"name =", b"label ="))

    def rename_name(document: dict[str, Any]) -> dict[str, Any]:
        assert document["format"] == -1
        session = {("name" if key == "label" else key): value for key, value in document["session"].items()}
        return {**document, "session": session}

    steps = {**FROM_ZERO, -1: Step("the name was called label", rename_name)}
    assert migrate(old, new, steps) == ("the name was called label", "the title was called name")
    assert read(new).entries == ENTRIES


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (OLD.replace(b"format = 0", b"format = -1"), "Format -1 can't be brought to format 1"),
        (OLD.replace(b"format = 0", b"format = 2"), "The file has format 2; this program reads up to 1"),
        (OLD.replace(b"format = 0\n", b""), "This isn't a session file"),
        (OLD.replace(b"ruleset =", b"rules ="), "rules: unknown key"),
        (OLD[:-20] + b"\x00", "is not TOML"),
        (None, "no such file or folder"),
    ],
    ids=["no step", "newer", "no session", "unknown key", "no TOML", "missing"],
)
def test_a_file_that_cannot_be_brought_up_to_date_makes_no_copy(
    tmp_path: Path, data: bytes | None, sentence: str
) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    if data is not None:
        old.write_bytes(data)
    with pytest.raises(JournalError) as refused:
        migrate(old, new, FROM_ZERO)
    assert sentence in Words("en").say(refused.value.reason).replace("−", "-")
    assert not new.exists()


def test_migration_overwrites_nothing(tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_bytes(OLD)
    new.write_bytes(b"precious")
    with pytest.raises(JournalError):
        migrate(old, new, FROM_ZERO)
    assert new.read_bytes() == b"precious"


def test_the_first_format_has_no_older_one() -> None:
    assert dict(STEPS) == {}
