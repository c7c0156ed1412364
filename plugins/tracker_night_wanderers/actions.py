"""One action a turn, and the parameters that many actions share."""

from dataclasses import replace

from tracker.api import Choice, CounterSet, Draft, Intent, Parameter, Refusal, State, message
from tracker_night_wanderers.sheet import RATINGS, WEAPONS
from tracker_night_wanderers.states import let_go, require_able

LARGEST_MODIFIER = 100
LARGEST_AMOUNT = 1000


def choice(name: str, *ids: str, default: str | None = None, required: bool = False, common: bool = True) -> Parameter:
    """A parameter that is one of a few words."""
    choices = tuple(map(Choice, ids))
    return Parameter(name, "choice", default=default, required=required, choices=choices, common=common)


def rating_parameter(name: str, usual: str, *, common: bool = False) -> Parameter:
    """A parameter for the rating of a roll: one of the sheet's, or a number of dice."""
    choices = tuple(map(Choice, RATINGS))
    return Parameter(name, "choice", default=usual or None, choices=choices, open_choice=True, common=common)


def extra_dice(name: str) -> Parameter:
    """A parameter for dice that the game master gives or takes."""
    return Parameter(
        name, "integer", default=0, minimum=-LARGEST_MODIFIER, maximum=LARGEST_MODIFIER, common=name == "bonus"
    )


BONUS = extra_dice("bonus")
CHANGE = Parameter("difficulty_change", "integer", default=0, minimum=-10, maximum=10, common=False)
DIFFICULTY = Parameter("difficulty", "integer", minimum=-10, maximum=20, common=False)
FREE = Parameter("free", "switch", common=False, overrules=True)
NO_PAIN = Parameter("no_pain", "switch", common=False)
SURE = Parameter("sure", "switch", common=False)
SOAK = choice("soak", "useful", "always", "decline", default="useful", common=False)
DEPTH = choice("depth", "by_kind", "deep", "ordinary", default="by_kind", common=False)
WEAPON = replace(choice("weapon", *WEAPONS), kept=True)


def actions_in_turn(view: State, who: str) -> int:
    """How many actions the character has this turn: one, and one for each extra place (NW-TURN-02, NW-INIT-06)."""
    fight = view.fight_called(view.fight_of(who))
    return 1 + sum(place.who == who and place.slot > 0 for place in fight.order)


def has_action_left(view: State, who: str) -> bool:
    """Whether an action of this turn is unspent; outside a fight no one counts."""
    return view.round_of(who) == 0 or view.characters[who].count("acted") < actions_in_turn(view, who)


def spend_action(draft: Draft, who: str, intent: Intent, *, keeps_hold: bool = False) -> None:
    """Use up an action of the turn. The switch `free` leaves it out.

    Anything but hurting, biting or drinking from the one who is held lets them go (NW-ATK-07).
    Raises Refusal where the character is helpless or has none left.
    """
    character = draft.character(who)
    require_able(character)
    costs = draft.state.round and not intent.flag("free")
    if costs and not has_action_left(draft.state, who):
        raise Refusal(message("nw.no_action_left", who=character.name))
    if not keeps_hold:
        let_go(draft, who)
    if costs:
        draft.add(CounterSet(who, "acted", character.count("acted") + 1, "round"))
