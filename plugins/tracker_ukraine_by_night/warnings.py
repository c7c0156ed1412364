"""Rigged decks: warnings of a season, and who is out of the game (UBN-SOC-04)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Draft,
    Intent,
    Outcome,
    Parameter,
    Prompted,
    Refusal,
    State,
    message,
)

WARNINGS = "warnings"
REMOVED = "removed_from_game"
WARNINGS_TO_REMOVE = 3


def _same_player(view: State, character: Character) -> list[Character]:
    """The characters of one player: those whose sheet names the same, else the character alone."""
    player = character.text("player")
    if not player:
        return [character]
    return [other for other in view.characters.values() if other.text("player") == player]


def warn(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Warn a player: one more warning of the season; the third, or a grave case, removes the player from the game."""
    draft = Draft(view)
    character = view.characters[intent.target]
    people = _same_player(view, character)
    warnings = max(person.count(WARNINGS) for person in people) + 1
    for person in people:
        draft.add(CounterSet(person.id, WARNINGS, warnings))
    player = character.text("player") or character.name
    draft.say(message("ubn.warned", player=player, warnings=warnings))
    if warnings < WARNINGS_TO_REMOVE and not intent.flag("removal"):
        return draft.outcome()
    for person in people:
        if not draft.character(person.id).has_condition(REMOVED):
            draft.add(ConditionSet(person.id, Condition(REMOVED, REMOVED), "UBN-SOC-04"))
    draft.say(message("ubn.removed", player=player))
    line = message("ubn.due.removed", player=player)
    draft.add(Prompted(f"removed:{character.id}", character.id, line, "", "UBN-SOC-04", "scene"))
    draft.follow(Intent("open_sides"))
    return draft.outcome()


def new_season(view: State, intent: Intent, chance: Chance) -> Outcome:
    """A new season: everybody's warnings are forgotten."""
    draft = Draft(view)
    warned = [character for character in view.characters.values() if character.count(WARNINGS)]
    if not warned:
        raise Refusal(message("ubn.refused.no_warnings"))
    draft.add(*(CounterSet(character.id, WARNINGS, 0) for character in warned))
    draft.say(message("ubn.new_season"))
    return draft.outcome()


def check_deck(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Remind of what anybody may ask about a deck (UBN-SOC-03)."""
    return Outcome((), (message("ubn.check_deck", who=view.characters[intent.target].name),))


CONDITIONS = (ConditionKind(REMOVED, tone="bad", rule="UBN-SOC-04"),)
ACTIONS = (
    Action(
        "warn",
        "act",
        (Parameter("removal", "switch"),),
        acts=False,
        targets="one",
        rules=("UBN-SOC-04",),
        examples=("warn Anna", "warn Anna removal"),
        group="table",
    ),
    Action("new_season", "act", acts=False, rules=("UBN-SOC-04",), examples=("new_season",), group="table"),
    Action(
        "check_deck",
        "act",
        acts=False,
        targets="one",
        rules=("UBN-SOC-03",),
        examples=("check_deck Anna",),
        group="table",
    ),
)
ACTS = {"warn": warn, "new_season": new_season, "check_deck": check_deck}
