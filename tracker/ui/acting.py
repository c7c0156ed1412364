"""Carrying acts out for a screen: what is refused becomes one line, missing faces become a question."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol, TypeAlias

from tracker.command.commands import ActCommand, HistoryCommand
from tracker.command.fallen import typed_chance, with_rolls
from tracker.command.values import read_faces
from tracker.core.chance import ROLLED, Chance, MoreFaces
from tracker.core.facts import Face
from tracker.core.history import Entry
from tracker.core.intents import Intent
from tracker.core.record import replace
from tracker.failures import FAILURES, dice_asked_for, failure_message
from tracker.journal.errors import FileLost
from tracker.opening import Session
from tracker.ui.look import Look
from tracker.ui.paint import Span
from tracker.ui.panes.prompt import Question

Act: TypeAlias = Callable[[Chance | None], list[Entry]]
"""Something that may be tried again with more typed faces; where it raises one of FAILURES, nothing has changed."""


class Stage(Protocol):
    """What acting needs of a screen."""

    look: Look

    def say(self, text: str, *, is_wrong: bool = False) -> None:
        """Show one line."""
        ...

    def ask(self, question: Question) -> None:
        """Ask for typed text."""
        ...

    def tell(self, entry: Entry) -> None:
        """Show what an act that changes nothing had to say."""
        ...


class Acting:
    """Tries acts on a session.

    `typed_dice`: every roll asks for the faces that fell on the table. `secretly`: players see nothing of the next act.
    """

    def __init__(self, session: Session, stage: Stage, *, typed_dice: bool) -> None:
        self._session = session
        self._stage = stage
        self.typed_dice = typed_dice
        self.secretly = False
        self._insists = False
        self._refused: tuple[ActCommand, Callable[[], None] | None] | None = None

    def _perform(self, command: ActCommand | HistoryCommand, chance: Chance | None) -> list[Entry]:
        from tracker.command.run import perform  # no start waits for it

        return perform(self._session, command, chance)

    @contextmanager
    def insisting(self) -> Iterator[None]:
        """Meanwhile acts that a rule forbids are done on the GM's call, where a word of theirs lifts the rule."""
        self._insists = True
        try:
            yield
        finally:
            self._insists = False

    def repeat(self) -> bool:
        """Try the act that was refused last once more."""
        return self._refused is not None and self.command(*self._refused)

    def intent(self, intent: Intent, done: Callable[[], None] | None = None) -> bool:
        """Carry an intent out; `done` runs once it has happened."""
        return self.command(ActCommand(intent), done)

    def command(
        self,
        command: ActCommand | HistoryCommand,
        done: Callable[[], None] | None = None,
        fill: Callable[[MoreFaces], tuple[Face, ...]] | None = None,
    ) -> bool:
        """Carry a typed command out; faces that it lacks are asked for, unless `fill` knows them.

        True where it has happened or now waits for faces, False where it was refused.
        """
        if not isinstance(command, ActCommand):
            return self.attempt(lambda chance: self._perform(command, chance), done)
        engine, state, intent = self._session.table.engine, self._session.table.state, command.intent
        if self._insists and (way := engine.way_to_insist(state, intent)):
            intent = intent.with_values(**{way: True})
        if self.secretly and intent.verb != "next":
            intent, done = replace(intent, hidden=True), self._revealing(done)
        act = replace(command, intent=intent, faces=None)

        def refused(error: Exception) -> str:
            from tracker.ui.view.preview import refusal_text

            self._refused = command, done
            return refusal_text(self._session, intent, error, self._stage.look)

        return self.attempt(lambda chance: self._perform(act, chance), done, command.faces, refused, fill)

    def _revealing(self, done: Callable[[], None] | None) -> Callable[[], None]:
        """What is done once an act was hidden: the next one is not."""

        def reveal() -> None:
            self.secretly = False
            if done is not None:
                done()

        return reveal

    def attempt(
        self,
        act: Act,
        done: Callable[[], None] | None = None,
        faces: tuple[Face, ...] | None = None,
        refused: Callable[[Exception], str] | None = None,
        fill: Callable[[MoreFaces], tuple[Face, ...]] | None = None,
    ) -> bool:
        """Try an act; `refused` says why it is not possible. Return as `command` does."""
        if faces is None and (self.typed_dice or fill is not None):
            faces = ()

        def sentence(error: Exception) -> str:
            return self._stage.look.sentence(failure_message(error))

        return self._try(Attempt(act, done, refused or sentence, fill), faces)

    def _try(self, attempt: "Attempt", faces: tuple[Face, ...] | None, last: str = "") -> bool:
        """Try an act with the faces typed so far (None: chance decides); `last` is a face that is typed again."""
        chance = None if faces is None else typed_chance(self._session.table, faces)
        try:
            entries = attempt.act(chance)
        except MoreFaces as more:
            # What the program has rolled for a face stays, however often the act is tried again.
            fallen = chance.faces if chance is not None else ()
            if attempt.fill is not None and (given := attempt.fill(more)):
                return self._try(attempt, (*fallen, *given))
            self._ask_faces(attempt, fallen, more, last)
            return True
        except FAILURES as error:
            told = attempt.refused(error)
            if isinstance(error, FileLost):
                told = self._stage.look.say("ui.lost", problem=told)
            self._stage.say(told, is_wrong=True)
            return False
        self._stage.say("")
        if attempt.done is not None:
            attempt.done()
        for entry in entries:
            if not entry.number:
                self._stage.tell(entry)
        return True

    def _ask_faces(self, attempt: "Attempt", faces: tuple[Face, ...], more: MoreFaces, last: str) -> None:
        say = self._stage.look.say

        def submit(text: str) -> bool:
            # A face that cannot fall, or one too many, leaves the question open so that it can be mended.
            typed = read_faces(text)
            if not typed:
                self._stage.say(say("ui.faces.empty"), is_wrong=True)
                return False
            if with_rolls(typed, self._session.words) == (ROLLED,):
                typed *= more.count  # the letter alone stands for all the dice that are asked for
            return self._try(attempt, (*faces, *typed))

        def take_back() -> None:
            if faces:
                self._try(attempt, faces[:-1], str(faces[-1]))

        def preview(text: str) -> tuple[Span, ...]:
            pieces = [say("ui.faces.so_far", list=tuple(map(str, faces)))] if faces else []
            pieces.append(say("ui.faces.rolls"))
            return (Span(f" {self._stage.look.glyphs.separator} ".join(pieces), "dim"),)

        label = say("ui.faces.ask", dice=dice_asked_for(more))
        self._stage.ask(Question(label, submit, preview, text=last, erased=take_back))


class Attempt(NamedTuple):
    """An act that is tried, again and again with more faces: `done` runs once it has happened.

    `fill` gives faces that were typed beforehand, () for those that are to be asked for.
    """

    act: Act
    done: Callable[[], None] | None
    refused: Callable[[Exception], str]
    fill: Callable[[MoreFaces], tuple[Face, ...]] | None = None
