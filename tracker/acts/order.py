"""Places in the turn order moved, granted and taken, whose turn it is."""

from tracker.acts.due import no_initiative
from tracker.core.facts import DueDismissed, OrderSet
from tracker.core.intents import Intent, Outcome, Refusal
from tracker.core.messages import message
from tracker.core.order import moved
from tracker.core.state import Place, State


def move(state: State, intent: Intent) -> Outcome:
    """Move a character's place directly before or after another's; whose turn it is stays."""
    who, anchor = intent.target, intent.text("anchor")
    after = intent.text("where", "after") == "after"
    if who == anchor:
        raise Refusal(message("refused.same_place", who=state.characters[who].name))
    try:
        order = moved(state.order, who, anchor, after=after)
    except ValueError:
        absent = who if state.place_of(who) is None else anchor
        raise Refusal(message("refused.no_place", who=state.characters[absent].name)) from None
    line = message(
        "order.moved_after" if after else "order.moved_before",
        who=state.characters[who].name,
        anchor=state.characters[anchor].name,
    )
    return Outcome((OrderSet(order),), (line,))


def turn(state: State, intent: Intent) -> Outcome:
    """Grant a character another turn in this round, at the end of the order."""
    who = intent.target
    character = state.characters[who]
    place = state.place_of(who)
    slot = max((place.slot for place in state.order if place.who == who), default=-1) + 1
    extra = Place(who, place.value if place else None, slot=slot)
    order = (*state.order, extra)
    return Outcome((OrderSet(order),), (message("order.extra_turn", who=character.name),))


def out_of_order(state: State, intent: Intent) -> Outcome:
    """Take characters out of the turn order; they stay in the session. Those without a place are not asked for one."""
    if elsewhere := next((who for who in intent.targets if state.fight_of(who) != state.fight), ""):
        raise Refusal(message("refused.other_fight", who=state.characters[elsewhere].name))
    order = tuple(place for place in state.order if place.who not in intent.targets)
    asked = {due.id for due in state.open_due}
    unasked = tuple(DueDismissed(no_initiative(who)) for who in intent.targets if no_initiative(who) in asked)
    names = tuple(state.characters[who].name for who in intent.targets)
    if order == state.order and not unasked:
        raise Refusal(message("refused.no_place", who=names[0] if names else ""))
    return Outcome((OrderSet(order), *unasked), (message("order.left", list=names),))
