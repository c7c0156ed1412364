import errno
import fcntl
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journal.builders import NASTY_TEXTS, a_header, an_entry, session_bytes, varied_entries, write_session
from tracker.core import facts as f
from tracker.journal import lock
from tracker.journal.codec import encode_entry
from tracker.journal.errors import Damaged, FileLost, JournalError, NewerFormat, SessionLocked
from tracker.journal.reader import read
from tracker.journal.writer import JournalWriter
from tracker.text import Words


def said(error: JournalError, language: str = "en") -> str:
    words = Words(language)
    assert words.knows(error.reason)
    return words.say(error.reason)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.toml"


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a process of its own; its exit code is 0 where nothing was raised."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_what_is_appended_stands_in_the_file_at_once(path: Path) -> None:
    entries = list(varied_entries(30))
    with JournalWriter.create(path, a_header()) as writer:
        assert read(path).header == a_header() == writer.header
        for count, entry in enumerate(entries, start=1):
            writer.append(entry)
            assert read(path).entries == tuple(entries[:count])
            assert path.stat().st_size == writer.length
    assert path.read_bytes() == session_bytes(a_header(), entries)


def test_a_session_goes_on_after_it_was_closed(path: Path) -> None:
    entries = tuple(varied_entries(30))
    with JournalWriter.create(path, a_header()) as writer:
        for entry in entries[:10]:
            writer.append(entry)
    with JournalWriter.open(path) as writer:
        assert (writer.reading.entries, writer.set_aside, writer.notice) == (entries[:10], None, None)
        for entry in entries[10:]:
            writer.append(entry)
    assert read(path).entries == entries


def test_an_entry_is_one_write_and_is_synced_before_append_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    write, sync = os.write, os.fsync
    with JournalWriter.create(path, a_header()) as writer:
        monkeypatch.setattr(os, "write", lambda fd, data: calls.append(f"write {len(data)}") or write(fd, data))
        monkeypatch.setattr(os, "fsync", lambda fd: calls.append("fsync") or sync(fd))
        writer.append(an_entry(1))
        monkeypatch.undo()
    assert calls == [f"write {len(encode_entry(an_entry(1))) + len('# check 01234567') + 1}", "fsync"]


def test_a_new_session_makes_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "session.toml"
    JournalWriter.create(path, a_header()).close()
    assert read(path).header == a_header()


def test_a_new_session_overwrites_nothing(path: Path) -> None:
    path.write_bytes(b"precious")
    with pytest.raises(JournalError) as refused:
        JournalWriter.create(path, a_header())
    assert said(refused.value) == f"{path} can't be created: a file with this name exists; choose another name"
    assert path.read_bytes() == b"precious"


def test_a_new_session_that_cannot_be_written_leaves_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(JournalError) as refused:
        JournalWriter.create(path, a_header())
    assert said(refused.value) == f"{path} can't be created: the disk is full"
    assert files_of(path.parent) == {}


@pytest.mark.parametrize("place", ["a file/session.toml", "x" * 300 + ".toml"])
def test_a_new_session_in_an_impossible_place_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "a file").write_text("")
    with pytest.raises(JournalError) as refused:
        JournalWriter.create(tmp_path / place, a_header())
    assert " can't be created: " in said(refused.value)


@pytest.mark.parametrize("taken", [0, 1, 40])
@pytest.mark.parametrize(
    ("code", "reason", "reason_in_russian"),
    [
        (errno.ENOSPC, "the disk is full", "на диске нет места"),
        (errno.EDQUOT, "the disk is full", "на диске нет места"),
        (errno.EROFS, "writing isn't allowed there", "писать туда нельзя"),
        (errno.EIO, "the disk failed", "сбой диска"),
        (errno.EBADF, "Bad file descriptor", "Bad file descriptor"),
    ],
)
def test_a_failed_append_leaves_the_file_as_it_was_and_the_writer_usable(
    path: Path, monkeypatch: pytest.MonkeyPatch, taken: int, code: int, reason: str, reason_in_russian: str
) -> None:
    write = os.write

    def only_some(descriptor: int, data: bytes) -> int:
        nonlocal taken
        if not taken:
            raise OSError(code, os.strerror(code))
        written, taken = write(descriptor, data[:taken]), 0
        return written

    with JournalWriter.create(path, a_header()) as writer:
        writer.append(an_entry(1))
        before = path.read_bytes()
        monkeypatch.setattr(os, "write", only_some)
        with pytest.raises(JournalError) as refused:
            writer.append(an_entry(2))
        monkeypatch.undo()
        assert said(refused.value) == f"Not saved, and nothing has changed: {path}: {reason}"
        assert said(refused.value, "ru") == f"Не сохранено, ничего не изменилось: {path}: {reason_in_russian}"
        assert path.read_bytes() == before
        writer.append(an_entry(2))
    assert read(path).entries == (an_entry(1), an_entry(2))


def test_a_failed_sync_counts_as_not_saved(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync, failures = os.fsync, iter([True])

    def fails_once(descriptor: int) -> None:
        if next(failures, False):
            raise OSError(errno.EIO, "Input/output error")
        sync(descriptor)

    with JournalWriter.create(path, a_header()) as writer:
        before = path.read_bytes()
        monkeypatch.setattr(os, "fsync", fails_once)
        with pytest.raises(JournalError):
            writer.append(an_entry(1))
        assert path.read_bytes() == before
        writer.append(an_entry(1))
    assert read(path).entries == (an_entry(1),)


def test_an_interrupted_append_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    with JournalWriter.create(path, a_header()) as writer:
        before = path.read_bytes()
        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            writer.append(an_entry(1))
        assert path.read_bytes() == before
        writer.append(an_entry(1))
    assert read(path).entries == (an_entry(1),)


def test_a_size_limit_of_the_system_refuses_the_append_and_leaves_the_file_as_it_was(path: Path) -> None:
    def work() -> None:
        with JournalWriter.create(path, a_header()) as writer:
            writer.append(an_entry(1))
            before = path.read_bytes()
            resource.setrlimit(resource.RLIMIT_FSIZE, (writer.length + 100, resource.RLIM_INFINITY))
            with pytest.raises(JournalError) as refused:
                writer.append(an_entry(2))
            assert said(refused.value) == f"Not saved, and nothing has changed: {path}: the file would become too large"
            assert path.read_bytes() == before
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            writer.append(an_entry(2))

    assert in_child(work) == 0
    assert read(path).entries == (an_entry(1), an_entry(2))


def test_when_even_the_way_back_fails_nothing_more_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def half(descriptor: int, data: bytes) -> int:
        if len(data) < 100:
            raise OSError(errno.EIO, "Input/output error")
        return write(descriptor, data[:50]) if len(data) > 100 else 0

    def fails(descriptor: int, length: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    writer = JournalWriter.create(path, a_header())
    writer.append(an_entry(1))
    monkeypatch.setattr(os, "write", half)
    monkeypatch.setattr(os, "ftruncate", fails)
    sentences = []
    for _ in range(2):
        with pytest.raises(JournalError) as refused:
            writer.append(an_entry(2))
        sentences.append(said(refused.value))
        monkeypatch.undo()
    assert (
        sentences
        == [f"{path} couldn't be brought back to its last whole entry. Close it, check the disk and open it again"] * 2
    )
    writer.close()
    with JournalWriter.open(path) as writer:
        assert writer.reading.entries == (an_entry(1),)
        assert writer.set_aside is not None
        writer.append(an_entry(2))
    assert read(path).entries == (an_entry(1), an_entry(2))


def test_a_read_only_folder_refuses_a_new_session(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_file = os.open

    def read_only(name: Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY | os.O_CREAT):
            raise PermissionError(errno.EACCES, "Permission denied")
        return open_file(name, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(JournalError) as refused:
        JournalWriter.create(path, a_header())
    assert said(refused.value) == f"{path} can't be created: permission is missing"
    assert files_of(path.parent) == {}


def test_a_read_only_file_can_be_read_but_not_opened_for_writing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_session(path, [an_entry(1)])
    open_file = os.open

    def read_only(name: Path, flags: int, mode: int = 0o777) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, "Read-only file system")
        return open_file(name, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(JournalError) as refused:
        JournalWriter.open(path)
    assert said(refused.value) == f"{path} can't be opened: writing isn't allowed there"
    assert read(path).entries == (an_entry(1),)
    assert files_of(path.parent) == {"session.toml": data}


def test_a_missing_file_cannot_be_opened(path: Path) -> None:
    with pytest.raises(JournalError) as refused:
        JournalWriter.open(path)
    assert said(refused.value) == f"{path} can't be opened: no such file or folder"
    assert files_of(path.parent) == {}


@pytest.mark.parametrize(("lost", "kept"), [(7, 5), (17, 5), (24, 4), (60, 4)])
def test_a_cut_off_end_is_set_aside_beside_the_file_and_reported(path: Path, lost: int, kept: int) -> None:
    entries = tuple(varied_entries(5))
    data = write_session(path, entries)
    path.write_bytes(data[:-lost])
    with JournalWriter.open(path) as writer:
        assert writer.reading.entries == entries[:kept]
        if lost == 17:  # the check alone, to the byte: nothing is half
            assert writer.set_aside is None
        else:
            assert writer.set_aside is not None
            assert writer.set_aside.parent == path.parent
            assert writer.set_aside.name.startswith("session.toml.torn-2")
            assert path.read_bytes() + writer.set_aside.read_bytes() == data[:-lost]
            assert writer.notice is not None
            assert Words("ru").say(writer.notice).startswith("Конец файла был обрезан. Открыт")
            assert Words("en").say(writer.notice).endswith(f" bytes are kept in {writer.set_aside}")
        for number in range(kept + 1, 7):
            writer.append(an_entry(number))
    reading = read(path)
    assert (reading.entries[:kept], reading.faults, reading.covered) == (entries[:kept], (), 6)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.replace(b"n = 3\n", b"n = x\n", 1),
        lambda data: data.replace(b"n = 3\nat = 2025", b"n = 3\nat = 2024"),
        lambda data: data.replace(b"Red Dawn", b"Red Dusk"),
        lambda data: data.replace(b"end = 5", b"end = 6"),
        lambda data: data[:-17].replace(b"end = 5", b"end = 6"),
    ],
)
def test_a_damaged_or_changed_file_is_not_opened_for_writing_and_nothing_of_it_is_moved(
    path: Path, damage: Callable[[bytes], bytes]
) -> None:
    damaged = damage(write_session(path, varied_entries(5)))
    path.write_bytes(damaged)
    with pytest.raises(Damaged) as refused:
        JournalWriter.open(path)
    assert refused.value.faults
    assert f"coterie check {path}" in said(refused.value)
    assert f"coterie check {path}" in said(refused.value, "ru")
    assert files_of(path.parent) == {"session.toml": damaged}
    assert len(read(path).entries) == 5


def test_what_is_set_aside_overwrites_nothing(path: Path) -> None:
    pieces = [b"\n[[entry]]\nn = 1", b"\x00\x00", b"\nfacts = 1\n"]
    found: list[Path] = []
    for piece in pieces:
        data = session_bytes(a_header(), [])
        path.write_bytes(data + piece)
        with JournalWriter.open(path) as writer:
            assert writer.set_aside is not None
            found.append(writer.set_aside)
        assert path.read_bytes() == data
    assert [piece.read_bytes() for piece in found] == pieces


def test_a_piece_that_cannot_be_set_aside_stays_in_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_session(path, [an_entry(1)]) + b"\n[[entry]]\nn = 2"
    path.write_bytes(data)

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(JournalError) as refused:
        JournalWriter.open(path)
    monkeypatch.undo()
    assert said(refused.value) == (
        f"{path}: 16 bytes at the end are cut off and can't be set aside: the disk is full. Nothing has changed"
    )
    assert files_of(path.parent) == {"session.toml": data}
    JournalWriter.open(path).close()


def test_a_piece_is_on_disk_before_the_session_is_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_session(path, [an_entry(1)]) + b"\n[[entry]]\nn = 2"
    path.write_bytes(data)
    synced: list[int] = []
    sync = os.fsync

    def fails(descriptor: int, length: int) -> None:
        assert len(synced) == 2  # the piece and the folder
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(descriptor) or sync(descriptor))
    monkeypatch.setattr(os, "ftruncate", fails)
    with pytest.raises(JournalError):
        JournalWriter.open(path)
    assert path.read_bytes() == data
    assert b"\n[[entry]]\nn = 2" in files_of(path.parent).values()


def test_reading_a_cut_off_file_changes_nothing(path: Path) -> None:
    data = write_session(path, varied_entries(5))[:-20]
    path.write_bytes(data)
    assert len(read(path).entries) == 4
    assert files_of(path.parent) == {"session.toml": data}


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"format = 1", b"format = 2")[:-5],
        lambda data: data[:60],
        lambda data: data.replace(b"noted", b"notted"),
        lambda data: b"",
    ],
)
def test_a_file_that_cannot_be_opened_is_left_as_it_is(path: Path, change: Callable[[bytes], bytes]) -> None:
    data = change(session_bytes(a_header(), [an_entry(1), an_entry(2)]))
    path.write_bytes(data)
    with pytest.raises(JournalError) as refused:
        JournalWriter.open(path)
    assert isinstance(refused.value, NewerFormat) == (b"format = 2" in data)
    assert said(refused.value).startswith(f"{path}: ")
    assert files_of(path.parent) == {"session.toml": data}


def test_only_the_next_entry_is_written(path: Path) -> None:
    with JournalWriter.create(path, a_header()) as writer:
        for number in (0, 2):
            with pytest.raises(JournalError) as refused:
                writer.append(an_entry(number))
            assert said(refused.value) == f"Entry {number} can't be written: entry 1 is next"
        writer.append(an_entry(1))


def test_an_entry_with_half_a_character_is_refused_before_anything_is_written(path: Path) -> None:
    with JournalWriter.create(path, a_header()) as writer:
        before = path.read_bytes()
        with pytest.raises(JournalError) as refused:
            writer.append(an_entry(1, f.Noted("\ud83e")))
        assert said(refused.value) == "Entry 1 can't be written, and nothing has changed: a text holds half a character"
        assert path.read_bytes() == before
        writer.append(an_entry(1))


def test_nasty_texts_are_kept(path: Path) -> None:
    with JournalWriter.create(path, a_header(title=NASTY_TEXTS[2])) as writer:
        for number, text in enumerate(NASTY_TEXTS, start=1):
            writer.append(an_entry(number, do=text, say=text))
    assert [entry.say for entry in read(path).entries] == list(NASTY_TEXTS)
    assert read(path).header.title == NASTY_TEXTS[2]


@pytest.mark.parametrize("change", [lambda data: data + b"# hello\n", lambda data: data[:-30]])
def test_a_file_that_another_program_changed_is_not_written_to(path: Path, change: Callable[[bytes], bytes]) -> None:
    with JournalWriter.create(path, a_header()) as writer:
        writer.append(an_entry(1))
        changed = change(path.read_bytes())
        with path.open("r+b") as file:
            file.write(changed)
            file.truncate()
        with pytest.raises(JournalError) as refused:
            writer.append(an_entry(2))
        assert said(refused.value) == f"Another program changed {path}. Open it again before you go on"
        assert path.read_bytes() == changed


def replaced_with_a_copy(path: Path) -> None:
    """As editors do it that keep a backup: the descriptor of a program leads to the backup then."""
    path.rename(path.with_name("session.toml~"))
    path.write_bytes(path.with_name("session.toml~").read_bytes())


def replaced_while_a_link_stays(path: Path) -> None:
    os.link(path, path.with_name("backup"))
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


def moved_away(path: Path) -> None:
    path.rename(path.with_name("moved.toml"))


def moved_with_its_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


@pytest.mark.parametrize(
    "change", [replaced_with_a_copy, replaced_while_a_link_stays, moved_away, moved_with_its_folder, Path.unlink]
)
def test_nothing_is_answered_as_done_that_is_not_in_the_named_file(path: Path, change: Callable[[Path], None]) -> None:
    path = path.parent / "saves" / path.name
    with JournalWriter.create(path, a_header()) as writer:
        writer.append(an_entry(1))
        change(path)
        for _ in range(2):
            with pytest.raises(FileLost):
                writer.append(an_entry(2))
    sessions = [one for one in path.parent.parent.rglob("*") if one.is_file() and "lock" not in one.name]
    assert all(len(read(one).entries) == 1 for one in sessions)


def test_a_file_that_is_changed_in_place_by_one_byte_is_not_written_to_and_a_touched_one_is(path: Path) -> None:
    with JournalWriter.create(path, a_header()) as writer:
        writer.append(an_entry(1))
        os.utime(path, (1, 1))
        writer.append(an_entry(2))
        data = path.read_bytes()
        with path.open("r+b") as file:
            file.seek(data.index(b"rains"))
            file.write(b"R")
        os.utime(path, (2, 2))
        with pytest.raises(FileLost):
            writer.append(an_entry(3))
    assert len(read(path).entries) == 2


@pytest.mark.parametrize("call", ["fstat", "stat"])
@pytest.mark.parametrize("code", [errno.ESTALE, errno.EIO])
def test_a_server_that_has_lost_the_file_costs_the_act_and_not_the_session(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, code: int
) -> None:
    def fails(*arguments: object, **named: object) -> None:
        raise OSError(code, os.strerror(code))

    with JournalWriter.create(path, a_header()) as writer:
        writer.append(an_entry(1))
        with monkeypatch.context() as failing:
            failing.setattr(os, call, fails)
            with pytest.raises(FileLost) as refused:
                writer.append(an_entry(2))
        assert said(refused.value).startswith(f"Not saved, and nothing has changed: {path}: the ")
        writer.append(an_entry(2))
    assert len(read(path).entries) == 2


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_where_there_are_no_locks_one_is_told_the_way_round_and_nothing_is_left_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def fails(descriptor: int, operation: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", fails)
    with pytest.raises(JournalError) as refused:
        JournalWriter.create(path, a_header())
    assert said(refused.value) == (
        f"{path} can't be locked against a second writer: the file system has no locks. "
        "To open it anyway, add --no-lock"
    )
    assert files_of(path.parent) == {}
    monkeypatch.setattr(lock, "_wanted", True)  # it is as before when the test is over
    lock.do_without()
    JournalWriter.create(path, a_header()).close()
    with JournalWriter.open(path) as writer:
        writer.append(an_entry(1))
    assert len(read(path).entries) == 1


@pytest.mark.parametrize("replaced", [True, False])
def test_a_file_that_another_program_deleted_or_replaced_is_not_written_to(path: Path, replaced: bool) -> None:
    with JournalWriter.create(path, a_header()) as writer:
        writer.append(an_entry(1))
        other = path.with_name("other")
        other.write_bytes(path.read_bytes())
        if replaced:
            other.replace(path)
        else:
            path.unlink()
        with pytest.raises(JournalError) as refused:
            writer.append(an_entry(2))
        assert said(refused.value) == (f"Another program deleted or replaced {path}. Open it again before you go on")


def test_a_closed_writer_refuses(path: Path) -> None:
    writer = JournalWriter.create(path, a_header())
    writer.close()
    writer.close()
    with pytest.raises(JournalError) as refused:
        writer.append(an_entry(1))
    assert said(refused.value) == f"{path} is closed"


def test_a_second_writer_is_told_who_holds_the_session(path: Path) -> None:
    with JournalWriter.create(path, a_header()) as writer:
        writer.append(an_entry(1))

        def second() -> None:
            with pytest.raises(SessionLocked) as refused:
                JournalWriter.open(path)
            assert said(refused.value) == (
                f"{path} is open in another window (process {os.getppid()}). Close it there, or watch the session here"
            )
            assert read(path).entries == (an_entry(1),)

        assert in_child(second) == 0
        writer.append(an_entry(2))
    with JournalWriter.open(path) as writer:
        assert len(writer.reading.entries) == 2
    assert files_of(path.parent).keys() == {"session.toml"}


def test_the_lock_holds_within_one_process_and_without_the_name_of_its_holder(path: Path) -> None:
    with JournalWriter.create(path, a_header()):
        path.with_name("session.toml.lock-holder").write_text("nobody\n")
        with pytest.raises(SessionLocked) as refused:
            JournalWriter.open(path)
        assert said(refused.value) == f"{path} is open in another window. Close it there, or watch the session here"


def test_a_killed_writer_leaves_no_lock(path: Path) -> None:
    started, ready = os.pipe()
    child = os.fork()
    if child == 0:
        JournalWriter.create(path, a_header()).append(an_entry(1))
        os.write(ready, b"!")
        signal.pause()
    assert os.read(started, 1) == b"!"
    with pytest.raises(SessionLocked):
        JournalWriter.open(path)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(started)
    os.close(ready)
    with JournalWriter.open(path) as writer:
        assert writer.reading.entries == (an_entry(1),)
