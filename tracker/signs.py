"""Plain signs: what a text becomes for those who see or read no more than ASCII and letters."""

import unicodedata
from collections.abc import Mapping
from io import TextIOBase
from typing import TextIO

PLAIN_SIGNS: Mapping[int, str] = str.maketrans(
    {
        "·": "|", "−": "-", "–": "-", "—": "-", "…": "...", "→": "->", "×": "x", "«": '"', "»": '"', "“": '"', "”": '"',
        "„": '"', "’": "'", "‘": "'", "●": "o", "○": ".", "≥": ">=", "≤": "<=", "≠": "/=", "≈": "~", "±": "+/-",
        "↑": "Up", "↓": "Down", "←": "<-", "↔": "<->", "°": "", "№": "No", "½": "1/2", "›": ">", "‹": "<", "•": "|",
        "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\N{THIN SPACE}": " ", "▶": ">", "₴": "UAH",
    }
)  # fmt: skip
"""What stands for a sign. None of it is a mark of damage."""

UNKNOWN = "?"
_PAIRS = {"↑↓": "Up/Down", "←→": "<-/->"}


def plain_text(text: str) -> str:
    """Return a text in ASCII and letters: any other sign becomes what stands for it, or a question mark."""
    if text.isascii():
        return text
    for two, plain in _PAIRS.items():
        text = text.replace(two, plain)
    text = text.translate(PLAIN_SIGNS)
    return text if text.isascii() else "".join(map(_plain_sign, text))


def _plain_sign(sign: str) -> str:
    # Letters and the marks that belong to them are the reader's own.
    return sign if sign.isascii() or unicodedata.category(sign)[0] in "LM" else UNKNOWN


class PlainStream(TextIOBase):
    """Writes texts to another stream in plain signs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The character set of the stream behind it."""
        return self._stream.encoding

    def write(self, text: str) -> int:
        """Write a text; return how many signs of it were written."""
        self._stream.write(plain_text(text))
        return len(text)

    def flush(self) -> None:
        """Send what has been written."""
        self._stream.flush()

    def fileno(self) -> int:
        """The descriptor of the stream behind it."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Whether that is a terminal."""
        return self._stream.isatty()
