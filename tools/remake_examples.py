"""Plays the scripts of the example sessions anew: `saves/example-*.toml` from `saves/example-*.script`.

Wanted after a change of the file's form or of a ruleset's words; the diff then shows what has changed.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

import tomli

from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line
from tracker.journal.reader import read_header
from tracker.opening import NewSession, create_session, load_rules

SAVES = Path(__file__).parents[1] / "saves"
BEGUN = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
"""When the examples were played, so that remaking them changes nothing else."""


def remake(script: Path) -> None:
    """Play one script into the save beside it, under the title, ruleset and options that the save has now."""
    save = script.with_suffix(".toml")
    header = read_header(save)
    fresh = save.with_suffix(".fresh")
    rules = load_rules(header.ruleset, header.house_rules, ())
    wanted = NewSession(header.ruleset, header.title, header.language, header.options, header.house_rules)
    session = create_session(fresh, wanted, rules, header.language)
    try:
        for line in script.read_text("utf-8").splitlines():
            if line.strip() and not line.startswith("#") and isinstance(perform_line(session, line), QueryCommand):
                raise SystemExit(f"{script.name}: {line} only asks")
    finally:
        session.table.close()
    written = fresh.read_text("utf-8")
    for stamp in sorted(moments(tomli.loads(written))):
        written = written.replace(f"{stamp:%Y-%m-%dT%H:%M:%SZ}", f"{BEGUN:%Y-%m-%dT%H:%M:%SZ}")
    save.write_text(written, "utf-8")
    fresh.unlink()


def moments(document: dict[str, object]) -> set[datetime]:
    """All the times in a session."""
    found: set[datetime] = set()
    waiting: list[object] = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, datetime):
            found.add(value)
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return found


if __name__ == "__main__":
    for path in sorted(SAVES.glob("example-*.script")):
        remake(path)
        print(path.stem, file=sys.stderr)
