"""What each piece of a sentence looks like, on a screen and on a page: names, dice, marks, and what stands out."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from tracker.api.descriptions import Highlight
from tracker.core.messages import Faces
from tracker.core.state import EMPTY_BOX, State
from tracker.pieces import BETWEEN, Piece
from tracker.rules.facade import Rules

Tone: TypeAlias = Literal[
    "text", "dim", "empty", "good", "warning", "bad", "grave", "ally", "foe", "hit", "hunger", "light", "heavy", "worst"
]
"""The looks of a piece of a sentence, and of a mark."""

COMMON_MARKS: Mapping[str, Tone] = {EMPTY_BOX: "empty", "/": "light", "X": "heavy", "*": "worst"}
"""Where no ruleset says otherwise."""
_SIDES: Mapping[str, Tone] = {"ally": "ally", "foe": "foe"}


class Toned(NamedTuple):
    """A stretch of text with its look."""

    text: str
    tone: Tone = "text"


def mark_tones(rules: Rules | None) -> Mapping[str, Tone]:
    """The look of each mark of the ruleset's tracks, the heavier the graver, and of an empty box."""
    tones: dict[str, Tone] = {EMPTY_BOX: "empty"}
    for spec in (track for kind in (rules.kinds.values() if rules else ()) for track in kind.tracks):
        last = len(spec.marks) - 1
        for number, mark in enumerate(spec.marks):
            tones.setdefault(mark.mark, "worst" if number == last and number else "heavy" if number else "light")
    return tones if len(tones) > 1 else COMMON_MARKS


def name_tones(state: State) -> dict[str, Tone]:
    """The look of each name: by the side that its bearer is on."""
    return {one.name: _SIDES.get(one.side, "text") for one in state.characters.values()}


class Looks:
    """Gives pieces their looks; `names` and `marks` are known with theirs, `highlights` say what stands out."""

    def __init__(
        self, names: Mapping[str, Tone], marks: Mapping[str, Tone], highlights: Mapping[str, Highlight]
    ) -> None:
        self._names = names
        self._marks = marks
        self._highlights = highlights

    def toned(self, pieces: Iterable[Piece], plain: Tone = "text") -> Iterator[Toned]:
        """The stretches of a sentence; what has no look of its own is `plain`."""
        sentence = ""
        for piece in pieces:
            found = self._highlights.get(piece.id) if piece.kind in ("text", "term") and piece.id else None
            if found is not None and piece.kind == "text" and sentence == piece.id:
                yield Toned(piece.text, found.tone)
            elif found is not None:
                lead = piece.text[: len(piece.text) - len(piece.text.lstrip(BETWEEN))]
                sign = f"{found.sign} " if found.sign else ""
                yield Toned(lead, plain)
                yield Toned(sign + piece.text[len(lead) :], found.tone)
            else:
                yield from self._plain(piece, plain)
            sentence = piece.id if found is not None and piece.kind == "text" else sentence

    def _plain(self, piece: Piece, plain: Tone) -> Iterator[Toned]:
        match piece.kind:
            case "name":
                tone = self._names.get(piece.text, "text")
                yield Toned(piece.text, plain if tone == "text" or plain == "dim" else tone)
            case "marks":
                for sign in piece.text:
                    yield Toned(sign, self._marks.get(sign, plain))
            case "faces" if piece.faces is not None and isinstance(piece.faces.faces, tuple):
                yield from self._dice(piece.faces, piece.faces.faces, plain)
            case "sum" | "rule":
                yield Toned(piece.text, "dim")
            case _:
                yield Toned(piece.text, plain)

    def _dice(self, dice: Faces, faces: tuple[int | str, ...], plain: Tone) -> Iterator[Toned]:
        special = self._highlights.get(dice.what)
        for number, face in enumerate(faces):
            if number:
                yield Toned(" " if dice.spaced else ", ", "dim")
            counts = dice.counts(face)
            counted: Tone = "hunger" if special else "hit"
            tone = plain if counts is None else counted if counts else "dim"
            yield Toned(f"{face}{special.sign if special else ''}", tone)
