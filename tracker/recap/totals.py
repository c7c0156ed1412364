"""What an evening comes to: harm, healing, what was spent, rolls and luck, falls, and how long the rounds took."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tracker.core import facts as f
from tracker.core.harm import is_harm, is_healing
from tracker.core.record import record
from tracker.recap.kinds import BY_HAND
from tracker.recap.luck import Luck, luck_of
from tracker.recap.steps import Step, fallen_in


@record
class Harm:
    """What was hurt, and how: the id of the gauge, and of the kind of damage ("" in a pool, which has no kinds)."""

    gauge: str
    kind: str


@record
class PersonTotals:
    """What someone did and suffered, in points.

    `dealt` and `taken` are by kind of harm, without what someone does to themselves as a price: that is `spent`.
    `healed` is by gauge, of marks or points that came back; `spent` and `gained` by gauge, what the rules took and
    gave. `fell` is how often someone could act no more, `rounds_out` how many rounds began while they could not;
    `felled` and `felled_by` name those who did it, in order ("" if no one did).
    """

    name: str
    side: str
    dealt: Mapping[Harm, int]
    taken: Mapping[Harm, int]
    healed: Mapping[str, int]
    spent: Mapping[str, int]
    gained: Mapping[str, int]
    luck: Luck
    fell: int
    rounds_out: int
    felled: tuple[str, ...]
    felled_by: tuple[str, ...]


@record
class Totals:
    """What an evening comes to. Only acts that stand count, and what the game master set by hand does not.

    `harm_between` is who hurt whom by how many points, by name ("" for no one, such as a fire). `round_seconds` is how
    long each round took at the table that was followed by another, in seconds.
    """

    people: tuple[PersonTotals, ...]
    harm_between: Mapping[tuple[str, str], int]
    luck: Luck
    acts: int
    scenes: int
    rounds: int
    seconds: int
    round_seconds: tuple[int, ...]


@dataclass
class _Person:
    name: str
    side: str
    dealt: Counter[Harm] = field(default_factory=Counter)
    taken: Counter[Harm] = field(default_factory=Counter)
    healed: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)
    gained: Counter[str] = field(default_factory=Counter)
    rolls: list[f.Rolled] = field(default_factory=list)
    rounds_out: int = 0
    felled: list[str] = field(default_factory=list)
    felled_by: list[str] = field(default_factory=list)

    def total(self) -> PersonTotals:
        return PersonTotals(
            self.name,
            self.side,
            self.dealt,
            self.taken,
            self.healed,
            self.spent,
            self.gained,
            luck_of(self.rolls),
            len(self.felled_by),
            self.rounds_out,
            tuple(self.felled),
            tuple(self.felled_by),
        )


class _Evening:
    """Counts entry after entry."""

    def __init__(self) -> None:
        self.people: dict[str, _Person] = {}
        self.rolls: list[f.Rolled] = []
        self.harm_between: Counter[tuple[str, str]] = Counter()
        self.acts = 0
        self.rounds = 0
        self.scenes: set[int] = set()
        self.round_began: datetime | None = None
        self.round_seconds: list[int] = []
        self.first: datetime | None = None
        self.last: datetime | None = None

    def count(self, step: Step) -> None:
        self.first = self.first or step.entry.at
        self.last = step.entry.at
        self.scenes.add(step.moment.scene)
        for person in step.after.characters.values():
            known = self.people.setdefault(person.id, _Person(person.name, person.side))
            known.name, known.side = person.name, person.side
        self.acts += not any(isinstance(fact, f.TurnBegun | f.RoundBegun) for fact in step.entry.facts)
        for fact in step.entry.facts:
            self._count(fact, step)
        for who in fallen_in(step):
            self._fall(who, step)

    def _count(self, fact: f.Fact, step: Step) -> None:
        match fact:
            case f.RoundBegun():
                self._begin_round(step)
            case f.SceneBegun():
                self.round_began = None
            case f.Rolled(who=who) if who in self.people:
                self.people[who].rolls.append(fact)
                self.rolls.append(fact)
            case f.TrackSet(who=who) | f.PoolSet(who=who) if who in self.people and step.verb not in BY_HAND:
                self._change(fact, self.people[who], step)
            case _:
                pass

    def _begin_round(self, step: Step) -> None:
        self.rounds += 1
        if self.round_began is not None and step.after.round > 1:
            self.round_seconds.append(round((step.entry.at - self.round_began).total_seconds()))
        self.round_began = step.entry.at
        for place in {place.who: place for place in step.after.order}.values():
            if place.who in self.people and not step.after.characters[place.who].can_act:
                self.people[place.who].rounds_out += 1

    def _change(self, fact: f.TrackSet | f.PoolSet, person: _Person, step: Step) -> None:
        if is_harm(fact):
            harm, points = _harm(fact)
            by = _who_hurt(fact, step)
            if by == fact.who:
                person.spent[harm.gauge] += points
                return
            person.taken[harm] += points
            if by in self.people:
                self.people[by].dealt[harm] += points
            self.harm_between[step.name(by) if by else "", person.name] += points
        elif isinstance(fact, f.PoolSet):
            change = fact.after.value - fact.before.value
            if is_healing(fact):
                person.healed[fact.pool] += change
            elif change:
                (person.gained if change > 0 else person.spent)[fact.pool] += abs(change)
        elif is_healing(fact):
            person.healed[fact.track] += fact.before.filled - fact.after.filled

    def _fall(self, who: str, step: Step) -> None:
        blows = [fact for fact in step.entry.facts if is_harm(fact) and getattr(fact, "who", "") == who]
        last = blows[-1] if blows else None
        by = _who_hurt(last, step) if isinstance(last, f.TrackSet | f.PoolSet) else step.actor
        self.people[who].felled_by.append(step.name(by) if by else "")
        if by in self.people and by != who:
            self.people[by].felled.append(self.people[who].name)

    def totals(self) -> Totals:
        return Totals(
            people=tuple(person.total() for person in self.people.values()),
            harm_between=self.harm_between,
            luck=luck_of(self.rolls),
            acts=self.acts,
            scenes=len(self.scenes),
            rounds=self.rounds,
            seconds=round((self.last - self.first).total_seconds()) if self.first and self.last else 0,
            round_seconds=tuple(self.round_seconds),
        )


def _harm(fact: f.TrackSet | f.PoolSet) -> tuple[Harm, int]:
    if isinstance(fact, f.TrackSet):
        return Harm(fact.track, fact.damage_type), fact.amount
    return Harm(fact.pool, ""), fact.before.value - fact.after.value


def _who_hurt(fact: f.TrackSet | f.PoolSet, step: Step) -> str:
    """The id of the one whose act hurt someone, "" if no one's did.

    Those who are hurt by an act of no one and roll to withstand it have not hurt each other. An older program did not
    record who did it: then it was the one who acted, or, where the one who acted is hurt, the one of those attacked who
    rolled as well and so struck back.
    """
    if not fact.by and not step.has_named_actor and step.actor in step.targets:
        return ""
    if fact.by or step.actor != fact.who:
        return fact.by or step.actor
    rollers = {roll.who for roll in step.entry.facts if isinstance(roll, f.Rolled)}
    return next((target for target in step.targets if target in rollers and target != fact.who), "")


def totals_of(steps: Iterable[Step]) -> Totals:
    """Return what the acts that stand come to."""
    evening = _Evening()
    for step in steps:
        if step.stands:
            evening.count(step)
    return evening.totals()


@record
class GaugeLine:
    """How a gauge of someone went: a point at the end of each round that was played, from 0 (worst or empty) to 1.

    Of a track it is the share of boxes without a mark, of a pool that of its greatest value.
    """

    name: str
    gauge: str
    points: tuple[float, ...]


def gauge_lines(steps: Iterable[Step]) -> Sequence[GaugeLine]:
    """Return how each gauge went, of those gauges that ever changed."""
    values: dict[tuple[str, str], list[float]] = {}
    names: dict[str, str] = {}
    last: Step | None = None
    points = 0

    def take(step: Step) -> None:
        nonlocal points
        for who, gauge, value in _shares(step):
            names[who] = step.name(who)
            # Someone who comes later had no gauge before: the line begins with the first known value.
            line = values.setdefault((who, gauge), [])
            line.extend([value] * (points + 1 - len(line)))
        points += 1

    for step in steps:
        if not step.stands:
            continue
        if last is not None and any(isinstance(fact, f.RoundBegun | f.SceneBegun) for fact in step.entry.facts):
            take(last)
        last = step
    if last is not None:
        take(last)
    return [
        GaugeLine(names[who], gauge, tuple(line)) for (who, gauge), line in values.items() if min(line) != max(line)
    ]


def _shares(step: Step) -> Iterable[tuple[str, str, float]]:
    for who, person in step.after.characters.items():
        for name, track in person.tracks.items():
            if track.size:
                yield who, name, 1 - track.filled / track.size
        for name, pool in person.pools.items():
            most = pool.maximum
            if most is not None and most > pool.minimum:
                yield who, name, (pool.value - pool.minimum) / (most - pool.minimum)
