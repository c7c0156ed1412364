"""The story as one web page that needs nothing else: no script, no picture, no font from elsewhere."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

from tracker.answers.why import entry_reasons
from tracker.core.facts import Noted, Rolled
from tracker.core.messages import message
from tracker.core.record import record
from tracker.opening import Session
from tracker.pieces import Piece, recognised
from tracker.recap.figures import gauge_name, harm_rows, luck_line, person_rows, round_line
from tracker.recap.looks import Looks, Tone, mark_tones, name_tones
from tracker.recap.steps import Step
from tracker.recap.telling import Telling
from tracker.recap.totals import gauge_lines
from tracker.text import literal

HEIGHT, WIDTH = 40, 100
MARGIN = 2
"""Of the drawing, in its own units."""


Runs: TypeAlias = tuple[tuple[str, str], ...]
"""A line in stretches of text, each behind its style."""


@record
class Act:
    """One entry as the page shows it."""

    number: int
    lines: tuple[Runs, ...]
    kinds: tuple[str, ...]
    is_note: bool
    when: str
    reasons: tuple[str, ...]


@dataclass
class Scene:
    """A scene with its rounds, each a heading ("" before the first) and its acts."""

    heading: str
    rounds: list[tuple[str, list[Act]]] = field(default_factory=list)


@record
class Plot:
    """A line through points in the units of the drawing, and what it shows."""

    caption: str
    points: str


def as_page(telling: Telling) -> Iterator[str]:
    """Yield the page. Jinja2 escapes whatever the file and the players supply."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # the other forms do without it

    tones = mark_tones(_whole(telling).table.rules)
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, auto_reload=False
    )
    tables = [rows for rows in (list(person_rows(telling)), list(harm_rows(telling))) if len(rows) > 1]
    yield environment.get_template("page.html").render(
        telling=telling,
        term=telling.term,
        heading=telling.heading,
        literal=literal,
        scenes=_scenes(telling, tones),
        tables=tables,
        sentences=[luck_line(telling, telling.totals.luck), round_line(telling)],
        plots=_plots(telling),
        marked=_marks(tones),
    )


def _whole(telling: Telling) -> Session:
    """The session, which has to be opened with its rules for a page: they give the reasons."""
    assert isinstance(telling.session, Session)
    return telling.session


def _marks(tones: Mapping[str, Tone]) -> Callable[[str], Iterator[tuple[str, str]]]:
    """Return what cuts the marks of a track into runs, each with its style; "" for empty boxes."""

    def runs(marks: str) -> Iterator[tuple[str, str]]:
        for tone, signs in groupby(marks, key=lambda sign: _style(tones.get(sign, "text"))):
            yield tone, "".join(signs)

    return runs


def _style(tone: Tone) -> str:
    """The class of a look; "" for what looks like all else."""
    return "" if tone in ("text", "empty") else tone


class _Writer:
    """Gives the lines of acts their looks."""

    def __init__(self, telling: Telling, tones: Mapping[str, Tone]) -> None:
        rules = _whole(telling).table.rules
        self._telling = telling
        self._marks = tones
        self._names: dict[str, Tone] = {}
        self._looks = Looks(self._names, tones, rules.highlights if rules else {})

    def lines(self, step: Step) -> tuple[Runs, ...]:
        """What an act tells, each line in runs of one style."""
        self._names |= name_tones(step.before) | name_tones(step.after)
        return tuple(self._runs(pieces) for pieces in self._telling.report_pieces(step))

    def _runs(self, pieces: Sequence[Piece]) -> Runs:
        toned = self._looks.toned(recognised(pieces, self._names, self._marks))
        styles = groupby(toned, key=lambda one: _style(one.tone))
        runs = ((style, literal("".join(one.text for one in ones))) for style, ones in styles)
        return tuple((style, text) for style, text in runs if text)


def _scenes(telling: Telling, tones: Mapping[str, Tone]) -> list[Scene]:
    writer = _Writer(telling, tones)
    scenes: dict[int, Scene] = {}
    for moment, steps in telling.by_round(telling.standing_steps):
        scene = scenes.setdefault(moment.scene, Scene(""))
        scene.heading = telling.scene_heading(steps[-1].moment)
        heading = telling.words.say(message("round.begun", round=moment.round)) if moment.round else ""
        acts = [_act(telling, step, lines) for step in steps if (lines := writer.lines(step))]
        scene.rounds.append((literal(heading), acts))
    return list(scenes.values())


def _act(telling: Telling, step: Step, lines: tuple[Runs, ...]) -> Act:
    manner = telling.manner
    facts = step.entry.facts
    when = [*([f"#{step.number}"] if manner.numbers else []), *([telling.time(step.entry.at)] if manner.times else [])]
    # The reasons speak of everything that an act decided, so they are the game master's alone.
    explains = not manner.players and any(isinstance(fact, Rolled) or getattr(fact, "parts", ()) for fact in facts)
    return Act(
        number=step.number,
        lines=lines,
        kinds=tuple(telling.kinds(step)),
        is_note=bool(facts) and all(isinstance(fact, Noted) for fact in facts),
        when=" ".join(when),
        reasons=tuple(map(literal, entry_reasons(_whole(telling), step.entry)[1:])) if explains else (),
    )


def _plots(telling: Telling) -> list[Plot]:
    plots = [Plot(gauge_name(telling, line), _points(line.points)) for line in gauge_lines(telling.all_steps)]
    differences = telling.totals.luck.course
    if len(differences) > 1:
        least, most = min(*differences, 0.0), max(*differences, 0.0)
        shares = [(difference - least) / ((most - least) or 1) for difference in differences]
        plots.append(Plot(telling.term("recap.luck-so-far"), _points(shares)))
    return plots


def _points(shares: Sequence[float]) -> str:
    """Points from left to right; a share of 1 stands at the top."""
    step = WIDTH / max(len(shares) - 1, 1)
    room = HEIGHT - 2 * MARGIN
    line = [*shares, shares[0]] if len(shares) == 1 else shares
    return " ".join(f"{number * step:.1f},{HEIGHT - MARGIN - share * room:.1f}" for number, share in enumerate(line))
