"""Work that does not end is told of and can be given up, in the code of plugins only."""

import signal
from types import FrameType

import pytest

from tracker.ui import patience
from tracker.ui.patience import GivenUp, Patience


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.01)
    monkeypatch.setattr(patience, "_NEXT_LOOK", 0.01)


def never_ends() -> None:
    while True:
        pass


def whose(frame: FrameType) -> str:
    return "slow-rules" if frame.f_code is never_ends.__code__ else ""


def test_a_plugin_that_never_ends_is_named_and_given_up() -> None:
    told: list[str] = []

    def show(plugin: str) -> None:
        told.append(plugin)
        assert watcher.give_up()

    watcher = Patience(whose, show)
    before = signal.getsignal(signal.SIGALRM)
    with watcher.on():
        with pytest.raises(GivenUp) as given_up, watcher.watching():
            never_ends()
        assert given_up.value.plugin == "slow-rules"
        assert not watcher.give_up(), "the next key means what it always means"
    assert told == ["slow-rules"]
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_what_is_slow_itself_is_never_interrupted() -> None:
    told: list[str] = []
    looks = 0

    def nobodys(frame: FrameType) -> str:
        nonlocal looks
        looks += 1
        return ""

    watcher = Patience(nobodys, told.append)
    with watcher.on(), watcher.watching():
        while looks < 3:
            assert not watcher.give_up()
    assert told == []


def test_without_a_terminal_nothing_is_watched() -> None:
    watcher = Patience(whose, pytest.fail)
    with watcher.watching(), watcher.watching():
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
