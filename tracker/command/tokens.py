"""Cutting a line into words: quotes keep a word together, `=` names a parameter, commas list several things."""

from tracker.core.record import record

QUOTES = {'"': '"', "«": "»", "“": "”"}


@record
class Token:
    """One word of a line.

    `key` is what stands before `=` ("" for a bare word), `items` the comma-separated values without their quotes;
    `start` and `end` are offsets in the line. `open`: the line ended inside quotes.
    """

    key: str
    items: tuple[str, ...]
    start: int
    end: int
    quoted: bool = False
    open: bool = False

    @property
    def text(self) -> str:
        """The value as one text."""
        return ",".join(self.items)


class _Builder:
    def __init__(self, start: int) -> None:
        self.start = start
        self.key = ""
        self.items: list[str] = []
        self.current = ""
        self.quoted = False

    def token(self, end: int, *, is_open: bool = False) -> Token:
        return Token(self.key, (*self.items, self.current), self.start, end, self.quoted, is_open)


def tokenize(line: str) -> list[Token]:
    """Cut a line into tokens. Inside quotes a backslash keeps the next sign as it is."""
    tokens: list[Token] = []
    builder: _Builder | None = None
    position = 0
    while position < len(line):
        sign = line[position]
        if sign.isspace():
            if builder is not None:
                tokens.append(builder.token(position))
                builder = None
            position += 1
            continue
        builder = builder or _Builder(position)
        if sign in QUOTES and not builder.current:
            content, position, closed = _quoted(line, position + 1, QUOTES[sign])
            builder.current += content
            builder.quoted = True
            if not closed:
                tokens.append(builder.token(position, is_open=True))
                return tokens
            continue
        if sign == "=" and not builder.key and not builder.items and builder.current:
            builder.key, builder.current = builder.current, ""
        elif sign == ",":
            builder.items.append(builder.current)
            builder.current = ""
        else:
            builder.current += sign
        position += 1
    if builder is not None:
        tokens.append(builder.token(position))
    return tokens


def _quoted(line: str, position: int, closing: str) -> tuple[str, int, bool]:
    content: list[str] = []
    while position < len(line):
        sign = line[position]
        if sign == "\\" and position + 1 < len(line):
            content.append(line[position + 1])
            position += 2
            continue
        if sign == closing:
            return "".join(content), position + 1, True
        content.append(sign)
        position += 1
    return "".join(content), position, False
