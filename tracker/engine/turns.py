"""Turns and rounds: who is next, and what begins and ends on the way."""

from tracker.acts import conditions
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent, Refusal
from tracker.core.messages import message
from tracker.core.order import next_place, with_place
from tracker.core.state import Place
from tracker.engine.act import Act


def next_turn(act: Act, draft: Draft, intent: Intent) -> None:
    """End the running turn and begin the next one, with a new round where all have acted; it never refuses to go on.

    Where something must be answered first, no one's turn begins with the new round.
    """
    if not draft.state.order and draft.state.round == 0:
        _line_up(act, draft)
    if draft.state.current:
        end_turn(act, draft)
    is_new = draft.state.round == 0
    if is_new:
        _begin_round(act, draft)
    place = next_place(draft.state)
    if place is None:
        is_new = True
        act.moment(draft, "end_of_round", Intent("end_of_round"))
        _begin_round(act, draft)
        place = next_place(draft.state)
    if place is None:
        draft.say(message("turn.nobody"))
    elif is_new and act.is_holding(draft.state):
        draft.say(message("round.waits"))
    else:
        act.begin_turn(draft, place)


def jump(act: Act, draft: Draft, intent: Intent) -> None:
    """Make it a character's turn now, out of order; who was acting keeps the turn for later."""
    who = intent.target
    if draft.state.current == who:
        raise Refusal(message("refused.nothing_to_do"))
    if draft.state.place_of(who) is None:
        draft.add(f.OrderSet(with_place(draft.state.order, Place(who))))
    act.begin_turn(draft, Place(who))


def _line_up(act: Act, draft: Draft) -> None:
    """Where no one has rolled, everyone acts in the order of joining."""
    if not draft.state.fighters:
        raise Refusal(message("refused.no_characters"))
    draft.add(f.OrderSet(tuple(Place(character.id) for character in draft.state.fighters)))
    draft.say(message("order.as_joined"))


def end_turn(act: Act, draft: Draft) -> None:
    """End the running turn, with what ends and what happens as it does."""
    who, slot = draft.state.current, draft.state.current_slot
    act.moment(draft, "end_of_turn", Intent("end_of_turn", who))
    act.with_endings(draft, conditions.tick_turn(draft.state, who, "end"))
    draft.add(f.TurnEnded(who, slot))


def _begin_round(act: Act, draft: Draft) -> None:
    number = draft.state.round + 1
    before = draft.state
    draft.add(f.RoundBegun(number))
    draft.say(message("round.begun", round=number))
    act.refresh_touched(draft, before)
    act.moment(draft, "start_of_round", Intent("start_of_round"))
    if number > 1:  # what was set before the first round counts from it
        act.with_endings(draft, conditions.tick_rounds(draft.state, before))
        _pass_turns(act, draft)


def _pass_turns(act: Act, draft: Draft) -> None:
    """With a round goes the turn of those too who have no place in it, for what their turns count down."""
    counting = conditions.whose_turns_count(draft.state)
    for character in draft.state.fighters:
        if character.id in counting and draft.state.place_of(character.id) is None:
            for moment in ("start", "end"):
                act.with_endings(draft, conditions.tick_turn(draft.state, character.id, moment))
