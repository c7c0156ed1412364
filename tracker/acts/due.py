"""What is due, as facts: the list that is derived again after each act, compared with the one that stands."""

from collections.abc import Collection, Sequence
from typing import Protocol

from tracker.api.descriptions import DueItem
from tracker.core.facts import DueGone, DueSet
from tracker.core.intents import Draft, Intent
from tracker.core.messages import Message, message
from tracker.core.record import replace
from tracker.core.state import Due, State


class Lines(Protocol):
    """Writes lines."""

    def line_of(self, item: DueItem, state: State) -> str:
        """The line that does what is due."""
        ...

    def written(self, intent: Intent, state: State) -> str:
        """The line of an intent, "" if none can be written."""
        ...


MOST_NAMED = 5


def without_initiative(state: State) -> list[DueItem]:
    """Who is in a fight whose rounds run and has no place in its order, though they could act."""
    running = {name: fight for name, fight in state.all_fights.items() if fight.round > 0}
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
    """The id of the item about someone who has no place in the order."""
    return f"no-initiative:{who}"


def refresh_due(
    draft: Draft, items: Sequence[DueItem], lines: Lines, done: Sequence[Intent], dismissed: Collection[str]
) -> None:
    """Record what has become due, has changed or is gone, with a line for what went without having been done.

    `done` are the intents that this act has carried out; new items whose id is in `dismissed` are not shown at all.
    """
    state = draft.state
    standing = {due.id: due for due in state.due}
    wanted = {item.id: item for item in items}
    gone = [due for due in standing.values() if due.id not in wanted]
    settled = _settled(state, gone, done, lines) if gone else frozenset()
    for due in gone:
        is_done = due.id in settled
        if due.remembered and not is_done:  # nothing derives it, so only doing it settles it
            continue
        draft.add(DueGone(due.id, "done" if is_done else "moot"))
        if not is_done and not due.dismissed and due.weight != "reminder":
            draft.say(message("due.moot", line=due.line))
    for item in wanted.values():
        before = standing.get(item.id)
        after = Due(
            item.id, item.who, item.say, lines.line_of(item, state), item.rule, item.weight, item.id in dismissed
        )
        if before is not None:
            after = replace(after, dismissed=before.dismissed)
        if after != before:
            draft.add(DueSet(after))


def _settled(state: State, gone: Sequence[Due], done: Sequence[Intent], lines: Lines) -> frozenset[str]:
    """The ids of the items that one of the acts did: the verb they ask for, by or on whom they are about.

    Where an act could be either of two about one person, it is the one whose line it was, and all that have that line.
    """
    settled: set[str] = set()
    for intent in done:
        named = (intent.actor, *intent.targets)
        fitting = [
            due
            for due in gone
            if due.command.partition(" ")[0] == intent.verb
            and (not due.who or due.who in named or not any(named))
            and due.id not in settled
        ]
        words = set(lines.written(intent, state).split()) if len(fitting) > 1 else set()
        missing = {due.id: len(set(due.command.split()) - words) for due in fitting}
        for due in fitting:
            rivals = [other for other in fitting if other.who == due.who and not other.dismissed]
            if due.dismissed or missing[due.id] == min(missing[other.id] for other in rivals):
                settled.add(due.id)
    return frozenset(settled)


def still_open(state: State) -> Message | None:
    """A sentence that names what must still be answered, None if nothing must."""
    waiting = [due.line for due in state.open_due if due.weight == "must"]
    if not waiting:
        return None
    further = len(waiting) - MOST_NAMED
    named = (*waiting[:MOST_NAMED], message("head.more", count=further)) if further > 0 else tuple(waiting)
    return message("due.still_open", list=named)
