"""Cutting a line into words: quotes keep a word together, `=` names a parameter, commas list several things."""

from collections.abc import Iterator, Sequence

from tracker.core.patterns import pattern
from tracker.core.record import record, replace

QUOTES = {'"': '"', "«": "»", "“": "”"}
_ENTRY = pattern(r"(?:\"[^\"]*\"|«[^»]*»|“[^”]*”|[^;\n])+")
_PLAIN = pattern(r"[^\s\"«“']+(?!\S)")
"""A word in which no quotation can begin."""
_APOSTROPHE = "'"
"""It opens a quotation only where it begins a word and closes one further on: O'Brien needs no quotes."""


@record
class Token:
    """One word of a line.

    `key` is what stands before `=` ("" for a bare word), `items` the comma-separated values without their quotes;
    `start` and `end` are offsets in the line. `open`: the line ended inside quotes. `ends`: a comma stood behind it.
    """

    key: str
    items: tuple[str, ...]
    start: int
    end: int
    quoted: bool = False
    open: bool = False
    ends: bool = False

    @property
    def text(self) -> str:
        """The value as one text."""
        return ",".join(self.items)


def typed_lines(text: str) -> list[str]:
    """The lines of a pasted text or a script that say something; `#` begins a remark."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def entries(text: str) -> list[str]:
    """The people of a cast, separated by semicolons or lines; a name in quotes may hold one."""
    found = (entry.strip() for entry in _ENTRY.findall(text))
    return [entry for entry in found if entry]


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
        if builder is None:
            if plain := _PLAIN.match(line, position):
                tokens.append(_plain_token(plain[0], position))
                position = plain.end()
                continue
            builder = _Builder(position)
        if (sign in QUOTES or _opens(line, position)) and not builder.current:
            content, position, closed = _quoted(line, position + 1, QUOTES.get(sign, sign))
            builder.current += content
            builder.quoted = True
            if not closed:
                tokens.append(builder.token(position, is_open=True))
                return tokens
            continue
        if sign == "=" and not builder.key and not builder.items and builder.current:
            builder.key, builder.current = builder.current, ""
            builder.quoted = False
        elif sign == ",":
            builder.items.append(builder.current)
            builder.current = ""
        else:
            builder.current += sign
        position += 1
    if builder is not None:
        tokens.append(builder.token(position))
    return tokens


def _plain_token(word: str, start: int) -> Token:
    key, comma = word.find("=", 1), word.find(",")
    if key < 0 or -1 < comma < key:
        return Token("", tuple(word.split(",")), start, start + len(word))
    return Token(word[:key], tuple(word[key + 1 :].split(",")), start, start + len(word))


def _opens(line: str, position: int) -> bool:
    """Whether the apostrophe there opens a quotation: another one ends a word further on."""
    if line[position] != _APOSTROPHE:
        return False
    closing = line.find(_APOSTROPHE, position + 1)
    while closing > 0:
        if closing + 1 == len(line) or line[closing + 1].isspace() or line[closing + 1] in ",=":
            return closing > position + 1
        closing = line.find(_APOSTROPHE, closing + 1)
    return False


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


def joined(token: Token, further: Token) -> Token:
    """Two bare words as one, with a blank between."""
    return Token("", (f"{token.text} {further.text}",), token.start, further.end, ends=further.ends)


def following(token: Token, waiting: Sequence[Token], *, across: bool = False) -> list[str]:
    """The bare words behind a word that may belong to it; `across`: also behind a comma, as a choice may have one."""
    alone = token.quoted or (not across and (token.ends or len(token.items) > 1))
    return [] if alone else plain_words(waiting, across=across)


def plain_words(waiting: Sequence[Token], *, across: bool = False) -> list[str]:
    """The bare words that come next, up to one that is quoted or has a key, or up to a comma."""
    plain: list[str] = []
    for token in waiting:
        if token.key or token.quoted or (len(token.items) > 1 and not across):
            break
        plain.append(token.text)
        if token.ends and not across:
            break
    return plain


def without_commas(tokens: Sequence[Token]) -> list[Token]:
    """The same words with the commas taken off: what a comma stood behind has `ends`."""
    found: list[Token] = []
    for token in tokens:
        if token.quoted or len(token.items) == 1 or (token.key and token.items[-1]):
            found.append(token)
        elif token.key:
            found.append(replace(token, items=token.items[:-1], ends=True))
        else:
            start = token.start
            for number, item in enumerate(token.items):
                if item:
                    ends = number < len(token.items) - 1
                    found.append(Token("", (item,), start, start + len(item), ends=ends))
                elif found and number == 0:
                    found[-1] = replace(found[-1], ends=True)
                start += len(item) + 1
    return found


@record
class Piece:
    """A word of a list of people: whether a comma ends its item, and in which token it stands, from 0."""

    text: str
    ends: bool
    quoted: bool
    token: int


def pieces(tokens: Sequence[Token]) -> Iterator[Piece]:
    """The words of a list up to the first one with a key; a comma belongs to the word before it."""
    found: list[Piece] = []
    for number, token in enumerate(tokens):
        if token.key:
            break
        for place, item in enumerate(token.items):
            if item or token.quoted or len(token.items) == 1:
                ends = token.ends or place < len(token.items) - 1
                found.append(Piece(item, ends, token.quoted, number))
            elif found and place < len(token.items) - 1:
                found[-1] = replace(found[-1], ends=True, token=number)
    yield from found
