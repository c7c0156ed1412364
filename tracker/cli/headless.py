"""Typed commands from the shell: every line is answered once it is on disk."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path

from tracker.cli.output import json_text
from tracker.cli.picture import state_as_data
from tracker.command.commands import ActCommand, QueryCommand
from tracker.command.fallen import typed_chance
from tracker.command.run import perform_line
from tracker.core.chance import Chance, MoreFaces, RandomChance, TypedChance
from tracker.core.facts import Face
from tracker.core.intents import Refusal
from tracker.core.messages import Message, message
from tracker.core.record import record
from tracker.failures import FAILURES, failure_message
from tracker.journal.checks import BYTE_ORDER_MARK
from tracker.opening import Session
from tracker.story import story
from tracker.text import literal, shortened


class Luck:
    """Where the faces of a run come from: those typed first, one after the other, else chance."""

    def __init__(self, chance: Chance, typed: tuple[Face, ...] | None = None) -> None:
        self.chance = chance
        self.typed = typed

    def for_next_act(self, session: Session) -> Chance:
        """The chance for one act."""
        return self.chance if self.typed is None else typed_chance(session.table, self.typed, exact=False)

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
        from tracker.answers import answer  # most lines ask nothing

        return answer(session, done)
    luck.used(chance)
    return [told for entry in done for told in story(entry, session.words)]


@record
class RunOptions:
    """How a run answers: as data, one object for each line where `each`, and whether the first refused line ends it."""

    as_json: bool = False
    stop: bool = False
    each: bool = False


class Run:
    """Runs lines on a session and answers each; `answers` keeps them as data, `status` is the exit status."""

    def __init__(self, session: Session, luck: Luck, options: RunOptions) -> None:
        self._session = session
        self._luck = luck
        self._options = options
        self.answers: list[Mapping[str, object]] = []
        self.status = 0

    @property
    def is_over(self) -> bool:
        """Whether a refused line has ended the run."""
        return bool(self.status) and self._options.stop

    def lines(self, lines: Iterable[str]) -> None:
        """Run `-c` lines: their story on standard output, refusals on standard error."""
        for number, line in enumerate(lines, 1):
            told, error = self._answered(line)
            self._keep(line, told, error)
            if error is not None:
                self._complain(f"-c {number}", line, error)
            elif not self._options.as_json:
                for answer_line in told:
                    print(literal(answer_line))
            if self.is_over:
                break

    def script(self, source: str) -> None:
        """Run a script: each line is answered by one line, once it is on disk.

        A refused one is answered and complained about as well, except where both would be read in one terminal.
        """
        streams = (sys.stdout, sys.stderr)  # None where one is closed
        both_are_read = all(stream and stream.isatty() for stream in streams) and not self._options.as_json
        for number, written in enumerate(_script_lines(source), 1):
            line = written.decode("utf-8", "replace")
            told, error = self._answered(line, written)
            self._keep(line, told, error)
            if error is not None and not both_are_read:
                self._complain(f"{source}:{number}", line, error)
            if self.is_over and not both_are_read:
                break
            if not self._options.as_json:
                if error is not None:
                    told = [self._session.words.say(message("run.refused", reason=self._reason(line, error)))]
                print(literal(" · ".join(told)), flush=True)
            if self.is_over:
                break

    def _answered(self, line: str, written: bytes = b"") -> tuple[list[str], Exception | None]:
        """What came of a line: its answer, or why there is none. Blank lines and comments are answered by nothing."""
        try:
            _check_text(written)
            return (answers_to(self._session, line, self._luck) if _says_something(line) else []), None
        except FAILURES as error:
            self.status = 1
            return [], error

    def _keep(self, line: str, told: list[str], error: Exception | None) -> None:
        if not self._options.as_json:
            return
        refused = {} if error is None else {"refused": self._as_data(line, error)}
        answer: Mapping[str, object] = {"line": shortened(line), "said": told, **refused}
        self.answers.append(answer)
        if self._options.each:
            data = {**state_as_data(self._session, self._session.table.state), "answer": answer}
            print(json_text(data), flush=True)

    def _as_data(self, line: str, error: Exception) -> Mapping[str, object]:
        """A refusal in its parts: the sentence, the word at fault and its place in the line, what would be right."""
        words = self._session.words
        parts: dict[str, object] = {"reason": words.say(failure_message(error))}
        if isinstance(error, Refusal):
            parts["what"] = error.what
            parts["where"] = list(error.where) if error.where else None
            parts["nearest"] = [words.value(near) for near in error.nearest]
            if way := self._way_to_insist(line):
                parts["insist"] = way
        if isinstance(error, MoreFaces):
            parts |= {"who": error.who, "dice": error.count, "sides": error.sides}
        return parts

    def _way_to_insist(self, line: str) -> str:
        """The word that, added to a refused line, would have it done all the same; "" where there is none."""
        commands, table = self._session.commands, self._session.table
        if commands is None:
            return ""
        try:
            command = commands.parse(line, table.state)
        except Refusal:
            return ""
        way = table.engine.way_to_insist(table.state, command.intent) if isinstance(command, ActCommand) else ""
        return commands.ways(way)[-1] if way else ""

    def _reason(self, line: str, error: Exception) -> Message:
        """Why a line was refused, with the word that lifts it."""
        reason = failure_message(error)
        way = self._way_to_insist(line) if isinstance(error, Refusal) else ""
        if not way or way in self._session.words.say(reason):
            return reason
        return message("run.insist", reason=reason, word=way)

    def _complain(self, where: str, line: str, error: Exception) -> None:
        reason = self._session.words.say(self._reason(line, error))
        print(literal(f"{where}: {shortened(line.strip())}: {reason}"), file=sys.stderr, flush=True)


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
    if source == "-" and sys.stdin is None:
        raise Refusal(message("run.no_input"))
    with nullcontext(sys.stdin.buffer) if source == "-" else Path(source).open("rb") as script:
        for number, line in enumerate(script):
            yield (line if number else line.removeprefix(BYTE_ORDER_MARK)).rstrip(b"\r\n")


def say_left_over(session: Session, luck: Luck) -> None:
    """Tell about typed faces that no act has asked for."""
    if luck.typed:
        faces = " ".join(map(str, luck.typed))
        line = session.words.say(message("refused.faces_left", faces=faces, count=len(luck.typed)))
        print(literal(line), file=sys.stderr)
