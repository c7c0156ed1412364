"""How a ruleset describes itself, so that dialogs, commands and sheets can be built without knowing any game.

Every `id` is also the id of a term in the ruleset's catalogue: that is where the words come from, in each language.
"""

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Literal

from tracker.core.intents import Intent
from tracker.core.messages import Message, Part, Term
from tracker.core.record import record
from tracker.core.state import DueWeight, Pool, Track
from tracker.core.values import Value, nothing

HookVerb = Literal["roll", "apply_damage", "heal", "act"]
"""The hook that carries an action out."""

ParameterKind = Literal[
    "character", "characters", "integer", "choice", "switch", "text", "duration", "parts", "words", "table"
]
"""One character id; several (a tuple of ids); a number; a choice's id; on or off; free text; seconds.

The last three can only follow from another act: a tuple of `Part`s; a `Term`, a `Message` or a text; a mapping.
"""

API_VERSION = 1
"""The version of what plugins import; a card that names a newer one is refused."""


@record
class RulesetCard:
    """Who the ruleset is. `version` is the plugin's own.

    What it is called and about stands in its catalogue, in the table `ruleset` as `title` and `summary`; `titles` and
    `summary` here, by the code of the language, are for a plugin without one. `api` is the version of `tracker.api` for
    which it was written. `turns`: "order" where everyone acts in an order of initiative, "none" in a game that has no
    turns. `halves`: how half of a number is rounded, "down" or "up", or the id of a table option whose value says so.
    `round_seconds`: how long a round is; what lasts for rounds then ends in time that passes outside them too. 0 where
    the game doesn't say.
    """

    id: str
    titles: Mapping[str, str] = field(default_factory=nothing)
    version: str = ""
    summary: Mapping[str, str] = field(default_factory=nothing)
    api: int = 1
    turns: Literal["order", "none"] = "order"
    halves: str = "down"
    round_seconds: int = 0


@record
class Choice:
    """One value that a parameter or an option may take; `id` is what is stored and typed."""

    id: str
    detail: Message | None = None


@record
class Parameter:
    """One thing that an action asks for.

    Parameters stand in the order in which a typed line may give them bare; a switch is given by its id alone, anything
    by `id=value`. `minimum` and `maximum` bound integers. `required` ones have no default. `common`: shown at once in
    a dialog; the others stand under "more". `open_choice`: other words than the choices are taken too. `inner`: it is
    never typed or shown, only acts that follow from another one carry it. `overrules`: a switch by which the game
    master has done what a rule forbids; a refusal that it would lift names it. `kept`: a form begins with what the same
    person chose last, until a word on their sheet is set.
    """

    id: str
    kind: ParameterKind
    required: bool = False
    default: Value | None = None
    choices: tuple[Choice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    common: bool = True
    open_choice: bool = False
    inner: bool = False
    overrules: bool = False
    kept: bool = False


@record
class Action:
    """A verb of the ruleset: a command, a dialog and perhaps a key.

    `acts`: someone does it (the one whose turn it is, unless `by=NAME` says otherwise). `targets`: on how many.
    `key`: the letter that the screen offers for it; the core's own are taken. `examples`: whole command lines. `asks`:
    it only wants an answer, so that nothing of it is kept. `attack`: someone attacks with it, so that it is counted as
    an attack when the session is read back. `for_all`: it is said for everyone in one pass, as a declaration is: its
    key opens a list with a field for each of them. `at_others`: of one that may do without a target, that it is done to
    the one who is selected, by the one whose turn it is; as any attack is.
    """

    id: str
    hook: HookVerb
    parameters: tuple[Parameter, ...] = ()
    acts: bool = True
    targets: Literal["none", "one", "many", "optional"] = "none"
    key: str = ""
    rules: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    group: str = ""
    asks: bool = False
    attack: bool = False
    for_all: bool = False
    at_others: bool = False

    @property
    def typed_parameters(self) -> tuple[Parameter, ...]:
        """The parameters that a person may give."""
        return tuple(parameter for parameter in self.parameters if not parameter.inner)


def is_own_roll(action: Action) -> bool:
    """Whether the one target is who rolls: if no one is named, it is the one whose turn it is."""
    return action.hook == "roll" and action.targets == "one" and not action.acts


@record
class TraitSpec:
    """A trait of a sheet. Numbers lie between `minimum` and `maximum`; a text trait may have `choices`.

    `derived`: worked out by the ruleset when the character is made unless the game master gives it.
    """

    id: str
    group: str = ""
    kind: Literal["integer", "text"] = "integer"
    default: Value = 0
    minimum: int = 0
    maximum: int = 20
    choices: tuple[Choice, ...] = ()
    derived: bool = False


@record
class MarkSpec:
    """One kind of mark on a track: its character in files, and its id (the damage type)."""

    mark: str
    id: str


@record
class TrackSpec:
    """A track of a sheet; `marks` from the lightest to the heaviest. `short`: shown in the initiative panel.

    `vital`: it says how hurt someone is.
    """

    id: str
    marks: tuple[MarkSpec, ...]
    short: bool = True
    vital: bool = False


@record
class Band:
    """A named stretch of a pool: it begins at `begins_at` and reaches up to the next band.

    `share`: a part of the pool's maximum, rounded down, that is added to `start`.
    """

    id: str
    start: int
    tone: Literal["good", "warning", "bad"] = "good"
    share: Fraction = Fraction(0)

    def begins_at(self, maximum: int | None) -> int:
        """The lowest number of the band in a pool with this maximum (None: no upper bound, the share is nothing)."""
        return self.start + (maximum or 0) * self.share.numerator // self.share.denominator


@record
class PoolSpec:
    """A pool of a sheet. `bands` from the lowest. `shape`: drawn as dots, as a bar or as a plain number.

    `vital`: it says how hurt someone is.
    """

    id: str
    bands: tuple[Band, ...] = ()
    shape: Literal["dots", "bar", "number"] = "dots"
    short: bool = True
    vital: bool = False


@record
class SessionGauge:
    """A track or a pool of the session that belongs to no one, such as a clock or the tension; it outlives scenes.

    `start` is how it stands in a new session: a `Track` for a TrackSpec, a `Pool` for a PoolSpec.
    """

    spec: TrackSpec | PoolSpec
    start: Track | Pool


@record
class CharacterKind:
    """A kind of character with its sheet."""

    id: str
    traits: tuple[TraitSpec, ...] = ()
    tracks: tuple[TrackSpec, ...] = ()
    pools: tuple[PoolSpec, ...] = ()


@record
class OptionSpec:
    """A table option of a session: a switch (default a bool), a number, or one of `choices`.

    `minimum` and `maximum` bound a number.
    """

    id: str
    default: Value
    choices: tuple[Choice, ...] = ()
    rule: str = ""
    minimum: int = -999_999_999
    maximum: int = 999_999_999


@record
class ConditionKind:
    """A kind of condition. `amount`: it has a number that the rules read. `tone` colours it.

    `by_hand`: the game master may set it. `memory`: the ruleset only remembers something with it, so that it is neither
    shown nor told when it begins or ends. `bound`: it binds its bearer to the person in its `source` or
    its data, such as a hold, and ends when that one is removed. `waits`: its bearer holds back and may still act
    in this round. `weight` says how much it matters in a row (`tracker.core.badges`), None: as its tone says.
    """

    id: str
    amount: bool = False
    tone: Literal["good", "warning", "bad", "plain"] = "plain"
    rule: str = ""
    by_hand: bool = True
    memory: bool = False
    bound: bool = False
    waits: bool = False
    weight: int | None = None


@record
class Highlight:
    """What stands out in the log: a verdict, a sentence that tells of death, a kind of dice.

    `id` is that of the term, of the sentence, or of what the dice are (`Faces.what`). `tone` colours it ("grave":
    no one may overlook it; dice have a colour of their own). `sign`, a sign or two of plain ASCII, stands before it, or
    behind each of the dice: colour is never the only sign.
    """

    id: str
    tone: Literal["good", "warning", "bad", "grave"] = "grave"
    sign: str = "!"


@record
class DueItem:
    """Something that waits for the game master, derived from the state by the hook `due`.

    `id` stays the same as long as it is the same thing (`stay-conscious:Killer`): a dismissal holds until it is gone
    once. `who` is the character it concerns, "" for no one. `intent` is the act that does it, None for a bare reminder.
    `weight`: "must" (the rules want an answer), "offer" or "reminder". `holds`: in a round that begins, no one's turn
    begins before it is done.
    """

    id: str
    who: str
    say: Message
    intent: Intent | None = None
    rule: str = ""
    weight: DueWeight = "must"
    holds: bool = False


@record
class Rule:
    """A rule in our own words, for `why`."""

    id: str
    title: str
    text: str


@record
class Derived:
    """A derived value of a sheet, with its parts. With the unit "second" it and its parts read as lengths of time.

    One that is called like a track or a pool of the character is that gauge's size or maximum.
    """

    id: str
    value: int
    parts: tuple[Part, ...] = ()
    unit: Literal["", "second"] = ""


@record
class Chances:
    """What may come of an action before anything is rolled, exactly.

    `pool` explains itself by `parts`; `events` name what may happen with its probability, the most telling first;
    `at_least[k - 1]` is the chance of at least k successes, `mean` how many fall on average; `counted` is the word for
    what they count where it is something else, such as the lead over the other side; `loss` is how many points the
    target of an attack loses on average, None if nothing is at stake; `notes` are what to think of before.
    `each`: of an act on several, the chances on each of them by id; all else is then about the first.
    """

    pool: int
    parts: tuple[Part, ...] = ()
    events: tuple[tuple[Term | Message, Fraction], ...] = ()
    at_least: tuple[Fraction, ...] = ()
    mean: Fraction = Fraction(0)
    loss: Fraction | None = None
    counted: Term = Term("successes")
    notes: tuple[Message, ...] = ()
    each: "tuple[tuple[str, Chances], ...]" = ()


@record
class ImportedTrack:
    """Where another tool keeps a track: how many boxes it has, and how many of them hold each kind of mark.

    `size` are the paths that add up to the number of boxes, or the one path of the boxes written as marks; `marks` the
    path of the number of each kind of mark, the heaviest kind first. `counts_down`: a path holds what is left instead.
    """

    track: str
    size: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=nothing)
    counts_down: bool = False


@record
class Importer:
    """How another tool keeps a character in JSON: which value stands under which path.

    Paths are keys joined by dots, in lower case and with underscores for blanks; things with a `name` in a list stand
    under their names (`traits.animal_ken.rating`). A file is of this format where it has all paths of `needs`. `kinds`
    are the kinds of character by what stands at `kind`. Paths that begin or end with one of `ignored` are not worth
    telling of. With `writes` the tracks and pools can be written back.
    """

    id: str
    needs: tuple[str, ...]
    name: str = "name"
    kind: str = ""
    kinds: Mapping[str, str] = field(default_factory=nothing)
    traits: Mapping[str, str] = field(default_factory=nothing)
    tracks: tuple[ImportedTrack, ...] = ()
    pools: Mapping[str, str] = field(default_factory=nothing)
    note: str = ""
    ignored: tuple[str, ...] = ()
    writes: bool = False
