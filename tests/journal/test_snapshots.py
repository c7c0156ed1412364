"""Snapshots only save time: with any of them, or none, a session opens as the same session, whole or damaged."""

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.how_many import trying
from tests.recap.timelines import beginnings
from tests.tables import disk_session, lines, play, sample_rules, try_line
from tracker.core.chance import RandomChance
from tracker.core.history import History, Sign
from tracker.journal.errors import JournalError
from tracker.journal.past import JournalPast
from tracker.journal.shelf import put
from tracker.journal.snapshots import read_snapshots, snapshots_path
from tracker.opening import Session, branch_session, open_session, review_session
from tracker.recap.steps import Moments, Timeline

_SEEDS = st.integers(0, 10_000)
_acts = st.lists(
    st.one_of(
        lines,
        lines,
        st.just("undo"),
        st.just("undo"),
        st.just("redo"),
        st.builds("undo #{}".format, st.integers(3, 30)),
        st.builds("redo #{} as damage Ann {}".format, st.integers(3, 30), st.integers(1, 9)),
        st.just("note bookmark the door"),
        st.just("scene"),
        st.just("reopen"),
    ),
    min_size=6,
    max_size=30,
)


@pytest.fixture(autouse=True)
def snapshots_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots are made of short sessions too, after a few entries each, and few stretches are kept."""
    monkeypatch.setattr("tracker.journal.keeping.SHORT_SESSION", 0)
    monkeypatch.setattr("tracker.journal.keeping.APART", 900)
    monkeypatch.setattr("tracker.journal.keeping.STATES_APART", 0)
    monkeypatch.setattr("tracker.journal.past._MOST_KEPT", 2)
    # The dice that a correction throws anew.
    monkeypatch.setattr("tracker.table.os", SimpleNamespace(urandom=bytes))
    monkeypatch.setattr("tracker.opening.load_rules", lambda *named: sample_rules())


def _opened(path: Path) -> Session:
    return open_session(path, [], "en", RandomChance(1))


def _played(path: Path, acts: list[str]) -> Path:
    """Play in a file, opened anew now and then."""
    path.unlink(missing_ok=True)
    snapshots_path(path).unlink(missing_ok=True)
    session = disk_session(path)
    play(session, "add Ann", "add Bob skill=2", "initiative")
    for act in acts:
        if act == "reopen":
            session.table.close()
            session = _opened(path)
        else:
            try_line(session, act)
    session.table.close()
    return path


def _all_of(history: History) -> Iterator[object]:
    """Everything that a history tells, read forwards."""
    count = len(history.entries)
    yield history.state, tuple(history.standing), history.undoable, history.redoable
    for number in range(1, count + 1):
        yield history.entries[number - 1], history.told_entries[number - 1], history.told(number)
        yield history.holds(number), history.taken_back(number)
    for number in range(count, -1, -1):
        yield history.state_after(number), history.state_told(number)


def _told(path: Path, *, whole: bool) -> object:
    """What opening a file for reading comes to."""
    try:
        session = review_session(path, [], "en", whole=whole)
    except JournalError as error:
        return type(error), error.reason
    return [*_all_of(session.table.history), session.faults, session.notices, session.header]


def _told_of_playing(path: Path) -> object:
    """What opening a file to play on it comes to; its snapshots are as they were afterwards."""
    try:
        session = _opened(path)
    except JournalError as error:
        return type(error), error.reason
    told = [*_all_of(session.table.history), [notice.id for notice in session.notices]]
    session.table.close()
    return told


@given(_acts)
@trying(3, HealthCheck.function_scoped_fixture)
def test_a_session_opened_by_a_snapshot_is_the_same_in_every_entry(tmp_path: Path, acts: list[str]) -> None:
    path = _played(tmp_path / "evening.toml", acts)
    assert _told(path, whole=False) == _told(path, whole=True)


@given(_acts, st.lists(st.sampled_from(["undo", "undo", "redo", "note it rains", "undo #4"]), max_size=20))
@trying(3, HealthCheck.function_scoped_fixture)
def test_undo_and_redo_go_all_the_way_behind_a_snapshot(tmp_path: Path, acts: list[str], then: list[str]) -> None:
    path = _played(tmp_path / "evening.toml", acts)
    bare = Path(shutil.copyfile(path, tmp_path / "bare.toml"))
    snapshots_path(bare).unlink(missing_ok=True)
    by_snapshot, by_all = _opened(path), _opened(bare)
    try:
        for line in [*then, *["undo"] * 30, *["redo"] * 10]:
            assert try_line(by_snapshot, line) == try_line(by_all, line)
            assert by_snapshot.table.state == by_all.table.state
    finally:
        by_snapshot.table.close()
        by_all.table.close()
    assert _told(path, whole=False) == _told(path, whole=True)


@given(
    acts=_acts,
    others=_acts,
    place=_SEEDS,
    damage=st.sampled_from(["none", "cut", "flip"]),
    snapshots=st.sampled_from(["own", "own", "cut", "flip", "foreign", "earlier", "nonsense"]),
)
@trying(4, HealthCheck.function_scoped_fixture)
def test_no_snapshot_changes_what_a_damaged_session_opens_as(
    tmp_path: Path, acts: list[str], others: list[str], place: int, damage: str, snapshots: str
) -> None:
    path = _played(tmp_path / "evening.toml", acts)
    beside = snapshots_path(path)
    whole = beside.read_bytes() if beside.exists() else b""
    _spoil(path, damage, place)
    match snapshots:
        case "foreign":
            other = snapshots_path(_played(tmp_path / "other.toml", others))
            beside.write_bytes(other.read_bytes() if other.exists() else b"")
        case "earlier":
            ends = read_snapshots(path).ends
            beside.write_bytes(whole[: ends[place % len(ends)]] if ends else b"")
        case "nonsense":
            beside.write_bytes(whole[: place % 300] + bytes(place % 50))
        case "cut" | "flip":
            if whole:
                _spoil(beside, snapshots, place * 7)
    bare = Path(shutil.copyfile(path, tmp_path / "bare.toml"))
    snapshots_path(bare).unlink(missing_ok=True)
    assert _told(path, whole=False) == _told(path, whole=True)
    by_snapshot, by_all = _told_of_playing(path), _told_of_playing(bare)
    if isinstance(by_all, list):
        assert by_snapshot == by_all
        assert _told(path, whole=False) == _told(path, whole=True)
    else:
        assert isinstance(by_snapshot, tuple)
        assert by_snapshot[0] == by_all[0]


def _spoil(path: Path, damage: str, place: int) -> None:
    data = bytearray(path.read_bytes())
    at = place % len(data)
    if damage == "cut":
        del data[at:]
    elif damage == "flip":
        data[at] ^= 1 << place % 8
    path.write_bytes(data)


LONG = ["damage Ann 1", "heal Ann 1", "next", "note bookmark here"] * 12


def _long(tmp_path: Path) -> Path:
    """A session of some length with its snapshots, played once in a process."""
    path = tmp_path / "evening.toml"
    session, snapshots = _long_once()
    path.write_bytes(session)
    snapshots_path(path).write_bytes(snapshots)
    return path


@cache
def _long_once() -> tuple[bytes, bytes]:
    with TemporaryDirectory() as folder:
        path = _played(Path(folder, "evening.toml"), LONG)
        return path.read_bytes(), snapshots_path(path).read_bytes()


summed_up_here_and_beside = pytest.mark.parametrize("long", [1 << 22, 0])
"""A long file is summed up by a thread of its own."""


@summed_up_here_and_beside
def test_only_what_is_behind_the_last_snapshot_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: int
) -> None:
    monkeypatch.setattr("tracker.journal.resuming._LONG_BYTES", long)
    path = _long(tmp_path)
    session = review_session(path, [], "en")
    assert session.reading is not None
    assert session.reading.resumed is not None
    assert len(session.reading.entries) < 8 < len(session.table.history.entries)


@summed_up_here_and_beside
def test_a_change_in_front_of_a_snapshot_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: int) -> None:
    monkeypatch.setattr("tracker.journal.resuming._LONG_BYTES", long)
    path = _long(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"damage Ann 1", b"damage Ann 2", 1))
    session = review_session(path, [], "en")
    assert session.reading is not None
    assert session.reading.resumed is None
    assert session.faults


@pytest.mark.parametrize(
    ("act", "sign"), [("scene", "scene"), ("damage Ann 20", "fall"), ("bookmark the door", "bookmark")]
)
def test_what_a_correction_puts_into_an_early_entry_is_found_behind_a_snapshot(
    tmp_path: Path, act: str, sign: Sign
) -> None:
    notes = ["note it rains"] * 20
    path = _played(tmp_path / "evening.toml", ["reopen", *notes, "reopen", f"redo #5 as {act}", *notes])
    history = review_session(path, [], "en").table.history
    assert any(5 in numbers for numbers in history.may_hold(sign))
    by_all = review_session(path, [], "en", whole=True).table.history
    assert [Moments(history).of(number) for number in range(1, 30)] == [
        Moments(by_all).of(number) for number in range(1, 30)
    ]
    if sign != "bookmark":
        assert beginnings(Timeline(history), sign) == beginnings(Timeline(by_all), sign) == (5,)


def test_snapshots_that_were_lost_are_made_again_where_a_stretch_has_to_end(tmp_path: Path) -> None:
    notes = ["note it rains"] * 20
    acts = ["reopen", *notes, "reopen", "redo #5 as damage Ann 2", *notes, "undo 30", *notes]
    path = _played(tmp_path / "evening.toml", acts)
    beside = snapshots_path(path)
    whole, session, told = beside.read_bytes(), path.read_bytes(), _told(path, whole=True)
    for end in read_snapshots(path).ends[1:]:
        beside.write_bytes(whole[:end])
        _opened(path).table.close()
        assert path.read_bytes() == session
        assert _told(path, whole=False) == told
        assert review_session(path, [], "en").reading.resumed  # type: ignore[union-attr]


def test_a_file_that_is_changed_while_it_is_open_is_told(tmp_path: Path) -> None:
    path = _long(tmp_path)
    session = review_session(path, [], "en")
    data = bytearray(path.read_bytes())
    data[data.index(b"damage Ann")] ^= 1
    path.write_bytes(data)
    with pytest.raises(JournalError) as error:
        list(session.table.history.entries)
    assert error.value.reason.id == "journal.changed"


def test_what_is_open_can_be_read_when_its_name_is_gone(tmp_path: Path) -> None:
    path = _long(tmp_path)
    session = review_session(path, [], "en")
    path.unlink()
    assert [entry.number for entry in session.table.history.entries] == list(range(1, 52))


def test_snapshots_move_with_their_session_and_none_lie_beside_a_branch(tmp_path: Path) -> None:
    path = _long(tmp_path)
    archived = put(path, "archive")
    assert snapshots_path(archived).exists()
    assert not snapshots_path(path).exists()
    branched = branch_session(review_session(archived, [], "en"), 20, "Another evening")
    assert not snapshots_path(branched).exists()
    assert _told(branched, whole=False) == _told(branched, whole=True)


def test_where_no_snapshot_can_be_written_the_session_goes_on(tmp_path: Path) -> None:
    snapshots_path(tmp_path / "evening.toml").mkdir()
    session = disk_session(tmp_path / "evening.toml")
    play(session, "add Ann", *["damage Ann 1", "heal Ann 1"] * 10)
    session.table.close()
    assert len(review_session(tmp_path / "evening.toml", [], "en").table.history.entries) == 21


def test_a_short_session_has_nothing_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.journal.keeping.SHORT_SESSION", 128 << 10)
    assert not snapshots_path(_played(tmp_path / "evening.toml", LONG)).exists()


def test_the_past_is_read_in_stretches_of_which_few_are_kept(tmp_path: Path) -> None:
    session = review_session(_long(tmp_path), [], "en")
    assert session.reading is not None
    assert session.reading.resumed is not None
    past = session.reading.resumed.past
    assert isinstance(past, JournalPast)
    assert [past.state(number) for number in range(past.length + 1)]
    assert len(past._entries) <= 2
    assert len(past._states) <= 2
