"""Changes one number or one comparison of a source file at a time, to see whether a test notices."""

import ast
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


@dataclass(frozen=True)
class _Piece:
    """Code that runs when a function is called: its lines, and its size in lines and columns."""

    start: tuple[int, int]
    end: tuple[int, int]
    lines: range

    @property
    def size(self) -> tuple[int, int]:
        return self.end[0] - self.start[0], self.end[1] - self.start[1]


class Outline:
    """Which code of a module runs when it is imported, and who names what it makes."""

    def __init__(self, source: str) -> None:
        self._tree = ast.parse(source)
        self._pieces = [piece for node in ast.walk(self._tree) for piece in _pieces_of(node)]

    def lines_of(self, line: int, column: int) -> range:
        """Return the lines of the statement at this place of a function; none for what runs when imported."""
        around = [piece for piece in self._pieces if piece.start <= (line, column) < piece.end]
        return min(around, key=lambda piece: piece.size).lines if around else range(0)

    def names_at(self, line: int) -> set[str]:
        """Return the names that the statement of the module at this line makes: of a value, a function, a class."""
        for node in self._tree.body:
            if node.lineno <= line <= (node.end_lineno or line):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    return {node.name}
                return {
                    one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
                }
        return set()

    def lines_that_name(self, names: set[str]) -> set[int]:
        """Return the lines inside functions that name one of these."""
        named: set[int] = set()
        for node in ast.walk(self._tree):
            if (isinstance(node, ast.Name) and node.id in names) or (
                isinstance(node, ast.Attribute) and node.attr in names
            ):
                named.update(self.lines_of(node.lineno, node.col_offset))
        return named


def _pieces_of(node: ast.AST) -> Iterator[_Piece]:
    if isinstance(node, ast.Lambda):
        body = node.body
        end = (body.end_lineno or body.lineno, body.end_col_offset or 0)
        yield _Piece((body.lineno, body.col_offset), end, range(body.lineno, end[0] + 1))
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for statement in node.body:
            for inner in ast.walk(statement):
                if isinstance(inner, ast.stmt):
                    end = (inner.end_lineno or inner.lineno, inner.end_col_offset or 0)
                    block = getattr(inner, "body", None)
                    last = max(inner.lineno, block[0].lineno - 1) if block else end[0]
                    yield _Piece((inner.lineno, inner.col_offset), end, range(inner.lineno, last + 1))
