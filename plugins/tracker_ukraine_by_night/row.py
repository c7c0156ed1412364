"""The numbers that a row shows beside the gauges: wound penalty, Defence, places used (UBN-STA-01, UBN-DEF-01)."""

from collections.abc import Iterator

from tracker.api import Chapter, Character, State, Status, badges
from tracker_ukraine_by_night.defence import defence_parts
from tracker_ukraine_by_night.health import is_down, wound_penalty
from tracker_ukraine_by_night.places import standing
from tracker_ukraine_by_night.vitae import BOOSTS, SPENT, per_turn


def status(view: State, who: str) -> Iterator[Status]:
    """The numbers that are asked for all the time; Defence and places only while a fight runs."""
    character = view.characters[who]
    if is_down(character):
        return
    if penalty := wound_penalty(character):
        yield Status("wounds", value=-penalty, rule="UBN-STA-01", weight=badges.NUMBER + 3, tone="warning")
    if view.round_of(who) < 1:
        return
    if view.option("hide_target_numbers") is not True:
        defence = sum(part.value for part in defence_parts(view, character))
        yield Status("defence", value=defence, rule="UBN-DEF-01", weight=badges.NUMBER)
    now = standing(view, character)
    if now.may:
        yield Status("attackers", value=len(now.may), limit=now.places, rule="UBN-ATK-06", weight=badges.NUMBER - 3)
    yield from _spent(view, character)


def _spent(view: State, character: Character) -> Iterator[Status]:
    """The lifts of a Physical Attribute that wait for a test, and the Vitae of this turn (UBN-RES-07, UBN-RES-08)."""
    if boosts := character.count(BOOSTS):
        yield Status("boosts", value=boosts, rule="UBN-RES-08", weight=badges.HELPED, tone="good")
    if spent := character.count(SPENT):
        yield Status("vitae_spent", value=spent, limit=per_turn(character), rule="UBN-RES-07", weight=badges.SPENT)


CHAPTER = Chapter(status=status)
