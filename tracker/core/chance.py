"""Where dice and cards come from: the system's randomness, a seed, or faces that the game master types."""

from collections.abc import Container, Mapping, Sequence
from typing import Protocol

from tracker.core.facts import Face
from tracker.core.values import nothing

MOST_DICE = 10_000
"""How many dice one throw may have."""
MOST_WORDS = 4
"""How many words a typed card may have."""
ROLLED = "r"
"""Among typed faces: the program rolls this die, or draws this card. Behind a face: the program has done so."""
TEN_SIDES = 10
"""On a die with so many 0 is read as 10."""
NO_OTHER: Mapping[str, str] = nothing()
"""No other spellings of cards."""


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
    `who` the name of the one who rolls, "" if no one does. `called` is a sentence of the catalogue that counts dice
    unlike the others of the roll: "{count} Hunger dice".
    """

    @property
    def typed(self) -> bool:
        """Whether the game master enters the faces."""
        ...

    def dice(self, count: int, sides: int, what: str, *, who: str, called: str = "") -> tuple[int, ...]:
        """Roll `count` dice; faces 1 to `sides`."""
        ...

    def cards(
        self, deck: Sequence[str], count: int, what: str, *, who: str, spelled: Mapping[str, str] = NO_OTHER
    ) -> tuple[str, ...]:
        """Draw `count` different cards of `deck`. `spelled`: other ways to type one, or one that is known in part."""
        ...


def _check_throw(count: int, sides: int) -> None:
    if not 0 <= count <= MOST_DICE or sides < 1:
        raise ValueError(f"{count} dice with {sides} sides cannot be rolled")


class RandomChance:
    """Dice and cards by the system's randomness, or repeatable by a seed."""

    typed = False

    def __init__(self, seed: int | None = None) -> None:
        import random  # it is slow to load, and what only reads needs no chance

        self._random = random.SystemRandom() if seed is None else random.Random(seed)

    def dice(self, count: int, sides: int, what: str = "", *, who: str = "", called: str = "") -> tuple[int, ...]:
        """Roll dice. Raises ValueError for a count or a die that no table has."""
        _check_throw(count, sides)
        return tuple(self._random.randint(1, sides) for _ in range(count))

    def cards(
        self, deck: Sequence[str], count: int, what: str = "", *, who: str = "", spelled: Mapping[str, str] = NO_OTHER
    ) -> tuple[str, ...]:
        """Draw cards without putting back. Raises ValueError where the deck has not so many."""
        return tuple(self._random.sample(list(deck), count))


class TypedChance:
    """The faces that the game master typed, in the order they fall. On a ten-sided die 0 is read as 10.

    `exact`: the faces belong to one act, which must use all of them. ROLLED among them lets `luck` decide that die or
    card; without `luck` it is as if nothing was typed there.
    """

    def __init__(self, faces: Sequence[Face], *, exact: bool = True, luck: Chance | None = None) -> None:
        self._faces = list(faces)
        self._next = 0
        self._luck = luck
        self.exact = exact

    @property
    def typed(self) -> bool:
        """Whether the game master enters the faces: not where the program has rolled all that are there."""
        return not self._faces or not all(map(is_rolled, self._faces))

    @property
    def faces(self) -> tuple[Face, ...]:
        """All faces; what `luck` has decided stands there as the face with ROLLED behind it."""
        return tuple(self._faces)

    @property
    def used(self) -> tuple[Face, ...]:
        """The faces that were asked for."""
        return tuple(self._faces[: self._next])

    @property
    def left_over(self) -> tuple[Face, ...]:
        """The faces that no one has asked for yet."""
        return tuple(self._faces[self._next :])

    def _take(self, count: int, sides: int, what: str, who: str, called: str = "") -> range:
        """The places of the next faces. Raises MoreFaces where some are not there."""
        places = range(self._next, self._next + count)
        given = self._faces[self._next : self._next + count]
        missing = count - len(given) + (given.count(ROLLED) if self._luck is None else 0)
        if missing:
            raise MoreFaces(missing, sides, what, who, called)
        self._next += count
        return places

    def dice(self, count: int, sides: int, what: str = "", *, who: str = "", called: str = "") -> tuple[int, ...]:
        """Take the next typed faces. Raises MoreFaces or BadFace, ValueError as `RandomChance` does.

        Digits typed in one go are a face each where they can be no single one: 356 is 3 5 6 on a d6 and on a d10. A
        face that cannot fall is refused before others are asked for.
        """
        _check_throw(count, sides)
        self._part_digits(count, sides)
        for face in self._faces[self._next : self._next + count]:
            if face != ROLLED:
                _number(face, sides)
        return tuple(self._die(place, sides, what, who) for place in self._take(count, sides, what, who, called))

    def _part_digits(self, count: int, sides: int) -> None:
        """Make a face of each digit of the next faces that were typed in one go."""
        place = self._next
        while place < min(self._next + count, len(self._faces)):
            digits = _digits(str(self._faces[place]), sides)
            self._faces[place : place + 1] = digits or [self._faces[place]]
            place += max(len(digits), 1)

    def _die(self, place: int, sides: int, what: str, who: str) -> int:
        face = self._faces[place]
        if face == ROLLED and self._luck is not None:
            (fallen,) = self._luck.dice(1, sides, what, who=who)
            self._faces[place] = f"{fallen}{ROLLED}"
            return fallen
        return _number(face, sides)

    def cards(
        self, deck: Sequence[str], count: int, what: str = "", *, who: str = "", spelled: Mapping[str, str] = NO_OTHER
    ) -> tuple[str, ...]:
        """Take the next typed cards. Raises MoreFaces or BadFace (not in the deck, or drawn twice), or ValueError.

        A card may be several words, such as "ace of spades": the longest run of them that is one.
        """
        if not 0 <= count <= len(deck):
            raise ValueError(f"{count} cards of {len(deck)} cannot be drawn")
        known = {**{card.upper(): card for card in deck}, **{way.upper(): card for way, card in spelled.items()}}
        self._join_words(count, known)
        drawn: list[str] = []
        for place in self._take(count, 0, what, who):
            face = self._faces[place]
            if face == ROLLED and self._luck is not None:
                (card,) = self._luck.cards([card for card in deck if card not in drawn], 1, what, who=who)
                self._faces[place] = f"{card}{ROLLED}"
            else:
                written = str(face)  # a card's own name may end like the mark
                card = known.get(written.upper()) or known.get(written.removesuffix(ROLLED).upper(), "")
            if not card or card in drawn:
                raise BadFace(face, 0)
            drawn.append(card)
        return tuple(drawn)

    def _join_words(self, count: int, known: Container[str]) -> None:
        """Make one face of each of the next cards that was typed in several words."""
        for place in range(self._next, self._next + count):
            for words in range(MOST_WORDS, 1, -1):
                run = " ".join(str(face) for face in self._faces[place : place + words])
                if run.upper() in known:
                    self._faces[place : place + words] = [run]
                    break


def _number(face: Face, sides: int) -> int:
    """What a typed face shows. Raises BadFace where it cannot fall."""
    written = str(face).removesuffix(ROLLED)
    number = int(written) if written.isascii() and written.isdecimal() else 0
    if sides == TEN_SIDES and written == "0":
        number = sides
    if not 1 <= number <= sides:
        raise BadFace(face, sides)
    return number


def _digits(written: str, sides: int) -> list[Face]:
    """The faces that were typed as one number; none where it is a face, or may be read in more than one way."""
    if not (written.isascii() and written.isdecimal()) or len(written) < 2 or sides > TEN_SIDES:
        return []
    if int(written) <= sides and not written.startswith("0"):
        return []
    can_be_read = str(TEN_SIDES) not in written if sides == TEN_SIDES else "0" not in written
    return [int(digit) for digit in written] if can_be_read else []


def is_rolled(face: Face) -> bool:
    """Whether a face among typed ones is one that the program rolled; the last letter of a word is no such mark."""
    return str(face).endswith(ROLLED) and not str(face)[-2:-1].islower()
