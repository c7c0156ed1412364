"""Opening a long session tells how far it is, to whoever listens and nobody else."""

import sys
from pathlib import Path

import pytest

from tests.tables import disk_session, play
from tracker.cli.progress import progress_shown
from tracker.journal.progress import EACH, listening, told
from tracker.opening import review_session
from tracker.text import Words


def test_the_share_grows_from_first_to_last() -> None:
    shares: list[float] = []
    with listening(shares.append):
        assert list(told(range(EACH * 2 + 1), 0.5, 1)) == list(range(EACH * 2 + 1))
    assert shares[0] == 0.5
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) == 4


def test_nobody_is_told_where_nobody_listens() -> None:
    shares: list[float] = []
    with listening(shares.append):
        pass
    assert list(told((1, 2), 0, 1)) == [1, 2]
    assert shares == []


def test_opening_a_session_comes_to_the_end(tmp_path: Path) -> None:
    session = play(disk_session(tmp_path / "a.toml"), "add David", "note Rain")
    session.table.close()
    shares: list[float] = []
    with listening(shares.append):
        review_session(tmp_path / "a.toml", (), "en")
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize(("size", "is_terminal", "shown"), [(9, True, True), (9, False, False), (0, True, False)])
def test_a_bar_is_shown_for_a_long_file_on_a_terminal_and_taken_away(
    size: int,
    is_terminal: bool,
    shown: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "evil\x1b.toml"
    path.write_bytes(b"x" * size)
    monkeypatch.setattr("tracker.cli.progress.LONG_FILE", 5)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    with progress_shown(path, Words("en")):
        list(told(range(3), 0, 1))
    told_there = capsys.readouterr().err
    assert ("100 %" in told_there) is shown
    assert told_there.endswith("\r\x1b[K") is shown
    assert told_there.count("\x1b") == int(shown)
