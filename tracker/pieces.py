"""A sentence in pieces: what each stretch of its text is, so that a screen or a page can give it a look of its own."""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, NamedTuple

from tracker.core.messages import Faces
from tracker.core.patterns import pattern

PieceKind = Literal["text", "value", "term", "number", "sum", "faces", "name", "marks", "rule"]
"""What a piece is: words of the sentence itself; plain text that was filled in, of which nothing is known yet; a word
for an id; a number; labelled parts; dice; and, once it is recognised, a name, the marks of a track, a rule's id."""

BETWEEN = " ·.,;:=—–"
"""Signs that lead over from an outcome to its working."""
_OLD_FACES = pattern(r"\d{1,3}(?:(?: |, )\d{1,3})*")
_RULE = pattern(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+[a-z]?")


class Piece(NamedTuple):
    """A stretch of a text. `id` is that of the term or of the sentence it is from; `faces` are those of dice.

    `working`: it says how something came about, not what came of it.
    """

    text: str
    kind: PieceKind = "text"
    id: str = ""
    faces: Faces | None = None
    working: bool = False


def joined(pieces: Iterable[Piece]) -> str:
    """The text that the pieces are of."""
    return "".join(piece.text for piece in pieces)


def recognised(pieces: Iterable[Piece], names: Collection[str], marks: Collection[str]) -> Iterator[Piece]:
    """Tell plain text by what it is: one of the `names`, `marks` of a track, dice of an old session, a rule's id."""
    for piece in pieces:
        yield piece._replace(kind=_kind_of(piece.text, names, marks)) if piece.kind == "value" else piece


def _kind_of(text: str, names: Collection[str], marks: Collection[str]) -> PieceKind:
    if text in names:
        return "name"
    if text and all(sign in marks for sign in text):
        return "marks"
    if _OLD_FACES.fullmatch(text):
        return "faces"
    return "rule" if _RULE.fullmatch(text) else "value"


def outcome_and_working(pieces: Iterable[Piece]) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Cut a sentence where its working begins, without the signs that stand between: `hits, 2 to 1. Strength 3: 4, 2`.

    All behind a piece that is working belongs to it, and the sum before it. Without one a sum at the very end is cut
    off, but not the last of several: each belongs to what stands before it.
    """
    whole = tuple(pieces)
    end = next((at for at, piece in enumerate(whole) if piece.working), len(whole))
    start = end
    while start and (whole[start - 1].kind in ("sum", "number", "faces") or _is_punctuation(whole[start - 1])):
        start -= 1
    start = next((at for at in range(start, end) if whole[at].kind == "sum"), end)
    outcome, working = whole[:start], whole[start:]
    is_one_of_several = end == len(whole) and any(piece.kind == "sum" for piece in outcome)
    if is_one_of_several:
        return whole, ()
    if not outcome or not working:
        return outcome, working
    if outcome[-1].text.endswith("(") and working[-1].text.endswith(")"):
        working = (*working[:-1], working[-1]._replace(text=working[-1].text[:-1]))
    return _stripped(outcome), (working[0]._replace(text=working[0].text.lstrip(BETWEEN)), *working[1:])


def _is_punctuation(piece: Piece) -> bool:
    return piece.kind == "text" and not any(sign.isalnum() for sign in piece.text)


def _stripped(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The outcome without what led over to its working: ` · `, `. `, ` = `, an opening bracket."""
    while pieces:
        text = pieces[-1].text.rstrip(f"{BETWEEN}(")
        if text:
            return (*pieces[:-1], pieces[-1]._replace(text=text))
        pieces = pieces[:-1]
    return ()
