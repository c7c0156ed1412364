"""Figures with their bounds, and the ways in which they are measured.

Times are compared with times of the same run only: the two sides take turns, and their times are put into a ratio. So a
figure means the same on a slow machine and a fast one.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Sample = Callable[[], float]
"""Measures once, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table. `bound` is the largest value that is good; None: the figure is only for information.

    `is_exact`: it comes out the same on every machine, so that two commits can be compared by it, by its name. `note`
    is shown behind the name, and may differ each time.
    """

    name: str
    measured: float
    unit: str
    bound: float | None = None
    is_exact: bool = False
    note: str = ""

    @property
    def is_good(self) -> bool:
        """Whether the figure is within its bound."""
        return self.bound is None or self.measured <= self.bound


def elapsed(act: Callable[[], object]) -> float:
    """How long something takes, in milliseconds."""
    begin = time.perf_counter_ns()
    act()
    return (time.perf_counter_ns() - begin) / 1e6


def taking_turns(samples: Sequence[Sample], rounds: int) -> list[float]:
    """The lower quartile of each sample: what else the machine does can only add to a time.

    They take turns, in both directions, so that a slow moment hits all of them.
    """
    taken: list[list[float]] = [[] for _ in samples]
    for number in range(rounds):
        order = range(len(samples)) if number % 2 == 0 else reversed(range(len(samples)))
        for index in order:
            taken[index].append(samples[index]())
    return [statistics.quantiles(times, n=4, method="inclusive")[0] for times in taken]


def ratio(name: str, ours: float, theirs: float, bound: float) -> list[Figure]:
    """The ratio of two times with its bound, and the times themselves for information."""
    return [
        Figure(name, ours / theirs, "×", bound),
        Figure("  the first of these", ours, "ms"),
        Figure("  the second", theirs, "ms"),
    ]
