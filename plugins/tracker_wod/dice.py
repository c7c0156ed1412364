"""Pools of ten-sided dice: what is thrown, which dice roll again, how the result reads (WOD-DICE-01 to -09)."""

from dataclasses import replace
from typing import Literal

from tracker.api import Chance, Faces, Message, Part, Refusal, Rolled, State, Term, Value, frozen, message, record
from tracker_wod import odds

SIDES = 10
LOWEST_SUCCESS = 8
NO_AGAIN = 11
LARGEST_POOL = 200

Result = Literal["dramatic_failure", "failure", "success", "exceptional_success"]


@record
class Pool:
    """A pool before it is thrown.

    `total` is the sum of the parts; 0 or less is the chance die. `again_on`: the lowest face that brings another die,
    NO_AGAIN for none.
    """

    parts: tuple[Part, ...] = ()
    again_on: int = SIDES

    @property
    def total(self) -> int:
        """The signed sum of the parts."""
        return sum(part.value for part in self.parts)

    @property
    def is_chance(self) -> bool:
        """Whether the chance die is thrown, WOD-DICE-06."""
        return self.total <= 0

    @property
    def dice(self) -> int:
        """How many dice are thrown at first."""
        return 1 if self.is_chance else self.total

    def plus(self, *parts: Part) -> "Pool":
        """The pool with further parts; parts of 0 are left out."""
        return replace(self, parts=(*self.parts, *(part for part in parts if part.value)))

    def for_chance_die(self, reason: Term, rule: str) -> "Pool":
        """The pool of which a rule leaves nothing but the chance die, with that as its last part."""
        return replace(self, parts=(*self.parts, Part(reason, -max(0, self.total), rule)))


@record
class Throw:
    """The dice as they fell: `faces` first, `again` wave by wave."""

    pool: Pool
    faces: tuple[int, ...]
    again: tuple[int, ...]
    successes: int
    result: Result
    typed: bool
    eight_on_reroll: bool = False

    def fact(
        self, who: str, what: str, *, against: str = "", secret: bool = False, rule: str = "", **data: Value
    ) -> Rolled:
        """The throw as a fact; `data` adds to `chance` and `again_on`."""
        pool, again_on, eight = self.pool.total, self.pool.again_on, self.eight_on_reroll
        return Rolled(
            who=who,
            what=what,
            pool=pool,
            faces=self.faces,
            again=self.again,
            sides=SIDES,
            parts=self.pool.parts,
            successes=self.successes,
            result=self.result,
            against=against,
            typed=self.typed,
            hidden=secret,
            rule=rule,
            data=frozen({"chance": self.pool.is_chance, "again_on": again_on, **data}),
            expected=float(odds.mean(pool, again_on, eight_on_reroll=eight)),
            chance=float(odds.verdicts(pool, again_on, eight_on_reroll=eight)[self.result]),
        )


def chance_rerolls_on_eight(view: State) -> bool:
    """The table option by which rerolls of the chance die count from 8."""
    return view.option("chance-rerolls", "ten") == "eight"


def throw(view: State, pool: Pool, chance: Chance, what: str, who: str) -> Throw:
    """Throw the pool of the one called `who`, "" for no one. `what` is the word for what the dice are for.

    Refuses pools that no hand can hold.
    """
    if pool.dice > LARGEST_POOL:
        raise Refusal(message("wod.refused.pool", pool=pool.dice, maximum=LARGEST_POOL))
    faces = chance.dice(pool.dice, SIDES, what, who=who)
    if pool.is_chance:
        return _chance_die(view, pool, faces, chance, what, who)
    again: list[int] = []
    wave = faces
    while brought := sum(face >= pool.again_on for face in wave):
        wave = chance.dice(brought, SIDES, what, who=who)
        again += wave
    successes = sum(face >= LOWEST_SUCCESS for face in (*faces, *again))
    return Throw(pool, faces, tuple(again), successes, _result(successes), chance.typed)


def _chance_die(view: State, pool: Pool, faces: tuple[int, ...], chance: Chance, what: str, who: str) -> Throw:
    """Only a 10 counts, and rolls again; a 1 on the first die is a dramatic failure."""
    eight = chance_rerolls_on_eight(view)
    lowest = LOWEST_SUCCESS if eight else SIDES
    again: list[int] = []
    face = faces[0]
    while face == SIDES:
        (face,) = chance.dice(1, SIDES, what, who=who)
        again.append(face)
    successes = (faces[0] == SIDES) + sum(rerolled >= lowest for rerolled in again)
    result: Result = "dramatic_failure" if faces[0] == 1 else _result(successes)
    return Throw(pool, faces, tuple(again), successes, result, chance.typed, eight)


def _result(successes: int) -> Result:
    if successes >= odds.EXCEPTIONAL:
        return "exceptional_success"
    return "success" if successes else "failure"


def dice_of(thrown: Throw) -> Message:
    """The faces for a line of the log, further dice set apart."""
    kind = "chance" if thrown.pool.is_chance else "dice"
    first, later = _least(thrown)
    faces = Faces(thrown.faces, first, spaced=True)
    if thrown.again:
        again = Faces(thrown.again, later, spaced=True)
        return message(f"wod.{kind}.again", count=thrown.pool.dice, faces=faces, again=again)
    return message(f"wod.{kind}", count=thrown.pool.dice, faces=faces)


def _least(thrown: Throw) -> tuple[int, int]:
    """The lowest faces that count, of the first dice and of those thrown again."""
    if not thrown.pool.is_chance:
        return LOWEST_SUCCESS, LOWEST_SUCCESS
    return SIDES, LOWEST_SUCCESS if thrown.eight_on_reroll else SIDES


def result_of(thrown: Throw) -> Message:
    """The reading for a line of the log."""
    if thrown.successes:
        return message("wod.successes", count=thrown.successes)
    return message("wod.result", result=Term(thrown.result))
