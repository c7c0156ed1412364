"""Rigged decks: warnings of a season, and who is out of the game (UBN-SOC-04)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    CounterSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Refusal,
    State,
    drafted,
    message,
)
from tracker_ukraine_by_night.health import REMOVED

WARNINGS = "warnings"
WARNINGS_TO_REMOVE = 3


def _same_player(view: State, character: Character) -> list[Character]:
    """The characters of one player: those whose sheet names the same, else the character alone."""
    player = character.text("player")
    if not player:
        return [character]
    return [other for other in view.characters.values() if other.text("player") == player]


@drafted
def warn(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Warn a player: one more warning of the season; the third, or a grave case, removes the player from the game."""
    character = draft.character(intent.target)
    people = _same_player(draft.state, character)
    warnings = max(person.count(WARNINGS) for person in people) + 1
    draft.add(*(CounterSet(person.id, WARNINGS, warnings) for person in people))
    player = _player(character)
    draft.say(message("ubn.warned", player=player, warnings=warnings))
    if warnings < WARNINGS_TO_REMOVE and not intent.flag("removal"):
        return
    staying = (person for person in people if not person.has_condition(REMOVED))
    removed = (ConditionSet(person.id, Condition(REMOVED, REMOVED), "UBN-SOC-04") for person in staying)
    draft.tell(message("ubn.removed", player=player), *removed)
    draft.follow(Intent("open_sides"))


def _player(character: Character) -> str:
    return character.text("player") or character.name


def due(view: State, who: str) -> Iterator[DueItem]:
    """Remind of whose characters leave the game."""
    character = view.characters[who]
    if character.has_condition(REMOVED):
        line = message("ubn.due.removed", who=character.name, player=_player(character))
        yield DueItem(f"removed:{who}", who, line, rule="UBN-SOC-04", weight="reminder")


@drafted
def new_season(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A new season: everyone's warnings are forgotten."""
    warned = [who for who, character in draft.state.characters.items() if character.count(WARNINGS)]
    if not warned:
        raise Refusal(message("ubn.refused.no_warnings"))
    draft.add(*(CounterSet(who, WARNINGS, 0) for who in warned))
    draft.say(message("ubn.new_season"))


@drafted
def check_deck(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Remind of what anyone may ask about a deck (UBN-SOC-03)."""
    draft.say(message("ubn.check_deck", who=draft.character(intent.target).name))


WARN = Action(
    "warn",
    "act",
    (Parameter("removal", "switch"),),
    acts=False,
    targets="one",
    rules=("UBN-SOC-04",),
    examples=("warn Anna", "warn Anna removal"),
    group="table",
)
NEW_SEASON = Action("new_season", "act", acts=False, rules=("UBN-SOC-04",), examples=("new_season",), group="table")
CHECK_DECK = Action(
    "check_deck",
    "act",
    acts=False,
    targets="one",
    rules=("UBN-SOC-03",),
    examples=("check_deck Anna",),
    group="table",
    asks=True,
)
CHAPTER = Chapter(
    deeds=(Deed(WARN, warn), Deed(NEW_SEASON, new_season), Deed(CHECK_DECK, check_deck)),
    conditions=(ConditionKind(REMOVED, tone="bad", rule="UBN-SOC-04"),),
    due=due,
)
