"""In which line of a TOML file a key stands, for telling where a mistake is; the parser does not say."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

Path: TypeAlias = Sequence[str | int]
"""The keys that lead to a value; the place in an array of tables is a number from 0."""

_WORD = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_WORD}(?:\s*\.\s*{_WORD})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_INLINE_KEY = re.compile(rf"[{{,]\s*({_DOTTED})\s*=")
_PIECE = re.compile(_WORD)
_MULTILINE = ('"""', "'''")


class LineIndex:
    """Where the keys of a document stand. It serves telling, not parsing: what it misses has the line above."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[str | int, ...], int] = {}
        for path, line in _keys(text):
            self._lines.setdefault(path, line)

    def line(self, path: Path) -> int:
        """The line (from 1) of a key, or of the nearest key around it; 1 if none is known."""
        for length in range(len(path), 0, -1):
            if found := self._lines.get(tuple(path[:length])):
                return found
        return 1


def _keys(text: str) -> Iterator[tuple[tuple[str | int, ...], int]]:
    table: tuple[str | int, ...] = ()
    counts: Counter[tuple[str | int, ...]] = Counter()
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        if within:
            within = "" if line.count(within) % 2 else within
            continue
        if header := _HEADER.match(line):
            table = _names(header[2])
            if header[1] == "[[":
                table = (*table, counts[table])
                counts[table[:-1]] += 1
            yield table, number
            continue
        if key := _KEY.match(line):
            path = (*table, *_names(key[1]))
            yield path, number
            for inner in _INLINE_KEY.finditer(line, key.end()):
                yield (*path, *_names(inner[1])), number
        within = next((quotes for quotes in _MULTILINE if line.count(quotes) % 2), "")


def _names(dotted: str) -> tuple[str | int, ...]:
    return tuple(piece[1:-1] if piece[0] in "\"'" else piece for piece in _PIECE.findall(dotted))
