"""Reading ten-sided dice: successes, pairs of tens, what the Hunger dice make of them (V5-DICE-01 to V5-DICE-07)."""

from collections.abc import Sequence

from tracker.api import Value, record

SUCCESS_FROM = 6
WINS = ("win", "critical_win", "messy_critical")
"""The verdicts that are wins."""
TEN = 10


@record
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


@record
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
        if self.bestial or self.total_failure:
            return "bestial_failure" if self.bestial else "total_failure"
        return "failure" if self.margin else "tie"

    @property
    def price(self) -> str:
        """What the Beast asks for: "messy", "bestial" or nothing."""
        return "messy" if self.messy else "bestial" if self.bestial else ""

    def rule(self, otherwise: str) -> str:
        """The rule that decides it."""
        deciding = {
            "messy_critical": "V5-DICE-06", "bestial_failure": "V5-DICE-07", "critical_win": "V5-DICE-04",
            "tie": "V5-ATK-03", "total_failure": "V5-DICE-03",
        }  # fmt: skip
        return deciding.get(self.result, otherwise)

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


@record
class Terms:
    """What a throw is read against: a Difficulty, or the other side's successes.

    `ties_from`: the fewest successes with which a tie is a win; None: it never is. `handicap`: successes taken away
    before they are compared (V5-ATK-06).
    """

    difficulty: int
    ties_from: int | None = 1
    handicap: int = 0

    def judged(self, throw: Throw) -> Verdict:
        """Read a throw."""
        return self.read(throw.successes, throw.tens >= 2, TEN in throw.hunger, 1 in throw.hunger)

    def read(self, successes: int, has_pair: bool, hungry_ten: bool, hungry_one: bool) -> Verdict:
        """Read what a throw shows: successes, whether there are two tens, and what the Hunger dice show."""
        net = max(successes - self.handicap, 0)
        even_wins = self.ties_from is not None and net >= self.ties_from
        win = net > self.difficulty or (net == self.difficulty and even_wins)
        critical = win and has_pair
        missed = net < self.difficulty
        return Verdict(successes, net - self.difficulty, win, critical, critical and hungry_ten, missed and hungry_one)


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
