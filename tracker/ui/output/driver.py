"""The terminal of a POSIX system: keys without delay, no bytes that end the program, and an end that cleans up."""

import os
import select
import signal
import sys
import termios
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from textual import constants
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key

from tracker.ui.output.frames import Frames
from tracker.ui.output.pace import ANSWER
from tracker.ui.output.reading import KeyReader

if TYPE_CHECKING:
    from textual.app import App

ESCAPE_SECONDS = constants.ESCAPE_DELAY if "ESCDELAY" in os.environ else 0.025
"""How long after the byte of Escape the rest of another key may come."""

_LONGEST_FAREWELL = 0.3
"""How long the end waits for what the terminal still has to answer; later it would be typed into the shell."""

_USUAL_MODES = b"\x1b[?2026l\x1b[r\x1b[m\x1b[?2004l\x1b[?7h" + b"".join(
    b"\x1b[?%dl" % mode for mode in (1000, 1003, 1015, 1006)
) + b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"  # fmt: skip
"""Frames, margins, paste, wrapping, mouse, keyboard, screen, cursor and focus, as Textual's own end leaves them."""

_KEEP_TITLE, _TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""The terminal keeps what stands in its tab or window, and shows that again."""

_RESTORING_SECONDS = 0.3
GIVE_UP_KEY = "ctrl+c"
_BLOCK_BYTES = 4096
_HANG_UP_STATUS = 128 + signal.SIGHUP


class _WakingEvent(threading.Event):
    """An event that also makes a file descriptor readable while it is set."""

    def __init__(self) -> None:
        super().__init__()
        self.descriptor, self._write_end = os.pipe()

    def set(self) -> None:
        super().set()
        os.write(self._write_end, b"!")

    def clear(self) -> None:
        if self.is_set():
            os.read(self.descriptor, _BLOCK_BYTES)
        super().clear()


class LineDriver(LinuxDriver):
    """Textual's driver with frames instead of updates, and with a keyboard that nothing stops."""

    _is_suspended = False
    """Whether the terminal has been given back for a while, or could not be taken."""

    _attributes_within: list[Any] | None = None
    """How the terminal behaves while it is ours; None before."""

    _title = ""
    """What stands in the terminal's tab or window; "" where that is left as it is."""

    _restored: threading.Event | None = None
    """Set when the terminal has been given back at once; None before that has begun."""

    _noted_signal: int | None = None
    """The last of SIGTSTP and SIGCONT that has not been followed yet."""

    def __init__(
        self, app: "App[Any]", *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.exit_event = self._ending = _WakingEvent()
        self.frames = Frames(self, self._loop.call_later, time.monotonic)
        self._answers: deque[str] = deque()
        """Those of the terminal that have been read and not been taken note of; only they come from another thread."""
        self.gave_up: Callable[[], bool] = lambda: False
        """Whether a key to give work up was meant for work that does not end; it runs in the thread that reads."""

    # ------------------------------------------------------------------ the line

    @property
    def is_blocked(self) -> bool:
        """Whether the terminal has not taken what was written before."""
        thread = self._writer_thread
        return thread is None or not thread.is_alive() or thread._queue.qsize() > 0

    def write(self, data: str) -> None:
        """Send text, unless the terminal has been given back: no one would take it."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    @property
    def columns_and_lines(self) -> tuple[int, int]:
        """The size that the terminal has now."""
        return self._get_terminal_size()

    def start_application_mode(self) -> None:
        """Take the terminal over, whatever it shows. In the background it stays as it is, and the process stops."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._is_suspended = self._key_thread is None or not self._key_thread.is_alive()
        if self._is_suspended:
            return
        before = signal.getsignal(signal.SIGWINCH)

        def resized(number: int, frame: object) -> None:
            self._loop.call_soon_threadsafe(self._forget_size)
            if callable(before):
                before(number, frame)  # type: ignore[arg-type]

        signal.signal(signal.SIGWINCH, resized)
        with suppress(termios.error):
            self._attributes_within = termios.tcgetattr(self.fileno)
        self.frames.begin()
        if self._title:
            title, self._title = self._title, ""
            self.show_title(title)

    def show_title(self, title: str) -> None:
        """Show a title in the terminal's tab or window; at the end it is again what it was."""
        keeping = "" if self._title else _KEEP_TITLE
        self._title = title
        self.write(f"{keeping}\x1b]2;{title}\a")

    # ------------------------------------------------------------------ stopping and going on

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while."""
        if not self._is_suspended:
            super().suspend_application_mode()
            self._is_suspended = True

    def resume_application_mode(self) -> None:
        """Take it over again, where it has been given back."""
        if self._is_suspended:
            super().resume_application_mode()

    def _note_signal(self, number: int, frame: object) -> None:
        """Note a stop, or that it is over. It is followed in the loop: here it may come into the midst of another."""
        self._noted_signal = number  # as for the system, the later one takes the earlier back
        with suppress(RuntimeError):  # the loop has ended, and so has the screen
            self._loop.call_soon_threadsafe(self._follow_signals)

    _sigtstp_application = _sigcont_application = _note_signal

    def _follow_signals(self) -> None:
        """Stop, and go on, until no signal is left that has not been followed."""
        while (number := self._noted_signal) is not None and not self._app._exit:
            self._noted_signal = None
            if number == signal.SIGTSTP:
                self._stop()
            else:
                self._go_on()

    def stop_by_key(self) -> bool:
        """Stop with all processes of the job, as at the terminal's own key; False if no one could end the stop."""
        from tracker.ui.output.stopping import can_be_continued, stop_the_others

        is_possible = can_be_continued()
        if is_possible:
            self._stop(stop_the_others)
        return is_possible

    def _stop(self, first: Callable[[], None] = lambda: None) -> None:
        """Stop, once the terminal has been given back and `first` is done: the shell may take the terminal by it."""
        if self._auto_restart:
            self.suspend_application_mode()
            self._must_signal_resume = True
        first()
        if self._noted_signal is None:  # else it has been continued before it could stop
            os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """Go on after a stop; also if no one could tell of it, as of the signal STOP, and something has drawn."""
        if self._is_suspended:
            if self._auto_restart:
                self.resume_application_mode()
        elif self._attributes_within is not None and self._app._running:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self._attributes_within)
            self._enter_again()

    def _enter_again(self) -> None:
        self.write("\x1b[?1049h\x1b[?25l\x1b[?1004h")
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        self._disable_line_wrap()
        self.frames.forget()

    # ------------------------------------------------------------------ the terminal

    def write_over(self, text: str) -> None:
        """Write a text over the line above the last two, though nothing else can be shown now."""
        line = max(self.columns_and_lines[1] - 2, 1)
        self.write(f"\x1b7\x1b[{line};1H\x1b[0;7m {text} \x1b[m\x1b8")
        self.flush()

    def _forget_size(self) -> None:
        self.frames.forget(has_changed_size=True)

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was, unless it has been given back already."""
        if self._is_suspended:
            return
        self.frames.drop()
        self.write(f"\x1b[m{_TITLE_BACK if self._title else ''}")
        super().stop_application_mode()

    @property
    def _farewell(self) -> bytes:
        return _USUAL_MODES + (_TITLE_BACK.encode() if self._title else b"")

    def restore_at_once(self) -> None:
        """Give the terminal back where the process ends without the rest; what has not gone out yet is dropped."""
        # No one waits for the terminal any more: the thread that writes gives up, and what it leaves makes room.
        self._restored = threading.Event()
        threading.excepthook = lambda _: None
        with _not_waiting((0, 1, 2, self.fileno)), suppress(OSError, termios.error):
            end, is_written = time.monotonic() + _RESTORING_SECONDS, False
            while not is_written and time.monotonic() < end:
                termios.tcflush(self.fileno, termios.TCOFLUSH)
                if self.attrs_before is not None:
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)  # wakes who waits to write
                time.sleep(0.001)
                is_written = _is_written(self.fileno, self._farewell)
        self._restored.set()

    def close(self) -> None:
        """End writing; where the terminal is being given back at once, that comes first."""
        super().close()
        if self._restored is not None:
            self._restored.wait()

    # ------------------------------------------------------------------ keys

    def _query_in_band_window_resize(self) -> None:
        """Ask for no reports of the size: the system gives a signal."""

    def disable_input(self) -> None:
        """End reading; what the terminal has been asked it may still answer."""
        end = time.monotonic() + _LONGEST_FAREWELL
        while self.frames.is_answer_due and not self.exit_event.is_set() and time.monotonic() < end:
            time.sleep(0.001)  # the reading thread takes it
            self._take_answers()
        super().disable_input()

    def _take_answers(self) -> None:
        """Take note of the answers that have been read: in the loop, or while it waits for them."""
        while self._answers:
            self._answers.popleft()
            self.frames.answered()

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:
            # What fails here is told like any other failure of the program.
            self._loop.call_soon_threadsafe(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Read keys until the end. Waits without a limit: what ends it makes `exit_event` readable."""

        def answered() -> None:
            self._answers.append(ANSWER)
            self._loop.call_soon_threadsafe(self._take_answers)

        reader = KeyReader(getattr(sys.__stdin__, "encoding", None) or "utf-8", answered)
        wake = self._ending.descriptor
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno, wake], [], [], ESCAPE_SECONDS if reader.is_within_key else None)
            if self.fileno in ready:
                try:
                    data = os.read(self.fileno, _BLOCK_BYTES)
                except OSError:
                    data = b""
                if not data:
                    self._loop.call_soon_threadsafe(self._end_without_terminal)
                    return
                messages = reader.read(data)
            elif not ready:
                messages = reader.give_up()
            else:
                break
            for message in messages:
                if not (isinstance(message, Key) and message.key == GIVE_UP_KEY and self.gave_up()):
                    self.process_message(message)

    def _end_without_terminal(self) -> None:
        """End as after a hang-up, where its signal does not come."""
        if not self._app._exit:
            self._app.exit(return_code=_HANG_UP_STATUS)


@contextmanager
def _not_waiting(descriptors: Iterable[int]) -> Iterator[None]:
    """Let nothing wait for these until the end; then they are as they were: the shell has them too."""
    waiting = []
    for descriptor in descriptors:
        with suppress(OSError):
            if os.get_blocking(descriptor):
                os.set_blocking(descriptor, False)
                waiting.append(descriptor)
    try:
        yield
    finally:
        for descriptor in waiting:
            os.set_blocking(descriptor, True)


def _is_written(descriptor: int, data: bytes) -> bool:
    """Write at one stroke, if there is room; tell whether all of it has gone out."""
    with suppress(BlockingIOError):
        return os.write(descriptor, data) == len(data)
    return False
