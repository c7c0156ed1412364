"""The Night Wanderers ruleset: a light game of six-sided dice about vampires, with mortals and werewolves beside them.

The hooks here only hand over to the modules, one for each chapter of the rules.
"""

from collections.abc import Callable, Mapping, Sequence

from tracker.api import (
    Action,
    Chance,
    Chances,
    CharacterKind,
    ConditionKind,
    Derived,
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
from tracker_night_wanderers import (
    beast,
    blood,
    by_hand,
    contests,
    creation,
    damage,
    hazards,
    healing,
    knowledge,
    melee,
    missiles,
    options,
    rolls,
    sheet,
    turns,
)
from tracker_night_wanderers import (
    initiative as turn_order,
)
from tracker_night_wanderers import (
    odds as chances,
)

_PACKAGE = __name__
_CHAPTERS = (melee, missiles, damage, healing, blood, beast, hazards, rolls, contests, turn_order)
_ROLL: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {
    **rolls.ROLL,
    **contests.ROLL,
    **beast.ROLL,
    **turn_order.ROLL,
}
_PERFORM: Mapping[str, Callable[[State, Intent, Chance], Outcome]] = {
    **melee.PERFORM,
    **missiles.PERFORM,
    **healing.PERFORM,
    **blood.PERFORM,
    **beast.PERFORM,
    **hazards.PERFORM,
    **rolls.PERFORM,
    **turns.PERFORM,
}


@hookimpl
def card() -> RulesetCard:
    """Who the ruleset is."""
    return RulesetCard(
        "night-wanderers",
        {"en": "Night Wanderers", "ru": "Ночные скитальцы"},
        "1.0",
        {
            "en": "Vampires, mortals and werewolves: d6 pools, health in five bands, blood points, torpor.",
            "ru": "Вампиры, смертные и оборотни: пулы d6, пять уровней здоровья, Запас Крови, Оцепенение.",
        },
    )


@hookimpl
def character_kinds() -> Sequence[CharacterKind]:
    """The kinds of character."""
    return sheet.KINDS


@hookimpl
def table_options() -> Sequence[OptionSpec]:
    """The table options."""
    return options.OPTIONS


@hookimpl
def actions() -> Sequence[Action]:
    """The verbs."""
    return tuple(action for chapter in _CHAPTERS for action in chapter.ACTIONS)


@hookimpl
def condition_kinds() -> Sequence[ConditionKind]:
    """The conditions."""
    return knowledge.CONDITIONS


@hookimpl
def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    """The words."""
    return load_catalogue(_PACKAGE, language)


@hookimpl
def rules_reference(language: str) -> Sequence[Rule]:
    """The rules in our own words."""
    return load_rules(_PACKAGE, language)


@hookimpl
def create_character(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Make a character."""
    return creation.create_character(view, intent, chance)


@hookimpl
def roll(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Rolls, contests, frenzy checks, chases."""
    perform = _ROLL.get(intent.verb)
    return perform(view, intent, chance) if perform else None


@hookimpl
def apply_damage(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Mark damage."""
    return damage.apply_damage(view, intent, chance)


@hookimpl
def heal(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Give health back."""
    return healing.heal(view, intent, chance)


@hookimpl
def act(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Every other action, and what follows from acts by itself."""
    perform = _PERFORM.get(intent.verb)
    return perform(view, intent, chance) if perform else None


@hookimpl
def initiative(view: State, intent: Intent, chance: Chance) -> Outcome:
    """The turn order."""
    return turn_order.initiative(view, intent, chance)


@hookimpl
def start_of_round(view: State, intent: Intent, chance: Chance) -> Outcome:
    """The order of the new turn."""
    return turn_order.start_of_round(view, intent, chance)


@hookimpl
def end_of_round(view: State, intent: Intent, chance: Chance) -> Outcome:
    """All that works by the turn."""
    return turns.end_of_round(view, intent, chance)


@hookimpl
def start_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Reminders and offers for whose turn it is."""
    return turns.start_of_turn(view, intent, chance)


@hookimpl
def trait_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What follows from a changed number of the sheet."""
    return creation.trait_changed(view, intent, chance)


@hookimpl
def gauge_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What follows from a gauge changed by hand."""
    return by_hand.gauge_changed(view, intent, chance)


@hookimpl
def condition_ended(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What follows from a condition ended by hand."""
    return by_hand.condition_ended(view, intent, chance)


@hookimpl
def status(view: State, who: str) -> Sequence[Status]:
    """The status words."""
    return knowledge.status(view, who)


@hookimpl
def derived(view: State, who: str) -> Sequence[Derived]:
    """The derived values."""
    return knowledge.derived(view, who)


@hookimpl
def odds(view: State, intent: Intent) -> Chances | None:
    """The exact chances."""
    return chances.odds(view, intent)


@hookimpl
def unavailable(view: State, who: str) -> Mapping[str, str]:
    """What cannot be done now."""
    return knowledge.unavailable(view, who)


@hookimpl
def explain(view: State, who: str, gauge: str) -> Sequence[Part]:
    """The parts behind a maximum."""
    return creation.explain(view, who, gauge)
