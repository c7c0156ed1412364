"""All that a ruleset or a house rule may import."""

from tracker.api.catalogues import catalogue_languages, folded, load_catalogue, load_importers, load_rules
from tracker.api.chapters import AppliesTo, AtMoment, CarryOut, Chapter, Deed, Moment, OddsOf, Ruleset, drafted
from tracker.api.descriptions import (
    API_VERSION,
    Action,
    Band,
    Chances,
    CharacterKind,
    Choice,
    ConditionKind,
    Derived,
    DueItem,
    Highlight,
    ImportedTrack,
    Importer,
    MarkSpec,
    OptionSpec,
    Parameter,
    PoolSpec,
    Rule,
    RulesetCard,
    SessionGauge,
    TrackSpec,
    TraitSpec,
)
from tracker.api.hookspecs import hookimpl
from tracker.core import badges
from tracker.core.chance import BadFace, Chance, MoreFaces, RandomChance, TypedChance
from tracker.core.facts import (
    CharacterAdded,
    CharacterRemoved,
    ConditionEnded,
    ConditionSet,
    CounterSet,
    DetailSet,
    Dice,
    Face,
    Fact,
    InitiativeSet,
    Noted,
    OptionSet,
    OrderSet,
    PoolSet,
    Rolled,
    RoundBegun,
    SceneBegun,
    SceneSet,
    StatusSet,
    TimePassed,
    TrackSet,
    TraitSet,
    TurnBegun,
    TurnEnded,
)
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Faces, FromFact, Message, Part, Term, as_working, message
from tracker.core.order import moved, sorted_order, tied_groups, with_place, without_place
from tracker.core.quoting import quoted
from tracker.core.record import record
from tracker.core.state import (
    EMPTY_BOX,
    Character,
    Condition,
    Counter,
    Due,
    Fight,
    Place,
    Pool,
    State,
    Status,
    Track,
)
from tracker.core.telling import Told
from tracker.core.values import Value, frozen

__all__ = [
    "API_VERSION", "EMPTY_BOX", "Action", "AppliesTo", "AtMoment", "BadFace", "Band", "CarryOut", "Chance", "Chances",
    "Chapter", "Character", "CharacterAdded", "CharacterKind", "CharacterRemoved", "Choice", "Condition",
    "ConditionEnded", "ConditionKind", "ConditionSet", "Counter", "CounterSet", "Deed", "Derived", "DetailSet",
    "Dice", "Draft", "Due", "DueItem", "Face", "Faces", "Fact", "Fight", "FromFact", "Highlight", "ImportedTrack",
    "Importer", "InitiativeSet", "Intent", "MarkSpec",
    "Message", "Moment", "MoreFaces", "Noted", "OddsOf", "OptionSet", "OptionSpec", "OrderSet", "Outcome",
    "Parameter", "Part", "Place", "Pool", "PoolSet", "PoolSpec", "RandomChance", "Refusal", "Rolled",
    "RoundBegun", "Rule", "Ruleset", "RulesetCard", "SceneBegun", "SceneSet", "SessionGauge", "State", "Status",
    "StatusSet", "Term", "TimePassed", "Told", "Track", "TrackSet", "TrackSpec", "TraitSet", "TraitSpec",
    "TurnBegun", "TurnEnded", "TypedChance", "Value", "as_working", "badges", "catalogue_languages", "drafted",
    "folded", "frozen", "hookimpl", "load_catalogue", "load_importers", "load_rules", "message", "moved", "quoted",
    "record", "sorted_order", "tied_groups", "with_place", "without_place",
]  # fmt: skip
