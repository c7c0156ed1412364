"""Keys from whatever bytes come: cut letters, other character sets, reports that no one could have meant."""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

from tracker.ui.output.pace import ANSWER

_KEY_REPORT = re.compile(r"\x1b\[(\d+)(?::[\d:]*)?(?:;(\d*)(?::(\d*))?)?(;[\d:]*)?u")
"""A key by its number, after which others may stand; what is held with it, what happened to it, what it types."""

_RELEASED = "3"


class _Parser(XTermParser):
    """Textual's parser ends at what it does not expect, and does not know the answer to the question of `Pace`."""

    def __init__(self, answered: Callable[[], None]) -> None:
        self._answered = answered
        super().__init__()

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        nothing = events.Key(Keys.Ignore, None)
        if sequence == ANSWER:
            self._answered()
            return [nothing]
        if report := _KEY_REPORT.fullmatch(sequence):
            number, held, happened, types = report.groups("")
            if happened == _RELEASED:
                return [nothing]
            sequence = f"\x1b[{number};{held}{types}u" if held or types else f"\x1b[{number}u"
        try:
            keys = list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):  # a number that is no letter
            return [nothing]
        return [key if _is_whole(key.character) else nothing for key in keys]

    @property
    def is_within_key(self) -> bool:
        """Whether what has come so far may be the beginning of a longer key."""
        return self._timeout_time is not None

    def give_up(self) -> Iterator[Message]:
        """Take what has come so far for keys of their own."""
        if self.is_within_key:
            self._timeout_time = 0
            yield from self.tick()


class KeyReader:
    """Turns bytes of a character set into Textual's messages. Nothing that comes makes it raise.

    `answered` is called for each answer of the terminal to the question of `Pace`.
    """

    def __init__(self, encoding: str, answered: Callable[[], None]) -> None:
        self._answered = answered
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode
        self._parser = _Parser(answered)

    @property
    def is_within_key(self) -> bool:
        """Whether what has come so far may be the beginning of a longer key."""
        return self._parser.is_within_key

    def read(self, data: bytes) -> list[Message]:
        """Return what has happened by these bytes."""
        text = self._decode(data)
        return self._safely(self._parser.feed(text)) if text else []

    def give_up(self) -> list[Message]:
        """Return what has happened if nothing follows: Escape alone, for example."""
        return self._safely(self._parser.give_up())

    def _safely(self, parsed: Iterable[Message]) -> list[Message]:
        messages: list[Message] = []
        try:
            for message in parsed:
                # The size is asked of the system: a report of it has not been asked for, and may be noise.
                if not isinstance(message, events.Resize):
                    messages.append(message)
        except Exception:  # no bytes may end the program: what follows them is read again
            self._parser = _Parser(self._answered)
        return messages


def _is_whole(text: str | None) -> bool:
    """Whether a text can be written anywhere: halves of letters of another encoding cannot."""
    return text is None or not any("\ud800" <= letter <= "\udfff" for letter in text)
