"""The state of a session as frozen values. Rulesets read it, widgets draw it, only `fold` makes a new one."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal

from tracker.core.messages import Message
from tracker.core.record import record
from tracker.core.values import Value, nothing

EMPTY_BOX = "."

CounterLife = Literal["turn", "round", "scene", ""]
"""When a counter is cleared by itself: at the end of its owner's turn, at the next round, at the next scene, never."""

ClockUnit = Literal["round", "turn", "second", "scene", ""]
"""What a condition's `left` counts: rounds, its clock owner's turns, seconds, the running scene, or nothing."""

BadgeTone = Literal["good", "warning", "bad", "plain", ""]
"""How a badge is coloured; "": by its weight."""


@record
class Track:
    """A gauge of boxes, one character a box from the left: `.` empty, else the ruleset's mark.

    The last `bonus` boxes are temporary.
    """

    marks: str
    bonus: int = 0

    @property
    def size(self) -> int:
        """Number of boxes, the temporary ones included."""
        return len(self.marks)

    @property
    def filled(self) -> int:
        """Number of marked boxes."""
        return len(self.marks) - self.marks.count(EMPTY_BOX)


@record
class Pool:
    """A gauge that is one number between `minimum` and `maximum` (None: no upper bound)."""

    value: int
    maximum: int | None = None
    minimum: int = 0


@record
class Condition:
    """Something that lasts on a character: an effect, a stance, a mark of the game master's.

    `left` counts down in `unit`; with `unit` "turn" the turns of `clock` (a character id, "" for the bearer) count,
    at their `moment`. None: it lasts until someone ends it.
    """

    id: str
    kind: str
    amount: int = 0
    note: str = ""
    source: str = ""
    data: Mapping[str, Value] = field(default_factory=nothing)
    left: int | None = None
    unit: ClockUnit = ""
    clock: str = ""
    moment: Literal["start", "end"] = "end"


@record
class Counter:
    """A number that the ruleset remembers about a character, such as attacks defended against this round."""

    value: int
    until: CounterLife = ""


@record
class Status:
    """A badge of a character that the ruleset derives, such as `dying`; `can_act` False: the turn order skips it.

    With a `value` it is a number, such as Defence 3, or attackers 3/4 with a `limit`; players never see it. `left`
    are the seconds until it turns into something worse. `rule` is the rule behind it, for `why`.

    A row shows badges by `weight`, the heaviest first (`tracker.core.badges` has the scale); None: as heavy as such a
    badge usually is. 0 keeps it out of the row, for what a gauge shows already. `tone` colours it, "" as usual.
    """

    id: str
    can_act: bool = True
    value: int | None = None
    limit: int | None = None
    rule: str = ""
    weight: int | None = None
    tone: BadgeTone = ""
    left: int | None = None


@record
class Character:
    """One person of the session. `id` never changes and is unique for ever; `name` is what people read."""

    id: str
    name: str
    kind: str
    side: str = ""
    hidden: bool = False
    note: str = ""
    traits: Mapping[str, Value] = field(default_factory=nothing)
    tracks: Mapping[str, Track] = field(default_factory=nothing)
    pools: Mapping[str, Pool] = field(default_factory=nothing)
    conditions: Mapping[str, Condition] = field(default_factory=nothing)
    counters: Mapping[str, Counter] = field(default_factory=nothing)
    status: tuple[Status, ...] = ()

    def integer(self, trait: str, default: int = 0) -> int:
        """The value of a number trait; `default` where it is not set or is no number."""
        value = self.traits.get(trait)
        return value if isinstance(value, int) else default

    def text(self, trait: str, default: str = "") -> str:
        """The value of a text trait; `default` where it is not set or is no text."""
        value = self.traits.get(trait)
        return value if isinstance(value, str) else default

    def count(self, counter: str) -> int:
        """The value of a counter, 0 where it is not set."""
        found = self.counters.get(counter)
        return found.value if found else 0

    def conditions_of_kind(self, kind: str) -> tuple[Condition, ...]:
        """The running conditions of one kind, oldest first."""
        return tuple(condition for condition in self.conditions.values() if condition.kind == kind)

    def has_condition(self, kind: str) -> bool:
        """Tell whether a condition of this kind is running."""
        return any(condition.kind == kind for condition in self.conditions.values())

    @property
    def can_act(self) -> bool:
        """False when a status word keeps the character out of the turn order."""
        return all(status.can_act for status in self.status)


@record
class Place:
    """One place in the turn order: a turn that `who` takes each round.

    `slot` 0 is the ordinary turn; higher slots are extra turns, which vanish at the next round. Places stand in the
    order in which they act; `value` and `tie` tell where the place came from.
    """

    who: str
    value: int | None = None
    tie: tuple[int, ...] = ()
    acted: bool = False
    slot: int = 0
    note: str = ""


DueWeight = Literal["must", "offer", "reminder"]
"""`must`: the rules want it answered; `offer`: it may be done; `reminder`: only something to think of."""


@record
class Due:
    """Something that waits for the game master: a roll the rules ask for, an offer, or a reminder.

    `command` is the line that does it ("" for a bare reminder). `dismissed`: the game master wants to hear no more of
    it until it has left the list once. `remembered`: it was recorded by an older program, which did not derive what is
    due; `until` says when such a one goes by itself.
    """

    id: str
    who: str
    line: Message
    command: str = ""
    rule: str = ""
    weight: DueWeight = "must"
    dismissed: bool = False
    remembered: bool = False
    until: CounterLife = ""


@record
class Fight:
    """The order of a fight that is not the one shown: its places, its round and whose turn runs there.

    `marker` is whose turn the players see running, see `State.marker`.
    """

    order: tuple[Place, ...] = ()
    round: int = 0
    current: str = ""
    current_slot: int = 0
    marker: str = ""


@record
class State:
    """Everything that a session is at one moment. `current` is a character id ("" when no one's turn is running).

    `order`, `round` and `current` are those of the fight called `fight` ("" is the first one); `fights` keeps the
    others by name, and `fighting` tells who is in which, where that is not the first. `tracks`, `pools` and `counters`
    belong to the session and to no one. `marker` is the last one whose turn began in sight of the players.
    `title` is what the session is called now; its header keeps the first one.
    `former_names` were borne once by the character whose id they map to, so that no one else ever gets one of them.
    """

    round: int = 0
    current: str = ""
    current_slot: int = 0
    order: tuple[Place, ...] = ()
    characters: Mapping[str, Character] = field(default_factory=nothing)
    options: Mapping[str, Value] = field(default_factory=nothing)
    scene: Mapping[str, Value] = field(default_factory=nothing)
    scene_name: str = ""
    due: tuple[Due, ...] = ()
    seconds: int = 0
    fight: str = ""
    fights: Mapping[str, Fight] = field(default_factory=nothing)
    fighting: Mapping[str, str] = field(default_factory=nothing)
    tracks: Mapping[str, Track] = field(default_factory=nothing)
    pools: Mapping[str, Pool] = field(default_factory=nothing)
    counters: Mapping[str, Counter] = field(default_factory=nothing)
    marker: str = ""
    title: str = ""
    former_names: Mapping[str, str] = field(default_factory=nothing)

    def place_of(self, who: str, slot: int = 0) -> Place | None:
        """The place of a character in the order, None when the character has none."""
        for place in self.order:
            if place.who == who and place.slot == slot:
                return place
        return None

    def option(self, name: str, default: Value = "") -> Value:
        """The session's value of a table option."""
        return self.options.get(name, default)

    def fight_of(self, who: str) -> str:
        """The name of the fight that a character is in; "" is the first one."""
        return self.fighting.get(who, "")

    def round_of(self, who: str) -> int:
        """The round of the fight that a character is in, shown or not; 0 while none runs there.

        An answer that asks for no more of the fight is asked for again only when its round has changed.
        """
        name = self.fight_of(who)
        return self.round if name == self.fight else self.fight_called(name).round

    def fight_called(self, name: str) -> Fight:
        """The order, the round and the turn of a fight, shown or not; an empty one where there is none of that name."""
        if name == self.fight:
            return Fight(self.order, self.round, self.current, self.current_slot, self.marker)
        return self.fights.get(name, Fight())

    @property
    def all_fights(self) -> Mapping[str, Fight]:
        """Every fight by name, the one that is shown among them."""
        return {**self.fights, self.fight: self.fight_called(self.fight)}

    @property
    def fighters(self) -> tuple[Character, ...]:
        """The characters who are in this fight, in the order of joining. Usually that is everyone."""
        if not self.fighting and not self.fight:
            return tuple(self.characters.values())
        return tuple(person for who, person in self.characters.items() if self.fight_of(who) == self.fight)

    def in_order(self, people: Iterable[str]) -> tuple[str, ...]:
        """People as the game master sees them: in the order of this fight, then those without a place in it."""
        places = {place.who: number for number, place in reversed(tuple(enumerate(self.order)))}
        joined = {who: number for number, who in enumerate(self.characters)}
        return tuple(sorted(people, key=lambda who: (places.get(who, len(self.order)), joined.get(who, len(joined)))))

    @property
    def open_due(self) -> tuple[Due, ...]:
        """What waits and is not dismissed, numbered from 1 in this order for the game master."""
        return tuple(due for due in self.due if not due.dismissed)

    def has_dismissed(self, due_id: str) -> bool:
        """Whether something is due of which the game master wants to hear no more."""
        return any(due.dismissed and due.id == due_id for due in self.due)
