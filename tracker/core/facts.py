"""The closed vocabulary of facts: what happened, with its outcome, never what was meant.

`fold` applies a fact to a state without a ruleset, without a die and without failing. A ruleset tells everything that
it does in these words; what only one game has, it keeps in traits, tracks, pools, counters, conditions and
scene values.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from tracker.core.messages import Message, Part
from tracker.core.record import record
from tracker.core.state import Condition, CounterLife, Place, Pool, Status, Track
from tracker.core.values import Value, nothing

Face: TypeAlias = int | str
"""The face of a die, or a card such as "10H"."""


@record
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


@record
class CharacterRemoved:
    """A character leaves the session, its place in the order with it."""

    who: str


@record
class DetailSet:
    """A detail of a character that no ruleset reads changes: name, side, note or hidden ("yes" or "")."""

    who: str
    detail: Literal["name", "side", "note", "hidden"]
    before: str
    after: str


@record
class TraitSet:
    """A trait changes; an absent `before` or `after` means that the trait is not set."""

    who: str
    trait: str
    before: Value | None = None
    after: Value | None = None
    parts: tuple[Part, ...] = ()


@record
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


@record
class PoolSet:
    """The number of a pool, or its bounds, change."""

    who: str
    pool: str
    before: Pool
    after: Pool
    parts: tuple[Part, ...] = ()
    rule: str = ""


@record
class ConditionSet:
    """A condition begins, or the running one with the same id is replaced."""

    who: str
    condition: Condition
    rule: str = ""


@record
class ConditionEnded:
    """A condition ends. `cause` is free: "time", "by hand", a rule's word."""

    who: str
    condition_id: str
    cause: str = ""
    rule: str = ""


@record
class CounterSet:
    """A counter takes a value; 0 removes it."""

    who: str
    counter: str
    value: int
    until: CounterLife = ""


@record
class StatusSet:
    """The status words that the ruleset derives for a character change."""

    who: str
    status: tuple[Status, ...]


@record
class InitiativeSet:
    """A character's initiative is known: the value and its parts. The order itself is an `OrderSet`."""

    who: str
    value: int
    parts: tuple[Part, ...] = ()


@record
class OrderSet:
    """The whole turn order, first to act first. Who acts now stays the same person."""

    order: tuple[Place, ...]


@record
class RoundBegun:
    """A round begins: every turn is ahead again, extra turns and what lasts a round are gone."""

    round: int


@record
class TurnBegun:
    """The turn of `who` begins."""

    who: str
    slot: int = 0


@record
class TurnEnded:
    """The turn of `who` is over."""

    who: str
    slot: int = 0


@record
class SceneBegun:
    """A new scene: the order is empty, round 0, and what lasted for the scene is gone."""


@record
class SessionBegun:
    """The people sit down to play again; what comes back in between, the ruleset's own facts tell."""


@record
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


@record
class Noted:
    """The game master writes something down, about somebody or about the session."""

    text: str
    who: str = ""


@record
class Prompted:
    """Something is due; a prompt with the same id is replaced."""

    prompt: str
    who: str
    line: Message
    command: str = ""
    rule: str = ""
    until: CounterLife = "round"


@record
class PromptSettled:
    """A prompt is done or dismissed."""

    prompt: str


@record
class OptionSet:
    """A table option of the session changes."""

    option: str
    before: Value | None = None
    after: Value | None = None


@record
class SceneSet:
    """A value that belongs to the scene and to nobody, such as the structure of a door; absent `after`: it is gone."""

    name: str
    before: Value | None = None
    after: Value | None = None


@record
class TimePassed:
    """Time goes by, in seconds."""

    seconds: int


@record
class Undone:
    """The entry with this number is taken back."""

    entry: int


@record
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
    | SessionBegun
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
