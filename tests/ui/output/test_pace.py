"""The pace: a slow line is told by late answers, and no frame waits behind many others."""

from collections import deque

import pytest

from tracker.ui.output.cells import row_of
from tracker.ui.output.frames import BEGIN_TOGETHER, Frames
from tracker.ui.output.pace import ASK, Pace


class Clock:
    """A clock that a test turns, and what is to happen later."""

    def __init__(self) -> None:
        self.now = 100.0
        self._later: list[tuple[float, object]] = []

    def __call__(self) -> float:
        return self.now

    def later(self, seconds: float, act: object) -> None:
        self._later.append((self.now + seconds, act))

    def go(self, to: float) -> None:
        while due := [one for one in self._later if one[0] <= to]:
            one = min(due, key=lambda entry: entry[0])
            self._later.remove(one)
            self.now = max(self.now, one[0])
            one[1]()  # type: ignore[operator]
        self.now = to


def test_single_frames_are_not_asked_about_and_frequent_ones_are() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert not pace.send(300)
    clock.now += 1
    assert not pace.send(300)
    clock.now += 0.1
    assert pace.send(300)
    clock.now += 9
    assert pace.send(20_000)


def test_a_terminal_that_never_answers_is_taken_to_keep_up() -> None:
    clock = Clock()
    pace = Pace(clock)
    while not pace.wait():
        pace.send(300)
    clock.now += 1.6
    assert not pace.wait()
    assert not pace.send(300)
    assert not pace.is_waiting


def test_an_answer_that_is_lost_holds_nothing_up_for_ever() -> None:
    clock = Clock()
    pace = Pace(clock)
    pace.send(300)
    pace.send(300)
    clock.now += 0.1
    pace.answered()
    for _ in range(3):
        pace.send(100_000)
        clock.now += 1
        pace.answered()
    pace.send(100_000)
    assert pace.wait() > 0.5
    clock.now += 3
    assert not pace.wait()


class SlowLine:
    """A line of so many bytes a second with a delay each way, whose far end answers; it never refuses anything."""

    def __init__(self, clock: Clock, rate: float, delay: float) -> None:
        self.clock, self.rate, self.delay = clock, rate, delay
        self.free_at = clock.now
        self.arrivals: deque[float] = deque()
        self.answers: deque[float] = deque()
        self.sent = 0
        self.is_blocked = False
        self.columns_and_lines = (400, 1)
        self.written: list[str] = []

    def write(self, data: str) -> None:
        self.written.append(data)
        self.sent += len(data)
        self.free_at = max(self.free_at, self.clock.now) + len(data) / self.rate
        self.arrivals.append(self.free_at + self.delay)
        if data.endswith(ASK):
            self.answers.append(self.free_at + 2 * self.delay)

    def deliver(self, frames: Frames) -> None:
        while self.answers and self.answers[0] <= self.clock.now:
            self.answers.popleft()
            frames.answered()


@pytest.mark.parametrize(("rate", "delay"), [(9_600, 0.1), (1_200, 0.05), (2_400, 0.3), (1e9, 0.0005), (1e9, 0.1)])
def test_a_held_key_is_seen_soon_after_it_is_let_go(rate: float, delay: float) -> None:
    clock = Clock()
    line = SlowLine(clock, rate, delay)
    frames = Frames(line, clock.later, clock)
    line.columns_and_lines = (400, 6)
    rest = [row_of([("x" * 400, None, None)], 400, None)] * 5  # type: ignore[list-item]
    frames.show([*rest[:1], *rest])
    begin = clock.now + 5
    steps = 60
    for tick in range(-5000, 6000):
        clock.go(begin + tick / 1000)
        line.deliver(frames)
        if tick % 33 == 0 and 0 <= tick // 33 < steps:
            text = "ab"[tick // 33 % 2] * 399 + str(tick // 33 % 10)
            frames.show([row_of([(text, None, None)], 400, None), *rest])  # type: ignore[list-item]
    released = begin + steps * 0.033
    one = 404 / rate
    assert line.arrivals[-1] - released < 2 * delay + 3 * one + 0.1
    if rate > 1e6:
        assert len(line.arrivals) > steps - 3, "a fast line gets every step, as soon as it is known to be fast"


def test_many_sizes_in_a_row_are_one_frame_and_lines_of_another_size_are_none() -> None:
    clock = Clock()
    line = SlowLine(clock, 1e6, 0.01)
    frames = Frames(line, clock.later, clock)
    for width in (80, 90, 100):
        frames.forget(has_changed_size=True)
        frames.show([row_of([("x", None, None)], width, None)])  # type: ignore[list-item]
        clock.go(clock.now + 0.001)
    line.columns_and_lines = (100, 1)
    clock.go(clock.now + 1)
    assert len(line.written) == 1


def test_a_blocked_line_gets_the_last_state_when_it_goes_on() -> None:
    clock = Clock()
    line = SlowLine(clock, 1e6, 0.01)
    line.columns_and_lines = (1, 1)
    frames = Frames(line, clock.later, clock)
    line.is_blocked = True
    for sign in "abc":
        frames.show([row_of([(sign, None, None)], 1, None)])  # type: ignore[list-item]
    clock.go(clock.now + 1)
    assert line.written == []
    line.is_blocked = False
    clock.go(clock.now + 1)
    assert [text[-1] for text in line.written] == ["c"]


def test_large_frames_are_shown_at_once_by_terminals_that_can() -> None:
    clock = Clock()
    line = SlowLine(clock, 1e6, 0.01)
    line.columns_and_lines = (900, 1)
    frames = Frames(line, clock.later, clock)
    frames.can_show_together = True
    frames.show([row_of([("x" * 900, None, None)], 900, None)])  # type: ignore[list-item]
    assert line.written[0].startswith(BEGIN_TOGETHER)


def test_nothing_is_sent_once_the_terminal_is_given_back() -> None:
    clock = Clock()
    line = SlowLine(clock, 1e6, 0.01)
    line.columns_and_lines = (1, 1)
    frames = Frames(line, clock.later, clock)
    line.is_blocked = True
    frames.show([row_of([("a", None, None)], 1, None)])  # type: ignore[list-item]
    frames.drop()
    line.is_blocked = False
    clock.go(clock.now + 1)
    assert line.written == []
