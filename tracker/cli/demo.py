"""The example fight: on the screen up to the point where you play on, or told from beginning to end."""

import tempfile
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tracker.cli.headless import answers_to, luck
from tracker.cli.output import DONE
from tracker.cli.screen import play
from tracker.core.facts import Noted
from tracker.core.history import Entry
from tracker.core.messages import Term, message
from tracker.journal.reader import read
from tracker.journal.sessions import branch
from tracker.languages import fallbacks
from tracker.names import choose
from tracker.opening import NewSession, Session, create_session, load_rules
from tracker.resources import examples_folder
from tracker.text import Words, literal
from tracker.ui.terminal import problem_with_terminal

PREFIX = "example-"
INVITATION = "▶"
"""A note that begins with this sign marks where a player takes over."""


def run_demo(options: Namespace, words: Words, folders: Sequence[Path]) -> int:
    """Show the example fight on the screen, or tell it where there is none."""
    with tempfile.TemporaryDirectory(prefix="coterie-demo-") as folder:
        example = _example(options.example, words.language)
        path = Path(folder) / example.name
        if problem_with_terminal() is not None:
            return _tell(example, path, words, folders)
        branch(example, path, _invitation(read(example).entries))
        return play(path, options, words, folders)


def _example(name: str, language: str) -> Path:
    """Return the example save of a name: in the reader's language, or the nearest one in which it was played.

    Raises:
        Refusal: there is none of that name; it tells the names there are.
    """
    saves = {path.stem.removeprefix(PREFIX): path for path in sorted(examples_folder().glob(f"{PREFIX}*.toml"))}
    plain = [stem for stem in saves if "." not in stem]
    chosen = choose(name, {known: (known,) for known in plain}, Term("example"))
    return next(
        (saves[f"{chosen}.{one}"] for one in reversed(fallbacks(language)) if f"{chosen}.{one}" in saves), saves[chosen]
    )


def _invitation(entries: Sequence[Entry]) -> int:
    for entry in entries:
        if any(isinstance(fact, Noted) and fact.text.startswith(INVITATION) for fact in entry.facts):
            return entry.number
    return len(entries)


def _tell(example: Path, path: Path, words: Words, folders: Sequence[Path]) -> int:
    """Play every line of the example again, with the faces that fell, and print what comes of it."""
    reading = read(example)
    rules = load_rules(reading.header.ruleset, reading.header.house_rules, folders)
    header = reading.header
    wanted = NewSession(header.ruleset, header.title, words.language, header.options, header.house_rules)
    session: Session = create_session(path, wanted, rules, words.language)
    try:
        print(literal(header.title))
        for entry in reading.entries:
            for line in answers_to(session, entry.do, luck((), None)):
                head = words.say(message("ui.log.round", round=session.table.state.round))
                print(literal(f"{head} {line}"))
    finally:
        session.table.close()
    return DONE
