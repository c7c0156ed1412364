"""The figures of an evening in words and tables, the same in every form."""

from collections.abc import Iterator, Mapping, Sequence

from tracker.core.messages import Term, message
from tracker.core.sentences import duration
from tracker.recap.luck import Luck
from tracker.recap.telling import Telling
from tracker.recap.totals import GaugeLine, Harm, PersonTotals
from tracker.text import literal

BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "_.-=+*#@"
NOTHING = "–"


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
        _rolls(person.luck),
        telling.term(f"recap.{person.luck.word}") if person.luck.measured else NOTHING,
    ]


def _rolls(luck: Luck) -> str:
    """`5: 8 for 7.7`: how many, what came, what was to be expected."""
    if not luck.rolls:
        return NOTHING
    return f"{luck.rolls}: {luck.came} / {luck.expected:.1f}" if luck.measured else str(luck.rolls)


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
        expected=f"{luck.expected:.1f}",
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


def bars(points: Sequence[float], signs: str = BARS) -> str:
    """Draw points from 0 to 1 as a row of bars."""
    top = len(signs) - 1
    return "".join(signs[round(min(max(point, 0), 1) * top)] for point in points)


def gauge_name(telling: Telling, line: GaugeLine) -> str:
    """Whose gauge it is and which."""
    return f"{literal(line.name)}, {telling.term(line.gauge)}"
