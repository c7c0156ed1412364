"""The turn order: who rolls, who keeps a score, and in which order it is told."""

from tracker.core import facts as f
from tracker.core.intents import Draft, Intent, Refusal
from tracker.core.messages import MessageValue, message
from tracker.core.record import replace
from tracker.core.state import State
from tracker.engine.act import Act


def initiative(act: Act, draft: Draft, intent: Intent) -> None:
    """Without an order everyone rolls; later only those who are named, or have no place yet.

    Who has acted this round stays so. A total that is given again changes nothing, also of an order that was
    arranged by hand.
    """
    state = draft.state
    here = tuple(character.id for character in state.fighters)
    named = tuple(name.partition(":")[2] for name in intent.values if name.startswith("total:"))
    targets = tuple(dict.fromkeys((*intent.targets, *(named if state.order else ()))))
    if not targets and state.order:
        targets = tuple(who for who in here if state.place_of(who) is None)
        if not targets and state.round > 0:
            raise Refusal(message("refused.all_have_a_place"))
    targets = targets or here
    if not targets:
        raise Refusal(message("refused.no_characters"))
    if elsewhere := next((who for who in targets if who not in here), ""):
        raise Refusal(message("refused.other_fight", who=state.characters[elsewhere].name))
    unchanged = [who for who in targets if _has_total(state, intent, who)]
    targets = tuple(who for who in targets if who not in unchanged)
    for who in unchanged:
        draft.say(message("initiative.same", who=state.characters[who].name, value=_total(intent, who)))
    if targets:
        _roll_initiative(act, draft, replace(intent, targets=state.in_order(targets)))


def _total(intent: Intent, who: str) -> int:
    total = intent.values.get(f"total:{who}")
    return total if isinstance(total, int) else 0


def _has_total(state: State, intent: Intent, who: str) -> bool:
    place = state.place_of(who)
    return f"total:{who}" in intent.values and place is not None and place.value == _total(intent, who)


def _roll_initiative(act: Act, draft: Draft, intent: Intent) -> None:
    outcome = act.rules.initiative(draft.state, intent, act.chance)
    acted = {(place.who, place.slot) for place in draft.state.order if place.acted}
    facts: list[f.Fact] = []
    for fact in outcome.facts:
        if isinstance(fact, f.OrderSet):
            fact = f.OrderSet(tuple(replace(place, acted=(place.who, place.slot) in acted) for place in fact.order))
        facts.append(fact)
    act.take(draft, replace(outcome, facts=tuple(facts)))
    if not outcome.lines:
        draft.say(message("initiative.rolled", list=tuple(_scores(draft.state, facts))))


def _scores(state: State, facts: list[f.Fact]) -> list[MessageValue]:
    """Who has which score, in the order of acting."""
    values = {fact.who: fact for fact in facts if isinstance(fact, f.InitiativeSet)}
    ordered = dict.fromkeys([*(place.who for place in state.order if place.who in values), *values])
    return [
        message("initiative.one", who=state.characters[who].name, value=values[who].value)
        if not values[who].parts
        else message("initiative.sum", who=state.characters[who].name, value=values[who].value, parts=values[who].parts)
        for who in ordered
    ]
