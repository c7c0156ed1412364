"""All that a ruleset or a house rule may import."""

from tracker.api.catalogues import load_catalogue, load_rules
from tracker.api.descriptions import (
    Action,
    Band,
    Chances,
    CharacterKind,
    Choice,
    ConditionKind,
    Derived,
    MarkSpec,
    OptionSpec,
    Parameter,
    PoolSpec,
    Rule,
    RulesetCard,
    TrackSpec,
    TraitSpec,
)
from tracker.api.hookspecs import hookimpl
from tracker.core.chance import BadFace, Chance, MoreFaces, RandomChance, TypedChance
from tracker.core.facts import (
    CharacterAdded,
    CharacterRemoved,
    ConditionEnded,
    ConditionSet,
    CounterSet,
    DetailSet,
    Face,
    Fact,
    InitiativeSet,
    Noted,
    OptionSet,
    OrderSet,
    PoolSet,
    Prompted,
    PromptSettled,
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
from tracker.core.messages import Message, Part, Term, message
from tracker.core.order import moved, sorted_order, tied_groups, with_place, without_place
from tracker.core.quoting import quoted
from tracker.core.state import (
    EMPTY_BOX,
    Character,
    Condition,
    Counter,
    Place,
    Pool,
    Prompt,
    State,
    Status,
    Track,
)
from tracker.core.values import Value, frozen

__all__ = [
    "EMPTY_BOX", "Action", "BadFace", "Band", "Chance", "Chances", "Character", "CharacterAdded", "CharacterKind",
    "CharacterRemoved", "Choice", "Condition", "ConditionEnded", "ConditionKind", "ConditionSet", "Counter",
    "CounterSet", "Derived", "DetailSet", "Draft", "Face", "Fact", "InitiativeSet", "Intent", "MarkSpec", "Message",
    "MoreFaces", "Noted", "OptionSet", "OptionSpec", "OrderSet", "Outcome", "Parameter", "Part", "Place", "Pool",
    "PoolSet", "PoolSpec", "Prompt", "PromptSettled", "Prompted", "RandomChance", "Refusal", "Rolled", "RoundBegun",
    "Rule", "RulesetCard", "SceneBegun", "SceneSet", "State", "Status", "StatusSet", "Term", "TimePassed", "Track",
    "TrackSet", "TrackSpec", "TraitSet", "TraitSpec", "TurnBegun", "TurnEnded", "TypedChance", "Value", "frozen",
    "hookimpl", "load_catalogue", "load_rules", "message", "moved", "quoted", "sorted_order", "tied_groups",
    "with_place", "without_place",
]  # fmt: skip
