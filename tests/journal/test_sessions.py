import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.journal.builders import a_header, an_entry, session_bytes, varied_entries, write_session
from tracker.journal.errors import JournalError
from tracker.journal.folder import saves_folder
from tracker.journal.reader import read
from tracker.journal.sessions import branch, file_stem, list_saves, new_path
from tracker.journal.writer import JournalWriter
from tracker.text import Words


def test_saves_live_beside_the_program_where_there_is_such_a_folder(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    assert saves_folder(tmp_path) == tmp_path / "saves"


def test_saves_live_in_the_users_data_folder_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saves").write_text("a file, no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert saves_folder() == tmp_path / "data" / "coterie" / "saves"
    (tmp_path / "saves").unlink()
    (tmp_path / "saves").mkdir()
    assert saves_folder() == tmp_path / "saves"


def test_the_list_of_saves_shows_the_last_one_first_and_says_what_is_broken(tmp_path: Path) -> None:
    write_session(tmp_path / "old.toml", varied_entries(40), a_header("Old"))
    write_session(tmp_path / "new.toml", [], a_header("New"))
    (tmp_path / "broken.toml").write_bytes(b"format = 1\n")
    (tmp_path / "newer.toml").write_bytes(b"format = 7\n")
    (tmp_path / "old.toml.torn-20250101T000000Z").write_bytes(b"x")
    (tmp_path / "old.toml.lock-holder").write_bytes(b"1")
    (tmp_path / "folder.toml").mkdir()
    for number, name in enumerate(["broken", "newer", "old", "new"]):
        os.utime(tmp_path / f"{name}.toml", (number, number))
    saves = list_saves(tmp_path)
    assert [save.path.name for save in saves] == ["new.toml", "old.toml", "newer.toml", "broken.toml"]
    assert [save.header and save.header.title for save in saves] == ["New", "Old", None, None]
    assert [save.entries for save in saves] == [0, 40, None, None]
    assert saves[1].modified == datetime(1970, 1, 1, 0, 0, 2, tzinfo=UTC)
    assert saves[0].problem is None
    assert saves[2].problem is not None
    assert saves[3].problem is not None
    words = Words("en")
    assert words.say(saves[2].problem).startswith(f"{tmp_path / 'newer.toml'}: The file has format 7")
    assert (
        words.say(saves[3].problem)
        == f"{tmp_path / 'broken.toml'}: The header can't be read: session: this key is missing"
    )


def test_a_missing_folder_holds_no_saves(tmp_path: Path) -> None:
    assert list_saves(tmp_path / "none") == []


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Red Dawn", "Red-Dawn"),
        ("Киев ночью: глава 2", "Киев-ночью-глава-2"),
        ("../../etc/passwd", "etc-passwd"),
        ('a/b\\c:d*e?f"g<h>i|j\0k\nl', "a-b-c-d-e-f-g-h-i-j-k-l"),
        ("--", "session"),
        ("", "session"),
        (".hidden", "hidden"),
        ("東京 夜", "東京-夜"),
        ("Cafe\u0301", "Café"),
        ("[X] 🧛 \x1b[31m", "X-31m"),
        ("\ud83e half", "half"),
    ],
)
def test_a_file_is_named_after_its_title(title: str, stem: str) -> None:
    assert file_stem(title) == stem


@pytest.mark.parametrize("title", ["x" * 1000, "ж" * 1000, "夜" * 1000])
def test_a_long_title_makes_a_name_that_file_systems_take(tmp_path: Path, title: str) -> None:
    path = new_path(tmp_path, title)
    JournalWriter.create(path, a_header(title)).close()
    path.write_bytes(path.read_bytes() + b"\n[[entry]]\n")
    with JournalWriter.open(path) as writer:
        assert writer.set_aside is not None
    assert read(path).header.title == title


def test_a_new_path_is_never_taken(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        path = new_path(tmp_path, "Red Dawn")
        JournalWriter.create(path, a_header()).close()
        names.append(path.name)
    assert names == ["Red-Dawn.toml", "Red-Dawn-2.toml", "Red-Dawn-3.toml"]


@pytest.mark.parametrize("up_to", [0, 1, 7, 20])
def test_a_session_can_go_on_from_an_earlier_entry_in_a_copy(tmp_path: Path, up_to: int) -> None:
    entries = tuple(varied_entries(20))
    path, copy = tmp_path / "session.toml", tmp_path / "copy.toml"
    data = write_session(path, entries)
    branch(path, copy, up_to)
    assert copy.read_bytes() == session_bytes(a_header(), entries[:up_to])
    assert path.read_bytes() == data
    with JournalWriter.open(copy) as writer:
        writer.append(an_entry(up_to + 1))


def test_a_copy_keeps_what_a_person_wrote_between_the_entries(tmp_path: Path) -> None:
    path, copy = tmp_path / "session.toml", tmp_path / "copy.toml"
    data = write_session(path, [an_entry(1), an_entry(2)], checked=False).replace(
        b"[[entry]]\nn = 1", b"# first\n[[entry]]\nn = 1"
    )
    path.write_bytes(data + b"\n[[entry]]\nn = 3")
    branch(path, copy, 2)
    assert copy.read_bytes() == data


@pytest.mark.parametrize("up_to", [-1, 3, 100])
def test_there_is_no_way_on_from_an_entry_that_is_not_there(tmp_path: Path, up_to: int) -> None:
    path, copy = tmp_path / "session.toml", tmp_path / "copy.toml"
    path.write_bytes(write_session(path, [an_entry(1), an_entry(2), an_entry(3)])[:-20])
    with pytest.raises(JournalError) as refused:
        branch(path, copy, up_to)
    assert Words("en").say(refused.value.reason).startswith(f"{path}: Entry ")
    assert not copy.exists()


def test_a_copy_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "session.toml"
    data = write_session(path, [an_entry(1)])
    with pytest.raises(JournalError) as refused:
        branch(path, path, 1)
    assert "choose another name" in Words("en").say(refused.value.reason)
    assert path.read_bytes() == data


def test_a_damaged_session_has_no_copy_beyond_the_damage(tmp_path: Path) -> None:
    path, copy = tmp_path / "session.toml", tmp_path / "copy.toml"
    data = write_session(path, [an_entry(1), an_entry(2), an_entry(3)])
    path.write_bytes(data.replace(b"facts = 1\n", b"facts = 2\n", 2).replace(b"facts = 2\n", b"facts = 1\n", 1))
    branch(path, copy, 1)
    with pytest.raises(JournalError):
        branch(path, tmp_path / "other.toml", 3)
    path.write_bytes(data.replace(b"noted", b"notted"))
    with pytest.raises(JournalError) as refused:
        branch(path, tmp_path / "other.toml", 3)
    assert "Entry 1: fact › 1 › kind" in Words("en").say(refused.value.reason)
