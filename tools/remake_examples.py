"""Play the scripts of the example sessions again: `saves/example-*.toml` from `saves/example-*.script`.

Do so after a change of the file's form or of a ruleset's words; the diff then shows what has changed.

`{word}` in a script stands for a name or a note in the table of the reader's language. `example-NAME.words` beside the
script holds these tables in TOML, one for each language, each with a `title`. The first makes `example-NAME.toml`,
every other one `example-NAME.LANGUAGE.toml`. A script without tables makes a single session.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import tomli

from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.core.history import Entry
from tracker.journal.header import SessionHeader
from tracker.journal.reader import read, read_header
from tracker.journal.sessions import session_bytes
from tracker.opening import NewSession, create_session, load_rules

SAVES = Path(__file__).parents[1] / "saves"
BEGUN = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
"""When the examples were played, so that remaking them changes nothing else."""

TITLE = "title"


def script_of(save: Path) -> Path:
    """Return the script that makes an example session."""
    return save.with_name(f"{save.stem.partition('.')[0]}.script")


def tables_of(script: Path) -> Mapping[str, Mapping[str, str]]:
    """Return the names and notes of a script by language; nothing where it has no tables."""
    words = script.with_suffix(".words")
    return tomli.loads(words.read_text("utf-8")) if words.exists() else {}


def saves_of(script: Path) -> Mapping[Path, Mapping[str, str]]:
    """Return the sessions that a script makes, each with its names and notes."""
    tables = tables_of(script) or {"": {}}
    first = next(iter(tables))
    return {
        script.with_suffix(".toml" if language == first else f".{language}.toml"): table
        for language, table in tables.items()
    }


def lines_of(save: Path) -> list[str]:
    """Return the lines that make an example session, in the words of its language.

    Raises:
        KeyError: a line has a word that the table lacks.
    """
    script = script_of(save)
    table = saves_of(script)[save]
    lines = [line for line in script.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]
    return [re.sub(r"\{([^{}]+)\}", lambda found: table[found[1]], line) for line in lines]


def new_session(save: Path) -> NewSession:
    """Return what an example session begins with: the ruleset and options that `example-NAME.toml` has now."""
    script = script_of(save)
    tables = tables_of(script)
    header = read_header(script.with_suffix(".toml"))
    language = save.stem.partition(".")[2] or next(iter(tables), header.language)
    title = tables[language][TITLE] if tables else header.title
    return NewSession(header.ruleset, title, language, header.options, header.house_rules)


def remake(save: Path) -> None:
    """Play the script of an example session and write what comes of it."""
    fresh = save.with_suffix(".fresh")
    wanted = new_session(save)
    session = create_session(fresh, wanted, load_rules(wanted.ruleset, wanted.house_rules, ()), wanted.language)
    try:
        for line in lines_of(save):
            if isinstance(perform_line(session, line), QueryCommand):
                raise SystemExit(f"{save.name}: {line} only asks")
    finally:
        session.table.close()
    reading = read(fresh)
    fresh.unlink()
    save.write_bytes(sealed_session(replace(reading.header, created=BEGUN), reading.entries))


def sealed_session(header: SessionHeader, entries: Iterable[Entry]) -> bytes:
    """Return a session file with all its acts at the moment when the examples were played, each under its check."""
    return session_bytes(header, (replace(entry, at=BEGUN) for entry in entries))


if __name__ == "__main__":
    for path in sorted(SAVES.glob("example-*.script")):
        for example in saves_of(path):
            remake(example)
            print(example.stem, file=sys.stderr)
