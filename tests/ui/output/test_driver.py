"""The driver gives the terminal back as soon as nothing is due from it any more."""

import threading
import time
from collections import deque

import pytest
from textual.drivers.linux_driver import LinuxDriver

from tracker.ui.output.driver import LineDriver
from tracker.ui.output.pace import ANSWER


class Asked:
    """Frames of which one waits for the answer of the terminal."""

    is_answer_due = True

    def answered(self) -> None:
        self.is_answer_due = False


def test_an_answer_that_comes_while_reading_ends_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = object.__new__(LineDriver)
    driver.frames, driver.exit_event, driver._answers = Asked(), threading.Event(), deque()
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            driver._answers.append(ANSWER)  # as the thread that reads does, while the loop waits

    monkeypatch.setattr(time, "sleep", wait)
    monkeypatch.setattr(LinuxDriver, "disable_input", lambda self: None)
    driver.disable_input()
    assert len(waits) == 3
    assert not driver.frames.is_answer_due
