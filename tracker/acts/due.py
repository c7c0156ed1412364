"""What is due, as facts: the list that is derived anew after each act, compared with the one that stands."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from tracker.api.descriptions import DueItem
from tracker.core.facts import DueGone, DueSet
from tracker.core.intents import Draft, Intent
from tracker.core.messages import Message, message
from tracker.core.state import Due, Fight, State

LineOf: TypeAlias = Callable[[DueItem, State], str]
"""Writes the line that does what is due."""

MOST_NAMED = 5


def without_initiative(state: State) -> list[DueItem]:
    """Who is in a fight whose rounds run and has no place in its order, though they could act."""
    fights = {**state.fights, state.fight: Fight(state.order, state.round)}
    running = {name: fight for name, fight in fights.items() if fight.round > 0 and fight.order}
    if not running:
        return []
    placed = {place.who for fight in running.values() for place in fight.order}
    return [
        DueItem(
            no_initiative(who),
            who,
            message("due.no_initiative", who=character.name),
            Intent("initiative", targets=(who,)),
        )
        for who, character in state.characters.items()
        if who not in placed and state.fight_of(who) in running and character.can_act
    ]


def no_initiative(who: str) -> str:
    """The id of the item about somebody who has no place in the order."""
    return f"no-initiative:{who}"


def refresh_due(
    draft: Draft, items: Sequence[DueItem], line_of: LineOf, done: Sequence[Intent], dismissed: Collection[str]
) -> None:
    """Record what has become due, has changed or is gone, with a line for what went without having been done.

    `done` are the intents that this act has carried out; new items whose id is in `dismissed` are not shown at all.
    """
    state = draft.state
    standing = {due.id: due for due in state.due}
    wanted = {item.id: item for item in items}
    for due in standing.values():
        if due.id in wanted or due.remembered:
            continue
        is_done = _is_done(due, done)
        draft.add(DueGone(due.id, "done" if is_done else "moot"))
        if not is_done and not due.dismissed and due.weight != "reminder":
            draft.say(message("due.moot", line=due.line))
    for item in wanted.values():
        before = standing.get(item.id)
        after = Due(item.id, item.who, item.say, line_of(item, state), item.rule, item.weight, item.id in dismissed)
        if before is not None:
            after = replace(after, dismissed=before.dismissed)
        if after != before:
            draft.add(DueSet(after))


def _is_done(due: Due, done: Sequence[Intent]) -> bool:
    """Whether one of the acts was what the item asks for: about whom it is, or about nobody by name."""
    verb = due.command.partition(" ")[0]
    people = [(intent.actor, *intent.targets) for intent in done if intent.verb == verb]
    return any(not due.who or due.who in named or not any(named) for named in people)


def still_open(state: State) -> Message | None:
    """A sentence that names what must still be answered, None where nothing must."""
    waiting = [due.line for due in state.open_due if due.weight == "must"]
    if not waiting:
        return None
    further = len(waiting) - MOST_NAMED
    named = (*waiting[:MOST_NAMED], message("head.more", count=further)) if further > 0 else tuple(waiting)
    return message("due.still_open", list=named)
