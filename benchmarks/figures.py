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


@dataclass(frozen=True, slots=True)
class Times:
    """How long something took in each round, in milliseconds."""

    of_rounds: tuple[float, ...]

    @property
    def usual(self) -> float:
        """The lower quartile: what else the machine does can only add to a time."""
        return statistics.quantiles(self.of_rounds, n=4, method="inclusive")[0]

    def against(self, others: "Times") -> float:
        """The ratio to other times of the same rounds, the median of all rounds.

        A machine that others use too is slow for seconds and then quick again: the two sides of one round meet the same
        moment, but the quick rounds of one side need not be those of the other.
        """
        return statistics.median(ours / theirs for ours, theirs in zip(self.of_rounds, others.of_rounds, strict=True))


def taking_turns(samples: Sequence[Sample], rounds: int) -> list[Times]:
    """How long each sample takes; they take turns, in both directions, so that a slow moment hits all of them."""
    taken: list[list[float]] = [[] for _ in samples]
    for number in range(rounds):
        order = range(len(samples)) if number % 2 == 0 else reversed(range(len(samples)))
        for index in order:
            taken[index].append(samples[index]())
    return [Times(tuple(times)) for times in taken]


def ratio(name: str, ours: Times, theirs: Times, bound: float) -> list[Figure]:
    """The ratio of two times with its bound, and the times themselves for information."""
    return [
        Figure(name, ours.against(theirs), "×", bound),
        Figure("  the first of these", ours.usual, "ms"),
        Figure("  the second", theirs.usual, "ms"),
    ]
