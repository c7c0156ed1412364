"""The line at the bottom that takes typed text without taking the focus, so that nothing else is repainted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tracker.command.complete import Completion
from tracker.ui.keys import Keystroke
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Span, width_of
from tracker.ui.panels.base import CANCEL_KEYS
from tracker.ui.panels.form import write_edited
from tracker.ui.widgets.lines import LinesWidget


@dataclass(frozen=True, slots=True)
class Question:
    """What the prompt line asks for.

    `submit` gets the text and tells whether the question is answered; `preview` says what the text would come to;
    `complete` offers what may come next; `history` keeps the earlier answers; `cancelled` runs when it is given up;
    `typed` runs after every change. `empty_is_cancel`: Enter without a text gives the question up.
    """

    label: str
    submit: Callable[[str], bool]
    preview: Callable[[str], tuple[Span, ...]] | None = None
    complete: Callable[[str], Completion] | None = None
    history: list[str] | None = None
    cancelled: Callable[[], None] | None = None
    typed: Callable[[str], None] | None = None
    text: str = ""
    empty_is_cancel: bool = False


class PromptLine(LinesWidget):
    """Edits the answer to one question at a time; without a question it is blank."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:
        super().__init__(look, id=id)
        self._question: Question | None = None
        self._editor = LineEditor()

    @property
    def question(self) -> Question | None:
        """The question that waits for an answer."""
        return self._question

    @property
    def text(self) -> str:
        """The answer so far."""
        return self._editor.text

    def ask(self, question: Question) -> None:
        """Ask something; an earlier question is given up."""
        self.drop()
        self._question = question
        self._editor = LineEditor(question.text, question.history)
        self.draw()

    def drop(self) -> None:
        """Give the question up."""
        question, self._question = self._question, None
        if question is not None and question.cancelled is not None:
            question.cancelled()
        self.draw()

    def take(self, key: Keystroke) -> bool:
        """Take a key while a question waits; tell whether the answer changed."""
        question, editor = self._question, self._editor
        assert question is not None
        before = editor.text
        if key.name in CANCEL_KEYS:
            self.drop()
        elif key.name == "enter":
            self._submit(question)
        elif key.name in ("tab", "shift+tab"):
            self._complete(question, 1 if key.name == "tab" else -1)
        elif key.text:
            editor.insert(key.text)
        elif key.name == "backspace" and not editor.text and question.empty_is_cancel:
            self.drop()
        elif not editor.take(key.name):
            return False
        self._after(before)
        return editor.text != before

    def paste(self, text: str) -> None:
        """Take pasted text."""
        before = self._editor.text
        self._editor.insert(text.rstrip("\r\n"))
        self._after(before)

    def _after(self, before: str) -> None:
        self.draw()
        if self._question is not None and self._question.typed is not None and self._editor.text != before:
            self._question.typed(self._editor.text)

    def _submit(self, question: Question) -> None:
        if question.empty_is_cancel and not self._editor.text.strip():
            self.drop()
            return
        editor = self._editor
        if question.submit(editor.text):
            editor.remember()
            # The answer may have led to another question, which stays.
            if self._question is question:
                self._question = None

    def _complete(self, question: Question, step: int) -> None:
        if self._editor.is_completing:
            self._editor.cycle(step)
        elif question.complete is not None:
            found = question.complete(self._editor.text[: self._editor.cursor])
            self._editor.complete(found.start, found.candidates)

    def preview(self) -> tuple[Span, ...]:
        """What the answer would come to, or the candidates that Tab goes through."""
        if self._question is None:
            return ()
        if self._editor.is_completing:
            return tuple(self._candidates(self._editor.candidates, self._editor.chosen))
        return self._question.preview(self._editor.text) if self._question.preview else ()

    @staticmethod
    def _candidates(candidates: Sequence[str], chosen: int) -> list[Span]:
        first = max(chosen - 2, 0)
        return [
            Span(f"{candidate}  ", "accent" if number == chosen else "dim")
            for number, candidate in enumerate(candidates[first : first + 20], first)
        ]

    def draw(self) -> None:
        """Show the question with its answer."""
        self.show([self._line(self.outer_size.width)])

    def _line(self, width: int) -> Line:
        if self._question is None or not width:
            return BLANK
        pen = self.look.pen(width).gap()
        label = self._question.label
        if width_of(label) > width * 2 // 3:
            pen.write(label, "title", cells=width * 2 // 3)
        else:
            pen.write(label, "title")
        pen.gap()
        write_edited(pen, self._editor, pen.left)
        return pen.line()

    def on_resize(self) -> None:
        """Draw for another width."""
        self.draw()
