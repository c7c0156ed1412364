"""The places of a target: how many may attack it in a round, and who they are (UBN-ATK-06, UBN-ATK-07).

A target remembers its attackers of the round in counters: `attacker:ID` how often someone declared an attack,
`struck:ID` how often one was made, `exempt:ID` one outside the limit, `on_SIDE:ID` the side someone came from.
"""

from collections import Counter

from tracker.api import Character, Part, State, Term, record
from tracker_ukraine_by_night.guards import GUARDED, closed_sides
from tracker_ukraine_by_night.health import is_down

NO_LIMIT = "no_attacker_limit"
STANDARD_LIMIT = 4

DECLARED, STRUCK, EXEMPT = "attacker:", "struck:", "exempt:"


@record
class Standing:
    """How a target's places are given out: ids by falling initiative. `places` None: no limit."""

    places: int | None
    may: tuple[str, ...]
    others: tuple[str, ...]
    exempt: tuple[str, ...]


def places_of(view: State, target: Character) -> int | None:
    """How many may attack the target in a round: the limit less the guarded sides; None where it is switched off."""
    if target.has_condition(NO_LIMIT):
        return None
    return max(0, sum(part.value for part in place_parts(view, target)))


def place_parts(view: State, target: Character) -> tuple[Part, ...]:
    """The limit, the target's own or the table's, and what guarded sides take off it."""
    limit = Part(Term("attacker_limit"), target.integer("attacker_limit") or _table_limit(view), "UBN-ATK-06")
    closed = closed_sides(view, target)
    if view.option("guards_take_places") is False:
        return (limit,)
    return (limit, *(Part(Term(GUARDED[side]), -1, "UBN-ATK-13") for side in closed))


def _table_limit(view: State) -> int:
    limit = view.option("attacker_limit", STANDARD_LIMIT)
    return limit if isinstance(limit, int) else STANDARD_LIMIT


def counted(target: Character, prefix: str) -> Counter[str]:
    """What a target's counters with this prefix tell, by character id."""
    kept = target.counters.items()
    return Counter({name.removeprefix(prefix): counter.value for name, counter in kept if name.startswith(prefix)})


def _by_initiative(view: State, target: Character, people: list[str]) -> list[str]:
    """People as they stand in the target's fight, whose order knows ties and delays; who has no place comes last."""
    if len(people) < 2:
        return people
    order = view.fight_called(view.fight_of(target.id)).order
    ranks = {place.who: rank for rank, place in reversed(list(enumerate(order)))}
    return sorted(people, key=lambda who: ranks.get(who, len(order)))


def standing(view: State, target: Character, asking: str = "") -> Standing:
    """Give out the places: who struck already keeps one, the others follow by initiative; the fallen need none.

    `asking`: someone who would declare an attack as well.
    """
    struck = counted(target, STRUCK)
    declared = Counter(
        {
            who: count
            for who, count in counted(target, DECLARED).items()
            if who in view.characters and (struck[who] or not is_down(view.characters[who]))
        }
    )
    if asking:
        declared[asking] = max(declared[asking], struck[asking] + 1)
    counts_attacks = view.option("limit_counts") == "attacks"
    places = places_of(view, target)
    ranked = _by_initiative(view, target, list(declared))
    granted: Counter[str] = Counter()
    left = sum(declared.values()) if places is None else places
    for wanted in (struck & declared, declared):
        for who in ranked:
            need = (wanted[who] if counts_attacks else min(1, wanted[who])) - granted[who]
            given = max(0, min(need, left))
            granted[who] += given
            left -= given
    may = tuple(who for who in ranked if granted[who])
    others = tuple(who for who in ranked if not granted[who])
    exempt = [who for who in counted(target, EXEMPT) if who in view.characters and who not in declared]
    if asking and counts_attacks and granted[asking] <= struck[asking]:
        may, others = tuple(who for who in may if who != asking), (*others, asking)
    return Standing(places, may, others, tuple(_by_initiative(view, target, exempt)))
