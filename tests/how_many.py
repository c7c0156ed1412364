"""How much of all that could be tried a test tries: a sample in a usual run, far more in `./dev prove properties`.

A test that draws its examples, plays evenings of chance or walks through every combination says here how many: no count
and no seed stands in the test alone. `TIMES` is 1 in a usual run; the proof sets it by the variable `TRIES`.
"""

import os
import random
from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import product
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

Thing = TypeVar("Thing")

TRIES = "COTERIE_TRIES"
TIMES = int(os.environ.get(TRIES, "1"))
"""How many times as much is tried as in a usual run. Whatever is above 1 tries every combination."""


def several(count: int) -> int:
    """The number of seeds, steps or lines where a usual run tries `count`."""
    return count * TIMES


def so_long(usual: int, proof: int) -> int:
    """How many lines an evening has, or how much happens in it: fewer in a usual run."""
    return usual if TIMES == 1 else proof


def until_enough(things: Iterable[Thing], count: int, seen: Sized, *, more_than: int) -> Iterator[Thing]:
    """As many things as a usual run tries, and further ones until a test has seen enough for it to prove anything."""
    for number, thing in enumerate(things):
        if number >= several(count) and len(seen) > more_than:
            return
        yield thing


def trying(count: int, *but: HealthCheck) -> settings:
    """Settings of a property that a usual run tries with `count` examples, without these checks of its health."""
    return settings(max_examples=several(count), deadline=None, suppress_health_check=but)


def part(things: Iterable[Any], one_in: int) -> list[Any]:
    """All of many things, or in a usual run each so many-th."""
    return list(things)[:: one_in if TIMES == 1 else 1]


def combined(*dimensions: Sequence[Any], least: int = 0) -> list[tuple[Any, ...]]:
    """Every combination, or in a usual run so few that every member of each dimension is in one: at least `least`."""
    if TIMES > 1:
        return list(product(*dimensions))
    rows = max(least, *map(len, dimensions))
    return list(zip(*(_dealt(members, rows, place) for place, members in enumerate(dimensions)), strict=True))


def _dealt(members: Sequence[Any], rows: int, place: int) -> list[Any]:
    """The members, each as often as the others, in an order that is always the same but goes with no other one."""
    dealt = [members[row % len(members)] for row in range(rows)]
    if place:
        random.Random(place).shuffle(dealt)
    return dealt
