"""Vampire: The Masquerade, fifth edition: Health, Willpower, Hunger and what threatens the Blood.

The module itself is the plugin; every hook only collects what the chapters in `features` offer, or hands on to them.
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
    Term,
    hookimpl,
    load_catalogue,
    load_rules,
)
from tracker_vtm5 import availability, features, options, people, sheet, states
from tracker_vtm5.feature import CarryOut, run

_VERBS: Mapping[str, CarryOut] = {
    verb: carry_out for feature in features.FEATURES for verb, carry_out in feature.verbs.items()
}
_ODDS = {verb: odds_of for feature in features.FEATURES for verb, odds_of in feature.odds.items()}


@hookimpl
def card() -> RulesetCard:
    """Who the ruleset is."""
    return RulesetCard(
        id="vtm5",
        titles={
            "en": "Vampire: The Masquerade, fifth edition",
            "ru": "Вампиры: Маскарад, пятая редакция",
        },
        version="1.0.0",
        summary={
            "en": "Health and Willpower, Hunger, rouse checks, the sun, the stake and True Faith",
            "ru": "Здоровье и Воля, Голод, Испытания Крови, солнце, кол и Истинная Вера",
        },
    )


@hookimpl
def character_kinds() -> Sequence[CharacterKind]:
    """Vampires, thin-bloods, mortals and ghouls."""
    return sheet.KINDS


@hookimpl
def table_options() -> Sequence[OptionSpec]:
    """Where the table decides."""
    return options.OPTIONS


@hookimpl
def actions() -> Sequence[Action]:
    """The verbs of all chapters."""
    return tuple(action for feature in features.FEATURES for action in feature.actions)


@hookimpl
def condition_kinds() -> Sequence[ConditionKind]:
    """The conditions of all chapters."""
    return tuple(condition for feature in features.FEATURES for condition in feature.conditions)


@hookimpl
def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    """The words of `locale/LANGUAGE.toml`."""
    return load_catalogue(__name__, language)


@hookimpl
def rules_reference(language: str) -> Sequence[Rule]:
    """The rules of `locale/rules.LANGUAGE.toml`."""
    return load_rules(__name__, language)


# ---------------------------------------------------------------------- what is done


@hookimpl
def create_character(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Make a character."""
    return run(sheet.create, view, intent, chance)


def _carry_out(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    carry_out = _VERBS.get(intent.verb)
    return run(carry_out, view, intent, chance) if carry_out else None


@hookimpl
def roll(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Dice that harm nobody by themselves."""
    return _carry_out(view, intent, chance)


@hookimpl
def apply_damage(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """All harm, to body and will."""
    return _carry_out(view, intent, chance)


@hookimpl
def heal(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """All that takes marks away."""
    return _carry_out(view, intent, chance)


@hookimpl
def act(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """Everything else, the inner verbs of follow-ups among it."""
    return _carry_out(view, intent, chance)


def _moment(hook: str, view: State, intent: Intent, chance: Chance) -> Outcome:
    draft = Draft(view)
    for feature in features.FEATURES:
        due = feature.moments.get(hook)
        if due is not None:
            due(draft, intent, chance)
    return draft.outcome()


@hookimpl
def initiative(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """The turn order."""
    return _moment("initiative", view, intent, chance)


@hookimpl
def start_of_round(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """What is due as a round begins."""
    return _moment("start_of_round", view, intent, chance)


@hookimpl
def end_of_round(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """What is due as a round ends."""
    return _moment("end_of_round", view, intent, chance)


@hookimpl
def start_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """What is due as somebody's turn begins."""
    return _moment("start_of_turn", view, intent, chance)


@hookimpl
def end_of_turn(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """What is due as somebody's turn ends."""
    return _moment("end_of_turn", view, intent, chance)


@hookimpl
def pass_time(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """What time does."""
    return _moment("pass_time", view, intent, chance)


@hookimpl
def begin_session(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """What comes back between two sessions of play."""
    return _moment("begin_session", view, intent, chance)


@hookimpl
def trait_changed(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """A trait was overruled: a track may have another length."""
    return _moment("trait_changed", view, intent, chance)


@hookimpl
def gauge_changed(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """A track or Hunger was overruled: a state may begin or end with it."""
    return _moment("gauge_changed", view, intent, chance)


@hookimpl
def condition_ended(view: State, intent: Intent, chance: Chance) -> Outcome | None:
    """A condition ran out or was ended by hand: what waited for it waits no longer."""
    return _moment("condition_ended", view, intent, chance)


# ---------------------------------------------------------------------- what is known


@hookimpl
def status(view: State, who: str) -> Sequence[Status] | None:
    """The status words of a character."""
    return states.status(view, who)


@hookimpl
def derived(view: State, who: str) -> Sequence[Derived]:
    """The worked-out values of a sheet."""
    return tuple(
        value for feature in features.FEATURES if feature.derived is not None for value in feature.derived(view, who)
    )


@hookimpl
def odds(view: State, intent: Intent) -> Chances | None:
    """Exact chances before a roll."""
    odds_of = _ODDS.get(intent.verb)
    return odds_of(view, intent) if odds_of else None


@hookimpl
def unavailable(view: State, who: str) -> Mapping[str, str] | None:
    """What somebody cannot do now."""
    return availability.unavailable(view, who)


@hookimpl
def explain(view: State, who: str, gauge: str) -> Sequence[Part]:
    """What the length of a track or the highest Hunger is made of."""
    character = view.characters[who]
    if gauge in sheet.ATTRIBUTES_BEHIND:
        return sheet.track_parts(character, gauge)
    return (Part(Term("hunger"), people.HIGHEST_HUNGER, "V5-RES-05"),) if gauge == "hunger" else ()
