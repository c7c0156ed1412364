"""What is told of a session, to whom, and what is left out: the same for every form."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from tracker.core.lore import NO_LORE
from tracker.core.record import record
from tracker.core.state import Character, State
from tracker.pieces import Piece, joined
from tracker.readable import Readable
from tracker.recap.kinds import kinds_of, passes_quietly
from tracker.recap.steps import Moment, Step, public_steps_of, steps_of
from tracker.story import story, told_lines
from tracker.text import Words, literal

if TYPE_CHECKING:
    from tracker.recap.filters import Filter
    from tracker.recap.totals import Totals

IN_HEADINGS = frozenset(("round.begun", "turn.begun", "scene.begun", "scene.begun_named"))
"""Sentences that a report says in its headings, or leaves out."""


@record
class Manner:
    """How a story is told.

    `players`: only what they may see. `filter_text` narrows it. `times`, `numbers`: each act with its time of day, with
    its number. `turns`: also turns that only pass.
    """

    players: bool = False
    filter_text: str = ""
    times: bool = False
    numbers: bool = False
    turns: bool = False


@record
class Standing:
    """How someone stands at one moment: gauges and states, a text each, safe to show.

    `tracks` are the gauges that have boxes, each with its name and its marks.
    """

    tracks: tuple[tuple[str, str], ...]
    pools: tuple[str, ...]
    states: tuple[str, ...]

    @property
    def gauges(self) -> tuple[str, ...]:
        """Tracks and pools, the name before the marks or the number."""
        return (*(f"{name} {marks}" for name, marks in self.tracks), *self.pools)


class Telling:
    """A session as it is told. Raises Refusal where the filter cannot be understood."""

    def __init__(self, session: Readable, manner: Manner) -> None:
        self.session = session
        self.manner = manner
        self.words: Words = session.words
        ruleset = session.ruleset
        self._lore = ruleset.lore if ruleset is not None else NO_LORE
        self.attacks: Collection[str] = ruleset.attacks if ruleset is not None else ()
        self._filter = self._filter_of(manner.filter_text)

    def _filter_of(self, text: str) -> "Filter | None":
        if not text.strip():
            return None
        from tracker.recap.filters import Filter  # not for a whole story

        names = [person.name for person in self.session.history.state.characters.values()]
        return Filter(text, self.words, names, self.attacks)

    def _is_told(self, step: Step) -> bool:
        return self._filter is None or self._filter.takes(step)

    @property
    def title(self) -> str:
        """The title of the session, safe to show."""
        return literal(self.session.title)

    @cached_property
    def all_steps(self) -> Sequence[Step]:
        """Every entry that the reader may see."""
        history = self.session.history
        return tuple(public_steps_of(history, self._lore) if self.manner.players else steps_of(history))

    @property
    def steps(self) -> Iterator[Step]:
        """The entries that are told: those that the filter lets through, and turns only where they are wanted."""
        for step in self.all_steps:
            if self._is_told(step) and (self._filter is not None or self.manner.turns or not passes_quietly(step)):
                yield step

    @property
    def standing_steps(self) -> Iterator[Step]:
        """The acts that are told and that no one took back."""
        return (step for step in self.steps if step.stands)

    @cached_property
    def totals(self) -> "Totals":
        """What the acts that are told come to."""
        from tracker.recap.totals import totals_of  # not for a plain story

        return totals_of(filter(self._is_told, self.all_steps))

    def kinds(self, step: Step) -> list[str]:
        """The ids of the kinds of an entry, in the order of the alphabet."""
        return sorted(kinds_of(step, self.attacks))

    def lines(self, step: Step) -> list[str]:
        """What an entry tells, safe to show."""
        return [literal(line) for line in story(step.entry, self.words)]

    def report_lines(self, step: Step) -> list[str]:
        """What an entry tells under headings that name its scene and round; whose turn begins is left out."""
        return [literal(joined(pieces)) for pieces in self.report_pieces(step)]

    def report_pieces(self, step: Step) -> list[Sequence[Piece]]:
        """The same in pieces, for a form of output that gives each its look; they are not yet safe to show."""
        left_out = () if self.manner.turns else IN_HEADINGS
        return [pieces for line_id, pieces in told_lines(step.entry, self.words) if line_id not in left_out]

    def time(self, at: datetime) -> str:
        """A time of day where the reader is."""
        return f"{at.astimezone():%H:%M:%S}"

    # ------------------------------------------------------------------ the cast

    @cached_property
    def cast(self) -> Sequence[tuple[Character, Standing, Standing]]:
        """Everyone who took part, as they came in and as they stand at the end, or stood when they left."""
        first: dict[str, tuple[Character, State]] = {}
        last: dict[str, tuple[Character, State]] = {}
        for step in self.all_steps:
            if step.stands:
                for who, person in step.after.characters.items():
                    first.setdefault(who, (person, step.after))
                    last[who] = (person, step.after)
        return [(last[who][0], self._standing(*first[who]), self._standing(*last[who])) for who in first]

    def _standing(self, person: Character, state: State) -> Standing:
        from tracker.answers.sheet import condition_in_words, pool_in_words, track_in_words  # not for a plain story

        words = self.words
        tracks = [
            (literal(words.term(name)), literal(track_in_words(words, track))) for name, track in person.tracks.items()
        ]
        pools = [f"{words.term(name)} {pool_in_words(words, pool)}" for name, pool in person.pools.items()]
        states = [words.term(status.id) for status in person.status]
        states += [
            words.say(condition_in_words(condition, state))
            for condition in person.conditions.values()
            if condition.kind not in self._lore.memory
        ]
        return Standing(tuple(tracks), tuple(map(literal, pools)), tuple(dict.fromkeys(map(literal, states))))

    def side(self, person: Character) -> str:
        """On which side someone is, and whether the players see them; "" where there is nothing to say."""
        words = (person.side, "hidden" if person.hidden else "")
        return literal(", ".join(self.words.term(word) for word in words if word))

    # ------------------------------------------------------------------ headings

    def scene_heading(self, moment: Moment) -> str:
        """`Scene 2: The yard`."""
        heading = f"{self.heading('scene')} {moment.scene}"
        return literal(f"{heading}: {moment.scene_name}" if moment.scene_name else heading)

    def by_round(self, steps: Iterable[Step]) -> Iterator[tuple[Moment, list[Step]]]:
        """Group entries that follow each other in one round of one scene."""
        group: list[Step] = []
        for step in steps:
            if group and _place(group[0]) != _place(step):
                yield group[0].moment, group
                group = []
            group.append(step)
        if group:
            yield group[0].moment, group

    def term(self, term_id: str) -> str:
        """A word of the catalogue."""
        return literal(self.words.term(term_id))

    def heading(self, term_id: str) -> str:
        """A word of the catalogue as it begins a heading."""
        word = self.term(term_id)
        return word[:1].upper() + word[1:]


def _place(step: Step) -> tuple[int, int]:
    return step.moment.scene, step.entry.round
