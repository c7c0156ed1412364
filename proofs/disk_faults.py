"""A fault in any system call of the journal costs one act at most, and the file stays whole; so does a lost cache.

Each call that creating, appending, opening, setting aside, mending and copying make is made to fail in turn: with
errors, with short writes. Then power is cut at every moment, when of what was not synced any sectors may have reached
the disk, in any order: all that was reported as saved has to be there.
"""

import errno
import fcntl
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tracker.core.facts import Noted
from tracker.core.history import Entry
from tracker.core.messages import message
from tracker.journal.errors import JournalError
from tracker.journal.header import SessionHeader
from tracker.journal.mending import mend
from tracker.journal.reader import read, read_bytes
from tracker.journal.sessions import branch, write_copy
from tracker.journal.writer import JournalWriter

CALLS: tuple[tuple[Any, str], ...] = (
    *((os, name) for name in ("open", "write", "fsync", "ftruncate", "fstat", "stat", "close", "replace", "unlink")),
    (fcntl, "flock"),
)
ERRORS = (errno.EIO, errno.ENOSPC, errno.ESTALE, errno.EACCES, errno.EINTR)
CRASHES = 20_000
SECTOR = 64
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
HEADER = SessionHeader("Faults", "none", "1", "en", BEGUN)


def entry(number: int) -> Entry:
    """An act with a text of some length."""
    text = f"act {number} " * (1 + number % 40)
    return Entry(number, BEGUN, 0, f"note {text}", text, (message("note.plain", text=text),), (Noted(text),))


def prove(budget: float) -> Iterator[str]:
    """Let calls fail one after the other, then cut the power so many times."""
    yield from failing_calls(every=max(round(1 / budget), 1))
    yield from power_cuts(max(round(CRASHES * budget), 50))


# ---------------------------------------------------------------------- calls that fail


class _Faults:
    """Counts calls and lets one of them fail."""

    def __init__(self, at: int, fail: Callable[[Callable[..., Any], tuple[Any, ...]], Any]) -> None:
        self.count = 0
        self.is_on = True
        self._at = at
        self._fail = fail

    def call(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        if not self.is_on:
            return function(*arguments, **named)
        self.count += 1
        return self._fail(function, arguments) if self.count == self._at else function(*arguments, **named)


@contextmanager
def _injected(faults: _Faults) -> Iterator[None]:
    before = [(module, name, getattr(module, name)) for module, name in CALLS]

    def replacement(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments, **named: faults.call(function, *arguments, **named)

    try:
        for module, name, function in before:
            setattr(module, name, replacement(function))
        yield
    finally:
        for module, name, function in before:
            setattr(module, name, function)


def _error(code: int) -> Callable[[Callable[..., Any], tuple[Any, ...]], Any]:
    def fail(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if function.__name__ == "close":  # the descriptor is closed all the same
            function(*arguments)
        raise OSError(code, os.strerror(code))

    return fail


def _short(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """A write that takes a part; other calls are as they are."""
    if function.__name__ == "write" and len(arguments[1]) > 1:
        return function(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 3 + 1])
    return function(*arguments)


def failing_calls(every: int = 1) -> Iterator[str]:
    """Play a whole evening once for each call and each way to fail."""
    ways = {**{os.strerror(code): _error(code) for code in ERRORS}, "a short write": _short}
    never = _Faults(0, _short)
    with tempfile.TemporaryDirectory() as folder:
        wrong = list(_evening(Path(folder), never))
    yield from wrong
    if never.count < 100:
        yield f"only {never.count} calls were seen: they are made in another way than this proof knows"
    for at in range(1, never.count + 1, every):
        for way, fail in ways.items():
            with tempfile.TemporaryDirectory() as folder:
                yield from (f"call {at}, {way}: {one}" for one in _evening(Path(folder), _Faults(at, fail)))


def _evening(folder: Path, faults: _Faults) -> Iterator[str]:
    """Create, append, close, open a torn file, append, mend, branch and copy; tell what is wrong afterwards."""
    path, reported = folder / "evening.toml", 0
    wrong: list[str] = []

    def attempt(work: Callable[[], Any]) -> Any:
        try:
            return work()
        except JournalError:
            return None
        except OSError as error:
            wrong.append(f"{error!r} is told as nothing but the system's error")
            return None

    with _injected(faults):
        writer = attempt(lambda: JournalWriter.create(path, HEADER))
        for _ in range(2):
            for _ in range(4):
                if writer is not None:
                    before = reported
                    if attempt(lambda: (writer.append(entry(before + 1)), True)):  # noqa: B023
                        reported += 1
            if writer is not None:
                attempt(writer.close)
            faults.is_on = False  # what follows is no work of the journal
            if path.exists() and reported:
                path.write_bytes(path.read_bytes() + b"\n[[entry]]\nn = 99\nat")
            faults.is_on = True
            writer = attempt(lambda: JournalWriter.open(path))
        if writer is not None:
            attempt(writer.close)
        attempt(lambda: branch(path, folder / "branch.toml", min(reported, 2)))
        attempt(lambda: write_copy(folder / "copy.toml", HEADER, [entry(1)]))
        attempt(lambda: mend(path, folder / "mended.toml", lambda line: "left out"))
    yield from wrong
    if not path.exists():
        if reported:
            yield f"{reported} acts were reported and there is no file"
        return
    found = read(path)
    expected = tuple(entry(number) for number in range(1, len(found.entries) + 1))
    if found.faults or found.entries != expected or len(found.entries) < reported:
        yield f"{reported} acts were reported, {len(found.entries)} are there, {len(found.faults)} faults"
    for copy in folder.glob("*.toml"):
        if copy != path and (read(copy).faults or read(copy).torn):
            yield f"{copy.name} is not whole"


# ---------------------------------------------------------------------- power cuts


def power_cuts(crashes: int, seed: int = 6) -> Iterator[str]:
    """Cut the power at any moment of a long evening: of what is not synced, any sectors may be on the disk."""
    luck = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        moments = list(_recorded(Path(folder) / "evening.toml"))
    for number in range(crashes):
        synced, pending, reported = luck.choice(moments)
        data = _after_the_cut(synced, pending, luck)
        with suppress(JournalError):
            found = read_bytes(data)
            told = {one for fault in found.faults for one in fault.numbers}
            expected = tuple(map(entry, range(1, len(found.entries) + 1)))
            whole = [number for number in range(1, len(found.entries) + 1) if number not in told]
            if any(found.entries[one - 1] != expected[one - 1] for one in whole):
                yield f"cut {number}: half an entry was read as a whole one"
            if len([one for one in whole if one <= reported]) < reported:
                yield f"cut {number}: {reported} acts were reported, {len(whole)} are there"
            continue
        yield f"cut {number}: the file cannot be read any more"


def _recorded(path: Path) -> Iterator[tuple[bytes, bytes, int]]:
    """For each moment: what is on the disk for sure, what was written behind it, how many acts were reported."""
    sync = os.fsync
    with JournalWriter.create(path, HEADER) as writer:
        for number in range(1, 121):
            synced, pending = path.read_bytes(), [b""]

            def syncing(descriptor: int, known: int = len(synced), pending: list[bytes] = pending) -> None:
                pending.append(path.read_bytes()[known:])
                sync(descriptor)

            try:
                os.fsync = syncing  # type: ignore[assignment]
                writer.append(entry(number))
            finally:
                os.fsync = sync
            yield synced, pending[-1], number - 1
            after = path.read_bytes()
            is_synced = len(pending) > 1
            yield (after, b"", number) if is_synced else (synced, after[len(synced) :], number)


def _after_the_cut(synced: bytes, pending: bytes, luck: random.Random) -> bytes:
    """The file as it may be found: some sectors of what was pending are there, the others are zeros or missing."""
    length = luck.choice((0, len(pending), luck.randint(0, len(pending))))
    data = bytearray(synced + bytes(length))
    for start in range(0, length, SECTOR):
        if luck.random() < 0.6:
            piece = pending[start : min(start + SECTOR, length)]
            data[len(synced) + start : len(synced) + start + len(piece)] = piece
    return bytes(data)
