"""The Ukraine by Night ruleset: live action, whose chance is a deck of forty cards.

The hooks only collect what the modules of the chapters offer and pass calls on to them.
"""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TypeAlias

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
from tracker_ukraine_by_night import (
    attack,
    attackers,
    availability,
    bleeding,
    checks,
    clock,
    defence,
    guards,
    healing,
    health,
    last_draw,
    moments,
    planes,
    powers,
    sheet,
    vitae,
    warnings,
)
from tracker_ukraine_by_night import initiative as order
from tracker_ukraine_by_night.options import OPTIONS

CarryOut: TypeAlias = Callable[[State, Intent, Chance], Outcome]

_CHAPTERS = (
    attack,
    health,
    healing,
    checks,
    last_draw,
    powers,
    attackers,
    guards,
    defence,
    vitae,
    bleeding,
    order,
    clock,
    warnings,
    planes,
    moments,
)


def _merged(table: str) -> dict[str, CarryOut]:
    return {verb: carry_out for chapter in _CHAPTERS for verb, carry_out in _table(chapter, table).items()}


def _table(chapter: ModuleType, table: str) -> Mapping[str, CarryOut]:
    found: Mapping[str, CarryOut] = getattr(chapter, table, {})
    return found


_ROLLS, _DAMAGE, _HEALS, _ACTS = map(_merged, ("ROLLS", "DAMAGE", "HEALS", "ACTS"))
_ODDS: Mapping[str, Callable[[State, Intent], Chances | None]] = {**attack.ODDS, **checks.ODDS, **powers.ODDS}


def _carry_out(table: Mapping[str, CarryOut], view: State, intent: Intent, chance: Chance) -> Outcome | None:
    known = table.get(intent.verb)
    return known(view, intent, chance) if known else None


@hookimpl
def card() -> RulesetCard:
    """Who the ruleset is."""
    return RulesetCard(
        "ukraine-by-night",
        {"en": "Ukraine by Night (cards)", "ru": "Украина в Ночи"},
        "1.0",
        {
            "en": "A live-action game of vampires whose chance is a deck of forty cards.",
            "ru": "Ролевая игра живого действия о вампирах, где случай — колода из сорока карт.",
        },
    )


@hookimpl
def character_kinds() -> Sequence[CharacterKind]:
    """Vampires, and those who are hurt and heal as mortals do."""
    return sheet.KINDS


@hookimpl
def table_options() -> Sequence[OptionSpec]:
    """The switches of UBN-OPT-01."""
    return OPTIONS


@hookimpl
def actions() -> Sequence[Action]:
    """The verbs of every chapter."""
    return [action for chapter in _CHAPTERS for action in getattr(chapter, "ACTIONS", ())]


@hookimpl
def condition_kinds() -> Sequence[ConditionKind]:
    """The conditions of every chapter."""
    return [kind for chapter in _CHAPTERS for kind in getattr(chapter, "CONDITIONS", ())]


@hookimpl
def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    """The words."""
    return load_catalogue(__name__, language)


@hookimpl
def rules_reference(language: str) -> Sequence[Rule]:
    """The rules in our own words."""
    return load_rules(__name__, language)


@hookimpl
def create_character(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Make a character."""
    return sheet.create_character(view, intent, chance)


@hookimpl
def roll(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Acts with a draw."""
    return _carry_out(_ROLLS, view, intent, chance)


@hookimpl
def apply_damage(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Damage."""
    return _carry_out(_DAMAGE, view, intent, chance)


@hookimpl
def heal(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Healing."""
    return _carry_out(_HEALS, view, intent, chance)


@hookimpl
def act(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Everything else, and what follows from other acts."""
    return _carry_out(_ACTS, view, intent, chance)


@hookimpl
def initiative(view: State, intent: Intent, chance: Chance) -> Outcome:
    """The order."""
    return order.initiative(view, intent, chance)


@hookimpl
def start_of_round(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What is due as a round begins."""
    return moments.start_of_round(view, intent, chance)


@hookimpl
def start_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What is due as a turn begins."""
    return moments.start_of_turn(view, intent, chance)


@hookimpl
def pass_time(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What time does."""
    return moments.pass_time(view, intent, chance)


@hookimpl
def trait_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What another trait brings with it."""
    return sheet.trait_changed(view, intent, chance)


@hookimpl
def gauge_changed(view: State, intent: Intent, chance: Chance) -> Outcome:
    """What marks bring with them that were set by hand."""
    return health.gauge_changed(view, intent, chance)


@hookimpl
def status(view: State, who: str) -> Sequence[Status]:
    """The status words."""
    return health.status_words(view.characters[who])


@hookimpl
def derived(view: State, who: str) -> Sequence[Derived]:
    """The worked-out values of a sheet."""
    return sheet.derived(view, who)


@hookimpl
def odds(view: State, intent: Intent) -> Chances | None:
    """Exact chances."""
    known = _ODDS.get(intent.verb)
    return known(view, intent) if known else None


@hookimpl
def unavailable(view: State, who: str) -> Mapping[str, str]:
    """The actions that are not possible now."""
    return availability.unavailable(view, who)


@hookimpl
def explain(view: State, who: str, gauge: str) -> Sequence[Part]:
    """The parts behind a gauge."""
    return sheet.explain(view, who, gauge)
