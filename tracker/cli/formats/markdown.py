"""The story as a report in Markdown."""

import html
from collections.abc import Iterable, Iterator

from tracker.core.facts import Noted
from tracker.core.messages import message
from tracker.core.patterns import pattern
from tracker.recap.figures import luck_line, person_rows, round_line
from tracker.recap.steps import Step
from tracker.recap.telling import Telling
from tracker.text import literal

SIGNS = frozenset("\\`*_[]#|~")
BLOCK = pattern(r"^(\s*)([-+=>]|\d+(?=[.)]))")
"""What would begin a list, a quotation, a heading or a rule at the head of a line."""


def as_markdown(telling: Telling) -> Iterator[str]:
    """Yield a report: the cast before and after, a heading a scene and a round, the acts that stand, the totals."""
    yield f"# {escaped(telling.title)}"
    yield ""
    yield from _cast(telling)
    scene = 0
    for moment, steps in telling.by_round(telling.standing_steps):
        if moment.scene != scene:
            scene = moment.scene
            yield from ("", f"## {escaped(telling.scene_heading(steps[-1].moment))}")
        if moment.round:
            yield from ("", f"### {escaped(telling.words.say(message('round.begun', round=moment.round)))}")
        yield ""
        for step in steps:
            yield from _told(telling, step)
    yield from _totals(telling)


def _cast(telling: Telling) -> Iterator[str]:
    term = telling.heading
    yield from _table(
        (term("name"), term("side"), term("recap.before"), term("recap.after")),
        (
            (
                person.name,
                telling.side(person),
                ", ".join(before.gauges),
                ", ".join((*after.gauges, *after.states)),
            )
            for person, before, after in telling.cast
        ),
    )


def _told(telling: Telling, step: Step) -> Iterator[str]:
    """A note is prose of its own, an act a line of the list."""
    manner = telling.manner
    head = f"{step.number}. " if manner.numbers else ""
    if manner.times:
        head += f"{telling.time(step.entry.at)} "
    lines = telling.report_lines(step)
    if not lines:
        return
    line = head + " · ".join(lines)
    if step.entry.facts and all(isinstance(fact, Noted) for fact in step.entry.facts):
        yield from ("", escaped(line), "")
    else:
        yield f"- {escaped(line)}"


def _totals(telling: Telling) -> Iterator[str]:
    yield from ("", f"## {escaped(telling.term('recap.totals'))}", "")
    rows = list(person_rows(telling))
    if len(rows) > 1:
        yield from _table(rows[0], rows[1:])
        yield ""
    yield escaped(luck_line(telling, telling.totals.luck))
    yield ""
    yield escaped(round_line(telling))


def _table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    cells = [escaped(cell) for cell in heading]
    yield f"| {' | '.join(cells)} |"
    yield f"|{' --- |' * len(cells)}"
    for row in rows:
        yield f"| {' | '.join(escaped(cell) for cell in row)} |"


def escaped(text: str) -> str:
    """Return text as Markdown shows it, whatever signs it holds, at the head of a line too."""
    shown = html.escape(literal(text), quote=False)
    shown = "".join(f"\\{sign}" if sign in SIGNS else sign for sign in shown)
    return BLOCK.sub(lambda found: f"{found[1]}{_kept(found[2])}", shown)


def _kept(sign: str) -> str:
    """A sign, or the number of a list, that is to stand as it is."""
    return f"{sign}\\" if sign.isdecimal() else f"\\{sign}"
