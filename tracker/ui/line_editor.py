"""Editing one line of text: the cursor, words, history and completion, without a widget and without a terminal."""

import unicodedata
from collections.abc import Sequence

LONGEST_TEXT = 4000
HISTORY_LENGTH = 200


class LineEditor:
    """A text with a cursor; `cursor` counts characters from the left."""

    def __init__(self, text: str = "", history: list[str] | None = None) -> None:
        self.text = text
        self.cursor = len(text)
        self.history: list[str] = history if history is not None else []
        self._back = 0
        self._unfinished = ""
        self._candidates: Sequence[str] = ()
        self._chosen = -1
        self._completed_from = 0

    def set(self, text: str) -> None:
        """Replace the whole text; the cursor goes to its end."""
        self.text = text
        self.cursor = len(text)
        self._forget_candidates()

    def insert(self, text: str) -> bool:
        """Type or paste a text at the cursor; line breaks and other control characters become blanks.

        Tell whether all of it found room.
        """
        clean = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
        room = LONGEST_TEXT - len(self.text)
        is_whole = len(clean) <= room
        clean = clean[:room]
        self.text = self.text[: self.cursor] + clean + self.text[self.cursor :]
        self.cursor += len(clean)
        self._forget_candidates()
        return is_whole

    def take(self, key: str) -> bool:
        """Carry out an editing key by its name; tell whether it was one."""
        edit = {
            "backspace": self._backspace,
            "delete": self._delete,
            "left": lambda: self._move(self._step(-1)),
            "right": lambda: self._move(self._step(1)),
            "home": lambda: self._move(0),
            "ctrl+a": lambda: self._move(0),
            "end": lambda: self._move(len(self.text)),
            "ctrl+e": lambda: self._move(len(self.text)),
            "ctrl+left": lambda: self._move(self._word_start()),
            "ctrl+right": lambda: self._move(self._word_end()),
            "ctrl+w": self._delete_word,
            "alt+backspace": self._delete_word,
            "ctrl+backspace": self._delete_word,
            "ctrl+u": self._delete_to_start,
            "ctrl+k": self._delete_to_end,
            "up": self._older,
            "down": self._newer,
        }.get(key)
        if edit is None:
            return False
        edit()
        self._forget_candidates()
        return True

    def remember(self) -> None:
        """Keep the text in the history, once."""
        if self.text.strip():
            if self.text in self.history:
                self.history.remove(self.text)
            self.history.append(self.text)
            del self.history[:-HISTORY_LENGTH]
        self._back = 0

    # ------------------------------------------------------------------ completion

    @property
    def is_completing(self) -> bool:
        """Whether candidates are being cycled through."""
        return bool(self._candidates)

    @property
    def candidates(self) -> Sequence[str]:
        """The candidates that are being cycled through, and `chosen` among them."""
        return self._candidates

    @property
    def chosen(self) -> int:
        """The number of the candidate in the text, from 0."""
        return self._chosen

    def complete(self, start: int, candidates: Sequence[str]) -> None:
        """Put the first candidate in place of the text from `start` to the cursor; `cycle` goes on from there."""
        if not candidates:
            return
        self._candidates = candidates
        self._completed_from = start
        self._chosen = -1
        self.cycle(1)
        if len(candidates) == 1:
            if not self.text[self.cursor :].startswith(" ") and not candidates[0].endswith("="):
                self.insert(" ")
            self._forget_candidates()

    def cycle(self, step: int) -> None:
        """Put the next (1) or previous (-1) candidate in place of the last one."""
        count = len(self._candidates)
        self._chosen = (self._chosen + step) % count if self._chosen >= 0 else (0 if step > 0 else count - 1)
        candidate = self._candidates[self._chosen]
        self.text = self.text[: self._completed_from] + candidate + self.text[self.cursor :]
        self.cursor = self._completed_from + len(candidate)

    def _forget_candidates(self) -> None:
        self._candidates = ()
        self._chosen = -1

    # ------------------------------------------------------------------ moving and deleting

    def _step(self, direction: int) -> int:
        """One visible sign to the left or right: combining marks go with the sign before them."""
        position = self.cursor + direction
        while 0 < position < len(self.text) and unicodedata.combining(self.text[position]):
            position += direction
        return position

    def _move(self, position: int) -> None:
        self.cursor = max(0, min(position, len(self.text)))

    def _backspace(self) -> None:
        start = max(self._step(-1), 0)
        self.text = self.text[:start] + self.text[self.cursor :]
        self.cursor = start

    def _delete(self) -> None:
        self.text = self.text[: self.cursor] + self.text[self._step(1) :]

    def _word_start(self) -> int:
        kept = self.text[: self.cursor].rstrip()
        return kept.rfind(" ") + 1

    def _word_end(self) -> int:
        rest = self.text[self.cursor :]
        blanks = len(rest) - len(rest.lstrip())
        following = rest.find(" ", blanks)
        return len(self.text) if following < 0 else self.cursor + following

    def _delete_word(self) -> None:
        start = self._word_start()
        self.text = self.text[:start] + self.text[self.cursor :]
        self.cursor = start

    def _delete_to_start(self) -> None:
        self.text = self.text[self.cursor :]
        self.cursor = 0

    def _delete_to_end(self) -> None:
        self.text = self.text[: self.cursor]

    # ------------------------------------------------------------------ history

    def _older(self) -> None:
        if self._back < len(self.history):
            if self._back == 0:
                self._unfinished = self.text
            self._back += 1
            self._recall(self.history[-self._back])

    def _newer(self) -> None:
        if self._back > 0:
            self._back -= 1
            self._recall(self.history[-self._back] if self._back else self._unfinished)

    def _recall(self, text: str) -> None:
        self.text = text
        self.cursor = len(text)
