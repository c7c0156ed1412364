"""The head of a session file: what the session is. It is written once, with the file."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any

from tracker.core.messages import message
from tracker.core.record import record
from tracker.core.values import Value, nothing
from tracker.journal import toml_text
from tracker.journal.errors import JournalError, NewerFormat, OlderFormat
from tracker.journal.shapes import Mismatch, Record

FORMAT = 1
END_OF_HEADER = "# end of header"
"""The line that shows that a header without entries is whole."""


@record
class SessionHeader:
    """What a session is: its title, its ruleset's id and version, the language of its `say` lines ("en"), when it began
    (UTC), its table options, the ids of its house-rule plugins, and the book of the campaign that it goes on with.
    """

    title: str
    ruleset: str
    ruleset_version: str
    language: str
    created: datetime
    options: Mapping[str, Value] = field(default_factory=nothing)
    house_rules: tuple[str, ...] = ()
    campaign: str = ""


_RECORD = Record(SessionHeader)


def encode_header(header: SessionHeader) -> bytes:
    """The text of a header. Raises JournalError where a value cannot be written."""
    try:
        session = _RECORD.to_toml(header)
        options = session.pop("options", {})
        lines = [f"format = {FORMAT}", "", "[session]", *_key_lines(session)]
        if options:
            lines += ["", "[session.options]", *_key_lines(options)]
        return "\n".join([*lines, "", END_OF_HEADER, ""]).encode("utf-8")
    except Mismatch as wrong:
        problem = wrong.reason
    except UnicodeEncodeError:
        problem = message("journal.expected.whole_characters")
    except (toml_text.TooDeep, RecursionError):
        problem = message("journal.expected.shallow")
    raise JournalError(message("journal.unwritable_header", problem=problem))


def _key_lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{toml_text.key(name)} = {toml_text.inline(value)}" for name, value in table.items()]


def decode_header(document: Mapping[str, Any]) -> SessionHeader:
    """The header in a parsed document without its entries. Raises JournalError, NewerFormat or OlderFormat."""
    check_format(document)
    try:
        for key in document:
            if key not in ("format", "session"):
                raise Mismatch(message("journal.expected.known_key", keys="format, session"), key)
        if "session" not in document:
            raise Mismatch(message("journal.expected.key"), "session")
        header: SessionHeader = _RECORD.from_toml(document["session"])
        return header
    except Mismatch as wrong:
        problem = wrong.reason
    except RecursionError:
        problem = message("journal.expected.shallow")
    raise JournalError(message("journal.unreadable_header", problem=problem))


def check_format(document: Mapping[str, Any]) -> None:
    """Raise NewerFormat, OlderFormat, or JournalError where the document is no session at all."""
    found = document.get("format")
    if type(found) is not int:
        raise JournalError(message("journal.no_session"))
    if found > FORMAT:
        raise NewerFormat(message("journal.newer_format", found=found, known=FORMAT))
    if found < FORMAT:
        raise OlderFormat(message("journal.older_format", found=found, known=FORMAT))
