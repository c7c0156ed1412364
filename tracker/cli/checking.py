"""Checking session files from the shell, mending them, and accepting what a person has changed in them."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tracker.cli.output import DONE, REFUSED
from tracker.core.messages import Message, message
from tracker.failures import FAILURES, failure_message
from tracker.plain_files import is_open_to_others
from tracker.reviewing import ReadSession, read_session
from tracker.text import Words, literal

MOST_TOLD = 20
"""How many faults of one file are told one by one."""


def check_file(path: Path, folders: Sequence[Path], words: Words) -> int:
    """Say whether a file is whole, else what is wrong with it and what would mend it. Returns the exit status."""
    session = _read(path, folders, words)
    if session is None:
        return REFUSED
    told = [fault.reason for fault in session.faults]
    for line in told[:MOST_TOLD]:
        _tell(path, words, line)
    if len(told) > MOST_TOLD:
        _tell(path, words, message("check.more", count=len(told) - MOST_TOLD))
    other = session.notices if not session.faults else [one for one in session.notices if one.id != "journal.faults"]
    for line in other:
        _tell(path, words, line)
    if session.faults:
        is_readable = not any(fault.left_out for fault in session.faults)
        _tell(path, words, message("check.accept_or_repair" if is_readable else "check.repair", path=str(path)))
    if told or other:
        return REFUSED
    print(literal(words.say(message("check.whole", path=str(path), count=len(session.history.entries)))))
    if is_open_to_others(path):
        _say(path, words, message("check.open_to_others", path=str(path)))
    return DONE


def mend_file(path: Path, folders: Sequence[Path], words: Words) -> int:
    """Mend a damaged file into a copy, and set a cut-off end aside. Returns the exit status."""
    from tracker.journal.mending import mend
    from tracker.journal.sessions import mended_path
    from tracker.journal.writer import JournalWriter

    session = _read(path, folders, words)
    if session is None:
        return REFUSED
    try:
        if session.faults:
            copy = mended_path(path)
            mending = mend(path, copy, session.file_words.say)
            list_of = ", ".join(map(str, mending.left_out))
            _say(path, words, message("check.mended", copy=str(copy), count=len(mending.left_out), entries=list_of))
            for line in mending.replay.doubts:
                _say(path, words, line)
            return DONE
        with JournalWriter.open(path) as writer:
            if writer.notice is not None:
                _say(path, words, writer.notice)
                return DONE
    except FAILURES as error:
        _tell(path, words, failure_message(error))
        return REFUSED
    return check_file(path, folders, words)


def accept_file(path: Path, folders: Sequence[Path], words: Words) -> int:
    """Accept what a person has changed in a file. Returns the exit status."""
    from tracker.journal.mending import accept

    session = _read(path, folders, words)
    if session is None:
        return REFUSED
    try:
        numbers = accept(path, session.file_words.say)
    except FAILURES as error:
        _tell(path, words, failure_message(error))
        return REFUSED
    if not numbers:
        return check_file(path, folders, words)
    _say(path, words, message("check.accepted", entries=", ".join(map(str, numbers)), count=len(numbers)))
    return DONE


def _read(path: Path, folders: Sequence[Path], words: Words) -> ReadSession | None:
    try:
        return read_session(path, folders, words.language, whole=True)
    except FAILURES as error:
        _tell(path, words, failure_message(error))
        return None


def _said(path: Path, words: Words, line: Message) -> str:
    """A line about a file, named once."""
    text = words.say(line)
    return literal(text if str(path) in text else words.say(message("journal.in_file", path=str(path), problem=line)))


def _say(path: Path, words: Words, line: Message) -> None:
    print(_said(path, words, line))


def _tell(path: Path, words: Words, line: Message) -> None:
    print(_said(path, words, line), file=sys.stderr)
