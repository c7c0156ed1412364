"""Programs that begin loaded: copies of one that has imported all of itself and waits.

Nearly all that a start takes is imports. A test whose question is not how the program starts takes a copy: a process of
its own, with a terminal, a folder, settings and arguments of its own, that runs as any other.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

COTERIE = (sys.executable, "-m", "tracker")

_LONGEST_MESSAGE = 65536


class Copy:
    """A process that is a copy of the loaded program; what is used of it is as of `subprocess.Popen`."""

    def __init__(self, pid: int, loaded: "Loaded") -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._loaded = loaded

    def poll(self) -> int | None:
        """Return the exit status, minus the signal that killed it, or None while it runs."""
        if self.returncode is None:
            self.returncode = self._loaded.ask({"status of": self.pid})
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, at most so many seconds. Raises subprocess.TimeoutExpired."""
        end = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if end is not None and time.monotonic() > end:
                raise subprocess.TimeoutExpired("a copy of the program", timeout or 0)
            time.sleep(0.002)
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it, unless it has ended."""
        self.send_signal(signal.SIGKILL)


class Loaded:
    """The program, loaded and waiting to be copied; use it as a context manager."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        master, slave = os.openpty()  # it is born with the streams of a terminal, as its copies need them
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", Path(__file__).with_name("loading.py"), str(theirs.fileno())],
                stdin=slave,
                stdout=slave,
                stderr=slave,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        os.close(slave)
        self._master = master

    def __enter__(self) -> "Loaded":
        return self

    def __exit__(self, *_: object) -> None:
        self._ours.close()
        self._process.wait()
        os.close(self._master)

    def copy(self, command: Sequence[str], terminal: int, folder: Path | None, settings: Mapping[str, str]) -> Copy:
        """Start a copy in place of the command, in a terminal, whose slave is given as a descriptor, and a folder."""
        assert tuple(command[:3]) == COTERIE
        wanted = {"arguments": list(command[3:]), "folder": str(folder or Path.cwd()), "settings": dict(settings)}
        pid = self.ask(wanted, terminal)
        assert pid is not None
        return Copy(pid, self)

    def ask(self, question: Mapping[str, object], *descriptors: int) -> int | None:
        """Ask the loaded program something; its copies hear nothing of it."""
        socket.send_fds(self._ours, [json.dumps(question).encode()], descriptors)
        if not (told := self._ours.recv(_LONGEST_MESSAGE)):
            raise RuntimeError(f"the loaded program has ended:\n{os.read(self._master, _LONGEST_MESSAGE).decode()}")
        answer: int | None = json.loads(told)
        return answer
