"""The numbers that a row shows beside the gauges: wound penalty, Defence, places used (UBN-STA-01, UBN-DEF-01)."""

from collections.abc import Iterator

from tracker.api import Chapter, State, Status
from tracker_ukraine_by_night.defence import defence_parts
from tracker_ukraine_by_night.health import is_down, wound_penalty
from tracker_ukraine_by_night.places import standing


def status(view: State, who: str) -> Iterator[Status]:
    """The numbers that are asked for all the time; Defence and places only while a fight runs."""
    character = view.characters[who]
    if is_down(character):
        return
    if penalty := wound_penalty(character):
        yield Status("wounds", value=-penalty, rule="UBN-STA-01")
    if view.fight_called(view.fight_of(who)).round < 1:
        return
    if view.option("hide_target_numbers") is not True:
        defence = sum(part.value for part in defence_parts(view, character))
        yield Status("defence", value=defence, rule="UBN-DEF-01")
    now = standing(view, character)
    if now.may:
        yield Status("attackers", value=len(now.may), limit=now.places, rule="UBN-ATK-06")


CHAPTER = Chapter(status=status)
