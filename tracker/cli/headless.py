"""Typed commands from the shell: every line is answered once it is on disk."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from tracker.answers import answer
from tracker.cli.picture import state_as_data
from tracker.command.commands import QueryCommand
from tracker.command.run import perform_line, typed_chance
from tracker.core.chance import Chance, RandomChance, TypedChance
from tracker.core.facts import Face
from tracker.core.intents import Refusal
from tracker.core.messages import message
from tracker.core.record import record
from tracker.failures import FAILURES, failure_message
from tracker.journal.framing import BYTE_ORDER_MARK
from tracker.opening import Session
from tracker.table import story
from tracker.text import literal, shortened


@dataclass(slots=True)
class Luck:
    """Where the faces of a run come from: those typed first, one after the other, else chance."""

    chance: Chance
    typed: tuple[Face, ...] | None = None

    def for_next_act(self, session: Session) -> Chance:
        """The chance for one act."""
        return self.chance if self.typed is None else typed_chance(session, self.typed, exact=False)

    def used(self, chance: Chance) -> None:
        """Keep the faces that an act has not used for the next one."""
        if isinstance(chance, TypedChance):
            self.typed = chance.left_over


def luck(faces: tuple[Face, ...] | None, seed: int | None) -> Luck:
    """Typed faces, a seed, or the system's randomness."""
    return Luck(RandomChance(seed), faces)


def answers_to(session: Session, line: str, luck: Luck) -> list[str]:
    """Carry one line out and return its answer. Raises one of FAILURES; nothing has changed then."""
    chance = luck.for_next_act(session)
    done = perform_line(session, line, chance)
    if isinstance(done, QueryCommand):
        return answer(session, done)
    luck.used(chance)
    return [told for entry in done for told in story(entry, session.words)]


@record
class RunOptions:
    """How a run answers: as data, and whether the first refused line ends it."""

    as_json: bool = False
    stop: bool = False


def run_lines(session: Session, lines: Iterable[str], luck: Luck, options: RunOptions) -> int:
    """Run `-c` lines: their story on standard output, refusals on standard error. Return the exit status."""
    status = 0
    for number, line in enumerate(lines, 1):
        try:
            told = answers_to(session, line, luck)
        except FAILURES as error:
            status = 1
            _complain(session, f"-c {number}", line, error)
            if options.stop:
                break
        else:
            if not options.as_json:
                for answer_line in told:
                    print(literal(answer_line))
    return status


def run_script(session: Session, source: str, luck: Luck, options: RunOptions) -> int:
    """Run a script: each line is answered by one line, once it is on disk. Return the exit status.

    With JSON a script from standard input is answered by one line of state each; a file prints the state at the end.
    """
    status = 0
    live = source == "-"
    for number, written in enumerate(_script_lines(source), 1):
        line = written.decode("utf-8", "replace")
        try:
            _check_text(written)
            told = " · ".join(answers_to(session, line, luck)) if _says_something(line) else ""
        except FAILURES as error:
            status = 1
            told = session.words.say(message("run.refused", reason=failure_message(error)))
            _complain(session, f"{source}:{number}", line, error)
            if options.stop:
                return status
        if not options.as_json:
            print(literal(told), flush=True)
        elif live:
            data = state_as_data(session, session.table.state)
            print(json.dumps(data, ensure_ascii=False), flush=True)
    return status


def _says_something(line: str) -> bool:
    """Blank lines and comments are answered by an empty line."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _check_text(written: bytes) -> None:
    try:
        written.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(message("run.no_text")) from None


def _script_lines(source: str) -> Iterator[bytes]:
    """The lines of a file or of standard input, as soon as each is there, without their ends."""
    with nullcontext(sys.stdin.buffer) if source == "-" else Path(source).open("rb") as script:
        for number, line in enumerate(script):
            yield (line if number else line.removeprefix(BYTE_ORDER_MARK)).rstrip(b"\r\n")


def _complain(session: Session, where: str, line: str, error: Exception) -> None:
    reason = session.words.say(failure_message(error))
    print(literal(f"{where}: {shortened(line.strip())}: {reason}"), file=sys.stderr, flush=True)


def say_left_over(session: Session, luck: Luck) -> None:
    """Tell about typed faces that no act has asked for."""
    if luck.typed:
        faces = " ".join(map(str, luck.typed))
        line = session.words.say(message("refused.faces_left", faces=faces, count=len(luck.typed)))
        print(literal(line), file=sys.stderr)
