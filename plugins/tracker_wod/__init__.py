"""The World of Darkness ruleset: the combat chapter of the core rules of 2004.

This module is the plugin: each hook collects from the chapters in `features`.
"""

from collections.abc import Mapping, Sequence

from tracker.api import (
    Action,
    Chance,
    Chances,
    CharacterKind,
    ConditionKind,
    Derived,
    Draft,
    Intent,
    OptionSpec,
    Outcome,
    Part,
    Rule,
    RulesetCard,
    State,
    Status,
    hookimpl,
    load_catalogue,
    load_rules,
)
from tracker_wod.feature import CarryOut, Moment
from tracker_wod.features import FEATURES
from tracker_wod.initiative import roll_initiative
from tracker_wod.sheet import KINDS, make_character
from tracker_wod.states import status_of

VERBS: Mapping[str, CarryOut] = {verb: carry_out for feature in FEATURES for verb, carry_out in feature.verbs.items()}


def _carry_out(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    carry_out = VERBS.get(intent.verb)
    return carry_out(view, intent, chance) if carry_out else None


def _moments(moments: Sequence[tuple[Moment, ...]], view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    for group in moments:
        for moment in group:
            moment(draft, intent, chance)
    return draft.outcome()


@hookimpl
def card() -> RulesetCard:
    """Tell who the ruleset is."""
    return RulesetCard(
        "world-of-darkness",
        {"en": "World of Darkness", "ru": "Мир Тьмы"},
        "1.0",
        {
            "en": "Modern horror: pools of ten-sided dice, one roll that hits and harms, marks on a Health track.",
            "ru": "Современный ужас: запасы десятигранников, один бросок и на попадание, и на урон, пометки Здоровья.",
        },
    )


@hookimpl
def character_kinds() -> Sequence[CharacterKind]:
    """Describe the kinds of character."""
    return KINDS


@hookimpl
def table_options() -> Sequence[OptionSpec]:
    """Describe the table options."""
    return [option for feature in FEATURES for option in feature.options]


@hookimpl
def actions() -> Sequence[Action]:
    """Describe the verbs."""
    return [action for feature in FEATURES for action in feature.actions]


@hookimpl
def condition_kinds() -> Sequence[ConditionKind]:
    """Describe the conditions."""
    return [kind for feature in FEATURES for kind in feature.conditions]


@hookimpl
def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    """Give the words in a language."""
    return load_catalogue(__name__, language, "hazards")


@hookimpl
def rules_reference(language: str) -> Sequence[Rule]:
    """Give the rules in our own words."""
    return load_rules(__name__, language, "rules_hazards")


@hookimpl
def create_character(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Make a character."""
    return make_character(view, intent)


@hookimpl
def roll(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Carry out an action that rolls."""
    return _carry_out(view, intent, chance)


@hookimpl
def apply_damage(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Mark damage."""
    return _carry_out(view, intent, chance)


@hookimpl
def heal(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Take marks away."""
    return _carry_out(view, intent, chance)


@hookimpl
def act(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Carry out any other action; `settle` lets every chapter look at changed Health."""
    if intent.verb == "settle":
        return _settle(view, intent, chance)
    return _carry_out(view, intent, chance)


def _settle(view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    for who in intent.targets:
        for feature in FEATURES:
            for settled in feature.settled:
                settled(draft, who, chance)
    return draft.outcome()


@hookimpl
def initiative(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Work out the turn order."""
    return roll_initiative(view, intent, chance)


@hookimpl
def start_of_round(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply what happens at the start of a round."""
    return _moments([feature.start_of_round for feature in FEATURES], view, intent, chance)


@hookimpl
def end_of_round(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply what happens at the end of a round."""
    return _moments([feature.end_of_round for feature in FEATURES], view, intent, chance)


@hookimpl
def start_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply or prompt what is due as a turn begins."""
    return _moments([feature.start_of_turn for feature in FEATURES], view, intent, chance)


@hookimpl
def end_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply what is due as a turn ends."""
    return _moments([feature.end_of_turn for feature in FEATURES], view, intent, chance)


@hookimpl
def pass_time(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply what time does."""
    return _moments([feature.pass_time for feature in FEATURES], view, intent, chance)


@hookimpl
def begin_session(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply what comes back between sessions."""
    return _moments([feature.begin_session for feature in FEATURES], view, intent, chance)


@hookimpl
def trait_changed(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply what follows from a changed trait."""
    return _moments([feature.trait_changed for feature in FEATURES], view, intent, chance)


@hookimpl
def condition_ended(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Apply what follows from a condition that is over."""
    return _moments([feature.condition_ended for feature in FEATURES], view, intent, chance)


@hookimpl
def status(view: State, who: str) -> Sequence[Status] | None:
    """Derive the status words."""
    return status_of(view, who)


@hookimpl
def derived(view: State, who: str) -> Sequence[Derived]:
    """Give the derived values of a sheet."""
    return [value for feature in FEATURES if feature.derived for value in feature.derived(view, who)]


@hookimpl
def odds(view: State, intent: Intent) -> Chances | None:
    """Work out the exact chances of an action."""
    for feature in FEATURES:
        if intent.verb in feature.odds:
            return feature.odds[intent.verb](view, intent)
    return None


@hookimpl
def unavailable(view: State, who: str) -> Mapping[str, str] | None:
    """Name the actions that are not possible now."""
    reasons: dict[str, str] = {}
    for feature in reversed(FEATURES):
        if feature.unavailable:
            reasons.update(feature.unavailable(view, who))
    return reasons


@hookimpl
def explain(view: State, who: str, gauge: str) -> Sequence[Part]:
    """Give the parts behind a gauge."""
    return [part for feature in FEATURES if feature.explain for part in feature.explain(view, who, gauge)]
