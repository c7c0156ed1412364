"""The numbers that a row shows beside the gauges: wound penalty, Defence, the action of the round (WOD-DEF-01)."""

from collections.abc import Iterator

from tracker.api import Chapter, State, Status, badges
from tracker_wod.defence import defence_now
from tracker_wod.economy import ACTED
from tracker_wod.effects import wound_penalty
from tracker_wod.states import is_helpless, turns_of


def status(view: State, who: str) -> Iterator[Status]:
    """The numbers that are asked for all the time; Defence and the action only while a fight runs.

    That the action is spent is told until the turn is over, from when on the order itself shows it.
    """
    character = view.characters[who]
    if is_helpless(character):
        return
    if penalty := wound_penalty(view, character):
        yield Status("wound-penalty", value=penalty, rule="WOD-STATE-01", weight=badges.NUMBER + 3, tone="warning")
    if not view.round_of(who):
        return
    yield Status("defence", value=defence_now(character).value, rule="WOD-DEF-04", weight=badges.NUMBER)
    if character.count(ACTED) and not turns_of(view, who)[2]:
        yield Status("action", value=1, limit=1, rule="WOD-TURN-03", weight=badges.SPENT)


CHAPTER = Chapter(status=status)
