"""Plain lines for public facts, in the place of lines that say more than the players may know."""

from collections.abc import Mapping

from tracker.core import facts as f
from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.public.sight import Sight
from tracker.core.public.states import conditions_in_sight
from tracker.core.sentences import condition_line, ended_line, fact_line
from tracker.core.state import Character, Condition, Place, State, Status


def line_for(public: f.Fact, state: State, sight: Sight) -> Message | None:
    """A plain line for a public fact, None where the players have nothing to read."""
    match public:
        case f.DetailSet(detail="hidden", who=who):
            return message("public.appears", who=who)
        case f.FightShown():
            return None
        case f.ConditionSet(who=who, condition=condition):
            return condition_line(who, condition, _standing(public, state, sight).get(condition.id), str)
        case f.ConditionEnded(who=who, condition_id=condition_id):
            gone = _standing(public, state, sight).get(condition_id)
            return ended_line(who, gone) if gone else None
        case f.StatusSet(who=who, status=status):
            return _status_line(public, _called(who, state, sight), status)
        case f.OrderSet(order=order):
            return _order_line(order, state, sight)
        case f.Rolled():
            return _roll_line(public)
        case _:
            return fact_line(public, str)


def _called(name: str, state: State, sight: Sight) -> Character:
    """The character whom the players know by a name."""
    return next(person for who, person in state.characters.items() if sight.seen.get(who) == name)


def _standing(fact: f.ConditionSet | f.ConditionEnded, state: State, sight: Sight) -> Mapping[str, Condition]:
    """The conditions in sight by their public ids, as they stand before the fact."""
    return {one.id: one for one in conditions_in_sight(_called(fact.who, state, sight), sight).values()}


def _status_line(public: f.StatusSet, before: Character, status: tuple[Status, ...]) -> Message | None:
    had = {word.id for word in before.status}
    begun = tuple(Term(word.id) for word in status if word.value is None and word.id not in had)
    return message("public.state", who=public.who, list=begun) if begun else None


def _order_line(order: tuple[Place, ...], state: State, sight: Sight) -> Message | None:
    names = tuple(dict.fromkeys(place.who for place in order))
    before = tuple(dict.fromkeys(sight.seen[place.who] for place in state.order if place.who in sight.seen))
    return message("public.order", list=names) if names != before else None


def _roll_line(roll: f.Rolled) -> Message:
    thrown = (*roll.faces, *roll.again, *(face for dice in roll.others for face in dice.faces))
    if not thrown:
        if not roll.result:
            return message("public.threw", who=roll.who, what=Term(roll.what))
        return message("public.threw_result", who=roll.who, what=Term(roll.what), result=Term(roll.result))
    faces: tuple[MessageValue, ...] = tuple(map(str, thrown))
    who = roll.who or Term("at-table")
    if roll.result:
        result = Term(roll.result)
        return message("public.rolled_result", who=who, what=Term(roll.what), faces=faces, result=result)
    return message("public.rolled", who=who, what=Term(roll.what), faces=faces)
