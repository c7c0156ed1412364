"""Reading ten-sided dice: successes, pairs of tens, what the Hunger dice make of them (V5-DICE-01 to V5-DICE-07)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.api import Value

SUCCESS_FROM = 6
TEN = 10


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice as they lie: the faces of the regular dice and those of the Hunger dice."""

    regular: tuple[int, ...]
    hunger: tuple[int, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """All faces, the regular dice first."""
        return self.regular + self.hunger

    @property
    def tens(self) -> int:
        """How many tens of either sort."""
        return self.faces.count(TEN)

    @property
    def successes(self) -> int:
        """Successes, each pair of tens with its 2 more (V5-DICE-02)."""
        return successes_of(sum(face >= SUCCESS_FROM for face in self.faces), self.tens)


def successes_of(dice_that_succeed: int, tens: int) -> int:
    """The successes of so many dice of 6 or more, `tens` of which show a ten."""
    return dice_that_succeed + 2 * (tens // 2)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a roll comes to. `margin` is successes less Difficulty."""

    successes: int
    margin: int
    win: bool
    critical: bool = False
    messy: bool = False
    bestial: bool = False

    @property
    def total_failure(self) -> bool:
        """No success at all."""
        return self.successes == 0

    @property
    def result(self) -> str:
        """The most telling word for it."""
        if self.win:
            return "messy_critical" if self.messy else "critical_win" if self.critical else "win"
        return "bestial_failure" if self.bestial else "total_failure" if self.total_failure else "failure"

    def as_data(self, difficulty: int) -> dict[str, Value]:
        """The verdict as values that a `Rolled` fact keeps."""
        return {
            "difficulty": difficulty,
            "margin": self.margin,
            "win": self.win,
            "critical": self.critical,
            "messy": self.messy,
            "bestial": self.bestial,
            "total_failure": self.total_failure,
        }


def judged(throw: Throw, difficulty: int, *, even_wins: bool = True, handicap: int = 0) -> Verdict:
    """Read a throw against a Difficulty, or against the other side's successes.

    `even_wins`: as many successes as needed are enough, as in every test; in a contest they may be neither a win nor a
    miss. `handicap`: successes taken away before they are compared (V5-ATK-06).
    """
    net = max(throw.successes - handicap, 0)
    win = net > difficulty or (net == difficulty and even_wins)
    critical = win and throw.tens >= 2
    return Verdict(
        throw.successes,
        net - difficulty,
        win,
        critical,
        messy=critical and TEN in throw.hunger,
        bestial=net < difficulty and 1 in throw.hunger,
    )


def from_successes(successes: int, difficulty: int, *, critical: bool = False) -> Verdict:
    """The verdict on successes that were counted at the table."""
    win = successes >= difficulty
    return Verdict(successes, successes - difficulty, win, critical and win)


def rerolled(throw: Throw, picked: Sequence[int], again: Sequence[int]) -> Throw:
    """The throw after the picked regular faces were thrown again. Raises ValueError where a face is not there."""
    # A new face is kept negative until all are in: it must not be picked in its turn.
    faces = list(throw.regular)
    for old, new in zip(picked, again, strict=True):
        faces[_index_of(faces, old, throw.regular)] = -new
    return Throw(tuple(abs(face) for face in faces), throw.hunger)


def _index_of(faces: list[int], wanted: int, shown: Sequence[int]) -> int:
    if wanted not in faces:
        raise ValueError(f"{wanted} is not among {list(shown)}")
    return faces.index(wanted)


def numbers(value: Value | None) -> tuple[int, ...]:
    """Faces out of a stored value."""
    return tuple(item for item in value if isinstance(item, int)) if isinstance(value, tuple) else ()


def thrown(value: Mapping[str, Value]) -> Throw:
    """The throw out of what the scene remembers."""
    return Throw(numbers(value.get("regular")), numbers(value.get("hunger")))
