"""From the bytes of a file to a document: JSON as paths with plain values, lines of text as records."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.core.record import record
from tracker.plain_files import Unreadable, read_text
from tracker.text import literal

MOST_BYTES = 2_000_000
MOST_PEOPLE = 200
DEEPEST = 40
LONGEST_TEXT = 2000
PASTED = "␊"
"""What stands for the end of a line in text that was pasted into one."""
LIST_COLUMNS = ("name", "initiative", "health", "note")
"""What a plain list without headings holds, in this order."""

Flat: TypeAlias = Mapping[str, int | str]
"""The plain values of a document by their paths, such as `system.health.max`."""


@record
class Document:
    """One file, or text that was pasted: its name for messages, and its JSON or its text."""

    name: str
    text: str
    data: Any = None

    @property
    def is_data(self) -> bool:
        """Whether it is JSON."""
        return self.data is not None


def documents_in(typed: str) -> list[Document]:
    """The files that were named, separated by semicolons, or else the pasted text itself. Raises Refusal."""
    paths = [Path(typed)] if _is_file(typed) else [Path(piece.strip()) for piece in typed.split(";")]
    if all(_is_file(str(path)) for path in paths):
        return [_document(path) for path in paths]
    if ";" in typed or "\n" in typed or PASTED in typed:
        return [_of_text("", typed.replace(PASTED, "\n"))]
    raise Refusal(message("import.no_file", path=typed))


def _is_file(typed: str) -> bool:
    try:
        return Path(typed).is_file()
    except (OSError, ValueError):  # too long a name, or a character that no name has
        return False


def _document(path: Path) -> Document:
    try:
        return _of_text(str(path), read_text(path, MOST_BYTES))
    except Unreadable as error:
        raise _wrong(str(path), error.reason) from None


def _wrong(name: str, reason: Any) -> Refusal:
    return Refusal(message("import.wrong", file=name, reason=reason))


def _of_text(name: str, text: str) -> Document:
    if not text.lstrip().startswith(("{", "[")):
        return Document(name, text)
    try:
        return Document(name, text, json.loads(text, parse_constant=str))
    except RecursionError:
        raise _wrong(name, message("import.too_deep")) from None
    except ValueError:
        return Document(name, text)


# ---------------------------------------------------------------------- JSON


def flat(value: Any) -> Flat:
    """The plain values of JSON by their paths. Lists of things with names are tables by name.

    Names in paths are in lower case with underscores for blanks. Raises Refusal where it is nested too deep.
    """
    return dict(_flat(value, ()))


def _flat(value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, int | str]]:
    if len(path) > DEEPEST:
        raise Refusal(message("import.too_deep"))
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(item, (*path, _key(key)))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            name = item.get("name") if isinstance(item, Mapping) else None
            yield from _flat(item, (*path, _key(name) if isinstance(name, str) and name else str(number)))
    elif isinstance(value, bool):
        yield ".".join(path), int(value)
    elif isinstance(value, int | float):
        yield ".".join(path), int(value) if abs(value) < 10**12 else 0
    elif isinstance(value, str):
        yield ".".join(path), literal(value)[:LONGEST_TEXT]


def _key(name: object) -> str:
    return literal("_".join(str(name).casefold().split())).replace(".", "_")


# ---------------------------------------------------------------------- lines of text


def records_in(text: str, headings: Sequence[str]) -> list[Mapping[str, str]]:
    """The lines of a text as records by column. `headings` are words for a name, by which a first line is headings.

    Without headings the columns are those of LIST_COLUMNS; what is behind the last of them belongs to it.
    """
    lines = [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        return []
    sign = max(";,\t", key=lines[0].count)
    rows = [[literal(cell.strip())[:LONGEST_TEXT] for cell in row] for row in _rows(lines, sign)]
    columns = [cell.casefold() for cell in rows[0]]
    if set(columns) & {heading.casefold() for heading in headings}:
        return [dict(zip(rows[0], row, strict=False)) for row in rows[1:]]
    last = len(LIST_COLUMNS) - 1
    joined = [[*row[:last], f"{sign} ".join(row[last:])] if len(row) > last else row for row in rows]
    return [dict(zip(LIST_COLUMNS, row, strict=False)) for row in joined]


def _rows(lines: Sequence[str], sign: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(lines, delimiter=sign)
    except csv.Error as error:
        raise Refusal(message("import.wrong", file="", reason=str(error))) from None
