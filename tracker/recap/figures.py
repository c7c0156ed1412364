"""The figures of an evening in words and tables, the same in every form."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil

from tracker.core.messages import Term, message
from tracker.core.record import record
from tracker.core.sentences import duration
from tracker.recap.luck import Luck
from tracker.recap.telling import Telling
from tracker.recap.totals import GaugeLine, Harm, PersonTotals, gauge_lines
from tracker.text import literal

NOTHING = "–"
MOST_POINTS = 60
"""A longer plot is drawn with several points in one column."""


@record
class Signs:
    """What plots are drawn with. `up`: bars from the lowest. `down`: the zero line, then bars that hang from it."""

    up: str
    down: str

    @property
    def all(self) -> str:
        """Every sign."""
        return self.up + self.down


BLOCKS = Signs("▁▂▃▄▅▆▇█", "▔▀█")
PLAIN = Signs("_.-=+*#@", "-=#")


def person_rows(telling: Telling) -> Iterator[Sequence[str]]:
    """Yield the heading, then a row for each person who did or suffered anything that is counted."""
    yield [telling.heading(f"recap.{column}") for column in COLUMNS]
    for person in telling.totals.people:
        row = _row(telling, person)
        if any(cell != NOTHING for cell in row[1:]):
            yield row


COLUMNS = ("who", "dealt", "taken", "healed", "spent", "felled", "out", "rolls", "luck")


def _row(telling: Telling, person: PersonTotals) -> list[str]:
    return [
        literal(person.name),
        _harm(telling, person.dealt),
        _harm(telling, person.taken),
        _amounts(telling, person.healed),
        _amounts(telling, person.spent),
        literal(", ".join(person.felled)) or NOTHING,
        str(person.rounds_out) if person.rounds_out else NOTHING,
        _rolls(telling, person.luck),
        telling.term(f"recap.{person.luck.word}") if person.luck.measured else NOTHING,
    ]


def _rolls(telling: Telling, luck: Luck) -> str:
    """`5: 8 / 7.7`: how many, what came, what was to be expected."""
    if not luck.rolls:
        return NOTHING
    if not luck.measured:
        return str(luck.rolls)
    return f"{luck.rolls}: {luck.came} / {decimal(telling, luck.expected)}"


def decimal(telling: Telling, value: float) -> str:
    """A number with one place, and the sign that the reader puts before it."""
    return telling.words.decimal(value, 1)


def _harm(telling: Telling, harms: Mapping[Harm, int]) -> str:
    gauges = {harm.gauge for harm in harms}
    pieces = []
    for harm, points in harms.items():
        kind = telling.term(harm.kind or harm.gauge)
        where = f" ({telling.term(harm.gauge)})" if len(gauges) > 1 and harm.kind else ""
        pieces.append(f"{points} {kind}{where}")
    return ", ".join(pieces) or NOTHING


def _amounts(telling: Telling, amounts: Mapping[str, int]) -> str:
    return ", ".join(f"{telling.term(name)} {points}" for name, points in amounts.items()) or NOTHING


def harm_rows(telling: Telling) -> Iterator[Sequence[str]]:
    """Yield the heading, then who hurt whom by how many points, the most first."""
    yield [telling.heading(f"recap.{column}") for column in ("who", "whom", "points")]
    for (by, whom), points in sorted(telling.totals.harm_between.items(), key=lambda pair: -pair[1]):
        yield [literal(by) if by else telling.term("recap.nobody"), literal(whom), str(points)]


def luck_line(telling: Telling, luck: Luck) -> str:
    """How lucky all rolls were together, in a sentence."""
    if not luck.measured:
        return literal(telling.words.say(message("recap.no_rolls")))
    line = message(
        "recap.luck",
        rolls=luck.rolls,
        came=luck.came,
        expected=decimal(telling, luck.expected),
        word=Term(f"recap.{luck.word}"),
        good=luck.longest_good,
        bad=luck.longest_bad,
    )
    return literal(telling.words.say(line))


def round_line(telling: Telling) -> str:
    """How many scenes, rounds and acts there were, and how long a round took at the table."""
    totals = telling.totals
    counts = {"scenes": totals.scenes, "rounds": totals.rounds, "acts": totals.acts}
    played = duration(totals.seconds)
    if not totals.round_seconds:
        return literal(telling.words.say(message("recap.length", duration=played, **counts)))
    mean = round(sum(totals.round_seconds) / len(totals.round_seconds))
    longest = max(totals.round_seconds)
    line = message("recap.rounds", duration=played, mean=duration(mean), longest=duration(longest), **counts)
    return literal(telling.words.say(line))


def luck_rows(telling: Telling, signs: Signs) -> Iterator[Sequence[str]]:
    """Yield the heading, then two rows for each person and for all: luck so far around a zero line, the longest runs.

    The plot of each has a scale of its own: at its right end it stands at the difference beside it.
    """
    yield [telling.heading(f"recap.{column}") for column in ("who", "so-far", "beyond", "run-above", "run-below")]
    totals = telling.totals
    lucks = [(literal(person.name), person.luck) for person in totals.people]
    for name, luck in (*lucks, (telling.term("all"), totals.luck)):
        if len(luck.course) > 1:
            above, below = around_zero(_fewer(luck.course, _farthest), signs)
            beyond = f"{'+' if luck.difference > 0 else ''}{decimal(telling, luck.difference)}"
            yield [name, above, beyond, str(luck.longest_good), str(luck.longest_bad)]
            yield ["", below, "", "", ""]


def gauge_rows(telling: Telling, signs: Signs) -> Iterator[Sequence[str]]:
    """Yield whose gauge it is and which, and how it went over the rounds."""
    for line in gauge_lines(telling.all_steps):
        yield [gauge_name(telling, line), bars(_fewer(line.points, min), signs)]


def length_rows(telling: Telling, signs: Signs) -> Iterator[Sequence[str]]:
    """Yield how long each round took at the table, beside the longest; nothing where there is only one."""
    seconds = telling.totals.round_seconds
    longest = max(seconds, default=0)
    if len(seconds) > 1 and longest:
        points = _fewer([length / longest for length in seconds], max)
        yield [telling.heading("recap.lengths"), bars(points, signs)]


def bars(points: Sequence[float], signs: Signs = BLOCKS) -> str:
    """Draw points from 0 to 1 as a row of bars."""
    top = len(signs.up) - 1
    return "".join(signs.up[round(min(max(point, 0), 1) * top)] for point in points)


def around_zero(points: Sequence[float], signs: Signs = BLOCKS) -> tuple[str, str]:
    """Draw points as two rows: bars that stand on a zero line, and under it that line and bars that hang from it."""
    farthest = max(map(abs, points), default=0) or 1
    above = [ceil(point / farthest * len(signs.up)) for point in points]
    below = [ceil(-point / farthest * (len(signs.down) - 1)) for point in points]
    return (
        "".join(signs.up[height - 1] if height > 0 else " " for height in above),
        "".join(signs.down[max(depth, 0)] for depth in below),
    )


def _fewer(points: Sequence[float], chosen: Callable[[Sequence[float]], float]) -> Sequence[float]:
    """Points for a plot that is not too wide: of several in one column, the one that is chosen, and always the last."""
    together = -(-len(points) // MOST_POINTS)
    if together <= 1:
        return points
    columns = [chosen(points[first : first + together]) for first in range(0, len(points), together)]
    return [*columns[:-1], points[-1]]


def _farthest(points: Sequence[float]) -> float:
    return max(points, key=abs)


def gauge_name(telling: Telling, line: GaugeLine) -> str:
    """Whose gauge it is and which."""
    return f"{literal(line.name)}, {telling.term(line.gauge)}"
