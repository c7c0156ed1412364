"""Carrying acts out for a screen: what is refused becomes one line, missing faces become a question."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeAlias

from tracker.command.commands import ActCommand, HistoryCommand
from tracker.command.run import perform, perform_intent, typed_chance, with_rolls
from tracker.command.values import read_faces
from tracker.core.chance import ROLLED, Chance, MoreFaces
from tracker.core.facts import Face
from tracker.core.history import Entry
from tracker.core.intents import Intent
from tracker.failures import FAILURES, dice_asked_for, failure_message
from tracker.opening import Session
from tracker.ui.look import Look
from tracker.ui.paint import Span
from tracker.ui.panes.prompt import Question

Act: TypeAlias = Callable[[Chance | None], list[Entry]]
"""Something that may be tried again with more typed faces; it raises one of FAILURES where nothing has changed."""


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
    """Tries acts on a session. `typed_dice`: every roll asks for the faces that fell on the table."""

    def __init__(self, session: Session, stage: Stage, *, typed_dice: bool) -> None:
        self._session = session
        self._stage = stage
        self.typed_dice = typed_dice

    def intent(self, intent: Intent, done: Callable[[], None] | None = None) -> bool:
        """Carry an intent out; `done` runs once it has happened."""
        return self.attempt(lambda chance: [perform_intent(self._session, intent, chance)], done)

    def command(self, command: ActCommand | HistoryCommand, done: Callable[[], None] | None = None) -> bool:
        """Carry a typed command out; faces that it lacks are asked for."""
        if not isinstance(command, ActCommand) or command.faces is None:
            return self.attempt(lambda chance: perform(self._session, command, chance), done)
        act = replace(command, faces=None)
        return self.attempt(lambda chance: perform(self._session, act, chance), done, command.faces)

    def attempt(self, act: Act, done: Callable[[], None] | None = None, faces: tuple[Face, ...] | None = None) -> bool:
        """Try an act. True where it has happened or now waits for faces, False where it was refused."""
        if faces is None and self.typed_dice:
            faces = ()
        return self._try(act, done, faces)

    def _try(self, act: Act, done: Callable[[], None] | None, faces: tuple[Face, ...] | None, last: str = "") -> bool:
        """Try an act with the faces typed so far (None: chance decides); `last` is a face that is typed anew."""
        chance = None if faces is None else typed_chance(self._session, faces)
        try:
            entries = act(chance)
        except MoreFaces as more:
            # What the program has rolled for a face stays, however often the act is tried again.
            self._ask_faces(act, done, chance.faces if chance is not None else (), more, last)
            return True
        except FAILURES as error:
            self._stage.say(self._stage.look.sentence(failure_message(error)), is_wrong=True)
            return False
        self._stage.say("")
        if done is not None:
            done()
        for entry in entries:
            if not entry.number:
                self._stage.tell(entry)
        return True

    def _ask_faces(
        self, act: Act, done: Callable[[], None] | None, faces: tuple[Face, ...], more: MoreFaces, last: str
    ) -> None:
        say = self._stage.look.say

        def submit(text: str) -> bool:
            # A face that cannot fall, or one too many, leaves the question open so that it can be mended.
            typed = read_faces(text)
            if not typed:
                self._stage.say(say("ui.faces.empty"), is_wrong=True)
                return False
            if with_rolls(typed, self._session.words) == (ROLLED,):
                typed *= more.count  # the letter alone stands for all the dice that are asked for
            return self._try(act, done, (*faces, *typed))

        def take_back() -> None:
            if faces:
                self._try(act, done, faces[:-1], str(faces[-1]))

        def preview(text: str) -> tuple[Span, ...]:
            pieces = [say("ui.faces.so_far", list=tuple(map(str, faces)))] if faces else []
            pieces.append(say("ui.faces.rolls"))
            return (Span(f" {self._stage.look.glyphs.separator} ".join(pieces), "dim"),)

        label = say("ui.faces.ask", dice=dice_asked_for(more))
        self._stage.ask(Question(label, submit, preview, text=last, erased=take_back))
