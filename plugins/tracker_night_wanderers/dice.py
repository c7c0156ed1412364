"""Pools of six-sided dice against a difficulty: how a pool is put together, thrown and read."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tracker.api import (
    Chance,
    Chances,
    Character,
    Draft,
    Faces,
    Intent,
    Message,
    Part,
    Refusal,
    Rolled,
    State,
    Term,
    Told,
    Value,
    as_working,
    frozen,
    message,
    record,
)
from tracker_night_wanderers import probability
from tracker_night_wanderers.health import pain_part
from tracker_night_wanderers.sheet import PHYSICAL, RATINGS, boost_of

SIDES = 6
USUAL_DIFFICULTY = 4
LOWEST_DIFFICULTY, HIGHEST_DIFFICULTY = 2, 6
MOST_DICE = 200
PLAIN_DICE = Term("plain_dice")
_DIFFICULTY_WORDS = {2: "easy", 3: "routine", 4: "hard", 5: "challenge", 6: "extreme"}


@record
class DicePool:
    """How many dice are thrown, and the parts that come to it."""

    dice: int
    parts: tuple[Part, ...]


@record
class Throw:
    """A pool that has been thrown against a difficulty."""

    pool: DicePool
    faces: tuple[int, ...]
    difficulty: int
    typed: bool

    @property
    def successes(self) -> int:
        """Each face that reaches the difficulty counts once; ones and sixes mean nothing else (NW-DICE-02, 11)."""
        return sum(face >= self.difficulty for face in self.faces)

    @property
    def counts(self) -> probability.Distribution:
        """The chances of each number of successes."""
        return probability.successes(self.pool.dice, self.difficulty)

    def record(
        self,
        draft: Draft,
        who: str,
        what: str,
        rule: str,
        *,
        result: str,
        certain: Fraction | float,
        against: str = "",
        data: Mapping[str, Value] | None = None,
    ) -> Told:
        """Record the throw, whose verdict was as probable as `certain`."""
        return draft.record(
            Rolled(
                who,
                what,
                self.pool.dice,
                self.faces,
                sides=SIDES,
                parts=self.pool.parts,
                successes=self.successes,
                result=result,
                against=against,
                typed=self.typed,
                data=frozen({"difficulty": self.difficulty, **(data or {})}),
                rule=rule,
                expected=float(probability.mean(self.counts)),
                chance=float(certain),
            )
        )

    def tell(
        self,
        draft: Draft,
        line: str,
        who: str,
        what: str,
        rule: str,
        *,
        result: str,
        certain: Fraction | float,
        data: Mapping[str, Value] | None = None,
        **values: str | int | Term | Message,
    ) -> None:
        """Record the throw and tell it by the message `line`, with the whole working."""
        told = self.record(draft, who, what, rule, result=result, certain=certain, data=data)
        working = as_working(
            message(
                "nw.working",
                parts=told("parts"),
                dice=told("pool"),
                difficulty=self.difficulty,
                faces=Faces(told("faces"), self.difficulty),
                successes=told("successes"),
            )
        )
        shown: dict[str, str | int | Term | Message] = {"who": draft.character(who).name, "what": Term(what), **values}
        draft.say(message(line, working=working, **shown))


def both_sides(told: Told, difficulty: int, answer: Told | None, difficulty_against: int) -> Mapping[str, Message]:
    """What a line tells of two recorded throws against each other: `score` and `working`; of one if none answers."""
    working = dice_in_short(told, difficulty)
    if answer is None:
        return {"score": message("nw.successes", successes=told("successes")), "working": as_working(working)}
    return {
        "score": message("nw.score", successes=told("successes"), against=answer("successes")),
        "working": as_working(message("nw.both", first=working, second=dice_in_short(answer, difficulty_against))),
    }


def dice_in_short(told: Told, difficulty: int) -> Message:
    """The parts and the faces of a recorded throw; a difficulty of 4 goes without saying."""
    name = "nw.dice" if difficulty == USUAL_DIFFICULTY else "nw.dice_against"
    return message(name, parts=told("parts"), faces=Faces(told("faces"), difficulty), difficulty=difficulty)


def rating(character: Character, name: str, rule: str) -> Part:
    """A rating of the sheet as a part of a pool; one that is not set is 0."""
    return Part(Term(name), character.integer(name), rule)


def chosen_rating(character: Character, intent: Intent, parameter: str, usual: str, rule: str) -> tuple[Part, bool]:
    """The rating that a roll uses: the usual one, another of the sheet, or a plain number of dice.

    The second value tells whether it is physical, so that a boost counts. Raises Refusal for an unknown word.
    """
    typed = intent.text(parameter) or usual
    if typed in RATINGS:
        return rating(character, typed, rule), typed in PHYSICAL
    if typed.isdecimal() and len(typed) < 6:
        return Part(PLAIN_DICE, int(typed)), usual in PHYSICAL
    raise Refusal(message("nw.no_rating", who=character.name, typed=typed, list=tuple(Term(name) for name in RATINGS)))


def modifier(intent: Intent, parameter: str = "bonus") -> tuple[Part, ...]:
    """The game master's own dice, more or fewer."""
    dice = intent.integer(parameter)
    return (Part(Term("modifier"), dice),) if dice else ()


def dice_pool(
    view: State,
    character: Character,
    base: Sequence[Part],
    *,
    physical: bool = False,
    purpose: str = "action",
    without_pain: bool = False,
) -> DicePool:
    """Put a pool together: rating, boost, bonuses, then pain, and the floor of one die last (NW-EFF-04).

    `purpose` is "action", "soak" or "frenzy". Raises Refusal for more dice than anyone can throw.
    """
    parts = list(base)
    boost = boost_of(character)
    if physical and boost:
        parts.insert(1, Part(Term("boost"), boost, "NW-RES-06"))
    if not without_pain:
        parts.extend(pain_part(view, character, purpose))
    dice = sum(part.value for part in parts)
    if dice < 1:
        parts.append(Part(Term("one_die"), 1 - dice, "NW-EFF-04"))
        dice = 1
    if dice > MOST_DICE:
        raise Refusal(message("nw.too_many_dice", who=character.name, dice=dice, maximum=MOST_DICE))
    return DicePool(dice, tuple(parts))


def throw(chance: Chance, roller: Character, pool: DicePool, difficulty: int, what: str) -> Throw:
    """Throw someone's pool; `what` is the word for what the dice are for."""
    return Throw(pool, chance.dice(pool.dice, SIDES, what, who=roller.name), difficulty, chance.typed)


def clamped(difficulty: int) -> int:
    """A difficulty is never under 2 and never over 6 (NW-DICE-04)."""
    return max(LOWEST_DIFFICULTY, min(HIGHEST_DIFFICULTY, difficulty))


def difficulty_of(intent: Intent, usual: int, parameter: str = "difficulty") -> int:
    """The difficulty that the game master gives, or the usual one, with the change on top, clamped at the end."""
    return clamped(intent.integer(parameter, usual) + intent.integer("difficulty_change"))


def difficulty_word(difficulty: int) -> Term:
    """What a difficulty means (NW-DICE-05)."""
    return Term(_DIFFICULTY_WORDS[clamped(difficulty)])


def quality(successes: int) -> str:
    """How good a result is; "" for none (NW-DICE-06)."""
    return f"quality_{min(successes, 4)}" if successes > 0 else ""


def chance_of_quality(counts: probability.Distribution, need: int, successes: int) -> Fraction:
    """How probable the very result is that so many successes are, where `need` of them are needed.

    A failure is any number under `need`; from four successes on all are one grade (NW-DICE-06, 07).
    """
    if successes < need:
        return sum(counts[:need], Fraction(0))
    grade = quality(successes)
    return sum(
        (chance for count, chance in enumerate(counts) if count >= need and quality(count) == grade), Fraction(0)
    )


def pooled(
    pool: DicePool, difficulty: int, events: Sequence[tuple[Term | Message, Fraction]], loss: Fraction | None = None
) -> Chances:
    """What a pool promises before it is thrown."""
    counts = probability.successes(pool.dice, difficulty)
    return Chances(pool.dice, pool.parts, tuple(events), probability.at_least(counts), probability.mean(counts), loss)
