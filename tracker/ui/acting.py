"""Carrying acts out for a screen: what is refused becomes one line, missing faces become a question."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from tracker.command.commands import ActCommand, HistoryCommand
from tracker.command.run import perform, perform_intent
from tracker.command.values import read_faces
from tracker.core.chance import Chance, MoreFaces, TypedChance
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
        """Carry a typed command out."""
        return self.attempt(lambda chance: perform(self._session, command, chance), done)

    def attempt(self, act: Act, done: Callable[[], None] | None = None) -> bool:
        """Try an act. True where it has happened or now waits for faces, False where it was refused."""
        problem = self._try(act, done, () if self.typed_dice else None)
        return problem is None or isinstance(problem, MoreFaces)

    def _try(self, act: Act, done: Callable[[], None] | None, faces: tuple[Face, ...] | None) -> Exception | None:
        """Try an act with the faces typed so far (None: chance decides); return what stood against it."""
        try:
            entries = act(None if faces is None else TypedChance(faces))
        except MoreFaces as more:
            self._ask_faces(act, done, faces or (), more)
            return more
        except FAILURES as error:
            self._stage.say(self._stage.look.sentence(failure_message(error)), is_wrong=True)
            return error
        self._stage.say("")
        if done is not None:
            done()
        for entry in entries:
            if not entry.number:
                self._stage.tell(entry)
        return None

    def _ask_faces(self, act: Act, done: Callable[[], None] | None, faces: tuple[Face, ...], more: MoreFaces) -> None:
        def submit(text: str) -> bool:
            # A face that cannot fall, or one too many, leaves the question open so that it can be mended.
            problem = self._try(act, done, (*faces, *read_faces(text)))
            return problem is None or isinstance(problem, MoreFaces)

        say = self._stage.look.say
        label = say("ui.faces.ask", dice=dice_asked_for(more))
        so_far = (Span(say("ui.faces.so_far", list=tuple(str(face) for face in faces)), "dim"),) if faces else ()
        self._stage.ask(Question(label, submit, lambda text: so_far, empty_is_cancel=True))
