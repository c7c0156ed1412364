"""The turn order: who is next, and how places move. The pointer is a person, never a row."""

from collections.abc import Callable, Iterable

from tracker.core.record import replace
from tracker.core.state import Place, State


def next_place(state: State) -> Place | None:
    """The place that acts next in this round: the first from the top that has not acted and can. None: round over."""
    for place in state.order:
        running = (place.who, place.slot) == (state.current, state.current_slot)
        if not place.acted and not running and state.characters[place.who].can_act:
            return place
    return None


def sorted_order(places: Iterable[Place]) -> tuple[Place, ...]:
    """Order by value, then by tie-break numbers, highest first; equals keep their given order."""
    return tuple(sorted(places, key=lambda place: (place.value is None, -(place.value or 0), _falling(place.tie))))


def _falling(tie: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-number for number in tie)


def with_place(order: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
    """Put a place where its value belongs, behind its equals; the place of the same person and slot is replaced."""
    others = without_place(order, place.who, place.slot)
    before = sum(1 for other in others if _stands_before(other, place))
    return (*others[:before], place, *others[before:])


def _stands_before(other: Place, place: Place) -> bool:
    if other.value is None or place.value is None:
        return other.value is not None or place.value is None
    return (other.value, other.tie) >= (place.value, place.tie)


def without_place(order: tuple[Place, ...], who: str, slot: int = 0) -> tuple[Place, ...]:
    """The order without one place."""
    return tuple(place for place in order if (place.who, place.slot) != (who, slot))


def moved(
    order: tuple[Place, ...], who: str, anchor: str, *, after: bool, value: int | None = None
) -> tuple[Place, ...]:
    """Move the ordinary place of `who` directly before or after that of `anchor`; `value` is its new number.

    Raises ValueError where either has no place.
    """
    moving = next((place for place in order if place.who == who and place.slot == 0), None)
    others = without_place(order, who)
    index = next((number for number, place in enumerate(others) if place.who == anchor), None)
    if moving is None or index is None:
        raise ValueError(f"{who if moving is None else anchor} has no place in the order")
    if value is not None:
        moving = replace(moving, value=value)
    if after:
        index += 1
    return (*others[:index], moving, *others[index:])


def tied_groups(order: tuple[Place, ...], rank: Callable[[Place], tuple[int, ...]]) -> tuple[tuple[Place, ...], ...]:
    """The groups of two or more neighbours that `rank` cannot tell apart."""
    groups: list[tuple[Place, ...]] = []
    for place in order:
        if groups and rank(groups[-1][-1]) == rank(place):
            groups[-1] = (*groups[-1], place)
        else:
            groups.append((place,))
    return tuple(group for group in groups if len(group) > 1)
