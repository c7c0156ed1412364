"""Where dice and cards come from: the system's randomness, a seed, or faces that the game master types."""

import random
from collections.abc import Sequence
from typing import Protocol

from tracker.core.facts import Face

MOST_DICE = 10_000
"""How many dice one throw may have."""


class MoreFaces(Exception):
    """The typed faces ran out: `count` more are needed, of a die with `sides` sides (0: cards).

    `who` is the name of the one whose dice they are, `what` the word for what they are for, `called` the sentence that
    counts them where they are no usual dice. The caller asks the game master for them and calls the hook again with all
    faces so far.
    """

    def __init__(self, count: int, sides: int, what: str = "", who: str = "", called: str = "") -> None:
        super().__init__(f"{count} more faces needed")
        self.count = count
        self.sides = sides
        self.what = what
        self.who = who
        self.called = called


class BadFace(ValueError):
    """A typed face cannot fall: `face`, on a die with `sides` sides (0: not in the deck)."""

    def __init__(self, face: Face, sides: int) -> None:
        super().__init__(f"{face} cannot fall on {sides or 'this deck'}")
        self.face = face
        self.sides = sides


class Chance(Protocol):
    """The only source of luck that a hook may use.

    What a throw is for stands beside it, for the game master who types the faces: `what` is a word of the catalogue,
    `who` the name of the one who rolls, "" where nobody does. `called` is a sentence of the catalogue that counts dice
    unlike the others of the roll: "{count} Hunger dice".
    """

    @property
    def typed(self) -> bool:
        """Whether the game master enters the faces."""
        ...

    def dice(self, count: int, sides: int, what: str, *, who: str, called: str = "") -> tuple[int, ...]:
        """Roll `count` dice; faces 1 to `sides`."""
        ...

    def cards(self, deck: Sequence[str], count: int, what: str, *, who: str) -> tuple[str, ...]:
        """Draw `count` different cards of `deck`."""
        ...


def _check_throw(count: int, sides: int) -> None:
    if not 0 <= count <= MOST_DICE or sides < 1:
        raise ValueError(f"{count} dice with {sides} sides cannot be rolled")


class RandomChance:
    """Dice and cards by the system's randomness, or repeatable by a seed."""

    typed = False

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)

    def dice(self, count: int, sides: int, what: str = "", *, who: str = "", called: str = "") -> tuple[int, ...]:
        """Roll dice. Raises ValueError for a count or a die that no table has."""
        _check_throw(count, sides)
        return tuple(self._random.randint(1, sides) for _ in range(count))

    def cards(self, deck: Sequence[str], count: int, what: str = "", *, who: str = "") -> tuple[str, ...]:
        """Draw cards without putting back. Raises ValueError where the deck has not so many."""
        return tuple(self._random.sample(list(deck), count))


class TypedChance:
    """The faces that the game master typed, in the order they fall. On a ten-sided die 0 is read as 10.

    `exact`: the faces belong to one act, which must use all of them.
    """

    typed = True

    def __init__(self, faces: Sequence[Face], *, exact: bool = True) -> None:
        self._faces = list(faces)
        self._next = 0
        self.exact = exact

    @property
    def left_over(self) -> tuple[Face, ...]:
        """The faces that nobody has asked for yet."""
        return tuple(self._faces[self._next :])

    def _take(self, count: int, sides: int, what: str, who: str, called: str = "") -> list[Face]:
        missing = self._next + count - len(self._faces)
        if missing > 0:
            raise MoreFaces(missing, sides, what, who, called)
        taken = self._faces[self._next : self._next + count]
        self._next += count
        return taken

    def dice(self, count: int, sides: int, what: str = "", *, who: str = "", called: str = "") -> tuple[int, ...]:
        """Take the next typed faces. Raises MoreFaces or BadFace, ValueError as `RandomChance` does."""
        _check_throw(count, sides)
        fallen: list[int] = []
        for face in self._take(count, sides, what, who, called):
            number = sides if face == 0 and sides == 10 else face
            if not isinstance(number, int) or not 1 <= number <= sides:
                raise BadFace(face, sides)
            fallen.append(number)
        return tuple(fallen)

    def cards(self, deck: Sequence[str], count: int, what: str = "", *, who: str = "") -> tuple[str, ...]:
        """Take the next typed cards. Raises MoreFaces or BadFace (not in the deck, or drawn twice), or ValueError."""
        if not 0 <= count <= len(deck):
            raise ValueError(f"{count} cards of {len(deck)} cannot be drawn")
        known = {card.upper(): card for card in deck}
        drawn: list[str] = []
        for face in self._take(count, 0, what, who):
            card = known.pop(str(face).upper(), None)
            if card is None:
                raise BadFace(face, 0)
            drawn.append(card)
        return tuple(drawn)
