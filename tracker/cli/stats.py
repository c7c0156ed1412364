"""What an evening comes to, as tables for the terminal and as data."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracker.cli.formats.rolls import csv_row
from tracker.recap.figures import (
    BLOCKS,
    PLAIN,
    gauge_rows,
    harm_rows,
    length_rows,
    luck_line,
    luck_rows,
    person_rows,
    round_line,
)
from tracker.recap.luck import Luck
from tracker.recap.telling import Telling
from tracker.recap.totals import Harm, PersonTotals, gauge_lines

GAP = "  "


def stats_as_text(telling: Telling, *, ascii_only: bool = False) -> Iterator[str]:
    """Yield tables of people, of who hurt whom and of luck, gauges over the rounds, their length, and two sentences."""
    signs = PLAIN if ascii_only else BLOCKS
    for rows in (list(person_rows(telling)), list(harm_rows(telling)), list(luck_rows(telling, signs))):
        if len(rows) > 1:
            yield from aligned(rows)
            yield ""
    if gauges := list(gauge_rows(telling, signs)):
        yield telling.term("recap.by-round")
        yield from aligned(gauges)
        yield ""
    if lengths := list(length_rows(telling, signs)):
        yield from aligned(lengths)
        yield ""
    yield luck_line(telling, telling.totals.luck)
    yield round_line(telling)


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the rows of a table with their columns under each other."""
    widths = [max(map(_cells, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (cell + " " * (width - _cells(cell)) for cell, width in zip(row, widths, strict=True))
        yield GAP.join(padded).rstrip()


def _cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def stats_as_csv(telling: Telling) -> Iterator[str]:
    """Yield a row for each figure: whose it is, its name, what it is about, and the number."""
    yield csv_row(("who", "figure", "about", "number"))
    for person in stats_as_data(telling)["people"]:
        for figure, value in person.items():
            if isinstance(value, Mapping):
                for about, number in value.items():
                    yield csv_row((person["name"], figure, about, number))
            elif isinstance(value, list):
                for about in value:
                    yield csv_row((person["name"], figure, about, 1))
            elif isinstance(value, int):
                yield csv_row((person["name"], figure, "", value))


def stats_as_data(telling: Telling) -> dict[str, Any]:
    """Return all figures with the ids of gauges and kinds of harm, for another program."""
    totals = telling.totals
    return {
        "scenes": totals.scenes,
        "rounds": totals.rounds,
        "acts": totals.acts,
        "seconds": totals.seconds,
        "round_seconds": list(totals.round_seconds),
        "luck": _luck(totals.luck),
        "people": [_person(person) for person in totals.people],
        "harm": [{"by": by, "to": to, "points": points} for (by, to), points in totals.harm_between.items()],
        "gauges": [
            {"who": line.name, "gauge": line.gauge, "shares": [round(point, 4) for point in line.points]}
            for line in gauge_lines(telling.all_steps)
        ],
    }


def _person(person: PersonTotals) -> dict[str, Any]:
    return {
        "name": person.name,
        "side": person.side,
        "dealt": _harms(person.dealt),
        "taken": _harms(person.taken),
        "healed": dict(person.healed),
        "spent": dict(person.spent),
        "gained": dict(person.gained),
        "fell": person.fell,
        "rounds_out": person.rounds_out,
        "felled": list(person.felled),
        "felled_by": list(person.felled_by),
        "luck": _luck(person.luck),
    }


def _harms(harms: Mapping[Harm, int]) -> dict[str, int]:
    return {f"{harm.gauge}:{harm.kind}" if harm.kind else harm.gauge: points for harm, points in harms.items()}


def _luck(luck: Luck) -> dict[str, Any]:
    return {
        "rolls": luck.rolls,
        "measured": luck.measured,
        "came": luck.came,
        "expected": round(luck.expected, 4),
        "longest_good": luck.longest_good,
        "longest_bad": luck.longest_bad,
        "word": luck.word,
        "course": [round(difference, 4) for difference in luck.course],
    }
