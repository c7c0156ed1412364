"""The closed vocabulary of facts: what happened, with its outcome, never what was meant.

`fold` applies a fact to a state without a ruleset, without a die and without failing. A ruleset tells everything that
it does in these words; what only one game has, it keeps in traits, tracks, pools, counters, conditions and
scene values.

A fact that lines speak of bears a `tag` while its act is worked out, so that the lines get their numbers from it even
when a house rule has put another fact in its place. The journal keeps no tags.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from tracker.core.messages import Message, Part
from tracker.core.record import record
from tracker.core.state import Condition, CounterLife, Due, Place, Pool, Status, Track
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
    tag: str = ""


@record
class CharacterRemoved:
    """A character leaves the session, its place in the order with it."""

    who: str
    tag: str = ""


@record
class DetailSet:
    """A detail of a character that no ruleset reads changes: name, side, note or hidden ("yes" or "")."""

    who: str
    detail: Literal["name", "side", "note", "hidden"]
    before: str
    after: str
    tag: str = ""


@record
class TraitSet:
    """A trait changes; an absent `before` or `after` means that the trait is not set."""

    who: str
    trait: str
    before: Value | None = None
    after: Value | None = None
    parts: tuple[Part, ...] = ()
    tag: str = ""


@record
class TrackSet:
    """The marks of a track change. With `who` "" it is a track of the session that belongs to no one.

    `amount` points of `damage_type` were dealt ("" for a heal or an overruling); `lost` are marks pushed off or without
    a box, `upgraded` how many marks grew heavier; `parts` explain the amount. `by` is the id of the one whose act dealt
    it, "" if no one's did.
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
    tag: str = ""
    by: str = ""


@record
class PoolSet:
    """The number of a pool, or its bounds, change. With `who` "" it belongs to the session and to no one.

    `vital`: the pool says how hurt someone is, so that this fall is harm, or this rise healing. `by` is the id of the
    one whose act did the harm, "" if no one's did.
    """

    who: str
    pool: str
    before: Pool
    after: Pool
    parts: tuple[Part, ...] = ()
    rule: str = ""
    tag: str = ""
    vital: bool = False
    by: str = ""


@record
class ConditionSet:
    """A condition begins, or the running one with the same id is replaced."""

    who: str
    condition: Condition
    rule: str = ""
    tag: str = ""


@record
class ConditionEnded:
    """A condition ends. `cause` is free: "time", "by hand", a rule's word."""

    who: str
    condition_id: str
    cause: str = ""
    rule: str = ""
    tag: str = ""


@record
class CounterSet:
    """A counter takes a value; 0 removes it. With `who` "" it belongs to the session and to no one."""

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
    tag: str = ""


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
    """A new scene with its name: all fights are over, round 0, and what lasted for the scene is gone."""

    name: str = ""


@record
class SceneNamed:
    """The running scene gets a name, or another one."""

    name: str
    before: str = ""


@record
class TitleSet:
    """The session gets another title."""

    after: str
    before: str = ""


@record
class FightJoined:
    """A character goes over into the fight called `fight`, and has no place in its order yet."""

    who: str
    fight: str


@record
class FightShown:
    """What follows happens in the fight called `fight`: its order, its round, its turns."""

    fight: str


@record
class FightEnded:
    """A fight is over; those who were in it go back to the first one, without a place."""

    fight: str


@record
class SessionBegun:
    """The people sit down to play again; what comes back in between, the ruleset's own facts tell."""


@record
class Dice:
    """Further dice of a throw: their sides and the faces that fell; `what` tells them apart, such as Hunger dice.

    `parts`: why there are so many of them.
    """

    sides: int
    faces: tuple[Face, ...]
    what: str = ""
    parts: tuple[Part, ...] = ()


@record
class Rolled:
    """Dice fell or cards were drawn.

    `faces` are the first throw, `again` the further ones in the order they fell; `pool` is the number that the parts
    come to; `successes` and `result` are the ruleset's reading. `typed`: the game master entered the faces. `hidden`:
    the players do not see it.

    A game that adds its dice up gives the `total`, and the dice that it `kept`; `target` is the number to reach.
    `others` are dice of other kinds in the same throw. `expected` is how many successes the pool that was rolled brings
    on average, or which total where there is no target; `chance` is how probable its verdict was, 0 to 1. Both are None
    if no one worked them out.
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
    total: int | None = None
    kept: tuple[Face, ...] = ()
    target: int | None = None
    others: tuple[Dice, ...] = ()
    expected: float | None = None
    chance: float | None = None
    tag: str = ""


@record
class Noted:
    """The game master writes something down, about someone or about the session.

    `public`: the players may read it. `bookmark`: it names this moment, so that it can be found again.
    """

    text: str
    who: str = ""
    public: bool = False
    bookmark: bool = False


@record
class DueSet:
    """Something is due, or what was due has changed; the one with the same id is replaced where it stands."""

    due: Due


@record
class DueGone:
    """Something is no longer due. `cause`: "done", or "moot" where it went without having been done."""

    due_id: str
    cause: Literal["done", "moot"] = "moot"


@record
class DueDismissed:
    """The game master wants to hear no more of what is due until it has left the list once."""

    due_id: str


@record
class Prompted:
    """Something was due in a session of an older program, until `until`. New sessions have `DueSet`."""

    prompt: str
    who: str
    line: Message
    command: str = ""
    rule: str = ""
    until: CounterLife = "round"


@record
class PromptSettled:
    """What was due in a session of an older program is done or dismissed. New sessions have `DueGone`."""

    prompt: str


@record
class OptionSet:
    """A table option of the session changes."""

    option: str
    before: Value | None = None
    after: Value | None = None
    tag: str = ""


@record
class SceneSet:
    """A value that belongs to the scene and to no one, such as the structure of a door; absent `after`: it is gone."""

    name: str
    before: Value | None = None
    after: Value | None = None
    tag: str = ""


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


@record
class Corrected:
    """The evening goes back to before the act of this entry, and on with the acts done again that follow here.

    It stands first in its entry; the facts of each act stand behind its `DoneAgain`.
    """

    entry: int


@record
class DoneAgain:
    """The act of an entry was done again, by the line `do`; the facts behind this one are what came of it.

    `say`, `tell`, `head` and `hidden` are those of the act, as an entry has them.
    """

    entry: int
    do: str
    say: str
    tell: tuple[Message, ...]
    head: Message | None = None
    hidden: bool = False


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
    | SceneNamed
    | TitleSet
    | FightJoined
    | FightShown
    | FightEnded
    | SessionBegun
    | Rolled
    | Noted
    | DueSet
    | DueGone
    | DueDismissed
    | Prompted
    | PromptSettled
    | OptionSet
    | SceneSet
    | TimePassed
    | Undone
    | Redone
    | Corrected
    | DoneAgain
)
