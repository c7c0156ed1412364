"""One action each in a round; extra turns bring more (UBN-TURN-02)."""

from tracker.api import CounterSet, Draft, Message, Parameter, Refusal, State, message
from tracker_ukraine_by_night.health import is_down

ACTED = "acted"
OVERRULE = Parameter("overrule", "switch", common=False, overrules=True)
"""The Storyteller's word: do it all the same."""


def has_acted(view: State, who: str) -> bool:
    """Whether the actions of the running round, one a turn, are spent; outside a fight they never are."""
    fight = view.fight_called(view.fight_of(who))
    turns = max(1, sum(place.who == who for place in fight.order))
    return bool(fight.round) and view.characters[who].count(ACTED) >= turns


def action_objection(view: State, who: str) -> Message | None:
    """Why someone cannot act now, None if nothing stands in the way."""
    character = view.characters[who]
    if is_down(character):
        return message("ubn.refused.out", who=character.name)
    if has_acted(view, who):
        return message("ubn.refused.acted", who=character.name)
    return None


def insist(draft: Draft, objection: Message | None, *, overruled: bool) -> None:
    """Raise a refusal for an objection `ubn.refused.X`, or tell by `ubn.overruled.X` that it is overruled."""
    if objection is None:
        return
    if not overruled:
        raise Refusal(objection)
    draft.say(Message(objection.id.replace(".refused.", ".overruled."), objection.values), working=True)


def spend_action(draft: Draft, who: str) -> None:
    """Count one action of the round."""
    if draft.state.round:
        draft.add(CounterSet(who, ACTED, draft.character(who).count(ACTED) + 1, "round"))
