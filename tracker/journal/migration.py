"""Files of older formats: each is brought up to date in a copy, step by step; the old file stays as it is."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tracker.core.messages import message
from tracker.core.record import record
from tracker.journal.checks import BYTE_ORDER_MARK
from tracker.journal.codec import decode_entry
from tracker.journal.errors import JournalError, OlderFormat, not_opened
from tracker.journal.framing import NotToml, parse
from tracker.journal.header import FORMAT, check_format, decode_header
from tracker.journal.sessions import write_copy
from tracker.plain_files import read_file


@record
class Step:
    """One step: what it does in a few words, and the function that makes a document of the next format."""

    name: str
    migrate: Callable[[dict[str, Any]], dict[str, Any]]


STEPS: Mapping[int, Step] = {}
"""The step from each older format to the one after it."""


def migrate(path: Path, new_path: Path, steps: Mapping[int, Step] = STEPS) -> tuple[str, ...]:
    """Write the session at `path`, of an older format, to `new_path` in today's; returns the names of the steps.

    Raises JournalError where the file is damaged, a step is missing or `new_path` exists; then nothing is written.
    """
    document = _document(path)
    taken: list[str] = []
    try:
        for found in range(_format_of(document), FORMAT):
            step = steps.get(found)
            if step is None:
                raise OlderFormat(message("journal.no_step", found=found, known=FORMAT))
            document = {**step.migrate(document), "format": found + 1}
            taken.append(step.name)
        entries = document.pop("entry", [])
        header = decode_header(document)
        decoded = list(map(decode_entry, entries))
    except JournalError as error:
        raise error.in_file(path) from None
    write_copy(new_path, header, decoded)
    return tuple(taken)


def _format_of(document: Mapping[str, Any]) -> int:
    try:
        check_format(document)
    except OlderFormat:
        found: int = document["format"]
        return found
    return FORMAT


def _document(path: Path) -> dict[str, Any]:
    try:
        return parse(read_file(path).removeprefix(BYTE_ORDER_MARK))
    except OSError as error:
        raise not_opened(path, error) from None
    except NotToml as problem:
        raise JournalError(message("journal.not_toml", line=problem.line)).in_file(path) from None
