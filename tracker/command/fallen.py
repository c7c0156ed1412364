"""Faces that fell or were typed, as an act is done with them: for the first time, or again."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tracker.core.chance import NO_OTHER, ROLLED, BadFace, Chance, MoreFaces, TypedChance
from tracker.core.facts import Face, Rolled
from tracker.core.history import Entry
from tracker.story import FACES_KEY
from tracker.table import Table
from tracker.text import Words

Made = TypeVar("Made")


def typed_chance(table: Table, faces: Sequence[Face], *, exact: bool = True) -> TypedChance:
    """Typed faces, of which some may be left to the session's own chance."""
    return TypedChance(with_rolls(faces, table.words), exact=exact, luck=table.chance)


def with_rolls(faces: Sequence[Face], words: Words) -> tuple[Face, ...]:
    """The faces with ROLLED where a letter, in any language, leaves the die to the program."""
    letters = {letter.casefold() for letter in words.spellings_in_all("faces.roll")}
    return tuple(ROLLED if str(face).casefold() in letters else face for face in faces)


def faces_of(entry: Entry) -> tuple[str, list[Face]]:
    """The line of an act without its faces, and these as they can be typed again; none if nothing fell."""
    line, key, written = entry.do.rpartition(FACES_KEY)
    if not key:
        return entry.do, []
    is_typed = any(isinstance(fact, Rolled) and fact.typed for fact in entry.facts)
    fallen = written.rstrip('"').split()
    return line, [face if is_typed else f"{face.removesuffix(ROLLED)}{ROLLED}" for face in fallen]


class FreshFaces:
    """Faces that acts need beyond their own: typed ones first, then those of `luck`. `fallen` are all that fell."""

    typed = False

    def __init__(self, faces: Sequence[Face], luck: Chance) -> None:
        self._typed = deque(faces)
        self._luck = luck
        self.fallen: list[Face] = []

    def dice(self, count: int, sides: int, what: str, *, who: str, called: str = "") -> tuple[int, ...]:
        """Take or roll dice. Raises BadFace for a typed face that cannot fall."""
        return tuple(int(self._one(range(1, sides + 1), sides, what, who)) for _ in range(count))

    def cards(
        self, deck: Sequence[str], count: int, what: str, *, who: str, spelled: Mapping[str, str] = NO_OTHER
    ) -> tuple[str, ...]:
        """Take or draw cards. Raises BadFace for a typed one that is not in the deck."""
        drawn: list[str] = []
        for _ in range(count):
            drawn.append(str(self._one([card for card in deck if card not in drawn], 0, what, who)))
        return tuple(drawn)

    def _one(self, possible: Sequence[Face], sides: int, what: str, who: str) -> Face:
        if self._typed:
            typed = self._typed.popleft()
            face = next((one for one in possible if str(one).casefold() == str(typed).casefold()), None)
            if face is None:
                raise BadFace(typed, sides)
        elif sides:
            (face,) = self._luck.dice(1, sides, what, who=who)
        else:
            (face,) = self._luck.cards([str(card) for card in possible], 1, what, who=who)
        self.fallen.append(face)
        return face


def with_missing_rolled(faces: Sequence[Face], luck: Chance, attempt: Callable[[TypedChance], Made]) -> Made:
    """What an attempt makes where `luck` rolls what is left to it, and what is missing at the end of the faces."""
    while True:
        chance = TypedChance(faces, exact=False, luck=luck)
        try:
            return attempt(chance)
        except MoreFaces as more:
            faces = (*chance.faces, *[ROLLED] * more.count)
