"""The closed vocabulary of facts: what happened, with its outcome, never what was meant.

`fold` applies a fact to a state without a ruleset, without a die and without failing. A ruleset tells everything that
it does in these words; what only one game has, it keeps in traits, tracks, pools, counters, conditions and
scene values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tracker.core.messages import Message, Part
from tracker.core.state import Condition, CounterLife, Place, Pool, Status, Track
from tracker.core.values import Value, nothing

Face: TypeAlias = int | str
"""The face of a die, or a card such as "10H"."""


@dataclass(frozen=True, slots=True)
class CharacterAdded:
    """A character joins the session under the id `who`."""

    who: str
    name: str
    character_kind: str
    side: str = ""
    hidden: bool = False
    note: str = ""
    traits: Mapping[str, Value] = field(default_factory=nothing)
    tracks: Mapping[str, Track] = field(default_factory=nothing)
    pools: Mapping[str, Pool] = field(default_factory=nothing)


@dataclass(frozen=True, slots=True)
class CharacterRemoved:
    """A character leaves the session, its place in the order with it."""

    who: str


@dataclass(frozen=True, slots=True)
class DetailSet:
    """A detail of a character that no ruleset reads changes: name, side, note or hidden ("yes" or "")."""

    who: str
    detail: Literal["name", "side", "note", "hidden"]
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TraitSet:
    """A trait changes; an absent `before` or `after` means that the trait is not set."""

    who: str
    trait: str
    before: Value | None = None
    after: Value | None = None
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackSet:
    """The marks of a track change.

    `amount` points of `damage_type` were dealt ("" for a heal or an overruling); `lost` are marks pushed off or without
    a box, `upgraded` how many marks grew heavier; `parts` explain the amount.
    """

    who: str
    track: str
    before: Track
    after: Track
    damage_type: str = ""
    amount: int = 0
    lost: str = ""
    upgraded: int = 0
    parts: tuple[Part, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class PoolSet:
    """The number of a pool, or its bounds, change."""

    who: str
    pool: str
    before: Pool
    after: Pool
    parts: tuple[Part, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ConditionSet:
    """A condition begins, or the running one with the same id is replaced."""

    who: str
    condition: Condition
    rule: str = ""


@dataclass(frozen=True, slots=True)
class ConditionEnded:
    """A condition ends. `cause` is free: "time", "by hand", a rule's word."""

    who: str
    condition_id: str
    cause: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class CounterSet:
    """A counter takes a value; 0 removes it."""

    who: str
    counter: str
    value: int
    until: CounterLife = ""


@dataclass(frozen=True, slots=True)
class StatusSet:
    """The status words that the ruleset derives for a character change."""

    who: str
    status: tuple[Status, ...]


@dataclass(frozen=True, slots=True)
class InitiativeSet:
    """A character's initiative is known: the value and its parts. The order itself is an `OrderSet`."""

    who: str
    value: int
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderSet:
    """The whole turn order, first to act first. Who acts now stays the same person."""

    order: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round begins: every turn is ahead again, extra turns and what lasts a round are gone."""

    round: int


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """The turn of `who` begins."""

    who: str
    slot: int = 0


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn of `who` is over."""

    who: str
    slot: int = 0


@dataclass(frozen=True, slots=True)
class SceneBegun:
    """A new scene: the order is empty, round 0, and what lasted for the scene is gone."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice fell or cards were drawn.

    `faces` are the first throw, `again` the further ones in the order they fell; `pool` is the number that the parts
    come to; `successes` and `result` are the ruleset's reading. `typed`: the game master entered the faces.
    """

    who: str
    what: str
    pool: int
    faces: tuple[Face, ...]
    again: tuple[Face, ...] = ()
    sides: int = 0
    parts: tuple[Part, ...] = ()
    successes: int = 0
    result: str = ""
    against: str = ""
    typed: bool = False
    hidden: bool = False
    data: Mapping[str, Value] = field(default_factory=nothing)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """The game master writes something down, about somebody or about the session."""

    text: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Prompted:
    """Something is due; a prompt with the same id is replaced."""

    prompt: str
    who: str
    line: Message
    command: str = ""
    rule: str = ""
    until: CounterLife = "round"


@dataclass(frozen=True, slots=True)
class PromptSettled:
    """A prompt is done or dismissed."""

    prompt: str


@dataclass(frozen=True, slots=True)
class OptionSet:
    """A table option of the session changes."""

    option: str
    before: Value | None = None
    after: Value | None = None


@dataclass(frozen=True, slots=True)
class SceneSet:
    """A value that belongs to the scene and to nobody, such as the structure of a door; absent `after`: it is gone."""

    name: str
    before: Value | None = None
    after: Value | None = None


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Time goes by, in seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The entry with this number is taken back."""

    entry: int


@dataclass(frozen=True, slots=True)
class Redone:
    """The entry with this number, taken back before, holds again."""

    entry: int


Fact: TypeAlias = (
    CharacterAdded
    | CharacterRemoved
    | DetailSet
    | TraitSet
    | TrackSet
    | PoolSet
    | ConditionSet
    | ConditionEnded
    | CounterSet
    | StatusSet
    | InitiativeSet
    | OrderSet
    | RoundBegun
    | TurnBegun
    | TurnEnded
    | SceneBegun
    | Rolled
    | Noted
    | Prompted
    | PromptSettled
    | OptionSet
    | SceneSet
    | TimePassed
    | Undone
    | Redone
)
