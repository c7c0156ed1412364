"""Changes one number or one comparison of a source file at a time, to see whether a test notices."""

import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

_NEXT_TO = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
"""The comparison that differs where it matters most: at the bound itself."""

_NUMBER = re.compile(r"(?<![\w.\-])\d+(?![\w.\-])")
_TEXT_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')


@dataclass(frozen=True)
class Mutant:
    """On line `line` (from 1), at `column` (from 0, in characters), `before` becomes `after`."""

    line: int
    column: int
    before: str
    after: str

    def applied(self, source: str) -> str:
        """Return the source with the change. Raises ValueError where `before` does not stand there."""
        lines = source.splitlines(keepends=True)
        line = lines[self.line - 1]
        if not line.startswith(self.before, self.column):
            raise ValueError(f"line {self.line} has no {self.before!r} at {self.column}")
        lines[self.line - 1] = line[: self.column] + self.after + line[self.column + len(self.before) :]
        return "".join(lines)


def python_mutants(source: str) -> Iterator[Mutant]:
    """Yield a mutant for each whole number (one more) and each comparison of size or equality of a module.

    Python 3.11 takes a formatted string for one token, so what stands inside is left alone.
    """
    for token in tokenize.generate_tokens(StringIO(source).readline):
        line, column = token.start
        if token.type == tokenize.NUMBER and token.string.isdecimal():
            yield Mutant(line, column, token.string, str(int(token.string) + 1))
        elif token.type == tokenize.OP and token.string in _NEXT_TO:
            yield Mutant(line, column, token.string, _NEXT_TO[token.string])


def table_mutants(source: str) -> Iterator[Mutant]:
    """Yield a mutant for each whole number (one more) that is a value in a TOML file."""
    for number, line in enumerate(source.splitlines(), start=1):
        bare = _TEXT_OR_COMMENT.sub(lambda match: " " * len(match[0]), line)
        values = bare.find("=")
        if values < 0 and bare.lstrip().startswith(("[", "#")):
            continue
        for match in _NUMBER.finditer(bare, max(values, 0)):
            yield Mutant(number, match.start(), match[0], str(int(match[0]) + 1))
