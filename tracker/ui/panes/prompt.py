"""The line at the bottom that takes typed text."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tracker.command.tokens import typed_lines
from tracker.ui.keys import CANCEL_KEYS, Keystroke
from tracker.ui.line_editor import LineEditor
from tracker.ui.look import Look
from tracker.ui.paint import BLANK, Line, Span
from tracker.ui.view.editing import write_edited

if TYPE_CHECKING:
    from tracker.command.complete import Completion


class Question(NamedTuple):
    """What the prompt line asks for.

    `submit` gets the text and tells whether the question is answered; `preview` says what the text would come to;
    `complete` offers what may come next; `history` keeps the earlier answers; `cancelled` runs when it is given up;
    `typed` runs after every change. `empty_is_cancel`: Enter or Backspace without a text gives the question up;
    `erased` is what Backspace does then instead. `lines` takes several lines that are pasted if nothing is typed.
    `suggested`: the text is an offer, and the first sign that is typed or pasted takes its place.
    """

    label: str
    submit: Callable[[str], bool]
    preview: Callable[[str], tuple[Span, ...]] | None = None
    complete: "Callable[[str], Completion] | None" = None
    history: list[str] | None = None
    cancelled: Callable[[], None] | None = None
    typed: Callable[[str], None] | None = None
    text: str = ""
    empty_is_cancel: bool = False
    erased: Callable[[], None] | None = None
    lines: Callable[[Sequence[str]], None] | None = None
    suggested: bool = False


class PromptPane:
    """Edits the answer to one question at a time; without a question it is blank."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._question: Question | None = None
        self._editor = LineEditor()
        self._is_offer = False

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
        self._is_offer = question.suggested

    def drop(self) -> None:
        """Give the question up."""
        question, self._question = self._question, None
        if question is not None and question.cancelled is not None:
            question.cancelled()

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
            self._refuse_offer()
            editor.insert(key.text)
        elif key.name == "backspace" and not editor.text and question.erased is not None:
            question.erased()
        elif key.name == "backspace" and not editor.text and question.empty_is_cancel:
            self.drop()
        elif not editor.take(key.name):
            return False
        self._is_offer = False
        self._after(before)
        return editor.text != before

    def _refuse_offer(self) -> None:
        """Empty the answer where its text was only offered."""
        if self._is_offer:
            self._editor.set("")
            self._is_offer = False

    def paste(self, text: str) -> bool:
        """Take pasted text; tell whether all of it found room."""
        question, before = self._question, self._editor.text
        lines = typed_lines(text)
        if question is not None and question.lines is not None and len(lines) > 1 and not before.strip():
            question.lines(lines)
            return True
        self._refuse_offer()
        is_whole = self._editor.insert(text.rstrip("\r\n"))
        self._after(before)
        return is_whole

    def _after(self, before: str) -> None:
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

    def line(self, width: int) -> Line:
        """The question with its answer."""
        if self._question is None:
            return BLANK
        pen = self._look.pen(width).gap()
        pen.write(self._question.label, "title", cells=width * 2 // 3).gap()
        write_edited(pen, self._editor, pen.left)
        return pen.line()
